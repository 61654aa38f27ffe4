import { isPaperAddress, newPaperAddress } from '../../accounts/paper-address.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { gmGame } from '../game/gm-access.ts';
import { checkSeatMeant, type SeatRequest } from '../game/gm-seat.ts';
import { addSeat } from '../seats/manage-seats.ts';
import { replacePlayer } from '../seats/replace-player.ts';
import { seatName } from '../seats/seat-name.ts';
import { readPostalAddress } from './postal-address.ts';

/*
 * Players who have no e-mail and get everything by post from their GM. Their accounts have a stand-in for an address, so that
 * no one can sign in to them, and the GM keeps their postal addresses. A player with an e-mail address is never a paper player:
 * a GM must not get to read printouts that someone can read alone.
 */

/** The seats of paper players, in the order in which they are printed and entered. */
export function paperSeats({ seats }: Pick<WholeGame, 'seats'>): WholeSeat[] {
  return seats
    .filter(({ account }) => account !== null && isPaperAddress(account.email))
    .sort((a, b) => a.position - b.position);
}

/**
 * Adds a seat for a player without e-mail to a forming game. Problems: those of `readPostalAddress` and `addSeat`, `missing`.
 */
export async function addPaperPlayer(
  ctx: AppContext,
  wanted: { gameId: string; by: number; name: string; address: string },
): Promise<Result<void>> {
  const address = requiredAddress(wanted.address);
  if (!address.ok) return address;
  const { gameId, by, name } = wanted;
  const email = newPaperAddress();
  const added = await addSeat(ctx, { gameId, by, name, email, byPost: true });
  return added.ok ? keepAddress(ctx, email, address.value) : added;
}

/**
 * Gives a seat of a running game to a player without e-mail: as `replacePlayer`, with its notices to all players. The GM gets
 * to read the seat's printouts from the open turn on, once they open the postal round.
 * Problems: those of `readPostalAddress` and `replacePlayer`, `missing`, `already-seated`.
 */
export async function replaceByPaperPlayer(
  ctx: AppContext,
  wanted: SeatRequest & { name: string; address: string },
): Promise<Result<void>> {
  const address = requiredAddress(wanted.address);
  if (!address.ok) return address;
  const { gameId, by, turn, seatId, mark, name } = wanted;
  // The form may be sent twice.
  const seat = await ctx.db.prisma.seat.findFirst({
    where: { id: seatId, gameId },
    include: { account: true },
  });
  if (seat?.account && seat.name === seatName(name) && isPaperAddress(seat.account.email))
    return fail('seat', 'already-seated', `${seat.name} has this seat already.`);
  const email = newPaperAddress();
  const replaced = await replacePlayer(ctx, { gameId, by, turn, seatId, mark, name, email, byPost: true });
  return replaced.ok ? keepAddress(ctx, email, address.value) : replaced;
}

function requiredAddress(typed: string): Result<string> {
  const address = readPostalAddress('address', typed);
  if (!address.ok) return address;
  if (address.value === null) return fail('address', 'missing', 'Enter the postal address of the player.');
  return ok(address.value);
}

async function keepAddress(ctx: AppContext, email: string, address: string): Promise<Result<void>> {
  await ctx.db.prisma.account.update({ where: { email }, data: { address, publishAddress: false } });
  return ok(undefined);
}

/**
 * Saves the postal addresses that a GM keeps for a game. A blank one is removed. Problems: those of `gmGame`, `readPostalAddress`
 * and `checkSeatMeant`: the printouts of a new player must not be mailed to the address of the one before.
 * @param wanted.own the GM's address, which stands on the sheets of paper players
 * @param wanted.players the addresses by the ids of the seats; those of other seats are kept, and seats of other players are ignored
 * @param wanted.marks whom the addresses are of (`seatMark`), by the ids of the seats; those without a mark are not checked
 */
export async function savePostalAddresses(
  ctx: AppContext,
  wanted: {
    gameId: string;
    by: number;
    own: string;
    players: ReadonlyMap<string, string>;
    marks: ReadonlyMap<string, string>;
  },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await gmGame(tx, wanted);
    if (!game.ok) return game;
    const own = readPostalAddress('own', wanted.own);
    if (!own.ok) return own;
    for (const seat of paperSeats(game.value)) {
      const field = `seat-${seat.id}`;
      const meant = await checkSeatMeant(ctx, seat, wanted.marks.get(seat.id), field);
      if (!meant.ok) return meant;
      const typed = wanted.players.get(seat.id);
      if (typed === undefined) continue;
      const address = readPostalAddress(field, typed);
      if (!address.ok) return address;
      await tx.account.update({ where: { id: seat.accountId ?? -1 }, data: { address: address.value } });
    }
    await tx.gamePolicy.update({
      where: { gameId: game.value.id },
      data: { gmPostalAddress: own.value },
    });
    return ok(undefined);
  });
}

/** The postal addresses that the GM of a game keeps. */
export async function postalAddresses(
  tx: Pick<Tx, 'account' | 'gamePolicy'>,
  game: WholeGame,
): Promise<{ own: string | null; players: Map<string, string> }> {
  const seats = paperSeats(game);
  const accounts = await tx.account.findMany({
    where: { id: { in: seats.flatMap(({ accountId }) => accountId ?? []) } },
    select: { id: true, address: true },
  });
  const players = new Map<string, string>();
  for (const { id, accountId } of seats) {
    const address = accounts.find((account) => account.id === accountId)?.address ?? null;
    if (address !== null) players.set(id, address);
  }
  const policy = await tx.gamePolicy.findUnique({
    where: { gameId: game.id },
    select: { gmPostalAddress: true },
  });
  return { own: policy?.gmPostalAddress ?? null, players };
}
