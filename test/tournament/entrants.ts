import type { AnyContestant } from './contest.ts';
import { STRATEGIES as ELECTION_YEAR } from './election-year/strategies.ts';
import { ELECTION_YEAR_TABLES } from './election-year/tables.ts';
import { STRATEGIES as ELECTORAL_BARRAGE } from './electoral-barrage/strategies.ts';
import { ELECTORAL_BARRAGE_TABLES } from './electoral-barrage/tables.ts';
import { STRATEGIES as MARGIN_OF_ERROR } from './margin-of-error/strategies.ts';
import type { MatchOptions } from './matches.ts';
import { STRATEGIES as POLITICS } from './politics/strategies.ts';
import { POLITICS_TABLES } from './politics/tables.ts';
import { STRATEGIES as PRIMARY_SEASON } from './primary-season/strategies.ts';

/** A table that only one ruleset has. */
export interface OwnTable {
  /** How many games it takes if each line takes this many. */
  games(perLine: number): number;
  play(options: MatchOptions): string;
}

/** What a tournament has for one ruleset besides the grades of its computer candidate. */
export interface Entrants {
  strategies: readonly AnyContestant[];
  /** Tables that only this ruleset has. */
  tables?: readonly OwnTable[];
}

/** The strategy that every ruleset has: no sheet at all. */
const SILENT: AnyContestant = { name: 'no sheets', sheet: () => null };

/** By id of the ruleset. A contestant gets states of its own ruleset only. */
const ENTRANTS: Record<string, Entrants> = {
  'election-year': { strategies: ELECTION_YEAR as readonly AnyContestant[], tables: ELECTION_YEAR_TABLES },
  'margin-of-error': { strategies: MARGIN_OF_ERROR as readonly AnyContestant[] },
  'electoral-barrage': {
    strategies: ELECTORAL_BARRAGE as readonly AnyContestant[],
    tables: ELECTORAL_BARRAGE_TABLES,
  },
  'primary-season': { strategies: PRIMARY_SEASON as readonly AnyContestant[] },
  politics: { strategies: POLITICS as readonly AnyContestant[], tables: POLITICS_TABLES },
};

/** The simple strategies and tables of a ruleset. A ruleset without any has the strategy that sends nothing. */
export function entrantsOf(rulesetId: string): Entrants {
  const own = ENTRANTS[rulesetId] ?? { strategies: [] };
  return { ...own, strategies: [...own.strategies, SILENT] };
}
