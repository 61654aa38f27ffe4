import { looksLikeToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import { gameNumber } from '../game/game-number.ts';
import { findGame, findGames, type WholeGame } from '../game/game-store.ts';
import { CARD_GAME, cardOf, type GameCard, listCardOf, type Viewer } from '../game/public-view.ts';
import { paceInWords } from '../schedule/schedule.ts';
import { seatsWantedOf } from './join-game.ts';
import { type Reliability, reliabilityOf } from './reliability.ts';

/* Games that take players. What anybody may know of them, and how the account that looks stands to each. */

/** A forming game. */
export interface OpenGame {
  card: GameCard;
  /** May anybody who is signed in join, or only whoever was invited? */
  open: boolean;
  seatsWanted: number;
  seatsLeft: number;
  /** How many stand in line. */
  waiting: number;
  /** `every 14 days` */
  pace: string;
  /** Of a hundred sheets owed, how many must somebody have sent who joins; null: not asked. */
  minReliability: number | null;
  beginWhenFull: boolean;
}

/** How the account that looks stands to a game. */
export interface Standing {
  seated: boolean;
  /** The place in line, counted from 1; null where it is in none. */
  place: number | null;
  /** The seat that the computer plays for it, and that it may take back. */
  kept: { identifier: string; name: string } | null;
}

/** A game's people, for everybody. */
export interface JoiningPage {
  game: OpenGame | null;
  standing: Standing | null;
  seats: { identifier: string; name: string; opponent: boolean; reliability: Reliability | null }[];
}

const MAX_LIST = 200;

/** The games that take players, the newest first. */
export async function openGames(ctx: AppContext): Promise<OpenGame[]> {
  const games = await findGames(ctx, {
    where: { status: 'forming' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LIST,
  });
  const lines = await ctx.db.prisma.waitlistEntry.groupBy({
    by: ['gameId'],
    where: { gameId: { in: games.map(({ id }) => id) } },
    _count: true,
  });
  const waiting = new Map(lines.map(({ gameId, _count }) => [gameId, _count]));
  return games.map((game) => openGame(game, waiting.get(game.id) ?? 0));
}

/** Who plays or would play a game, and how the viewer stands to it; null if there is no game of that number. */
export async function joiningPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<JoiningPage | null> {
  const game = await findGame(ctx, number);
  return game && pageOf(ctx, viewer, game);
}

/** The forming game that an invitation link is for; null where it is for none (any more). */
export async function gameOfLink(ctx: AppContext, token: string): Promise<string | null> {
  if (!looksLikeToken(token)) return null;
  const where = { policy: { joinLink: tokenHash(token) }, status: 'forming' as const };
  const game = await ctx.db.prisma.game.findFirst({ where, select: { prefix: true, serial: true } });
  return game && gameNumber(game);
}

/** A seat that the computer plays for the account until it is taken back. */
export interface KeptSeat {
  game: GameCard;
  seat: { identifier: string; name: string };
  /** May others take it over meanwhile? */
  offered: boolean;
}

/** The seats that the computer plays for the account in games that go on, the newest game first. */
export async function keptSeats(ctx: AppContext, viewer: Viewer): Promise<KeptSeat[]> {
  if (!viewer) return [];
  const own = { reclaimableById: viewer.id, opponent: true };
  const games = await ctx.db.prisma.game.findMany({
    include: { ...CARD_GAME, seats: { where: own } },
    where: { status: 'running', seats: { some: own, none: { accountId: viewer.id } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return games.flatMap((game) =>
    game.seats.slice(0, 1).map(({ identifier, name, offered }) => ({
      game: listCardOf(game),
      seat: { identifier, name },
      offered,
    })),
  );
}

/** Has somebody who has no seat in the game something to do on its public page: in line, or once seated there? */
export async function belongsTo(ctx: AppContext, viewer: Viewer, number: string): Promise<boolean> {
  const game = viewer && (await findGame(ctx, number));
  if (!viewer || !game) return false;
  if (game.seats.some((seat) => seat.reclaimableById === viewer.id)) return true;
  const own = { gameId: game.id, accountId: viewer.id };
  const { waitlistEntry, printout } = ctx.db.prisma;
  return (await waitlistEntry.count({ where: own })) > 0 || (await printout.count({ where: own })) > 0;
}

async function pageOf(ctx: AppContext, viewer: Viewer, game: WholeGame): Promise<JoiningPage> {
  const ids = game.seats.flatMap((seat) => (seat.accountId === null ? [] : [seat.accountId]));
  const records = await reliabilityOf(ctx, ids);
  const line = await ctx.db.prisma.waitlistEntry.findMany({
    where: { gameId: game.id },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
    select: { accountId: true },
  });
  const place = line.findIndex((one) => one.accountId === viewer?.id);
  const seated = game.seats.some((seat) => seat.accountId === (viewer?.id ?? -1));
  const kept = game.seats.find((seat) => seat.opponent && seat.reclaimableById === (viewer?.id ?? -1));
  const mayComeBack = game.status === 'running' && !seated && kept !== undefined;
  return {
    game: game.status === 'forming' ? openGame(game, line.length) : null,
    standing: viewer && {
      seated,
      place: place < 0 ? null : place + 1,
      kept: mayComeBack ? { identifier: kept.identifier, name: kept.name } : null,
    },
    seats: game.seats.map(({ identifier, name, opponent, accountId }) => ({
      identifier,
      name,
      opponent,
      reliability: accountId === null ? null : (records.get(accountId) ?? null),
    })),
  };
}

function openGame(game: WholeGame, waiting: number): OpenGame {
  const seatsWanted = seatsWantedOf(game);
  return {
    card: cardOf(game),
    open: game.joining === 'open',
    seatsWanted,
    seatsLeft: Math.max(0, seatsWanted - game.seats.length),
    waiting,
    pace: paceInWords(game),
    minReliability: game.minReliability,
    beginWhenFull: game.beginWhenFull,
  };
}
