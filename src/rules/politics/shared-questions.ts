import type { SharedQuestion, SharedQuestions } from '../ruleset.ts';
import { baseOf } from './bank/edition.ts';
import { BANKS, questionsOf } from './bank/index.ts';
import type { State } from './state.ts';

/** A question of the game that printouts have solved, and the turn whose processing solved it. */
interface Solved {
  id: string;
  turn: number;
}

/** PTG-2.9: the questions of the house banks, which players may find wrong once a printout has solved them. */
export const sharedQuestions: SharedQuestions<State> = {
  ...{ solved, find, withoutRetired },
  // The GM's own questions, which no other game asks.
  unread: ['settings', 'questions'],
};

/**
 * PTG-8.6: the questions of the bank whose right answers printouts have told, the latest first. Those that are pending again
 * are left out, and so are the GM's own, which no other game asks.
 */
function solved(states: readonly State[]): { question: SharedQuestion; turn: number }[] {
  const last = states.at(-1);
  const bank = last?.settings.bank ?? null;
  if (last === undefined || bank === null) return [];
  const unanswered = new Set(unansweredIn(last));
  const found = new Map<string, number>();
  for (const { id, turn } of states.flatMap((now, i) => solvedBy(states, now, i))) {
    // A question that was asked again stands where it was solved last.
    found.delete(id);
    if (!unanswered.has(id)) found.set(id, turn);
  }
  return [...found].toReversed().flatMap(([id, turn]) => {
    const question = find(baseOf(bank), id);
    return question === null ? [] : [{ question, turn }];
  });
}

/** PTG-9.7, PTG-9.12: what the printout after a processing solves. */
function solvedBy(states: readonly State[], now: State, index: number): Solved[] {
  const before = states[index - 1];
  if (before === undefined) return [];
  const asked = before.players.flatMap(({ pending }) => pending.flatMap((one) => one.asked));
  const written = now.log.flatMap((entry) => {
    if (entry.type === 'runoff') return before.runoff?.questions ?? [];
    // PTG-8.6: a tied set stays secret until its round is over.
    return entry.type === 'speed' && entry.winner !== null ? questionsOfRound(states, entry.round) : [];
  });
  return [...asked.map(({ id }) => id), ...written].map((id) => ({ id, turn: now.turn }));
}

/** The questions of all sets of a round of Speed Play. */
function questionsOfRound(states: readonly State[], round: number): string[] {
  return states.flatMap((state, i) => {
    const isPlayed = state.log.some((entry) => entry.type === 'speed' && entry.round === round);
    return isPlayed ? (states[i - 1]?.speed?.questions[round - 1] ?? []) : [];
  });
}

/** The questions whose right answers are secret now, because no one has answered them yet (PTG-8.6). */
function unansweredIn({ phase, players, runoff, speed }: State): string[] {
  const asked = players.flatMap(({ pending }) => pending.flatMap((one) => one.asked.map(({ id }) => id)));
  const inRunoff = phase === 'runoff' ? (runoff?.questions ?? []) : [];
  const inSpeed = phase === 'speed' ? (speed?.questions.slice(speed.round - 1).flat() ?? []) : [];
  return [...asked, ...inRunoff, ...inSpeed];
}

function find(bank: string, id: string): SharedQuestion | null {
  const known = Object.hasOwn(BANKS, bank) ? questionsOf({ bank, questions: [] }) : [];
  const question = known.find((one) => one.id === id);
  if (question === undefined) return null;
  const { text, choices, answer, note } = question;
  return { bank, id, text, choices, answer: choices[answer] ?? '', note };
}

/** The options of a game that begins now. */
function withoutRetired(
  options: Record<string, unknown>,
  retired: readonly { bank: string; id: string }[],
): Record<string, unknown> {
  const { retired: _, ...chosen } = options;
  const ids = retired.filter(({ bank }) => bank === options.bank).map(({ id }) => id);
  return ids.length === 0 ? chosen : { ...chosen, retired: ids };
}
