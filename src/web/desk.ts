import type { Game } from '../database/generated/client.ts';
import type { House } from '../database/house.ts';
import { numberOf } from '../turns/number.ts';
import { rulesetOf } from '../turns/rights.ts';
import { notFound } from './http.ts';

/** A seat on the GM's desk. What its sheet holds is not here, for it is not the GM's to know. */
export interface DeskSeat {
  id: string;
  identifier: string;
  name: string;
  account: number | null;
  email: string | null;
  opponent: boolean;
  wish: Record<string, unknown>;
  /** Does it owe a sheet for the open turn? */
  owes: boolean;
  /** The standing sheet's version and time; null where none stands. */
  standing: { version: number; at: Date } | null;
  /** Versions that were refused, for the open turn. */
  refused: number;
}

/** The game of a number, if this account is its GM. @throws a 404 otherwise, so that nothing is given away */
export async function readOwnGame(
  house: House,
  gmId: number,
  number: { prefix: string; serial: number },
): Promise<Game> {
  const game = await house.db.prisma.game.findUnique({
    where: { prefix_serial: { prefix: number.prefix, serial: number.serial } },
  });
  if (game === null || game.gmId !== gmId) throw notFound('You run no game of this number.');
  return game;
}

/** The games that an account runs, newest first. */
export async function ownGames(house: House, gmId: number) {
  const games = await house.db.prisma.game.findMany({
    where: { gmId },
    select: {
      prefix: true,
      serial: true,
      title: true,
      status: true,
      turn: true,
      due: true,
      timeZone: true,
      _count: { select: { seats: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 200,
  });
  return games.map((game) => ({ ...game, number: numberOf(game), seats: game._count.seats }));
}

/** The seats of a game in the order in which they were added, and who has sent what version when. */
export async function deskSeats(house: House, game: Game): Promise<DeskSeat[]> {
  const seats = await house.db.prisma.seat.findMany({
    where: { gameId: game.id },
    include: {
      account: { select: { id: true, email: true } },
      sheets: {
        where: { turn: game.turn },
        select: { version: true, receivedAt: true, outcome: true },
        orderBy: { version: 'asc' },
      },
    },
    orderBy: { position: 'asc' },
  });
  const owing = game.status === 'running' ? rulesetOf(game).owing(game.state).seats : [];
  return seats.map((seat) => {
    const standing = seat.sheets.find((sheet) => sheet.outcome === 'standing');
    return {
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      account: seat.account?.id ?? null,
      email: seat.account?.email ?? null,
      opponent: seat.opponent,
      wish: seat.wish as Record<string, unknown>,
      owes: owing.includes(seat.identifier),
      standing: standing === undefined ? null : { version: standing.version, at: standing.receivedAt },
      refused: seat.sheets.filter((sheet) => sheet.outcome === 'refused').length,
    };
  });
}

/** The mails of a game, newest first; what is in them is not told. */
export async function deskDeliveries(house: House, gameId: string, most: number) {
  return house.db.prisma.delivery.findMany({
    where: { gameId },
    select: {
      id: true,
      kind: true,
      status: true,
      toName: true,
      toAddress: true,
      attempts: true,
      lastError: true,
      nextAttempt: true,
      createdAt: true,
      sentAt: true,
      printout: { select: { turn: true } },
      sheet: { select: { turn: true, version: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: most,
  });
}

/** Who did what to a game, newest first. */
export async function deskLog(house: House, gameId: string, most: number) {
  const entries = await house.db.prisma.gameLog.findMany({
    where: { gameId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: most,
  });
  return entries.map(({ at, accountId, verb, detail }) => ({ at, by: accountId, verb, detail }));
}

/** Is this delivery one of this game's? */
export async function isDeliveryOf(house: House, gameId: string, deliveryId: string): Promise<boolean> {
  return (await house.db.prisma.delivery.count({ where: { id: deliveryId, gameId } })) === 1;
}
