import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import {
  gotByOthers,
  inTransaction,
  NOT_ROLLED_BACK,
  type WholeGame,
  type WholeSeat,
} from '../game/game-store.ts';
import { existingGame } from '../game/gm-access.ts';
import { sinceLastTurn } from '../game/since-last-turn.ts';
import { notifyAllSeats, notifyGmOfPlayer, notifySeat } from '../notices/notices.ts';
import { lockSeatableAccount, type SeatableAccount } from './lock-seatable-account.ts';
import { seatPlayer } from './replace-player.ts';
import { seatName } from './seat-name.ts';
import { checkTakeover } from './takeover-eligibility.ts';

/**
 * An account takes over an offered seat for good. It sees the seat's printouts from the open turn on. The computer's
 * sheet for that turn counts, unseen, until the new player sends one. The seat's former player, who could have
 * reclaimed it until now, and the GM get notices. So do all players, once in a turn, if someone else has the printout of the open turn.
 * @param wanted.turn the turn that was open on the page that the account used
 * Problems: `unknown-game`, `not-offered`, `wrong-turn`, those of `lockSeatableAccount`, those of `checkTakeover`.
 */
export async function takeOverSeat(
  ctx: AppContext,
  wanted: { gameId: string; seatId: string; by: number; turn: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    const seat = game.seats.find(({ id }) => id === wanted.seatId);
    if (!seat?.offered) {
      return fail('seat', 'not-offered', 'This seat is no longer offered. Someone else may have taken it.');
    }
    const eligible = await checkTakeover(ctx, { game, seat, accountId: wanted.by }, tx);
    if (!eligible.ok) return eligible;
    if (game.turn !== wanted.turn) {
      const message = `Turn ${game.turn} is open now, so nothing was changed. This page shows the seat as it is now.`;
      return fail('turn', 'wrong-turn', message);
    }
    const account = await lockSeatableAccount(tx, game, wanted.by);
    if (!account.ok) return account;
    await takeOver(tx, ctx, { game, seat, account: account.value });
    return ok(undefined);
  });
}

async function takeOver(
  tx: Tx,
  ctx: AppContext,
  { game, seat, account }: { game: WholeGame; seat: WholeSeat; account: SeatableAccount },
): Promise<void> {
  const by = account.id;
  const { identifier, reclaimableById } = seat;
  const isNews = await isNewsToOthers(tx, game, { seat, by });
  await tx.waitlistEntry.deleteMany({ where: { gameId: game.id, accountId: by } });
  const player = { account, name: seatName(account.name), since: game.turn, acceptedAt: ctx.now() };
  await seatPlayer(tx, ctx, { game, seat, player: { ...player, change: 'takenOver', told: isNews } });
  const former =
    reclaimableById === null ? null : await tx.account.findUnique({ where: { id: reclaimableById } });
  const notice = {
    subject: `another player has taken over [${identifier}]`,
    paragraphs: [
      `The computer played your seat in ${gameNumber(game)}, and the seat was offered to others. Another player has taken it over from turn ${game.turn} on, so you can no longer reclaim it. You can still read the printouts that you received.`,
    ],
  };
  await notifySeat(tx, ctx, { ...seat, accountId: former?.id ?? null, account: former }, notice);
  await notifyGmOfPlayer(tx, ctx, game, {
    by,
    subject: `[${identifier}] has a new player`,
    paragraphs: [
      `${account.name}, account #${account.id}, has taken over seat [${identifier}] from turn ${game.turn} on.`,
    ],
  });
  if (isNews) await notifyOthers(tx, ctx, game, { seat, former, by });
  const detail = `[${identifier}] turn ${game.turn}: #${by} for ${former ? playerInLog(seat, former.id) : 'the computer'}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'seatTakenOver', detail });
}

/**
 * Whether all players must be told of a new player: someone else has the printout of the open turn. They are told once in a turn: people who
 * take a seat over and give it up, one after the other, must not flood them with mail. If the turn opens anew after a rollback, it has
 * another printout.
 */
async function isNewsToOthers(
  tx: Tx,
  game: WholeGame,
  { seat, by }: { seat: WholeSeat; by: number },
): Promise<boolean> {
  const inTurn = { seatId: seat.id, turn: game.turn };
  const others = { ...inTurn, ...NOT_ROLLED_BACK, ...gotByOthers(by) };
  if ((await tx.printout.count({ where: others })) === 0) return false;
  const since = await sinceLastTurn(tx, game);
  return (await tx.seatChange.count({ where: { ...inTurn, told: true, ...since } })) === 0;
}

/**
 * Tells all other players that the new player of a seat sees a printout that someone else got. Otherwise, a GM could hand the seat to the
 * computer, offer it, and take it over with a second account, and no one would know.
 */
async function notifyOthers(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { seat, former, by }: { seat: WholeSeat; former: Account | null; by: number },
): Promise<void> {
  const told = new Set([by, former?.id]);
  const seats = game.seats.filter(({ accountId }) => accountId !== null && !told.has(accountId));
  const notice = {
    subject: `[${seat.identifier}] has a new player`,
    paragraphs: [
      `Another player has taken over seat [${seat.identifier}] in ${gameNumber(game)} from the computer, from turn ${game.turn} on. The player before got a printout for this turn. The new player sees it and later ones, but no sheet that the player before has sent.`,
    ],
  };
  await notifyAllSeats(tx, ctx, { ...game, seats }, notice);
}
