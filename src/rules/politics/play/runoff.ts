import type { SeatIdentifier } from '../../ruleset.ts';
import { questionOf } from '../bank/index.ts';
import { MOST_SETS, RUNOFF_QUESTIONS } from '../data/amounts.ts';
import { finish } from '../outcome.ts';
import { playerOf, type Runoff, type State } from '../state.ts';
import { matches } from '../text.ts';
import { changePopular, type Desk, moveAllChips, ordersOf, record } from './desk.ts';
import { giveAll } from './money.ts';
import { drawQuestion } from './questions.ts';

/** PTG-6.22: a runoff begins between the candidate with 270 electoral votes and its rival. */
export function beginRunoff(desk: Desk, leader: SeatIdentifier, rival: SeatIdentifier): void {
  const { state } = desk;
  state.phase = 'runoff';
  state.runoff = { candidates: [leader, rival], set: 1, questions: drawSet(desk), results: [] };
}

/** PTG-6.22: the ten questions of a set. */
function drawSet(desk: Desk): string[] {
  const draw = (kind: 'general' | 'state') =>
    Array.from({ length: RUNOFF_QUESTIONS }, () => drawQuestion(desk, kind, null, true).id);
  return [...draw('general'), ...draw('state')];
}

/** PTG-6.22: counts the right answers of the two, and ends the game or draws another set. */
export function playRunoff(desk: Desk): void {
  const runoff = desk.state.runoff as Runoff;
  const [leader, rival] = runoff.candidates;
  const count = (seat: SeatIdentifier) =>
    countRight(desk.state, runoff.questions, ordersOf(desk, seat).written);
  const right: [number, number] = [count(leader), count(rival)];
  const ahead = right[0] === right[1] ? null : right[0] > right[1] ? leader : rival;
  const winner = ahead ?? (runoff.set === MOST_SETS ? leader : null);
  const { set } = runoff;
  record(desk, { type: 'runoff', set, right, winner });
  runoff.results.push({ set, right: [...right], winner });
  if (winner === null) {
    runoff.set += 1;
    runoff.questions = drawSet(desk);
    return;
  }
  endRunoff(desk, runoff, winner, winner === leader ? rival : leader);
}

/** PTG-6.22: the loser's chips, popular votes and cash go to the winner, who is president. */
function endRunoff(desk: Desk, runoff: Runoff, winner: SeatIdentifier, loser: SeatIdentifier): void {
  moveAllChips(desk, loser, winner, 'runoff');
  takePopular(desk, loser, winner, 'runoff');
  giveAll(desk, loser, winner, 'runoff');
  runoff.questions = [];
  finish(desk.state, winner, 'runoff', [loser]);
}

/** All popular votes of a candidate go to another one. */
export function takePopular(
  desk: Desk,
  from: SeatIdentifier,
  to: SeatIdentifier,
  why: 'runoff' | 'speed',
): void {
  const loser = playerOf(desk.state, from);
  const votes = loser.popular;
  changePopular(desk, loser, -votes, why);
  changePopular(desk, playerOf(desk.state, to), votes, why);
}

/** PTG-6.22: how many of the written answers match the right choice or another form of it. */
export function countRight(
  state: State,
  questions: readonly string[],
  answers: readonly (string | null)[],
): number {
  return questions.filter((id, index) => {
    const { choices, answer, accept } = questionOf(state.settings, id);
    return matches(answers[index] ?? '', [choices[answer] as string, ...accept]);
  }).length;
}
