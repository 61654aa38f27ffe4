import { otherForms } from '../facts/names.ts';
import { NOTES } from '../facts/notes.ts';
import type { StateFacts } from '../facts/record.ts';
import { nameOf, othersLike } from './choosing.ts';
import type { Draft, Template } from './draft.ts';

/** What a state has as its bird, tree or flower. */
type Emblem = 'bird' | 'tree' | 'flower';

/**
 * "Which of these is a nickname of Texas?" The wrong choices are the nicknames of the nearest states. The candidate is in the state, so
 * that its name is never the answer.
 */
export const nickname: Template = ({ code, nickname: right }, index) => ({
  text: `Which of these is a nickname of ${nameOf(code)}?`,
  choices: [right, ...othersLike(code, index, right, (other) => other.nickname)],
  accept: [],
  open: false,
  note: NOTES[code]?.nickname ?? '',
});

/** The longest motto that is a choice (PTG-2.8). */
const MAX_CHOICE = 60;

/** "Which of these is the motto of Texas?" The wrong choices are the mottos of the nearest states. */
export const motto: Template = ({ code, motto: right }, index) => {
  if (right === null || right.text.length > MAX_CHOICE) return null;
  const short = (facts: StateFacts) =>
    facts.motto === null || facts.motto.text.length > MAX_CHOICE ? null : facts.motto.text;
  return {
    text: `Which of these is the motto of ${nameOf(code)}?`,
    choices: [right.text, ...othersLike(code, index, right.text, short)],
    accept: [],
    open: false,
    note: right.note,
  };
};

/** "What is the state bird of Texas?" The wrong choices are those of the nearest states. */
function whatIs(emblem: Emblem, facts: StateFacts, index: number): Draft | null {
  const right = facts[emblem];
  if (right === null) return null;
  return {
    text: `What is the state ${emblem} of ${nameOf(facts.code)}?`,
    choices: [right, ...othersLike(facts.code, index, right, (other) => other[emblem])],
    accept: otherForms(right),
    open: true,
    note: '',
  };
}

/** "What is the state bird of Texas?" */
export const bird: Template = (facts, index) => whatIs('bird', facts, index);

/** The plant that is asked for first: flower and tree take turns, if the state has both. */
function firstPlant(facts: StateFacts, index: number): 'flower' | 'tree' {
  if (facts.flower === null) return 'tree';
  if (facts.tree === null) return 'flower';
  return index % 4 < 2 ? 'flower' : 'tree';
}

/** "What is the state flower of Texas?" or the same about its tree. */
export const plant: Template = (facts, index) => whatIs(firstPlant(facts, index), facts, index);

/** Asks for the plant that `plant` does not ask for. Null if both plants are the same. */
export const otherPlant: Template = (facts, index) => {
  const emblem = firstPlant(facts, index) === 'flower' ? 'tree' : 'flower';
  return facts.flower === facts.tree ? null : whatIs(emblem, facts, index);
};
