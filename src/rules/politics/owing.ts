import type { SeatIdentifier } from '../ruleset.ts';
import { SPEED_QUESTIONS } from './data/amounts.ts';
import { firstRound } from './play/speed.ts';
import type { State } from './state.ts';

/** PTG-4.1: the seats that owe a sheet for the open turn, in players' order; none once the game is over. */
export function seatsOwing({ phase, players, runoff, speed }: State): SeatIdentifier[] {
  const ids = players.map(({ id }) => id);
  if (phase === 'over') return [];
  if (phase === 'runoff') return ids.filter((id) => runoff?.candidates.includes(id));
  if (phase === 'speed' && speed && Object.keys(speed.answers).length > 0) {
    return ids.filter((id) => speed.pair.includes(id));
  }
  return ids;
}

/** The questions of one round of Speed Play on a sheet, or of a runoff (`round` null). */
export interface WrittenPart {
  round: number | null;
  questions: string[];
}

/** PTG-6.22, PTG-6.23: the questions that a seat's sheet answers in writing, by round; none in other phases. */
export function writtenParts(state: State, seat: SeatIdentifier): WrittenPart[] {
  const { phase, runoff, speed } = state;
  if (phase === 'runoff' && runoff) return [{ round: null, questions: runoff.questions }];
  if (phase !== 'speed' || !speed) return [];
  const part = (round: number) => ({ round, questions: speed.questions[round - 1] ?? [] });
  if (Object.keys(speed.answers).length > 0) return [part(speed.round)];
  const first = firstRound(speed.ladder.indexOf(seat));
  return speed.questions.map((_, index) => part(index + 1)).filter(({ round }) => round >= first);
}

/** PTG-4.7: how many written answers a seat's sheet has at most. */
export function writtenCount(state: State, seat: SeatIdentifier): number {
  const parts = writtenParts(state, seat);
  return parts.reduce((sum, { questions }) => sum + (questions.length || SPEED_QUESTIONS), 0);
}
