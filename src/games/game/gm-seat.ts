import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { WholeGame, WholeSeat } from './game-store.ts';
import { findSeat, type GmRequest, runningGmGameAtTurn } from './gm-access.ts';
import { isSeatMeant, type SeatOfGm } from './player-mark.ts';

/** What a GM wants to do to the player of a seat. */
export interface SeatRequest extends GmRequest {
  seatId: string;
  /** What the form said of the player (`seatMark`); if it is left out, the request is about the person who has it by then. */
  mark?: string | undefined;
}

/**
 * The locked game and one of its seats, if the GM's request is in order. Problems: those of `runningGmGameAtTurn`,
 * `unknown-seat`, those of `checkSeatMeant`.
 */
export async function seatAt(
  tx: Tx,
  ctx: Pick<AppContext, 'db'>,
  wanted: SeatRequest,
  also?: 'forming',
): Promise<Result<{ game: WholeGame; seat: WholeSeat }>> {
  const found = await runningGmGameAtTurn(tx, wanted, also);
  if (!found.ok) return found;
  const seat = findSeat(found.value, wanted.seatId);
  if (!seat.ok) return seat;
  const meant = await checkSeatMeant(ctx, seat.value, wanted.mark);
  return meant.ok ? ok({ game: found.value, seat: seat.value }) : meant;
}

/**
 * Whether a seat is as the GM knew it. Problem: `changed` (it has another player than the mark says, or the player has
 * accepted it, or reclaimed it from the computer, since).
 * @param mark see `SeatRequest`
 */
export async function checkSeatMeant(
  ctx: Pick<AppContext, 'db'>,
  seat: SeatOfGm & Pick<WholeSeat, 'identifier'>,
  mark: string | undefined,
  field = 'seat',
): Promise<Result<void>> {
  if (await isSeatMeant(ctx, seat, mark)) return ok(undefined);
  const message = `[${seat.identifier}] has a different player now than when you opened this page, or its player has just accepted or reclaimed it, so nothing was changed. This page shows who has the seat now.`;
  return fail(field, 'changed', message);
}
