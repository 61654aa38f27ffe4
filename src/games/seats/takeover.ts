import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { notifySeat } from '../notices/notices.ts';
import { accountDeleted, lockSeatableAccount } from './lock-seatable-account.ts';
import { reliability, reliableEnough } from './reliability.ts';
import { notifyGm } from './replace-absent-players.ts';
import { seatPlayer } from './replace-player.ts';
import { seatName } from './seat-name.ts';

/** Why an account may not take a seat over, in a word: the codes of `takeOverSeat`. */
export type TakeoverBlocker = 'not-running' | 'gm' | 'kept' | 'already-seated' | 'sat-before' | 'unreliable';

/**
 * An account takes over a seat that is offered, for good: it sees the seat's sheets and printouts from the open
 * turn on. What the computer has sent for that turn stands until a sheet of its own comes. Whoever sat there
 * before, and might have come back until now, is told; so is the GM.
 * @param wanted.turn the open turn of the page that was looked at
 * Problems: `unknown-game`, `not-running`, `wrong-turn`, `not-offered`, and why this account may not: `gm`, `kept`
 * (it is their own: they take it back), `already-seated`, `sat-before` (at another seat, whose secrets they know),
 * `unreliable`; `deleted` (its account).
 */
export async function takeOverSeat(
  ctx: AppContext,
  wanted: { gameId: string; seatId: string; by: number; turn: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const seat = game.seats.find((one) => one.id === wanted.seatId);
    if (!seat?.offered) {
      return fail('seat', 'not-offered', 'This seat is not offered any more: somebody else was faster.');
    }
    const barred = await takeoverBlocker(ctx, game, seat, wanted.by, tx);
    if (barred) return fail('', barred, blockerMessage(barred, game));
    if (game.turn !== wanted.turn) {
      const message = `Turn ${game.turn} is open now; nothing was done. Below is how the seat stands now.`;
      return fail('turn', 'wrong-turn', message);
    }
    const account = await lockSeatableAccount(tx, wanted.by);
    if (!account) return accountDeleted();
    await takeOver(tx, ctx, game, seat, account);
    return ok(undefined);
  });
}

/**
 * Why an account may not take over an offered seat of a game; null where it may.
 * @param db the transaction of a caller who is in one
 */
export async function takeoverBlocker(
  ctx: AppContext,
  game: WholeGame,
  seat: Pick<WholeSeat, 'id' | 'reclaimableById'>,
  accountId: number,
  db: Tx = ctx.db.prisma,
): Promise<TakeoverBlocker | null> {
  if (game.status !== 'running') return 'not-running';
  if (game.gmId === accountId) return 'gm';
  if (seat.reclaimableById === accountId) return 'kept';
  if (game.seats.some((one) => one.accountId === accountId)) return 'already-seated';
  if (await satElsewhere(db, game, seat, accountId)) return 'sat-before';
  const min = game.minReliability;
  if (min === null) return null;
  return reliableEnough(await reliability(ctx, accountId, db), min) ? null : 'unreliable';
}

/**
 * Has the account ever sat at another seat of the game? Its printouts say so. Who came and went within one turn has
 * none, and has seen what the seat sees all the same: of that the mails of the seat are left, the one about leaving at
 * least. Printouts and mails of a seat that was given up before the game began are gone with it.
 */
async function satElsewhere(
  db: Tx,
  game: WholeGame,
  seat: Pick<WholeSeat, 'id'>,
  accountId: number,
): Promise<boolean> {
  const where = { gameId: game.id, accountId, seatId: { not: null }, NOT: { seatId: seat.id } };
  return (await db.printout.count({ where })) > 0 || (await db.delivery.count({ where })) > 0;
}

/** The same in words. */
export function blockerMessage(bar: TakeoverBlocker, game: Pick<WholeGame, 'minReliability'>): string {
  switch (bar) {
    case 'not-running':
      return 'The game does not go on any more.';
    case 'gm':
      return 'You run this game, and have seen more of it than a player may.';
    case 'kept':
      return 'The computer plays this seat for you: take it back on the page of the game.';
    case 'already-seated':
      return 'You have a seat in this game already.';
    case 'sat-before':
      return 'You have had another seat in this game, and know its secrets.';
    case 'unreliable':
      return `This game asks that ${game.minReliability} of 100 sheets owed over the last year were sent; yours are fewer.`;
  }
}

async function takeOver(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  seat: WholeSeat,
  account: Account,
): Promise<void> {
  const by = account.id;
  const { identifier, reclaimableById } = seat;
  await tx.waitlistEntry.deleteMany({ where: { gameId: game.id, accountId: by } });
  await seatPlayer(tx, ctx, game, seat, { account, name: seatName(account.name), since: game.turn });
  const before =
    reclaimableById === null ? null : await tx.account.findUnique({ where: { id: reclaimableById } });
  await notifySeat(
    tx,
    ctx,
    { ...seat, account: before },
    {
      subject: `another player has taken [${identifier}] over`,
      paragraphs: [
        `The seat that the computer played for you in ${gameNumber(game)} was offered, and another player goes on with it from turn ${game.turn}. It can no longer be taken back. The printouts that you have got remain yours.`,
      ],
    },
  );
  await notifyGm(tx, ctx, game, {
    subject: `[${identifier}] has a player again`,
    paragraphs: [
      `${account.name}, account #${account.id}, has taken over the offered seat [${identifier}] from turn ${game.turn} on.`,
    ],
  });
  const detail = `[${identifier}] turn ${game.turn}: #${by} for ${before ? `#${before.id}` : 'the computer'}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'seatTakenOver', detail });
}
