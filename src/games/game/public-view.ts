import type { AppContext } from '../../context.ts';
import type { GameStatus, Prisma } from '../../database/generated/client.ts';
import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import type { Report } from '../../rules/report.ts';
import type { Outcome } from '../../rules/ruleset.ts';
import { formatDateTime } from '../../text/dates.ts';
import { lettersInWords } from '../letters/letters-policy.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { paceInWords } from '../schedule/schedule.ts';
import { gameNumber } from './game-number.ts';
import { rulesetOf } from './game-ruleset.ts';
import {
  findGame,
  type GameWithPolicies,
  NOT_ROLLED_BACK,
  POLICIES,
  readDiceSecret,
  type WholeGame,
  withPolicies,
} from './game-store.ts';

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
  /** The open turn's phase in words; null unless the game is running, and in lists, which read no states. */
  phase: string | null;
  gm: { id: number; name: string };
  seats: number;
  /** When the open turn's sheets are due, UTC; null where no date is set. */
  due: Date | null;
  /** The same in words and in the game's zone. */
  dueText: string | null;
  timeZone: string;
  daysPerTurn: number;
  /** When sheets are due, in words: `every 14 days`, `every Monday at 6:00 PM`. */
  pace: string;
  /** Does the server process turns by itself when their time is over? */
  autoProcess: boolean;
  /** Since when nothing is processed; null unless the game is paused. */
  pausedAt: Date | null;
  processWhenComplete: boolean;
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
  /** May the players write each other private letters, in words that follow a colon? */
  letters: string;
  /** Who is away now, or will be. */
  away: Away[];
}

/** The most games in one list. */
const MAX_LIST = 200;

/** What a line of a list is made of: without the state, which may be large if games are many. */
export const CARD_GAME = {
  ...POLICIES,
  gm: true,
  _count: { select: { seats: true } },
} as const satisfies Prisma.GameInclude;

type CardGame = GameWithPolicies & Pick<WholeGame, 'gm'>;

/** What anybody may know of a game that was read as `CARD_GAME`. */
export function listCardOf(row: Prisma.GameGetPayload<{ include: typeof CARD_GAME }>): GameCard {
  const game = withPolicies(row);
  return { ...datesOf(game), ...namesOf(game), phase: null, seats: game._count.seats };
}

/** What anybody may know of a game. */
export function cardOf(game: WholeGame): GameCard {
  const ruleset = findRulesetVersion(game.ruleset, game.rulesetVersion);
  const phase = game.status === 'running' && ruleset ? ruleset.phaseName(game.state) : null;
  return { ...datesOf(game), ...namesOf(game), phase, seats: game.seats.length };
}

function namesOf(game: CardGame) {
  return {
    id: game.id,
    number: gameNumber(game),
    title: game.title,
    ruleset: { id: game.ruleset, title: findRuleset(game.ruleset)?.title ?? game.ruleset },
    status: game.status,
    turn: game.status === 'running' ? game.turn : null,
    gm: { id: game.gm.id, name: game.gm.name },
  };
}

function datesOf(game: CardGame) {
  const due = game.status === 'running' ? game.due : null;
  return {
    due,
    dueText: due && formatDateTime(due, game.timeZone),
    timeZone: game.timeZone,
    daysPerTurn: game.daysPerTurn,
    pace: paceInWords(game),
    autoProcess: game.autoProcess,
    pausedAt: game.status === 'running' ? game.pausedAt : null,
    processWhenComplete: game.processWhenComplete,
    createdAt: game.createdAt,
    begunAt: game.begunAt,
    endedAt: game.endedAt,
  };
}

/** The lobby: the latest 200 games that were not abandoned, the newest first. */
export async function lobby(ctx: AppContext): Promise<GameCard[]> {
  const games = await ctx.db.prisma.game.findMany({
    include: CARD_GAME,
    where: { status: { not: 'abandoned' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LIST,
  });
  return games.map(listCardOf);
}

/** What anybody may see of a game; null if there is none of that number. */
export async function publicGame(ctx: AppContext, number: string): Promise<PublicGame | null> {
  const game = await findGame(ctx, number);
  if (!game) return null;
  const printouts = await ctx.db.prisma.printout.findMany({
    where: { gameId: game.id, seatId: null, ...NOT_ROLLED_BACK },
    select: { turn: true, gameId: true },
    orderBy: { turn: 'desc' },
  });
  const turns = await ctx.db.prisma.turn.findMany({
    where: { gameId: game.id, ...NOT_ROLLED_BACK },
    select: { turn: true, processedAt: true },
  });
  const writtenAt = new Map(turns.map(({ turn, processedAt }) => [turn + 1, processedAt]));
  const over = game.status === 'over';
  return {
    card: cardOf(game),
    blurb: findRuleset(game.ruleset)?.blurb ?? '',
    seats: game.seats.map(({ identifier, name, opponent }) => ({ identifier, name, opponent })),
    printouts: printouts.map(({ turn }) => ({ turn, at: writtenAt.get(turn) ?? game.createdAt })),
    dice: game.begunAt
      ? { commitment: game.diceCommitment, secret: over ? await publishedSecret(ctx, game) : null }
      : null,
    outcome: over ? rulesetOf(game).outcome(game.state) : null,
    letters: lettersInWords(game),
    away: await awayIn(ctx.db.prisma, ctx, game),
  };
}

/** The dice secret of a game that is over, in hex. */
async function publishedSecret(ctx: AppContext, game: WholeGame): Promise<string> {
  return Buffer.from(await readDiceSecret(ctx.db.prisma, game.id)).toString('hex');
}

/** The public printout before a turn (one more than the last turn: the final one); null if there is none. */
export async function publicPrintout(ctx: AppContext, number: string, turn: number): Promise<Report | null> {
  const game = await findGame(ctx, number);
  return game && publicReport(ctx, game.id, turn);
}

/** As `publicPrintout`, for a game whose id is known. */
export async function publicReport(ctx: AppContext, gameId: string, turn: number): Promise<Report | null> {
  if (!Number.isSafeInteger(turn) || turn > 1_000_000) return null;
  const printout = await ctx.db.prisma.printout.findFirst({
    where: { gameId, turn, seatId: null, ...NOT_ROLLED_BACK },
  });
  return printout?.report ?? null;
}
