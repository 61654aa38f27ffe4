import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { findSeat, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { type SeatRequest, seatAt } from '../game/gm-seat.ts';
import { countGmEvent } from '../game/limited-actions.ts';
import { checkOpenToStrangers } from '../game/new-game-right.ts';

/* Offering seats that the computer plays, until someone takes them over. */

/** For how many hours a seat that is offered again is not announced to the waitlist again. */
const QUIET_HOURS = 24;

/**
 * The GM offers a seat that the computer plays in the lobby and to the waitlist. Until someone takes it, the computer
 * plays on. Problems: those of `seatAt`, `not-opponent`, `offered` (it already is), `for-friends`, `too-often`.
 */
export async function offerSeat(ctx: AppContext, wanted: SeatRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, ctx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const allowed = checkOpenToStrangers(game);
    if (!allowed.ok) return allowed;
    const { identifier, opponent, offered } = seat;
    if (!opponent) {
      return fail(
        'seat',
        'not-opponent',
        `A person plays [${identifier}]. Hand the seat to the computer first.`,
      );
    }
    if (offered) return fail('seat', 'offered', `[${identifier}] is already offered.`);
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    await offerLocked(tx, ctx, { game, seat, by: wanted.by });
    return ok(undefined);
  });
}

/** Withdraws an offer. Problems: those of `runningGmGameAtTurn`, `unknown-seat`, `not-offered`, `too-often`. */
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
      return fail('seat', 'not-offered', `[${identifier}] is not offered, or someone has already taken it.`);
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    await tx.seat.update({ where: { id }, data: { offered: false } });
    const entry = { gameId: found.value.id, by: wanted.by, detail: `[${identifier}]` };
    await logGameEvent(tx, ctx, { ...entry, type: 'offerWithdrawn' });
    return ok(undefined);
  });
}

/**
 * Offers a seat that the computer plays in a locked game: to everyone in the lobby, and by mail to the waitlist. The
 * first person who takes it gets it: a running game cannot wait until the first account on the waitlist has decided.
 * @param offer.by the GM; null if the server offers the seat because the game's policy says so
 */
export async function offerLocked(
  tx: Tx,
  ctx: AppContext,
  {
    game,
    seat,
    by,
  }: {
    game: WholeGame;
    seat: Pick<WholeSeat, 'id' | 'identifier' | 'offerAnnouncedAt'>;
    by: number | null;
  },
): Promise<void> {
  const detail = `[${seat.identifier}]`;
  const since = DateTime.fromJSDate(ctx.now()).minus({ hours: QUIET_HOURS }).toJSDate();
  const recentlyAnnounced = seat.offerAnnouncedAt !== null && seat.offerAnnouncedAt > since;
  const announced = recentlyAnnounced ? {} : { offerAnnouncedAt: ctx.now() };
  await tx.seat.update({ where: { id: seat.id }, data: { offered: true, ...announced } });
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'seatOffered', detail });
  if (!recentlyAnnounced) await announceToWaitlist(tx, ctx, game, seat);
}

async function announceToWaitlist(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { identifier }: Pick<WholeSeat, 'identifier'>,
): Promise<void> {
  // Invited people are told, too: without their mails, the GM would see whose address was invited.
  const seated = game.seats.flatMap(({ accountId, acceptedAt, reclaimableById }) =>
    acceptedAt === null ? [] : (accountId ?? reclaimableById ?? []),
  );
  const waitlist = await tx.waitlistEntry.findMany({
    where: { gameId: game.id, accountId: { notIn: [...seated, game.gmId] } },
    include: { account: true },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
  });
  const detail = {
    subject: `you can take over seat [${identifier}]`,
    paragraphs: [
      `You are on the waitlist of ${gameNumber(game)}, which has begun. The computer plays seat [${identifier}], and you can take it over.`,
      'The seat is listed in the lobby and on the game page. The first person to take it gets it. If you no longer want these e-mails, leave the waitlist on the game page.',
    ],
  };
  for (const { account } of waitlist) {
    await enqueueDelivery(tx, { kind: 'notice', account, gameId: game.id, detail }, ctx);
  }
}
