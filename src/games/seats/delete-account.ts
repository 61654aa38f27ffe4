import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { forgetLetters } from '../letters/write-letter.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { fillFromWaitlist } from './join-game.ts';
import { offerLocked } from './offer-seat.ts';
import { assignComputer, notifyGm } from './replace-absent-players.ts';

/**
 * Deletes an account for good: name, addresses, code, sessions, mails. Its number stays, as the sheets of past
 * games hang on it, and a seat that it had keeps nothing but its identifier. What has been printed stays as it
 * was printed. Running games go on with the computer, whose seat is offered to others where the GM wants it so.
 * Problems: `runs-games` (a game needs its GM), `operator` (the server needs one).
 */
export async function deleteAccount(ctx: AppContext, accountId: number): Promise<Result<void>> {
  for (let again = 0; ; again += 1) {
    try {
      return await deleteOnce(ctx, accountId);
    } catch (error) {
      if (!(error instanceof SatDown) || again >= MAX_TRIES) throw error;
    }
  }
}

/** How often it begins anew where the account gets seats meanwhile. */
const MAX_TRIES = 5;

/** While the seats were given up that the account had, it got another: the whole of it is undone. */
class SatDown extends Error {}

async function deleteOnce(ctx: AppContext, accountId: number): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    if (account.operator) {
      return fail(
        '',
        'operator',
        'An operator’s account cannot be deleted: another operator must take the right away first.',
      );
    }
    const runs = await tx.game.findFirst({
      where: { gmId: accountId, status: { in: ['forming', 'running'] } },
    });
    if (runs) {
      const message = `You run ${gameNumber(runs)}: end it, or give it up, before you delete your account.`;
      return fail('', 'runs-games', message);
    }
    // Always in the same order, so that two who leave the same games at once do not wait for each other.
    const seated = { seats: { some: { OR: [{ accountId }, { reclaimableById: accountId }] } } };
    const games = await tx.game.findMany({ where: seated, select: { id: true }, orderBy: { id: 'asc' } });
    for (const { id } of games) await leaveForGood(tx, ctx, id, account);
    // From here on nobody gives it a seat (see sitter.ts); who has done so before has committed.
    await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
    if ((await tx.game.count({ where: seated })) > 0) throw new SatDown();
    await forget(tx, ctx, account);
    return ok(undefined);
  });
}

async function leaveForGood(tx: Tx, ctx: AppContext, gameId: string, account: Account): Promise<void> {
  const game = await lockGame(tx, gameId);
  if (!game) return;
  for (const seat of game.seats) {
    if (seat.reclaimableById === account.id) {
      await clearSeat(tx, game, seat);
      const offer = game.status === 'running' && game.offerAbandonedSeats && !seat.offered;
      if (offer) await offerLocked(tx, ctx, game, seat, null);
    }
    if (seat.accountId !== account.id) continue;
    // Also where the game was given up meanwhile, and may be taken up again: a seat of nobody would keep it from beginning.
    if (game.begunAt === null) {
      await tx.seat.delete({ where: { id: seat.id } });
      await scrubLog(tx, game, seat);
      await fillFromWaitlist(tx, ctx, gameId);
      continue;
    }
    if (game.status === 'running') await handOver(tx, ctx, game, seat);
    await clearSeat(tx, game, seat);
  }
}

async function handOver(tx: Tx, ctx: AppContext, game: WholeGame, seat: WholeSeat): Promise<void> {
  await assignComputer(tx, game, seat, { turn: game.turn, keep: false });
  await updateEarlyProcessing(tx, ctx, game.id);
  const next = game.offerAbandonedSeats
    ? 'the seat is offered in the lobby.'
    : 'you may offer the seat, or give it to somebody else.';
  const detail = `[${seat.identifier}] turn ${game.turn}, the account is deleted`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'seatLeftToComputer', detail });
  await notifyGm(tx, ctx, game, {
    subject: `the computer plays [${seat.identifier}]`,
    paragraphs: [
      `The player of [${seat.identifier}] has deleted the account. The computer plays on; ${next}`,
    ],
  });
  if (game.offerAbandonedSeats) await offerLocked(tx, ctx, game, seat, null);
}

/** The seat keeps its identifier only, on pages and in the log. */
async function clearSeat(tx: Tx, game: WholeGame, seat: WholeSeat): Promise<void> {
  const data = { name: seat.identifier, accountId: null, reclaimableById: null };
  await tx.seat.update({ where: { id: seat.id }, data });
  await scrubLog(tx, game, seat);
}

async function scrubLog(tx: Tx, game: WholeGame, { identifier, name }: WholeSeat): Promise<void> {
  const [before, after] = [`[${identifier}] ${name},`, `[${identifier}],`];
  await tx.$executeRaw`UPDATE "GameEvent" SET "detail" = replace("detail", ${before}, ${after})
    WHERE "gameId" = ${game.id}::uuid`;
}

/** Nothing that says who it was stays in the account's row, or in rows that hang on it. */
async function forget(tx: Tx, ctx: AppContext, { id, email }: Account): Promise<void> {
  const of = { accountId: id };
  await tx.securityCode.deleteMany({ where: of });
  await tx.session.deleteMany({ where: of });
  await tx.signInLink.deleteMany({ where: of });
  await tx.waitlistEntry.deleteMany({ where: of });
  await tx.limitedAction.deleteMany({ where: of });
  await tx.absence.deleteMany({ where: of });
  await tx.advanceOrders.deleteMany({ where: of });
  await tx.addressProof.deleteMany({ where: { OR: [of, { email }] } });
  await tx.delivery.deleteMany({ where: { OR: [of, { toAddress: email }] } });
  await tx.attendance.updateMany({ where: of, data: { accountId: null } });
  await tx.printout.updateMany({ where: of, data: { accountId: null } });
  await forgetLetters(tx, id);
  await tx.account.update({
    where: { id },
    data: {
      name: 'Former player',
      email: `former-${id}@deleted.invalid`,
      address: null,
      publishAddress: false,
      mayRunGames: false,
      timeZone: 'UTC',
      deletedAt: ctx.now(),
    },
  });
}
