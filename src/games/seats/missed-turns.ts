import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { endProgramsOfOthers } from '../game/end-programs.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { activeGmGame } from '../game/gm-access.ts';
import { countGmEvent } from '../game/limited-actions.ts';
import { checkOpenToStrangers } from '../game/new-game-right.ts';
import { type Notice, notifyGm, notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { enqueueComputerSheets } from '../processing/computer-sheets.ts';
import { consecutiveMisses } from './attendance.ts';
import { offerLocked } from './offer-seat.ts';

/* What missed turns cost: the GM's policy, and what happens by it: the computer takes the seat, which may be offered. */

/** The GM's decisions about players who miss turns, and about the reliability that new players need. */
export interface MissedTurnsPolicy {
  /** After how many missed turns in a row (excused ones do not count) the computer takes a seat; 0 for never. */
  maxMisses: number;
  /** The minimum reliability of new players, in percent; null if anyone may join. */
  minReliability: number | null;
  /** Whether a seat that the computer takes is offered to others in the lobby. */
  offerAbandonedSeats: boolean;
}

const MAX_MISSES = 20;

/**
 * Sets the policy of a forming or running game. Problems: `unknown-game`, `not-gm`, `ended`, `not-misses`,
 * `not-percent`, `for-friends`, `too-often`.
 */
export async function setMissedTurnsPolicy(
  ctx: AppContext,
  wanted: { gameId: string; by: number } & MissedTurnsPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const active = await activeGmGame(tx, wanted);
    if (!active.ok) return active;
    const { id: gameId } = active.value;
    const problems = missedTurnsProblems(wanted);
    if (problems.length > 0) return { ok: false, problems };
    const { maxMisses, minReliability, offerAbandonedSeats } = wanted;
    const allowed = offerAbandonedSeats
      ? checkOpenToStrangers(active.value, 'offerAbandonedSeats')
      : ok(undefined);
    if (!allowed.ok) return allowed;
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    const data = { maxMisses, minReliability, offerAbandonedSeats };
    await tx.gamePolicy.update({ where: { gameId }, data });
    await logGameEvent(tx, ctx, {
      gameId,
      by: wanted.by,
      type: 'playerPolicySet',
      detail: policyInWords(wanted),
    });
    return ok(undefined);
  });
}

function policyInWords({ maxMisses, minReliability, offerAbandonedSeats }: MissedTurnsPolicy): string {
  const after = maxMisses === 1 ? '1 missed turn' : `${maxMisses} missed turns`;
  return [
    maxMisses === 0 ? 'computer never takes seats' : `computer takes seats after ${after}`,
    minReliability === null ? 'no minimum reliability' : `minimum reliability ${minReliability}%`,
    ...(offerAbandonedSeats ? ['abandoned seats are offered'] : []),
  ].join(', ');
}

/** The problems of a policy that a GM entered: `not-misses`, `not-percent`. */
export function missedTurnsProblems(wanted: MissedTurnsPolicy): Problem[] {
  const problems: Problem[] = [];
  const { maxMisses: misses, minReliability: percent } = wanted;
  if (!Number.isInteger(misses) || misses < 0 || misses > MAX_MISSES) {
    const message = `Enter a whole number from 0 (never) to ${MAX_MISSES}.`;
    problems.push({ field: 'maxMisses', code: 'not-misses', message });
  }
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100)) {
    const message = 'Enter a whole number from 1 to 100, or leave the field blank.';
    problems.push({ field: 'minReliability', code: 'not-percent', message });
  }
  return problems;
}

/**
 * Gives a seat of a locked running game to the computer.
 * @param options.turn the turn that is open, or that opens with this transaction
 * @param options.reclaimable whether the player of the seat may reclaim it
 */
export async function assignComputer(
  tx: Tx,
  game: Pick<WholeGame, 'id'>,
  seat: WholeSeat,
  { turn, reclaimable }: { turn: number; reclaimable: boolean },
): Promise<void> {
  const reclaimableById = reclaimable ? seat.accountId : null;
  await tx.seat.update({
    where: { id: seat.id },
    data: {
      opponent: true,
      offered: false,
      accountId: null,
      reclaimableById,
      ...(!reclaimable && { invitedAs: null }),
    },
  });
  await endProgramsOfOthers(tx, seat.id, null);
  await enqueueComputerSheets(tx, { gameId: game.id, turn });
}

/**
 * Gives the computer each seat whose player has missed the turn without an excuse, and as many turns in a row as the game's policy
 * allows, offers the seat to others if the policy says so, and notifies player and GM. Called when a turn has been processed. Someone who
 * has reclaimed the seat after such turns keeps it in a turn that is excused, or that asks nothing of the seat.
 * @param game the locked game as it was while the turn was open
 */
export async function handAbsentSeatsToComputer(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  if (game.maxMisses === 0) return;
  const where = { gameId: game.id, turn: game.turn, missed: true, excused: false };
  const missed = await tx.attendance.findMany({ where, select: { seatId: true } });
  let seatsChanged = false;
  for (const seat of game.seats) {
    if (seat.account === null || seat.opponent || !missed.some(({ seatId }) => seatId === seat.id)) continue;
    const misses = await consecutiveMisses(tx, seat);
    if (misses < game.maxMisses) continue;
    await assignComputer(tx, game, seat, { turn: game.turn + 1, reclaimable: true });
    const detail = `[${seat.identifier}] ${playerInLog(seat, seat.account.id)}, after ${misses === 1 ? '1 missed turn' : `${misses} missed turns`}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'seatLeftToComputer', detail });
    await notifySeat(tx, ctx, seat, playerNotice(game, seat, misses));
    await notifyGm(tx, ctx, game, gmNotice(game, seat, misses));
    if (game.offerAbandonedSeats) await offerLocked(tx, ctx, { game, seat, by: null });
    seatsChanged = true;
  }
  // Advance orders for the next turn are in already: without these players, all of its orders may be final.
  if (seatsChanged) await updateEarlyProcessing(tx, ctx, game.id);
}

function playerNotice(game: WholeGame, seat: WholeSeat, misses: number): Notice {
  const until = game.offerAbandonedSeats
    ? 'The seat is offered to other players. You can reclaim it on the game page until someone else takes it over.'
    : 'You can reclaim the seat on the game page as long as the game is running.';
  return {
    subject: `the computer plays [${seat.identifier}] for you`,
    paragraphs: [
      `You did not send a sheet for ${turns(misses)}, so the computer plays your seat now.`,
      until,
    ],
  };
}

function gmNotice(game: WholeGame, seat: WholeSeat, misses: number): Notice {
  const next = game.offerAbandonedSeats
    ? 'The seat is offered in the lobby. The player can reclaim it until someone else takes it over.'
    : 'The player can reclaim the seat as long as the game is running. You can also offer it to others or give it to another person.';
  return {
    canWait: true,
    subject: `the computer plays [${seat.identifier}]`,
    paragraphs: [
      `${seat.name} [${seat.identifier}] did not send a sheet for ${turns(misses)}. The computer plays the seat now.`,
      next,
    ],
  };
}

function turns(count: number): string {
  return count === 1 ? 'the last turn' : `the last ${count} turns`;
}
