import type { AppContext } from '../../context.ts';
import { findGame } from '../game/game-store.ts';
import { cardOf, type GameCard, type Viewer } from '../game/public-view.ts';
import type { LettersPolicy } from '../letters/letters-policy.ts';
import type { AbsentPlayerPolicy } from './absent-player-policy.ts';
import type { JoiningPolicy } from './joining-policy.ts';
import { type Reliability, reliabilityOf } from './reliability.ts';

/* The people of a game as its GM sees them, apart from the turn that is open. For the game's GM only. */

/** A seat, and how many of the sheets owed its player has sent. */
export interface PlayersSeat {
  id: string;
  identifier: string;
  name: string;
  opponent: boolean;
  /** May anybody take the seat over from the computer? */
  offered: boolean;
  account: { id: number; name: string } | null;
  /** Who may take the seat back from the computer. */
  reclaimableBy: { id: number; name: string } | null;
  /** Null where no person sits there. */
  reliability: Reliability | null;
}

/** A turn for which a person sent nothing. */
export interface Miss {
  seat: { id: string; identifier: string };
  /** Who sat there then; null once the account is gone. */
  account: { id: number; name: string } | null;
  turn: number;
  at: Date;
  excused: boolean;
}

/** What the GM decides about players, and knows of them. */
export interface PlayersPage {
  game: GameCard;
  rules: AbsentPlayerPolicy;
  letters: LettersPolicy;
  seats: PlayersSeat[];
  /** The latest first. */
  misses: Miss[];
  joining: JoiningPolicy;
  /** Is there a link that lets its bearer join? */
  hasLink: boolean;
  /** The first in line first. */
  line: { account: { id: number; name: string }; since: Date; reliability: Reliability }[];
}

/** The GM's page of a game's people; null for anybody but its GM. */
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
  const kept = game.seats.flatMap((seat) => (seat.reclaimableById === null ? [] : [seat.reclaimableById]));
  const keepers = await ctx.db.prisma.account.findMany({
    where: { id: { in: kept } },
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
      reclaimableBy: keepers.find((one) => one.id === reclaimableById) ?? null,
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
    line: await lineOf(ctx, game.id),
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

async function lineOf(ctx: AppContext, gameId: string): Promise<PlayersPage['line']> {
  const line = await ctx.db.prisma.waitlistEntry.findMany({
    where: { gameId },
    include: { account: { select: { id: true, name: true } } },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
  });
  const records = await reliabilityOf(
    ctx,
    line.map((one) => one.accountId),
  );
  return line.map(({ account, since }) => ({
    account,
    since,
    reliability: records.get(account.id) ?? { sent: 0, owed: 0, percent: null },
  }));
}
