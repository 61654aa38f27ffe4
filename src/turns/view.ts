import type { GameStatus } from '../database/generated/client.ts';
import type { House } from '../database/house.ts';
import { findRuleset } from '../rules/catalog.ts';
import type { Report } from '../rules/report.ts';
import type { Outcome } from '../rules/ruleset.ts';
import { dueInWords } from './due.ts';
import { WHOLE_GAME, type WholeGame } from './lock.ts';
import { numberOf, parseNumber } from './number.ts';
import { rulesetOf } from './rights.ts';

/*
 * Read models for the doors. Who may see what is decided here and in view-player.ts and view-desk.ts, and
 * nowhere else: each function takes the account that looks and answers null where it may not, or where there is
 * nothing; the two are not told apart. What is in this file is everybody's.
 */

/** Who looks: a signed-in account, or null for anybody. */
export type Viewer = { id: number } | null;

/** What anybody may know of a game, in a line of a list. */
export interface GameCard {
  id: string;
  /** `EY-12` */
  number: string;
  title: string;
  ruleset: { id: string; title: string };
  status: GameStatus;
  /** The open turn, counted from 1; null unless the game is running. */
  turn: number | null;
  /** The open turn's phase in words; null unless the game is running. */
  phase: string | null;
  gm: { id: number; name: string };
  seats: number;
  /** When the open turn's sheets are due, UTC; null where no date is set. */
  due: Date | null;
  /** The same in words and in the game's zone. */
  dueInWords: string | null;
  timeZone: string;
  daysPerTurn: number;
  closesWhenComplete: boolean;
  createdAt: Date;
  begunAt: Date | null;
  endedAt: Date | null;
}

/** The public page of a game. */
export interface PublicGame {
  card: GameCard;
  /** What kind of game it is, in a sentence or two. */
  blurb: string;
  seats: { identifier: string; name: string; opponent: boolean }[];
  /** The public printouts there are, by the turn they come before, the latest first. */
  printouts: { turn: number; at: Date }[];
  /** SHA-256 of the dice secret in hex; the secret itself once the game is over. Null while it is forming. */
  dice: { commitment: string; secret: string | null } | null;
  /** Null while the game goes on. */
  outcome: Outcome | null;
}

/** The most games in one list. */
const LIST_MOST = 200;

/** A game by its public number, secrets and all: for the code that checks rights, never for a page. */
export async function findGame(house: House, number: string): Promise<WholeGame | null> {
  const parts = parseNumber(number);
  if (!parts) return null;
  return house.db.prisma.game.findUnique({ where: { prefix_serial: parts }, include: WHOLE_GAME });
}

/** What anybody may know of a game. */
export function cardOf(game: WholeGame): GameCard {
  const running = game.status === 'running';
  const ruleset = findRuleset(game.ruleset);
  return {
    id: game.id,
    number: numberOf(game),
    title: game.title,
    ruleset: { id: game.ruleset, title: ruleset?.title ?? game.ruleset },
    status: game.status,
    turn: running ? game.turn : null,
    phase: running && ruleset?.version === game.rulesetVersion ? ruleset.owing(game.state).phase : null,
    gm: { id: game.gm.id, name: game.gm.name },
    seats: game.seats.length,
    due: running ? game.due : null,
    dueInWords: running && game.due ? dueInWords(game.due, game.timeZone) : null,
    timeZone: game.timeZone,
    daysPerTurn: game.daysPerTurn,
    closesWhenComplete: game.closesWhenComplete,
    createdAt: game.createdAt,
    begunAt: game.begunAt,
    endedAt: game.endedAt,
  };
}

/** The lobby: every game that was not abandoned, the newest first. */
export async function lobby(house: House): Promise<GameCard[]> {
  const games = await house.db.prisma.game.findMany({
    where: { status: { not: 'abandoned' } },
    include: WHOLE_GAME,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LIST_MOST,
  });
  return games.map(cardOf);
}

/** What anybody may see of a game; null if there is none of that number. */
export async function publicGame(house: House, number: string): Promise<PublicGame | null> {
  const game = await findGame(house, number);
  if (!game) return null;
  const printouts = await house.db.prisma.printout.findMany({
    where: { gameId: game.id, seatId: null },
    select: { turn: true, gameId: true },
    orderBy: { turn: 'desc' },
  });
  const turns = await house.db.prisma.turn.findMany({
    where: { gameId: game.id },
    select: { number: true, processedAt: true },
  });
  const writtenAt = new Map(turns.map((turn) => [turn.number + 1, turn.processedAt]));
  const over = game.status === 'over';
  return {
    card: cardOf(game),
    blurb: findRuleset(game.ruleset)?.blurb ?? '',
    seats: game.seats.map(({ identifier, name, opponent }) => ({ identifier, name, opponent })),
    printouts: printouts.map(({ turn }) => ({ turn, at: writtenAt.get(turn) ?? game.createdAt })),
    dice: game.begunAt
      ? {
          commitment: game.diceCommitment,
          secret: over ? Buffer.from(game.diceSecret).toString('hex') : null,
        }
      : null,
    outcome: over ? rulesetOf(game).outcome(game.state) : null,
  };
}

/** The public's printout before a turn (one more than the last turn: the final one); null if there is none. */
export async function publicPrintout(house: House, number: string, turn: number): Promise<Report | null> {
  const game = await findGame(house, number);
  if (!game || !Number.isSafeInteger(turn) || turn > 1_000_000) return null;
  const printout = await house.db.prisma.printout.findFirst({
    where: { gameId: game.id, turn, seatId: null },
  });
  return printout ? (printout.report as unknown as Report) : null;
}
