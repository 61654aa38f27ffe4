import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { findSeat, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';

/* Seats that the computer plays until somebody takes them over from the lobby. */

/** Hours in which a seat that is offered again is not told again to those in line. */
const QUIET_HOURS = 24;

/**
 * The GM offers a seat that the computer plays, in the lobby and to those in line; the computer plays on meanwhile.
 * Problems: those of `runningGameAt`, `unknown-seat`, `not-opponent`, `offered` (it is already).
 */
export async function offerSeat(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const seat = findSeat(game, wanted.seatId);
    if (!seat.ok) return seat;
    const { identifier, opponent, offered } = seat.value;
    if (!opponent) {
      return fail('seat', 'not-opponent', `A person sits at [${identifier}]: hand it to the computer first.`);
    }
    if (offered) return fail('seat', 'offered', `[${identifier}] is offered already.`);
    await offerLocked(tx, ctx, game, seat.value, wanted.by);
    return ok(undefined);
  });
}

/** Takes an offer back. Problems: those of `runningGameAt`, `unknown-seat`, `not-offered`. */
export async function withdrawOffer(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const seat = findSeat(found.value, wanted.seatId);
    if (!seat.ok) return seat;
    const { id, identifier, offered } = seat.value;
    if (!offered)
      return fail('seat', 'not-offered', `[${identifier}] is not offered, or somebody has it now.`);
    await tx.seat.update({ where: { id }, data: { offered: false } });
    const entry = { gameId: found.value.id, by: wanted.by, detail: `[${identifier}]` };
    await logGameEvent(tx, ctx, { ...entry, type: 'offerWithdrawn' });
    return ok(undefined);
  });
}

/**
 * Offers a seat of a locked game that is the computer's now: to everybody in the lobby, by mail to all who stand
 * in line. A running game cannot wait for the first in line to answer: whoever comes first has the seat.
 * @param by the GM; null where the server does it, as the game's rules about its players say
 */
export async function offerLocked(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  seat: Pick<WholeSeat, 'id' | 'identifier' | 'offerAnnouncedAt'>,
  by: number | null,
): Promise<void> {
  const detail = `[${seat.identifier}]`;
  const since = DateTime.fromJSDate(ctx.now()).minus({ hours: QUIET_HOURS }).toJSDate();
  const told = seat.offerAnnouncedAt !== null && seat.offerAnnouncedAt > since;
  const announced = told ? {} : { offerAnnouncedAt: ctx.now() };
  await tx.seat.update({ where: { id: seat.id }, data: { offered: true, ...announced } });
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'seatOffered', detail });
  if (!told) await tellLine(tx, ctx, game, seat);
}

async function tellLine(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { identifier }: Pick<WholeSeat, 'identifier'>,
): Promise<void> {
  const seated = game.seats.flatMap(({ accountId, reclaimableById }) => accountId ?? reclaimableById ?? []);
  const line = await tx.waitlistEntry.findMany({
    where: { gameId: game.id, accountId: { notIn: [...seated, game.gmId] } },
    include: { account: true },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
  });
  const detail = {
    subject: `seat [${identifier}] is free to be taken over`,
    paragraphs: [
      `You stand in line for ${gameNumber(game)}, which has begun. The computer plays its seat [${identifier}], and it is offered to whoever would go on with it.`,
      'You and everybody else find it in the lobby and on the page of the game; whoever comes first has it. If you want no more of these mails, leave the line there.',
    ],
  };
  for (const { account } of line) {
    await enqueueDelivery(tx, { kind: 'notice', account, gameId: game.id, detail }, ctx);
  }
}
