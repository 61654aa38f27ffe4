import { looksLikeToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import { visibleAccount } from '../game/accepted-seat.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';
import { type ReclaimableSeat, readReclaimableSeats } from '../game/player-games-rows.ts';
import { type PublicSeat, publicSeat } from '../game/public-view.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { seatsWantedOf } from './join-game.ts';
import { type Reliability, reliabilityOf } from './reliability.ts';

/* Games that take players: what is public about them, and how the viewer is involved in each. */

/** A forming game. */
export interface OpenGame {
  card: GameCard;
  /** Whether everyone who is signed in may join, not only people who were invited. */
  open: boolean;
  seatsWanted: number;
  seatsLeft: number;
  /** How many accounts are on the waitlist. */
  waiting: number;
  /** `every 14 days` */
  pace: string;
  /** The minimum reliability in percent; null if there is none. */
  minReliability: number | null;
  beginWhenFull: boolean;
}

/** How the viewer is involved in a game. */
export interface Standing {
  seated: boolean;
  /** The viewer's place on the waitlist, counted from 1; null if they are not on it. */
  place: number | null;
  /** The seat that the viewer can reclaim from the computer. */
  reclaimable: { identifier: string; name: string } | null;
}

/** The people of a game, as everyone may see them. */
export interface JoiningPage {
  game: OpenGame | null;
  standing: Standing | null;
  /** `reliability` is null for people who have not accepted their seat. */
  seats: (PublicSeat & { reliability: Reliability | null })[];
}

/** The people of a game, and how the viewer is involved in it; null if no game has this number. */
export async function joiningPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<JoiningPage | null> {
  const game = await findGame(ctx, number);
  return game && joiningPageOf(ctx, viewer, game);
}

/** The number of the forming game that an invitation link is for; null if the link does not work (anymore). */
export async function gameOfLink(ctx: AppContext, token: string): Promise<string | null> {
  if (!looksLikeToken(token)) return null;
  const where = { policy: { joinLink: tokenHash(token) }, status: 'forming' as const };
  const game = await ctx.db.prisma.game.findFirst({ where, select: { prefix: true, serial: true } });
  return game && gameNumber(game);
}

/** The seats that the viewer can reclaim in running games, the newest game first, at most 20. */
export async function reclaimableSeats(ctx: AppContext, viewer: Viewer): Promise<ReclaimableSeat[]> {
  return viewer ? await readReclaimableSeats(ctx, viewer.id) : [];
}

/** Whether a viewer without a seat is involved in a game: on its waitlist, able to reclaim a seat, or once a player of it. */
export async function belongsTo(ctx: AppContext, viewer: Viewer, number: string): Promise<boolean> {
  const game = viewer && (await findGame(ctx, number));
  if (!viewer || !game) return false;
  if (game.seats.some((seat) => seat.reclaimableById === viewer.id)) return true;
  const own = { gameId: game.id, accountId: viewer.id };
  const { waitlistEntry, printout } = ctx.db.prisma;
  return (await waitlistEntry.count({ where: own })) > 0 || (await printout.count({ where: own })) > 0;
}

/** As `joiningPage`, for a game that was read. */
export async function joiningPageOf(ctx: AppContext, viewer: Viewer, game: WholeGame): Promise<JoiningPage> {
  const ids = game.seats.flatMap((seat) => visibleAccount(seat)?.id ?? []);
  const records = await reliabilityOf(ctx, ids);
  const waitlist = await ctx.db.prisma.waitlistEntry.findMany({
    where: { gameId: game.id },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
    select: { accountId: true },
  });
  const place = waitlist.findIndex(({ accountId }) => accountId === viewer?.id);
  const seated = game.seats.some((seat) => seat.accountId === (viewer?.id ?? -1));
  const ownSeat = game.seats.find((seat) => seat.opponent && seat.reclaimableById === (viewer?.id ?? -1));
  const canReclaim = game.status === 'running' && !seated && ownSeat !== undefined;
  return {
    game: game.status === 'forming' ? openGame(cardOf(game), game, waitlist.length) : null,
    standing: viewer && {
      seated,
      place: place < 0 ? null : place + 1,
      reclaimable: canReclaim ? { identifier: ownSeat.identifier, name: ownSeat.name } : null,
    },
    seats: game.seats.map(({ accountId, ...seat }) => ({
      ...publicSeat(seat),
      reliability: accountId === null ? null : (records.get(accountId) ?? null),
    })),
  };
}

/**
 * A forming game.
 * @param waiting how many accounts are on its waitlist
 */
export function openGame(
  card: GameCard,
  game: Pick<
    WholeGame,
    'ruleset' | 'rulesetVersion' | 'seatsWanted' | 'joining' | 'minReliability' | 'beginWhenFull'
  >,
  waiting: number,
): OpenGame {
  const seatsWanted = seatsWantedOf(game);
  return {
    card,
    open: game.joining === 'open',
    seatsWanted,
    seatsLeft: Math.max(0, seatsWanted - card.seats),
    waiting,
    pace: card.pace,
    minReliability: game.minReliability,
    beginWhenFull: game.beginWhenFull,
  };
}
