import type { House } from '../../context.ts';
import type { LettersRule } from '../letters/letters-policy.ts';
import type { JoiningRules } from './joining-policy.ts';
import type { PlayersRules } from './absent-player-policy.ts';
import { type Reliability, reliabilityOf } from './reliability.ts';
import { cardOf, findGame, type GameCard, type Viewer } from '../game/public-view.ts';

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
  keptFor: { id: number; name: string } | null;
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
  rules: PlayersRules;
  letters: LettersRule;
  seats: PlayersSeat[];
  /** The latest first. */
  misses: Miss[];
  joining: JoiningRules;
  /** Is there a link that lets its bearer join? */
  hasLink: boolean;
  /** The first in line first. */
  line: { account: { id: number; name: string }; since: Date; reliability: Reliability }[];
}

/** The GM's page of a game's people; null for anybody but its GM. */
export async function playersPage(house: House, viewer: Viewer, number: string): Promise<PlayersPage | null> {
  const game = viewer ? await findGame(house, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const { missesAllowed, leastReliability, offersSeats } = game;
  const ids = game.seats.flatMap((seat) => (seat.accountId === null ? [] : [seat.accountId]));
  const records = await reliabilityOf(house, ids);
  const kept = game.seats.flatMap((seat) => (seat.keptForId === null ? [] : [seat.keptForId]));
  const keepers = await house.db.prisma.account.findMany({
    where: { id: { in: kept } },
    select: { id: true, name: true },
  });
  return {
    game: cardOf(game),
    rules: { missesAllowed, leastReliability, offersSeats },
    seats: game.seats.map(({ id, identifier, name, opponent, offered, account, keptForId }) => ({
      id,
      identifier,
      name,
      opponent,
      offered,
      account: account && { id: account.id, name: account.name },
      keptFor: keepers.find((one) => one.id === keptForId) ?? null,
      reliability: account && (records.get(account.id) ?? null),
    })),
    letters: { letters: game.letters, lettersBefore: game.lettersBefore },
    misses: await missesOf(house, game.id),
    joining: {
      joining: game.joining,
      seatsWanted: game.seatsWanted,
      startsWhenFull: game.startsWhenFull,
    },
    hasLink: game.joinLink !== null,
    line: await lineOf(house, game.id),
  };
}

async function missesOf(house: House, gameId: string): Promise<Miss[]> {
  const missed = await house.db.prisma.owedSheet.findMany({
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

async function lineOf(house: House, gameId: string): Promise<PlayersPage['line']> {
  const line = await house.db.prisma.waitingPlace.findMany({
    where: { gameId },
    include: { account: { select: { id: true, name: true } } },
    orderBy: [{ since: 'asc' }, { id: 'asc' }],
  });
  const records = await reliabilityOf(
    house,
    line.map((one) => one.accountId),
  );
  return line.map(({ account, since }) => ({
    account,
    since,
    reliability: records.get(account.id) ?? { sent: 0, owed: 0, percent: null },
  }));
}
