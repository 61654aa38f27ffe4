import { randomInt } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Grade } from '../../rules/grades.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { lockGame, type WholeGame } from '../game/game-store.ts';
import { CANDIDATE_NAMES } from './candidate-names.ts';
import { chooseIdentifier } from './seat-identifier.ts';

/** How many of the seats that the GM of a forming game wants are not there; 0 if the GM wants no particular number. */
export function seatsMissing({ seatsWanted, seats }: Pick<WholeGame, 'seatsWanted' | 'seats'>): number {
  return Math.max(0, (seatsWanted ?? 0) - seats.length);
}

/** The same as a sentence: `2 of the 6 seats are missing.` */
export function seatsMissingInWords(game: Pick<WholeGame, 'seatsWanted' | 'seats'>): string {
  const missing = seatsMissing(game);
  return `${missing} of the ${game.seatsWanted} seats ${missing === 1 ? 'is' : 'are'} missing.`;
}

/**
 * Adds seats to a locked, forming game that the computer plays, and names their candidates. Callers must check that the
 * ruleset allows that many seats.
 * @param wanted.by the account that wants them; null if the server adds them
 * @param wanted.grade how well they play; `standard` if it is not given
 * @returns the game with the new seats
 */
export async function addComputerSeats(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  wanted: { by: number | null; count: number; grade?: Grade | undefined },
): Promise<WholeGame> {
  const taken = new Set(game.seats.map(({ identifier }) => identifier));
  const names = game.seats.map(({ name }) => name);
  const last = Math.max(0, ...game.seats.map(({ position }) => position));
  const { grade = 'standard' } = wanted;
  const wish = rulesetOf(game).wishes.parse({});
  for (let i = 1; i <= wanted.count; i += 1) {
    const name = chooseCandidateName(names);
    const identifier = chooseIdentifier(name, taken);
    names.push(name);
    taken.add(identifier);
    await tx.seat.create({
      data: { gameId: game.id, position: last + i, identifier, name, wish, opponent: true, grade },
    });
    const detail = `[${identifier}] ${name}, ${computerInWords(grade)}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'seatAdded', detail });
  }
  const changed = await lockGame(tx, game.id);
  if (changed === null) throw new Error('A locked game is gone.');
  return changed;
}

/** What the log says of a seat that the computer plays: `computer candidate (hard)`. */
export function computerInWords(grade: Grade): string {
  return grade === 'standard' ? 'computer candidate' : `computer candidate (${grade})`;
}

/** A name for a computer candidate that no seat of the game has, if possible one that shares no word with another seat. */
export function chooseCandidateName(names: readonly string[]): string {
  const words = new Set(names.flatMap(wordsOf));
  const unlike = CANDIDATE_NAMES.filter((name) => !wordsOf(name).some((word) => words.has(word)));
  const free = CANDIDATE_NAMES.filter((name) => !names.includes(name));
  const choices = unlike.length > 0 ? unlike : free;
  const name = choices[randomInt(Math.max(choices.length, 1))];
  if (name === undefined) throw new Error('There are more seats than names of candidates.');
  return name;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/\s+/);
}
