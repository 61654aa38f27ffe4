import type { Grade } from '../../src/rules/grades.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { type AnyContestant, gradesOf, type PlayedGame, playGame } from './contest.ts';
import { observe, type Rate } from './rates.ts';

/** How many games, with how many seats, and from which seed. `onGame` is called after each game. */
export interface MatchOptions {
  games: number;
  seats: number;
  seed: string;
  onGame?: () => void;
}

/** How one contestant did. */
export interface Score {
  name: string;
  /** Games that the seat won. */
  won: Rate;
  /** Games that the seat's party won, as the outcome says; nothing is observed if outcomes have no party. */
  party: Rate;
}

/** Games in which all seats are played at the standard grade. */
export function standardGames(ruleset: Ruleset, options: MatchOptions): PlayedGame[] {
  return gradeGames(ruleset, 'standard', options);
}

/** Games in which all seats are played at one grade. */
export function gradeGames(
  ruleset: Ruleset,
  grade: Grade,
  { games, seats, seed, onGame }: MatchOptions,
): PlayedGame[] {
  const [mind] = gradesOf(ruleset, [grade]) as [AnyContestant];
  return Array.from({ length: games }, (_, n) => {
    const game = playGame(ruleset, Array(seats).fill(mind), `${seed} ${n}`);
    onGame?.();
    return game;
  });
}

/** One seat of a contestant against the standard grade in all other seats. The seat changes from game to game. */
export function challenge(ruleset: Ruleset, challenger: AnyContestant, options: MatchOptions): Score {
  const { games, seats, seed, onGame } = options;
  const [standard] = gradesOf(ruleset, ['standard']) as [AnyContestant];
  const score = emptyScore(challenger.name);
  for (let n = 0; n < games; n += 1) {
    const at = n % seats;
    const minds = Array.from({ length: seats }, (_, i) => (i === at ? challenger : standard));
    record(score, playGame(ruleset, minds, `${seed} ${n}`), at);
    onGame?.();
  }
  return score;
}

/** All grades in the same games. */
export function gradesTogether(ruleset: Ruleset, grades: readonly Grade[], options: MatchOptions): Score[] {
  return allTogether(ruleset, gradesOf(ruleset, grades), options);
}

/**
 * Contestants in the same games. Each setup is played as often as there are contestants, so that each seat is played by
 * each of them once: none has better setups than another one.
 */
export function allTogether(
  ruleset: Ruleset,
  minds: readonly AnyContestant[],
  { games, seats, seed, onGame }: MatchOptions,
): Score[] {
  const scores = minds.map(({ name }) => emptyScore(name));
  for (let n = 0; n < games; n += 1) {
    const setup = Math.floor(n / minds.length);
    const mindAt = (seat: number) => (seat + n) % minds.length;
    const bySeat = Array.from({ length: seats }, (_, i) => minds[mindAt(i)] as AnyContestant);
    const game = playGame(ruleset, bySeat, `${seed} ${setup}`);
    for (let i = 0; i < seats; i += 1) record(scores[mindAt(i)] as Score, game, i);
    onGame?.();
  }
  return scores;
}

function emptyScore(name: string): Score {
  return { name, won: { count: 0, of: 0 }, party: { count: 0, of: 0 } };
}

function record(score: Score, { seats, outcome, states }: PlayedGame, position: number): void {
  const seat = seats[position];
  observe(score.won, outcome.winner === seat);
  const { players } = states.at(-1) as { players?: readonly { id: string; party?: unknown }[] };
  const party = players?.find(({ id }) => id === seat)?.party;
  if (party !== undefined && outcome.party !== undefined) observe(score.party, outcome.party === party);
}
