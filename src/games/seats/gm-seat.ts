import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { findSeat, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { seatMark } from '../game/player-mark.ts';

/** What a GM wants to do to the player of a seat. */
export interface SeatRequest extends GmRequest {
  seatId: string;
  /** What the form said of the player (`seatMark`); if it is left out, the request is about whoever has the seat. */
  mark?: string | undefined;
}

/**
 * The locked game and one of its seats, if the GM's request is in order. Problems: those of `runningGmGameAtTurn`,
 * `unknown-seat`, `changed` (the seat has another player than the mark says, or the player has accepted it since).
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
  if (wanted.mark === undefined || wanted.mark === (await seatMark(ctx, seat.value)))
    return ok({ game: found.value, seat: seat.value });
  const message = `[${seat.value.identifier}] has another player than when you opened this page, or its player has just accepted it, so nothing was changed. This page shows who has the seat now.`;
  return fail('seat', 'changed', message);
}
