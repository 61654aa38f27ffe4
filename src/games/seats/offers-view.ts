import type { AppContext } from '../../context.ts';
import { problemsInWords } from '../../rules/result.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import type { WholeGame } from '../game/game-store.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { checkTakeover } from './takeover-eligibility.ts';

/* Offered seats of running games. All of it is public, except that `offerPage` is for people who are signed in. */

/** An offered seat. */
export interface OfferedSeat {
  id: string;
  identifier: string;
  name: string;
}

/** The offered seats of a game, in the lobby. */
export interface GameOffers {
  card: GameCard;
  seats: OfferedSeat[];
  /** The minimum reliability in percent of a person who takes one over; null if there is none. */
  minReliability: number | null;
}

/** One offered seat, and whether the viewer may take it over. */
export interface OfferPage {
  card: GameCard;
  seat: OfferedSeat;
  minReliability: number | null;
  /** Whether a former player can still reclaim it. */
  reclaimable: boolean;
  /** Why the viewer may not take it over; null if they may. */
  refusal: string | null;
}

/** The offered seats of one game; none if it is not running. */
export function offeredSeatsOf(game: WholeGame): OfferedSeat[] {
  if (game.status !== 'running' || game.transferredOutAt !== null) return [];
  return game.seats.filter((seat) => seat.offered).map(offeredSeat);
}

/** The page of an offered seat, for a viewer who is signed in; null if the seat is not offered (anymore). */
export async function offerPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
): Promise<OfferPage | null> {
  const game = viewer && (await findGame(ctx, number));
  const seat = game?.seats.find(({ id }) => id === seatId);
  if (!viewer || game?.status !== 'running' || !seat?.offered) return null;
  const eligible = await checkTakeover(ctx, { game, seat, accountId: viewer.id });
  return {
    card: cardOf(game),
    seat: offeredSeat(seat),
    minReliability: game.minReliability,
    reclaimable: seat.reclaimableById !== null,
    refusal: eligible.ok ? null : problemsInWords(eligible.problems),
  };
}

function offeredSeat({ id, identifier, name }: OfferedSeat): OfferedSeat {
  return { id, identifier, name };
}
