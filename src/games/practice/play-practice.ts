import { setImmediate as letOthersIn } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { type PracticeGame, Prisma } from '../../database/generated/client.ts';
import { seededDice } from '../../rules/dice.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import { toJsonValue } from '../archive/canonical-json.ts';
import { inTransaction } from '../game/game-store.ts';
import { limitProblems } from '../sheets/limit-problems.ts';
import type { NamedRequest } from '../sheets/named-request.ts';
import { wellFormed } from '../sheets/raw-sheet.ts';
import { findPracticeGame, lockPracticeGame, type WholePracticeGame } from './practice-store.ts';

/** A turn of a practice game that its player wants to play or undo. */
export interface PracticeRequest {
  playerId: string;
  gameId: string;
  /** The turn that the page showed. */
  turn: number;
}

/** What became of a sheet of a practice game. */
export type PracticePlay =
  /** The turn was played. `over`: the game has ended with it. `advice`: what the check of the sheet advises. */
  | { kind: 'played'; over: boolean; advice: Advice[] }
  /** The sheet has problems. Nothing was stored. */
  | { kind: 'refused'; problems: Problem[] }
  /** The player has no such game, or another turn is open, or became open meanwhile. Nothing was stored. */
  | { kind: 'stale' };

/** Computes a turn when the process has time for it, and returns the result. Throws if too many others wait. */
export type PlayInTurn = <T>(play: () => Promise<T>) => Promise<T>;

/**
 * Plays the open turn of a practice game at once: the player's sheet is checked as in every game, and the computer fills
 * in the others. The turn is computed without a lock and without a database connection, because that may take seconds. It is
 * stored only if the game is still as it was.
 * @param request.raw raw orders of any content; ignored if the player owes no sheet for the turn
 * @param request.named the name that a program has given to the request; see `playOnce`
 * @param playInTurn computes the turn; at once by default. What it throws is thrown, and nothing is stored.
 */
export async function playPractice(
  ctx: AppContext,
  request: PracticeRequest & { raw: unknown; named?: NamedRequest | null },
  playInTurn: PlayInTurn = (play) => play(),
): Promise<PracticePlay> {
  const { playerId, gameId, turn } = request;
  const found = await findPracticeGame(ctx, playerId, gameId);
  if (found === null || found.game.over || found.game.turn !== turn) return { kind: 'stale' };
  const own = ownSheet(found, request.raw);
  if (!own.ok) return { kind: 'refused', problems: limitProblems(own.problems) };
  const { value: sheet, advice } = own;
  const state = await playInTurn(() => resolve(found, sheet));
  const over = found.ruleset.outcome(state) !== null;
  const raw = sheet === null ? {} : { raw: sheet };
  const { named } = request;
  const repeatable = named ? { requestKey: named.key, requestHash: named.hash } : {};
  return inTransaction(ctx, async (tx) => {
    const locked = await lockPracticeGame(tx, playerId, gameId);
    if (locked === null || !isUnchanged(found.game, locked)) return { kind: 'stale' };
    await tx.practiceTurn.create({ data: { gameId, turn, state, ...raw, ...repeatable } });
    await tx.practiceGame.update({
      where: { id: gameId },
      data: { turn: turn + 1, over, draft: Prisma.DbNull, playedAt: ctx.now() },
    });
    return { kind: 'played', over, advice };
  });
}

/**
 * Undoes the last turn of a practice game, also if it was the last one of the game. The sheet of that turn is filled in
 * with the orders that were played; played again, they meet the same dice.
 * @param request.turn the open turn; the one before it is undone
 * @returns whether it was undone; false if no turn has been played, or another one is open
 */
export async function undoPractice(
  ctx: AppContext,
  { playerId, gameId, turn }: PracticeRequest,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockPracticeGame(tx, playerId, gameId);
    if (locked === null || locked.turn !== turn || turn <= 1) return false;
    const { raw } = await tx.practiceTurn.delete({ where: { gameId_turn: { gameId, turn: turn - 1 } } });
    await tx.practiceGame.update({
      where: { id: gameId },
      data: { turn: turn - 1, over: false, draft: raw ?? Prisma.DbNull, playedAt: ctx.now() },
    });
    return true;
  });
}

/** Whether no turn was played or undone between two times at which a game was read. */
function isUnchanged(before: PracticeGame, now: PracticeGame): boolean {
  return before.turn === now.turn && before.playedAt.getTime() === now.playedAt.getTime();
}

/** The player's raw orders for the open turn; null if no sheet is owed. Problems: those of the sheet. */
function ownSheet({ ruleset, state, seat }: WholePracticeGame, raw: unknown) {
  const owes = ruleset.seatsOwing(state).includes(seat.identifier);
  if (!owes) return { ok: true as const, value: null, advice: [] };
  const formed = wellFormed(raw);
  if (!formed.ok) return formed;
  const checked = ruleset.check(state, seat.identifier, formed.value);
  return checked.ok ? { ok: true as const, value: formed.value, advice: checked.advice } : checked;
}

/** The state after the open turn. Other requests are answered between the sheets of two rivals, which may take long. */
async function resolve({ game, ruleset, state, seat }: WholePracticeGame, own: unknown): Promise<unknown> {
  const owing = ruleset.seatsOwing(state);
  const sheets: Record<SeatIdentifier, unknown> = {};
  for (const identifier of ruleset.seatIdentifiers(state)) {
    const isOwn = identifier === seat.identifier;
    const filledIn =
      isOwn || !owing.includes(identifier) ? null : ruleset.opponent(state, identifier, game.grade);
    sheets[identifier] = toJsonValue(isOwn ? own : filledIn);
    await letOthersIn();
  }
  return toJsonValue(ruleset.resolve(state, sheets, seededDice(game.diceSecret, game.turn)));
}
