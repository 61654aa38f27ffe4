import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { forgetLetters } from '../letters/write-letter.ts';
import { handToOpponent, tellGm } from './replace-absent-players.ts';
import { fillFromLine } from './join-game.ts';
import { watchLastWords } from '../sheets/final-orders.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { numberOf } from '../game/game-number.ts';
import { offerLocked } from './offer-seat.ts';

/**
 * Deletes an account for good: name, addresses, code, sessions, mails. Its number stays, as the sheets of past
 * games hang on it, and a seat that it had keeps nothing but its identifier. What has been printed stays as it
 * was printed. Running games go on with the computer, whose seat is offered to others where the GM wants it so.
 * Problems: `runs-games` (a game needs its GM), `operator` (the server needs one).
 */
export async function deleteAccount(house: House, accountId: number): Promise<Result<void>> {
  for (let again = 0; ; again += 1) {
    try {
      return await deleteOnce(house, accountId);
    } catch (error) {
      if (!(error instanceof SatDown) || again >= MOST_TRIES) throw error;
    }
  }
}

/** How often it begins anew where the account gets seats meanwhile. */
const MOST_TRIES = 5;

/** While the seats were given up that the account had, it got another: the whole of it is undone. */
class SatDown extends Error {}

async function deleteOnce(house: House, accountId: number): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    if (account.operator) {
      return refused(
        '',
        'operator',
        'An operator’s account cannot be deleted: another operator must take the right away first.',
      );
    }
    const runs = await tx.game.findFirst({
      where: { gmId: accountId, status: { in: ['forming', 'running'] } },
    });
    if (runs) {
      const message = `You run ${numberOf(runs)}: end it, or give it up, before you delete your account.`;
      return refused('', 'runs-games', message);
    }
    // Always in the same order, so that two who leave the same games at once do not wait for each other.
    const seated = { seats: { some: { OR: [{ accountId }, { keptForId: accountId }] } } };
    const games = await tx.game.findMany({ where: seated, select: { id: true }, orderBy: { id: 'asc' } });
    for (const { id } of games) await leaveForGood(tx, house, id, account);
    // From here on nobody gives it a seat (see sitter.ts); who has done so before has committed.
    await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
    if ((await tx.game.count({ where: seated })) > 0) throw new SatDown();
    await forget(tx, house, account);
    return good(undefined);
  });
}

async function leaveForGood(tx: Tx, house: House, gameId: string, account: Account): Promise<void> {
  const game = await lockGame(tx, gameId);
  if (!game) return;
  for (const seat of game.seats) {
    if (seat.keptForId === account.id) {
      await clearSeat(tx, game, seat);
      const offer = game.status === 'running' && game.offersSeats && !seat.offered;
      if (offer) await offerLocked(tx, house, game, seat, null);
    }
    if (seat.accountId !== account.id) continue;
    // Also where the game was given up meanwhile, and may be taken up again: a seat of nobody would keep it from beginning.
    if (game.begunAt === null) {
      await tx.seat.delete({ where: { id: seat.id } });
      await scrubLog(tx, game, seat);
      await fillFromLine(tx, house, gameId);
      continue;
    }
    if (game.status === 'running') await handOver(tx, house, game, seat);
    await clearSeat(tx, game, seat);
  }
}

async function handOver(tx: Tx, house: House, game: WholeGame, seat: WholeSeat): Promise<void> {
  await handToOpponent(tx, game, seat, { turn: game.turn, keep: false });
  await watchLastWords(tx, house, game.id);
  const next = game.offersSeats
    ? 'the seat is offered in the lobby.'
    : 'you may offer the seat, or give it to somebody else.';
  const detail = `[${seat.identifier}] turn ${game.turn}, the account is deleted`;
  await logGame(tx, house, { gameId: game.id, by: null, verb: 'seat left to the computer', detail });
  await tellGm(tx, house, game, {
    subject: `the computer plays [${seat.identifier}]`,
    paragraphs: [
      `The player of [${seat.identifier}] has deleted the account. The computer plays on; ${next}`,
    ],
  });
  if (game.offersSeats) await offerLocked(tx, house, game, seat, null);
}

/** The seat keeps its identifier only, on pages and in the log. */
async function clearSeat(tx: Tx, game: WholeGame, seat: WholeSeat): Promise<void> {
  const data = { name: seat.identifier, accountId: null, keptForId: null };
  await tx.seat.update({ where: { id: seat.id }, data });
  await scrubLog(tx, game, seat);
}

async function scrubLog(tx: Tx, game: WholeGame, { identifier, name }: WholeSeat): Promise<void> {
  const [before, after] = [`[${identifier}] ${name},`, `[${identifier}],`];
  await tx.$executeRaw`UPDATE "GameLog" SET "detail" = replace("detail", ${before}, ${after})
    WHERE "gameId" = ${game.id}::uuid`;
}

/** Nothing that says who it was stays in the account's row, or in rows that hang on it. */
async function forget(tx: Tx, house: House, { id, email }: Account): Promise<void> {
  const of = { accountId: id };
  await tx.session.deleteMany({ where: of });
  await tx.signInLink.deleteMany({ where: of });
  await tx.waitingPlace.deleteMany({ where: of });
  await tx.absence.deleteMany({ where: of });
  await tx.advanceSheet.deleteMany({ where: of });
  await tx.addressProof.deleteMany({ where: { OR: [of, { email }] } });
  await tx.delivery.deleteMany({ where: { OR: [of, { toAddress: email }] } });
  await tx.owedSheet.updateMany({ where: of, data: { accountId: null } });
  await tx.printout.updateMany({ where: of, data: { accountId: null } });
  await forgetLetters(tx, id);
  await tx.account.update({
    where: { id },
    data: {
      name: 'Former player',
      email: `former-${id}@deleted.invalid`,
      codeHash: null,
      address: null,
      publishAddress: false,
      mayRunGames: false,
      timeZone: 'UTC',
      deletedAt: house.now(),
    },
  });
}
