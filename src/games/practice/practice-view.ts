import type { AppContext } from '../../context.ts';
import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import { commitment } from '../../rules/dice.ts';
import type { Report } from '../../rules/report.ts';
import type { ReportHeader } from '../../rules/ruleset.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { printedReport } from '../processing/printed-report.ts';
import type { WholePracticeGame } from './practice-store.ts';

/* What a player sees of the own practice games. No one else sees them. */

/** A practice game in the list of a player's games. */
export interface PracticeLine {
  id: string;
  ruleset: { id: string; title: string };
  /** The turn to be played next. */
  turn: number;
  over: boolean;
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
    include: { turns: { orderBy: { turn: 'desc' }, take: 1, select: { state: true } } },
  });
  return games.map((game) => {
    const { id, turn, over, playedAt } = game;
    const ruleset = findRulesetVersion(game.ruleset, game.rulesetVersion);
    const title = findRuleset(game.ruleset)?.title ?? game.ruleset;
    const state = game.turns[0]?.state;
    return {
      ...{ id, turn, over, playedAt, ruleset: { id: game.ruleset, title } },
      phase: over || ruleset === undefined ? null : ruleset.phaseName(state),
      computerSeats: game.seats.length - 1,
      playable: ruleset !== undefined,
    };
  });
}

/** The sheet of the open turn; null if the player owes none. */
export function practiceForm({ game, ruleset, state, seat }: WholePracticeGame): SheetForm | null {
  return game.over ? null : ruleset.sheet(state, seat.identifier);
}

/** The turns before which there is a printout. The last one of a game that is over is the final printout. */
export function printedTurns({ states }: WholePracticeGame): number[] {
  return states.map((_, index) => index + 1);
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
  return printedReport(found.ruleset, { header, states }, found.seat.identifier);
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
