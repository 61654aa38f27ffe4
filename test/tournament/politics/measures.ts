import type { Grade } from '../../../src/rules/grades.ts';
import { characterOf, TEMPERS, type Temper } from '../../../src/rules/politics/opponent/character.ts';
import type { By } from '../../../src/rules/politics/outcome.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import type { PlayedGame } from '../contest.ts';
import { observe, type Rate } from '../rates.ts';

const ENDINGS: readonly By[] = ['majority', 'runoff', 'speed'];

/** A mean with its standard error. */
export interface Mean {
  mean: number;
  error: number;
}

/** How some games went. */
export interface Measures {
  /** Games that ended in each way. */
  ended: Record<By, Rate>;
  /** Processings, which is printouts, of a game. */
  turns: Mean;
  shortest: number;
  longest: number;
  /** Offers for chips that were accepted, on average over the games. */
  salesPerGame: number;
  /** Chips that someone held in the end before runoff or Speed Play, on average over the games. */
  chipsPerGame: number;
  /** Turns in which another candidate came to lead in electoral votes, on average over the games. */
  leadsPerGame: number;
}

/** The measures of some games. */
export function measure(games: readonly PlayedGame[]): Measures {
  const ended = Object.fromEntries(ENDINGS.map((by) => [by, { count: 0, of: 0 }])) as Record<By, Rate>;
  const lengths = games.map(({ states }) => states.length - 1);
  let [sales, chips, leads] = [0, 0, 0];
  for (const { states, outcome } of games as PlayedGame<State>[]) {
    for (const by of ENDINGS) observe(ended[by], outcome.by === by);
    sales += states.flatMap(({ log }) => log).filter(isSale).length;
    chips += held(lastOfCampaign(states));
    const leaders = states.map(leaderOf).filter((leader) => leader !== null);
    leads += leaders.slice(1).filter((leader, i) => leader !== leaders[i]).length;
  }
  return {
    ended,
    turns: meanOf(lengths),
    ...{ shortest: Math.min(...lengths), longest: Math.max(...lengths) },
    salesPerGame: sales / games.length,
    chipsPerGame: chips / games.length,
    leadsPerGame: leads / games.length,
  };
}

function isSale(entry: State['log'][number]): boolean {
  return entry.type === 'offer' && entry.result === 'accepted';
}

function lastOfCampaign(states: readonly State[]): State {
  return states.findLast(({ phase }) => phase === 'campaign' || phase === 'closing') as State;
}

function held({ chips }: State): number {
  return Object.values(chips).filter((holder) => holder !== null).length;
}

/** The one with the most electoral votes; null if several have as many. */
function leaderOf({ players }: State): string | null {
  const [first, second] = players.toSorted((a, b) => b.electoral - a.electoral);
  return first === undefined || first.electoral === second?.electoral ? null : first.id;
}

/** The mean of some numbers, with the standard error of it. */
export function meanOf(values: readonly number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / Math.max(1, values.length - 1) / values.length) };
}

/** How often the seats of each temper won, in games of candidates of one grade. */
export function winsByTemper(games: readonly PlayedGame[], grade: Grade): Record<Temper, Rate> {
  const rates = Object.fromEntries(TEMPERS.map((temper) => [temper, { count: 0, of: 0 }]));
  for (const { states, seats, outcome } of games as PlayedGame<State>[]) {
    for (const seat of seats) {
      const { temper } = characterOf(states[0] as State, seat, grade);
      if (temper !== null) observe(rates[temper] as Rate, outcome.winner === seat);
    }
  }
  return rates as Record<Temper, Rate>;
}
