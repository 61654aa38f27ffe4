import { seededDice } from '../../src/rules/dice.ts';
import { electionYear } from '../../src/rules/election-year/index.ts';
import type { Report } from '../../src/rules/report.ts';
import type { History, ReportHeader, Ruleset } from '../../src/rules/ruleset.ts';

const NAMES = ['Ann Baker', 'Carl Dunn', 'Eve Farrow', 'Gus Hill', 'Ida Jones', 'Zoë Łukasiewicz'];
export const IDS = ['AB', 'CD', 'EF', 'GH', 'IJ', 'ZL'];

/** A game of six computer candidates after so many turns, played by the rules alone. */
export function playedGame(turns: number): History<unknown> {
  const ruleset: Ruleset = electionYear;
  const secret = new Uint8Array(32).fill(7);
  const seats = IDS.map((id, i) => ({ identifier: id, name: NAMES[i] as string, wish: {} }));
  const states = [ruleset.begin(ruleset.setUp({}, seats, seededDice(secret, 0)))];
  for (let turn = 1; turn <= turns; turn += 1) {
    const state = states.at(-1);
    const sheets = Object.fromEntries(IDS.map((id) => [id, ruleset.opponent(state, id)]));
    states.push(ruleset.resolve(state, sheets, seededDice(secret, turn)));
  }
  return { header: benchHeader(), states };
}

/** The printout of the first player. */
export function reportOf(history: History<unknown>): Report {
  return (electionYear as Ruleset).report(history, 'AB');
}

function benchHeader(): ReportHeader {
  return {
    number: 'EY-1',
    title: 'A game to measure',
    gm: 'Greta Master',
    seats: IDS.map((id, i) => ({
      identifier: id,
      name: NAMES[i] as string,
      account: 10001 + i,
      address: null,
      opponent: false,
    })),
    due: 'Fri, Mar 5, 2027, 6:00 PM EST',
    dice: { commitment: 'ab'.repeat(32), secret: null },
  };
}
