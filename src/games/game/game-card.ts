import type { AppContext } from '../../context.ts';
import type { GameStatus, Prisma } from '../../database/generated/client.ts';
import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import { paceInWords } from '../schedule/schedule-text.ts';
import { gameNumber } from './game-number.ts';
import { type GameWithPolicies, POLICIES, type WholeGame, withPolicies } from './game-store.ts';

/* What every read model shows of a game, and for whom read models are made. */

/** The account that looks at a page; null if no one is signed in. */
export type Viewer = { id: number } | null;

/** The public facts about a game, as lists and page headings show them. */
export interface GameCard {
  id: string;
  /** `EY-12` */
  number: string;
  title: string;
  ruleset: { id: string; title: string };
  status: GameStatus;
  /** The open turn, counted from 1; null unless the game is running. */
  turn: number | null;
  /** The open turn's phase in words; null unless the game is running. Always null in lists, which read no states. */
  phase: string | null;
  gm: { id: number; name: string };
  seats: number;
  /** When the open turn's sheets are due, in UTC; null if no date is set. */
  due: Date | null;
  timeZone: string;
  daysPerTurn: number;
  /** Minutes per turn of a live game; null for other games. */
  minutesPerTurn: number | null;
  /** How often sheets are due, in words: `every 14 days`. */
  pace: string;
  /** Whether the server processes a turn by itself when its time is over. */
  autoProcess: boolean;
  /** When the game was paused; null unless it is running and paused. */
  pausedAt: Date | null;
  processWhenComplete: boolean;
  createdAt: Date;
  begunAt: Date | null;
  endedAt: Date | null;
}

/** What `listCardOf` needs to be read: no state, because the states of many games are large. */
export const CARD_GAME = {
  ...POLICIES,
  gm: true,
} as const satisfies Prisma.GameInclude;

/** The columns that a card is made of. */
export type CardColumns = Pick<
  GameWithPolicies,
  | 'id'
  | 'ruleset'
  | 'prefix'
  | 'serial'
  | 'title'
  | 'status'
  | 'turn'
  | 'createdAt'
  | 'begunAt'
  | 'endedAt'
  | 'due'
  | 'pausedAt'
  | 'daysPerTurn'
  | 'minutesPerTurn'
  | 'timeZone'
  | 'weekdays'
  | 'dueTime'
  | 'autoProcess'
  | 'processWhenComplete'
>;

/** The cards of games in a list, read with `CARD_GAME`, in the same order; they have no phase. */
export async function listCards(
  ctx: AppContext,
  rows: readonly Prisma.GameGetPayload<{ include: typeof CARD_GAME }>[],
): Promise<GameCard[]> {
  if (rows.length === 0) return [];
  // Not `_count` in the include: Prisma would count the seats of all games there are.
  const counted = await ctx.db.prisma.seat.groupBy({
    by: 'gameId',
    where: { gameId: { in: rows.map(({ id }) => id) } },
    _count: true,
  });
  const seats = new Map(counted.map(({ gameId, _count }) => [gameId, _count]));
  return rows.map((row) => listCard(withPolicies(row), { gm: row.gm, seats: seats.get(row.id) ?? 0 }));
}

/** The card of a game in a list, which has no phase. @param of.seats how many seats it has */
export function listCard(game: CardColumns, { gm, seats }: { gm: GameCard['gm']; seats: number }): GameCard {
  return { ...datesOf(game), ...namesOf(game, gm), phase: null, seats };
}

/** The card of a whole game. */
export function cardOf(game: WholeGame): GameCard {
  const ruleset = findRulesetVersion(game.ruleset, game.rulesetVersion);
  const phase = game.status === 'running' && ruleset ? ruleset.phaseName(game.state) : null;
  return { ...datesOf(game), ...namesOf(game, game.gm), phase, seats: game.seats.length };
}

function namesOf(game: CardColumns, gm: GameCard['gm']) {
  return {
    id: game.id,
    number: gameNumber(game),
    title: game.title,
    ruleset: { id: game.ruleset, title: findRuleset(game.ruleset)?.title ?? game.ruleset },
    status: game.status,
    turn: game.status === 'running' ? game.turn : null,
    gm: { id: gm.id, name: gm.name },
  };
}

function datesOf(game: CardColumns) {
  const due = game.status === 'running' ? game.due : null;
  return {
    due,
    timeZone: game.timeZone,
    daysPerTurn: game.daysPerTurn,
    minutesPerTurn: game.minutesPerTurn,
    pace: paceInWords(game),
    autoProcess: game.autoProcess,
    pausedAt: game.status === 'running' ? game.pausedAt : null,
    processWhenComplete: game.processWhenComplete,
    createdAt: game.createdAt,
    begunAt: game.begunAt,
    endedAt: game.endedAt,
  };
}
