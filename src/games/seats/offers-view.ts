import type { AppContext } from '../../context.ts';
import { findGame, withPolicies } from '../game/game-store.ts';
import { CARD_GAME, cardOf, type GameCard, listCardOf, type Viewer } from '../game/public-view.ts';
import { blockerMessage, takeoverBlocker } from './takeover.ts';

/* Seats of running games that the computer plays until somebody takes them over. What is here is everybody's. */

/** A seat that is offered. */
export interface OfferedSeat {
  id: string;
  identifier: string;
  name: string;
}

/** The offered seats of a game, in the lobby. */
export interface GameOffers {
  card: GameCard;
  seats: OfferedSeat[];
  /** Of a hundred sheets owed, how many must somebody have sent who takes one over; null: not asked. */
  minReliability: number | null;
}

/** One offered seat, and how the account that looks stands to it. */
export interface OfferPage {
  card: GameCard;
  seat: OfferedSeat;
  minReliability: number | null;
  /** May whoever sat there before still take it back? */
  kept: boolean;
  /** Why the viewer may not take it over; null where they may. */
  barred: string | null;
}

const MAX_LIST = 200;
const OFFERED = { where: { offered: true }, orderBy: { position: 'asc' } } as const;

/** All seats that are offered, by game, the newest game first. */
export async function offeredSeats(ctx: AppContext): Promise<GameOffers[]> {
  const games = await ctx.db.prisma.game.findMany({
    where: { status: 'running', seats: { some: { offered: true } } },
    include: { ...CARD_GAME, seats: OFFERED },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LIST,
  });
  return games.map((game) => ({
    card: listCardOf(game),
    seats: game.seats.map(offeredSeat),
    minReliability: withPolicies(game).minReliability,
  }));
}

/** The seats of one game that are offered; none where it does not go on. */
export async function seatsOfferedIn(ctx: AppContext, number: string): Promise<OfferedSeat[]> {
  const game = await findGame(ctx, number);
  if (game?.status !== 'running') return [];
  return game.seats.filter((seat) => seat.offered).map(offeredSeat);
}

/** An offered seat for somebody who is signed in; null where it is not offered (any more). */
export async function offerPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
): Promise<OfferPage | null> {
  const game = viewer && (await findGame(ctx, number));
  const seat = game?.seats.find((one) => one.id === seatId);
  if (!viewer || game?.status !== 'running' || !seat?.offered) return null;
  const bar = await takeoverBlocker(ctx, game, seat, viewer.id);
  return {
    card: cardOf(game),
    seat: offeredSeat(seat),
    minReliability: game.minReliability,
    kept: seat.reclaimableById !== null,
    barred: bar && blockerMessage(bar, game),
  };
}

function offeredSeat({ id, identifier, name }: OfferedSeat): OfferedSeat {
  return { id, identifier, name };
}
