import { otherForms, SHARED_NAMES } from '../facts/names.ts';
import { NOTES } from '../facts/notes.ts';
import type { StateFacts } from '../facts/record.ts';
import { isDoubtful, nameOf, nearestFirst, othersLike, statesAround, turned } from './choosing.ts';
import type { Draft, Template } from './draft.ts';

/** "What is the capital of Texas?" The wrong choices are other cities of the state. */
export const capital: Template = ({ code, capital: right, cities }) => ({
  text: `What is the capital of ${nameOf(code)}?`,
  choices: [right, ...cities],
  accept: otherForms(right),
  open: true,
  note: NOTES[code]?.capital ?? '',
});

/**
 * "Which of these cities is in Texas?" The wrong choices are cities of the nearest states. The candidate is in the state,
 * so that its name is never the answer.
 */
export const city: Template = (facts, index) => cityOf(facts, facts.cities[0], index);

/** The same question about the second city, for states without neighbors. */
export const secondCity: Template = (facts, index) => {
  if (statesAround(facts.code).length > 0) return null;
  const draft = cityOf(facts, facts.cities[1], index + 1);
  return { ...draft, text: `Which of these is a city in ${nameOf(facts.code)}?` };
};

function cityOf({ code }: StateFacts, name: string, index: number): Draft {
  const others = othersLike(code, index, name, ({ cities }) => {
    return turned(cities, index).find((city) => !SHARED_NAMES.has(city)) ?? null;
  });
  return {
    text: `Which of these cities is in ${nameOf(code)}?`,
    choices: [name, ...others],
    accept: [],
    open: false,
    note: '',
  };
}

/** "Which city in Texas had the largest population in the 2020 census?" */
export const largest: Template = ({ code, capital: seat, cities, largest: right }) => ({
  text: `Which city in ${nameOf(code)} had the largest population in the 2020 census?`,
  choices: [right, ...[seat, ...cities].filter((one) => one !== right).slice(0, 3)],
  accept: otherForms(right),
  open: true,
  note: '',
});

/** "What is the highest point in Texas?" The wrong choices are the highest points of the nearest states. */
export const highest: Template = ({ code, highest: right }, index) => {
  if (right === null) return null;
  return {
    text: `What is the highest point in ${nameOf(code)}?`,
    choices: [right, ...othersLike(code, index, right, (facts) => facts.highest)],
    accept: otherForms(right),
    open: true,
    note: NOTES[code]?.highest ?? '',
  };
};

/** "Which of these states borders Texas?" or "... does not border Texas?", if there are enough neighbors for it. */
export const border: Template = ({ code }, index) => {
  const around = statesAround(code);
  if (around.length === 0) return null;
  const far = nearestFirst(code, index).filter((one) => !around.includes(one) && !isDoubtful(code, one));
  const near = nearestFirst(code, index).filter((one) => around.includes(one) && !isDoubtful(code, one));
  const isMany = near.length >= 3 && index % 2 === 0;
  const choices = isMany
    ? [...far.slice(0, 1), ...near.slice(0, 3)]
    : [...near.slice(0, 1), ...far.slice(0, 3)];
  return {
    text: `Which of these states ${isMany ? 'does not border' : 'borders'} ${nameOf(code)}?`,
    choices: choices.map(nameOf),
    accept: [],
    open: false,
    note: '',
  };
};

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** Where the right number stands among the four numbers in a row. */
const PLACES = [1, 3, 0, 2];

/** "How many states share a land or river border with Texas?" (PTG-2.2) */
export const neighborCount: Template = ({ code }, index) => {
  const right = statesAround(code).length;
  if (right === 0) return null;
  const lowest = Math.max(1, right - (PLACES[index % PLACES.length] as number));
  const numbers = [0, 1, 2, 3].map((step) => lowest + step).filter((number) => number !== right);
  const corner = ['AZ', 'CO', 'NM', 'UT'].includes(code)
    ? ', not counting the one that it touches at a corner'
    : '';
  return {
    text: `How many states share a land or river border with ${nameOf(code)}${corner}?`,
    choices: [right, ...numbers].map(String),
    accept: [NUMBERS[right] as string],
    open: true,
    note: statesAround(code).length > 4 ? '' : listOf(statesAround(code).map(nameOf)),
  };
};

/** "Maine.", "Maine and Vermont.", "Maine, New York, and Vermont." */
function listOf(names: readonly string[]): string {
  const last = names.at(-1);
  const others = names.slice(0, -1);
  if (others.length === 0) return `${last}.`;
  return `${others.join(', ')}${others.length > 1 ? ',' : ''} and ${last}.`;
}
