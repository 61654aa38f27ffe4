import type { AppContext } from '../../context.ts';
import type { Grade } from '../../rules/grades.ts';
import type { LettersPolicy } from '../letters/letters-policy.ts';
import type { SchedulePolicy } from '../schedule/schedule-policy.ts';
import { schedulePolicyOf } from '../schedule/schedule-view.ts';
import type { JoiningPolicy } from '../seats/joining-policy.ts';
import type { MissedTurnsPolicy } from '../seats/missed-turns.ts';
import type { Viewer } from './game-card.ts';
import { rulesetOf } from './game-ruleset.ts';
import { findGame } from './whole-game-rows.ts';

/** What a GM can take over from an earlier game into a new one: everything but the people. */
export interface CopiedSettings {
  ruleset: string;
  title: string;
  options: Record<string, unknown>;
  schedule: SchedulePolicy;
  processWhenComplete: boolean;
  letters: LettersPolicy;
  players: JoiningPolicy & MissedTurnsPolicy;
  gmPlays: boolean;
  /** How many seats the computer has played from the beginning. */
  computers: number;
  /** How well it plays the first of them. */
  computerGrade: Grade;
  computerPress: boolean;
  /** Whether anyone can read what the options must keep secret, because the game is over and has been published. */
  secretsPublished: boolean;
}

/** The settings of a game for its GM; null for everyone else. */
export async function copiedSettings(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<CopiedSettings | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const { letters, lettersBefore, processWhenComplete, computerPress } = game;
  const { joining, seatsWanted, beginWhenFull, maxMisses, minReliability, offerAbandonedSeats } = game;
  // A seat that the computer took over has printouts of the person who played it before.
  const ofPeople = await ctx.db.prisma.printout.findMany({
    where: { gameId: game.id, seatId: { not: null }, accountId: { not: null } },
    select: { seatId: true },
    distinct: ['seatId'],
  });
  const peoplesSeats = new Set(ofPeople.map(({ seatId }) => seatId));
  const computers = game.seats.filter(({ id, opponent }) => opponent && !peoplesSeats.has(id));
  const options = Object(game.options) as Record<string, unknown>;
  return {
    ruleset: game.ruleset,
    title: game.title,
    options,
    schedule: schedulePolicyOf(game),
    processWhenComplete,
    letters: { letters, lettersBefore },
    players: { joining, seatsWanted, beginWhenFull, maxMisses, minReliability, offerAbandonedSeats },
    gmPlays: game.seats.some(({ accountId }) => accountId === viewer.id),
    computers: computers.length,
    computerGrade: computers[0]?.grade ?? 'standard',
    computerPress,
    secretsPublished: game.status === 'over' && rulesetOf(game).hasSecretOptions?.(options) === true,
  };
}
