import type { AppContext } from '../../context.ts';
import { knownPlayers, visibleAccount } from '../game/accepted-seat.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { checkOpenToStrangers } from '../game/new-game-right.ts';
import { findGame } from '../game/whole-game-rows.ts';
import type { LettersPolicy } from '../letters/letters-policy.ts';
import type { JoiningPolicy } from './joining-policy.ts';
import type { MissedTurnsPolicy } from './missed-turns.ts';
import { type Reliability, reliabilityOf } from './reliability.ts';

/* The people of a game, as its GM sees them: seats, missed turns, policies and waitlist. For the game's GM only. */

/** A person with a seat; `id` is null if the GM may not know the account. */
export interface SeatedPerson {
  id: number | null;
  name: string;
}

/** A seat and the reliability of its player. */
export interface PlayersSeat {
  id: string;
  identifier: string;
  name: string;
  opponent: boolean;
  /** Whether the seat is offered to others in the lobby. */
  offered: boolean;
  /** Without its number, and with the name that the GM typed, until the person has accepted the seat. */
  account: SeatedPerson | null;
  /** Who may reclaim the seat from the computer. */
  reclaimableBy: SeatedPerson | null;
  /** Null if no person has the seat, or they have not accepted it. */
  reliability: Reliability | null;
}

/** A missed turn. */
export interface Miss {
  seat: { id: string; identifier: string };
  /** The player of the seat at that time; null if the account has been deleted, or did not accept the seat. */
  account: { id: number; name: string } | null;
  turn: number;
  at: Date;
  excused: boolean;
  /** Whether the GM who sees it missed it, and cannot excuse it. */
  isOwn: boolean;
}

/** The GM's page about the people of a game. */
export interface PlayersPage {
  game: GameCard;
  rules: MissedTurnsPolicy;
  /** Whether strangers may be let in; in a game for friends they may not. */
  openToStrangers: boolean;
  letters: LettersPolicy;
  /** Whether computer candidates issue press releases; null in games without press. */
  computerPress: boolean | null;
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
  const ids = game.seats.flatMap((seat) => visibleAccount(seat)?.id ?? []);
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
    openToStrangers: checkOpenToStrangers(game).ok,
    rules: { maxMisses, minReliability, offerAbandonedSeats },
    seats: game.seats.map((seat) => {
      const { id, identifier, name, opponent, offered, account, reclaimableById } = seat;
      const former = reclaimers.find(({ id: accountId }) => accountId === reclaimableById);
      return {
        ...{ id, identifier, name, opponent, offered },
        account: account && seatedPerson(seat, account),
        reclaimableBy: former ? seatedPerson(seat, former) : null,
        reliability: records.get(account?.id ?? 0) ?? null,
      };
    }),
    computerPress: rulesetOf(game).hasPress ? game.computerPress : null,
    letters: { letters: game.letters, lettersBefore: game.lettersBefore },
    misses: await missesOf(ctx, game),
    joining: {
      joining: game.joining,
      seatsWanted: game.seatsWanted,
      beginWhenFull: game.beginWhenFull,
    },
    hasLink: game.joinLink !== null,
    waitlist: await waitlistOf(ctx, game.id),
  };
}

function seatedPerson({ acceptedAt, name }: WholeSeat, account: { id: number; name: string }): SeatedPerson {
  return acceptedAt === null ? { id: null, name } : { id: account.id, name: account.name };
}

async function missesOf(ctx: AppContext, game: WholeGame): Promise<Miss[]> {
  const { isKnown } = await knownPlayers(ctx.db.prisma, game);
  const missed = await ctx.db.prisma.attendance.findMany({
    where: { gameId: game.id, missed: true },
    include: { seat: true, account: { select: { id: true, name: true } } },
    orderBy: [{ turn: 'desc' }, { seat: { position: 'asc' } }],
  });
  return missed.map(({ seat, account, turn, processedAt, excused }) => ({
    seat: { id: seat.id, identifier: seat.identifier },
    account: account && isKnown(account.id, seat.id) ? account : null,
    turn,
    at: processedAt,
    excused,
    isOwn: account !== null && account.id === game.gmId,
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
