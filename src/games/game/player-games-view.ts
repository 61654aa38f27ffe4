import type { AppContext } from '../../context.ts';
import type { Game, Seat } from '../../database/generated/client.ts';
import { STANDING_ORDERS } from '../sheets/advance-orders.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { openSheets } from '../sheets/open-sheets.ts';
import { CARD_GAME, type GameCard, listCards, type Viewer } from './game-card.ts';
import { rulesetOf } from './game-ruleset.ts';
import { withPolicies } from './game-store.ts';
import type { SeatName } from './player-seat.ts';
import type { PlayerGame } from './player-view.ts';

/* The list of the games in which an account has a seat. However many there are, it takes the same number of queries. */

/** A game in the list of a player's games. */
export type ListedGame = Omit<PlayerGame, 'isKept'>;

/** A seat that was given to the viewer, who has not opened the game yet. */
export interface InvitationLine {
  game: GameCard;
  seat: SeatName;
}

/** One page of a player's games. */
export interface PlayerGames {
  games: ListedGame[];
  /** Counted from 1. */
  page: number;
  hasMore: boolean;
  /** On the first page; at most `GAMES_PER_PAGE`, because strangers can cause any number of them. */
  invitations: InvitationLine[];
}

/** How many games a page of a player's games has. */
export const GAMES_PER_PAGE = 20;

/**
 * A page of the games in which the account has accepted a seat, and the invitations that it has not accepted. Running games
 * come first, by due date, then forming ones, then those that have ended, the newest first. Of a page, those that await a
 * sheet come first.
 * @param page counted from 1
 */
export async function playerGames(ctx: AppContext, viewer: Viewer, page = 1): Promise<PlayerGames> {
  if (!viewer) return { games: [], page, hasMore: false, invitations: [] };
  const skip = (page - 1) * GAMES_PER_PAGE;
  const accepted = await seatIds(ctx, viewer.id, { accepted: true, skip, take: GAMES_PER_PAGE + 1 });
  const take = page === 1 ? GAMES_PER_PAGE : 0;
  const invited = await seatIds(ctx, viewer.id, { accepted: false, skip: 0, take });
  const listed = accepted.slice(0, GAMES_PER_PAGE);
  const read = await readSeats(ctx, [...listed, ...invited]);
  const isListed = new Set(listed);
  const games = await listedGames(
    ctx,
    read.filter(({ seat }) => isListed.has(seat.id)),
  );
  return {
    games: [...games.filter(({ owes }) => owes), ...games.filter(({ owes }) => !owes)],
    page,
    hasMore: accepted.length > GAMES_PER_PAGE,
    invitations: read
      .filter(({ seat }) => !isListed.has(seat.id))
      .map(({ seat, card }) => ({ game: card, seat: nameOf(seat) })),
  };
}

/** The ids of an account's seats in the order of the list. */
async function seatIds(
  ctx: AppContext,
  accountId: number,
  { accepted, skip, take }: { accepted: boolean; skip: number; take: number },
): Promise<string[]> {
  const rows = await ctx.db.prisma.$queryRaw<{ id: string }[]>`
    SELECT s."id"::text AS "id"
    FROM "Seat" s JOIN "Game" g ON g."id" = s."gameId" JOIN "GameSchedule" c ON c."gameId" = g."id"
    WHERE s."accountId" = ${accountId} AND (s."acceptedAt" IS NOT NULL) = ${accepted}
    ORDER BY g."status" = 'running' DESC, g."status" = 'forming' DESC,
      CASE WHEN g."status" = 'running' THEN c."due" END, g."createdAt" DESC, g."id" DESC
    LIMIT ${take} OFFSET ${skip}`;
  return rows.map(({ id }) => id);
}

type ReadSeat = Awaited<ReturnType<typeof readSeats>>[number];

/** Reads seats with their games, without states, in the given order. */
async function readSeats(ctx: AppContext, ids: readonly string[]) {
  const seats = await ctx.db.prisma.seat.findMany({
    where: { id: { in: [...ids] } },
    include: { game: { include: CARD_GAME } },
  });
  const games = new Map(seats.map(({ game }) => [game.id, game]));
  const cards = new Map((await listCards(ctx, [...games.values()])).map((card) => [card.id, card]));
  return seats
    .map(({ game, ...seat }) => ({ seat, game: withPolicies(game), card: cards.get(game.id) as GameCard }))
    .sort((a, b) => ids.indexOf(a.seat.id) - ids.indexOf(b.seat.id));
}

/** Completes the lines of running games; only their states are read. */
async function listedGames(ctx: AppContext, read: readonly ReadSeat[]): Promise<ListedGame[]> {
  const running = read.filter(({ game }) => game.status === 'running');
  const states = await statesOf(ctx, running);
  const sheets = await openSheets(
    ctx.db.prisma,
    running.map(({ seat, game }) => ({ ...seat, turn: game.turn })),
  );
  const withOrders = await seatsWithStandingOrders(
    ctx,
    running.map(({ seat }) => seat),
  );
  return read.map(({ seat, game, card }) => {
    const { standing = null, hiddenSheetStands = false } = sheets.get(seat.id) ?? {};
    return {
      game: states.has(game.id) ? { ...card, phase: rulesetOf(game).phaseName(states.get(game.id)) } : card,
      seat: nameOf(seat),
      owes: states.has(game.id) && rulesetOf(game).seatsOwing(states.get(game.id)).includes(seat.identifier),
      hasStandingOrders: withOrders.has(seat.id),
      standingVersion: standing?.version ?? null,
      hiddenSheetStands,
      finalOrders: asksForFinalOrders(game)
        ? { given: standing?.final === true, earlyProcessingAt: game.earlyProcessingAt }
        : null,
    };
  });
}

async function statesOf(ctx: AppContext, read: readonly { game: Pick<Game, 'id'> }[]) {
  const where = { gameId: { in: read.map(({ game }) => game.id) } };
  const states = await ctx.db.prisma.gameState.findMany({ where, select: { gameId: true, state: true } });
  return new Map(states.map(({ gameId, state }) => [gameId, state]));
}

async function seatsWithStandingOrders(
  ctx: AppContext,
  seats: readonly Pick<Seat, 'id' | 'accountId'>[],
): Promise<Set<string>> {
  const own = { seatId: { in: seats.map(({ id }) => id) }, accountId: seats[0]?.accountId ?? -1 };
  const orders = await ctx.db.prisma.advanceOrders.findMany({
    where: { ...own, turn: STANDING_ORDERS },
    select: { seatId: true },
  });
  return new Set(orders.map(({ seatId }) => seatId));
}

function nameOf({ id, identifier, name }: Seat): SeatName {
  return { id, identifier, name };
}
