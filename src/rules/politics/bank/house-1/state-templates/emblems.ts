import { FACTS } from '../facts/index.ts';
import { otherForms } from '../facts/names.ts';
import { NOTES } from '../facts/notes.ts';
import type { StateFacts } from '../facts/record.ts';
import { factsOf, isAlike, nameOf, nearestFirst, othersLike } from './choosing.ts';
import type { Draft, Template } from './draft.ts';

/** What a state has as its bird, tree or flower. */
type Emblem = 'bird' | 'tree' | 'flower';

/** "Which state is nicknamed the Lone Star State?" */
export const nickname: Template = ({ code, nickname: name }, index) => ({
  text: `Which state is nicknamed ${name === 'Old Dominion' ? '' : 'the '}${name}?`,
  choices: statesBut(code, index, () => true),
  accept: [],
  open: true,
  note: NOTES[code]?.nickname ?? '',
});

/** "Which state has the motto ...?" */
export const motto: Template = ({ code, motto: right }, index) => {
  if (right === null) return null;
  return {
    text: `Which state has the motto "${right.text}"?`,
    choices: statesBut(code, index + 1, (facts) => facts.motto !== null),
    accept: [],
    open: true,
    note: right.note,
  };
};

/** A state's name and those of three states nearby for which a condition holds. */
function statesBut(code: StateFacts['code'], index: number, isFit: (facts: StateFacts) => boolean): string[] {
  const others = nearestFirst(code, index).filter((other) => isFit(factsOf(other)));
  return [code, ...others.slice(0, 3)].map(nameOf);
}

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

/**
 * "Which of these states has the bluebonnet as its state flower?" The others have something quite different. If several
 * states have it, only the first one is asked for in this way, so that no two questions have the same text.
 */
function whoHas(emblem: Emblem, facts: StateFacts, index: number): Draft | null {
  const right = facts[emblem];
  if (right === null) return null;
  if (FACTS.find((other) => other[emblem] === right) !== facts) return whatIs(emblem, facts, index);
  const isOther = (other: StateFacts) => other[emblem] !== null && !isAlike(other[emblem], right);
  return {
    text: `Which of these states has the ${right} as its state ${emblem}?`,
    choices: statesBut(facts.code, index, isOther),
    accept: [],
    open: false,
    note: '',
  };
}

/** Asks for the bird of half of the states, and for the state that has a bird with the other half. */
export const bird: Template = (facts, index) => {
  return index % 2 === 0 ? whatIs('bird', facts, index) : whoHas('bird', facts, index);
};

/** The plant that is asked for first: flower and tree take turns, if the state has both. */
function firstPlant(facts: StateFacts, index: number): 'flower' | 'tree' {
  if (facts.flower === null) return 'tree';
  if (facts.tree === null) return 'flower';
  return index % 4 < 2 ? 'flower' : 'tree';
}

/** Asks for the state's flower or tree, or for the state that has it. */
export const plant: Template = (facts, index) => {
  const emblem = firstPlant(facts, index);
  return index % 3 === 0 ? whoHas(emblem, facts, index) : whatIs(emblem, facts, index);
};

/** Asks for the plant that `plant` does not ask for, or its state. Null if both plants are the same. */
export const otherPlant: Template = (facts, index) => {
  const emblem = firstPlant(facts, index) === 'flower' ? 'tree' : 'flower';
  return facts.flower === facts.tree ? null : whoHas(emblem, facts, index);
};
