import type { SeatIdentifier } from '../../ruleset.ts';
import { MOST_SETS, SPEED_QUESTIONS } from '../data/amounts.ts';
import { finish } from '../outcome.ts';
import { playerOf, type Speed, type State } from '../state.ts';
import { type Desk, moveAllChips, ordersOf, record } from './desk.ts';
import { clearCampaign } from './election.ts';
import { drawQuestion } from './questions.ts';
import { countRight, takePopular } from './runoff.ts';

/** PTG-6.23: Speed Play begins; the questions of all rounds are drawn. */
export function beginSpeedPlay(desk: Desk): void {
  const { state } = desk;
  const ladder = ladderOf(state);
  clearCampaign(state);
  state.phase = 'speed';
  const questions = ladder.slice(1).map(() => drawRound(desk));
  const pair: Speed['pair'] = [ladder[0] as SeatIdentifier, ladder[1] as SeatIdentifier];
  state.speed = { ladder, round: 1, set: 1, pair, questions, answers: {}, results: [], out: [] };
}

/** PTG-6.23: fewest electoral votes first; ties: fewer popular votes, less cash, later in players' order. */
function ladderOf({ players }: State): SeatIdentifier[] {
  return players
    .toReversed()
    .toSorted((a, b) => a.electoral - b.electoral || a.popular - b.popular || a.cash - b.cash)
    .map(({ id }) => id);
}

function drawRound(desk: Desk): string[] {
  return Array.from({ length: SPEED_QUESTIONS }, () => drawQuestion(desk, 'general', null, true).id);
}

/** PTG-6.23: takes down the answers, then plays round by round until one is tied or the game is over. */
export function playSpeedPlay(desk: Desk): void {
  const speed = desk.state.speed as Speed;
  if (Object.keys(speed.answers).length === 0) takeAnswers(desk, speed);
  else replaceAnswers(desk, speed);
  while (desk.state.phase === 'speed') if (!playRound(desk, speed)) return;
}

/** PTG-6.23: the first of the rounds in which the candidate in this place of the ladder might take part. */
export function firstRound(place: number): number {
  return Math.max(1, place);
}

/** PTG-6.23, PTG-8.4: the first sheets have answers to all rounds in which their candidates might take part. */
function takeAnswers(desk: Desk, speed: Speed): void {
  for (const { id } of desk.state.players) {
    const first = firstRound(speed.ladder.indexOf(id));
    const { written } = ordersOf(desk, id);
    speed.answers[id] = speed.questions.map((_, index) => fiveOf(written, index + 1 - first));
  }
}

/** PTG-6.23: after a tie, the answers of the two replace theirs for this round. */
function replaceAnswers(desk: Desk, speed: Speed): void {
  for (const seat of speed.pair) {
    (speed.answers[seat] as (string | null)[][])[speed.round - 1] = fiveOf(ordersOf(desk, seat).written, 0);
  }
}

/** The five answers to the sheet's questions of its n-th round, counted from 0; nulls before the first. */
function fiveOf(written: readonly (string | null)[], round: number): (string | null)[] {
  const start = round * SPEED_QUESTIONS;
  return Array.from({ length: SPEED_QUESTIONS }, (_, i) => (round < 0 ? null : (written[start + i] ?? null)));
}

/** PTG-6.23: one round; returns whether it was decided. After a tie, new questions are drawn. */
function playRound(desk: Desk, speed: Speed): boolean {
  const { round, set, pair } = speed;
  const questions = speed.questions[round - 1] as string[];
  const count = (seat: SeatIdentifier) =>
    countRight(desk.state, questions, speed.answers[seat]?.[round - 1] ?? []);
  const right: [number, number] = [count(pair[0]), count(pair[1])];
  const winner = winnerOf(desk.state, speed, right);
  record(desk, { type: 'speed', round, set, pair: [...pair], right, winner });
  speed.results.push({ round, set, pair: [...pair], right: [...right], winner });
  if (winner === null) {
    speed.set += 1;
    speed.questions[round - 1] = drawRound(desk);
    return false;
  }
  const loser = winner === pair[0] ? pair[1] : pair[0];
  moveAllChips(desk, loser, winner, 'speed');
  takePopular(desk, loser, winner, 'speed');
  speed.out.push(loser);
  advance(desk.state, speed, winner);
  return true;
}

/** PTG-6.23: the winner of a round; null if it is tied and not for the third time. */
function winnerOf(
  state: State,
  { ladder, pair, set }: Speed,
  right: [number, number],
): SeatIdentifier | null {
  if (right[0] !== right[1]) return right[0] > right[1] ? pair[0] : pair[1];
  if (set < MOST_SETS) return null;
  const [a, b] = [playerOf(state, pair[0]), playerOf(state, pair[1])];
  const better = b.electoral - a.electoral || b.popular - a.popular;
  const later = ladder.indexOf(b.id) - ladder.indexOf(a.id);
  return (better || later) > 0 ? b.id : a.id;
}

/** PTG-8.4: the winner meets the next of the ladder, or is president. */
function advance(state: State, speed: Speed, winner: SeatIdentifier): void {
  const next = speed.ladder[speed.round + 1];
  if (next === undefined) {
    finish(state, winner, 'speed', speed.out.toReversed());
    return;
  }
  speed.round += 1;
  speed.set = 1;
  speed.pair = [winner, next];
}
