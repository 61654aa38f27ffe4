import type { AppContext } from '../../context.ts';
import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import { commitment } from '../../rules/dice.ts';
import type { SheetFacts } from '../../rules/facts.ts';
import type { Report, ReportSection } from '../../rules/report.ts';
import type { ReportHeader, Ruleset } from '../../rules/ruleset.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { printedReport } from '../processing/printed-report.ts';
import { MAX_PRACTICE_GAMES } from './practice-player.ts';
import type { PresentPracticeGame, WholePracticeGame } from './practice-store.ts';

/* What players see of their own practice games. No one else sees them. */

/** A practice game in the list of a player's games. */
export interface PracticeLine {
  id: string;
  ruleset: { id: string; title: string };
  /** The turn to be played next. */
  turn: number;
  over: boolean;
  /** The place in which the player finished, and whether the player won; null unless the game is over. */
  result: { place: number; won: boolean } | null;
  /** What the rules call the open turn; null if the game is over. */
  phase: string | null;
  /** How many seats the computer plays. */
  computerSeats: number;
  playedAt: Date;
  /** Whether this server still has the rules with which the game began. */
  playable: boolean;
}

/** The practice games of a player, the one played last first. */
export async function practiceLines(ctx: AppContext, playerId: string): Promise<PracticeLine[]> {
  const games = await ctx.db.prisma.practiceGame.findMany({
    where: { playerId },
    orderBy: { playedAt: 'desc' },
    take: MAX_PRACTICE_GAMES,
  });
  // Only the present states: a game has many large ones.
  const present = games.map(({ id, turn }) => ({ gameId: id, turn: turn - 1 }));
  const turns = await ctx.db.prisma.practiceTurn.findMany({
    where: { OR: present },
    select: { gameId: true, state: true },
  });
  const stateOf = new Map(turns.map(({ gameId, state }) => [gameId, state]));
  return games.map((game) => {
    const { id, turn, over, playedAt } = game;
    const ruleset = findRulesetVersion(game.ruleset, game.rulesetVersion);
    const title = findRuleset(game.ruleset)?.title ?? game.ruleset;
    const state = stateOf.get(id);
    return {
      result: over && ruleset !== undefined ? resultOf(ruleset, state, game.seats[0]?.identifier) : null,
      ...{ id, turn, over, playedAt, ruleset: { id: game.ruleset, title } },
      phase: over || ruleset === undefined ? null : ruleset.phaseName(state),
      computerSeats: game.seats.length - 1,
      playable: ruleset !== undefined,
    };
  });
}

function resultOf(ruleset: Ruleset, state: unknown, seat: string | undefined): PracticeLine['result'] {
  const outcome = ruleset.outcome(state);
  const own = outcome?.standings.find(({ id }) => id === seat);
  return outcome && own ? { place: own.place, won: outcome.winner === seat } : null;
}

/** The sheet of the open turn; null if the player owes none. */
export function practiceForm({ game, ruleset, state, seat }: PresentPracticeGame): SheetForm | null {
  return game.over ? null : ruleset.sheet(state, seat.identifier);
}

/** The figures for the sheet of the open turn; null if the player owes none. */
export function practiceFacts({ game, ruleset, state, seat }: PresentPracticeGame): SheetFacts | null {
  return game.over ? null : ruleset.facts(state, seat.identifier);
}

/** The turns before which there is a printout. The last one of a game that is over is the final printout. */
export function printedTurns({ game }: PresentPracticeGame): number[] {
  return Array.from({ length: game.turn }, (_, index) => index + 1);
}

/**
 * The player's printout before a turn; null if the game has not come that far.
 * @param turn counted from 1
 */
export function practiceReport(found: WholePracticeGame, turn: number): Report | null {
  const states = found.states.slice(0, turn);
  if (turn < 1 || states.length < turn) return null;
  const isFinal = found.game.over && turn === found.states.length;
  const header = practiceHeader(found, isFinal);
  const report = printedReport(found.ruleset, { header, states }, found.seat.identifier);
  return { ...report, sections: report.sections.filter((section) => !isAboutMail(section)) };
}

/** Sections that make sense only by mail: the sheet to fill in on paper, and how to reach the players. */
function isAboutMail({ id, blocks }: ReportSection): boolean {
  return id === 'directory' || blocks.some(({ kind }) => kind === 'sheet');
}

function practiceHeader({ game, ruleset }: WholePracticeGame, isFinal: boolean): ReportHeader {
  return {
    number: `${ruleset.prefix}-P`,
    title: 'Practice game',
    gm: 'Whistlestop',
    seats: game.seats.map(({ identifier, name }, index) => ({
      ...{ identifier, name, account: null, address: null },
      opponent: index > 0,
    })),
    due: isFinal ? null : 'whenever you like',
    dice: {
      commitment: commitment(game.diceSecret),
      secret: isFinal ? Buffer.from(game.diceSecret).toString('hex') : null,
    },
  };
}
