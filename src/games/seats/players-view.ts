import type { AppContext } from '../../context.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import { findGame } from '../game/game-store.ts';
import type { LettersPolicy } from '../letters/letters-policy.ts';
import type { JoiningPolicy } from './joining-policy.ts';
import type { MissedTurnsPolicy } from './missed-turns.ts';
import { type Reliability, reliabilityOf } from './reliability.ts';

/* The people of a game, as its GM sees them: seats, missed turns, policies and waitlist. For the game's GM only. */

/** A seat and the reliability of its player. */
export interface PlayersSeat {
  id: string;
  identifier: string;
  name: string;
  opponent: boolean;
  /** Whether the seat is offered to others in the lobby. */
  offered: boolean;
  account: { id: number; name: string } | null;
  /** Who may reclaim the seat from the computer. */
  reclaimableBy: { id: number; name: string } | null;
  /** Null if no person has the seat. */
  reliability: Reliability | null;
}

/** A missed turn. */
export interface Miss {
  seat: { id: string; identifier: string };
  /** The player of the seat at that time; null if the account has been deleted. */
  account: { id: number; name: string } | null;
  turn: number;
  at: Date;
  excused: boolean;
}

/** The GM's page about the people of a game. */
export interface PlayersPage {
  game: GameCard;
  rules: MissedTurnsPolicy;
  letters: LettersPolicy;
  seats: PlayersSeat[];
  /** The latest first. */
  misses: Miss[];
  joining: JoiningPolicy;
  /** Whether there is an invitation link. */
  hasLink: boolean;
  /** The waitlist in order. */
  waitlist: { account: { id: number; name: string }; since: Date; reliability: Reliability }[];
}

/** The GM's page about the people of a game; null for anyone but its GM. */
export async function playersPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PlayersPage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const { maxMisses, minReliability, offerAbandonedSeats } = game;
  const ids = game.seats.flatMap((seat) => (seat.accountId === null ? [] : [seat.accountId]));
  const records = await reliabilityOf(ctx, ids);
  const reclaimerIds = game.seats.flatMap((seat) =>
    seat.reclaimableById === null ? [] : [seat.reclaimableById],
  );
  const reclaimers = await ctx.db.prisma.account.findMany({
    where: { id: { in: reclaimerIds } },
    select: { id: true, name: true },
  });
  return {
    game: cardOf(game),
    rules: { maxMisses, minReliability, offerAbandonedSeats },
    seats: game.seats.map(({ id, identifier, name, opponent, offered, account, reclaimableById }) => ({
      id,
      identifier,
      name,
      opponent,
      offered,
      account: account && { id: account.id, name: account.name },
      reclaimableBy: reclaimers.find(({ id: accountId }) => accountId === reclaimableById) ?? null,
      reliability: account && (records.get(account.id) ?? null),
    })),
    letters: { letters: game.letters, lettersBefore: game.lettersBefore },
    misses: await missesOf(ctx, game.id),
    joining: {
      joining: game.joining,
      seatsWanted: game.seatsWanted,
      beginWhenFull: game.beginWhenFull,
    },
    hasLink: game.joinLink !== null,
    waitlist: await waitlistOf(ctx, game.id),
  };
}

async function missesOf(ctx: AppContext, gameId: string): Promise<Miss[]> {
  const missed = await ctx.db.prisma.attendance.findMany({
    where: { gameId, missed: true },
    include: { seat: true, account: { select: { id: true, name: true } } },
    orderBy: [{ turn: 'desc' }, { seat: { position: 'asc' } }],
  });
  return missed.map(({ seat, account, turn, processedAt, excused }) => ({
    seat: { id: seat.id, identifier: seat.identifier },
    account,
    turn,
    at: processedAt,
    excused,
  }));
}

async function waitlistOf(ctx: AppContext, gameId: string): Promise<PlayersPage['waitlist']> {
  const waitlist = await ctx.db.prisma.waitlistEntry.findMany({
    where: { gameId },
    include: { account: { select: { id: true, name: true } } },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
  });
  const records = await reliabilityOf(
    ctx,
    waitlist.map(({ accountId }) => accountId),
  );
  return waitlist.map(({ account, since }) => ({
    account,
    since,
    reliability: records.get(account.id) ?? { sent: 0, owed: 0, percent: null },
  }));
}
