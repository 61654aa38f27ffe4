import { FACTS } from '../facts/index.ts';
import type { StateFacts } from '../facts/record.ts';
import { factsOf, nameOf, nearestFirst, yearOf } from './choosing.ts';
import type { Template } from './draft.ts';

/** The number of states that became states by ratifying the Constitution. */
const RATIFIERS = 13;

/** The years in which the first 13 states ratified the Constitution, and the next one. */
const RATIFICATION_YEARS = [1787, 1788, 1789, 1790, 1791];

/** Distances of wrong years from the right one. */
const YEAR_STEPS: readonly (readonly number[])[] = [
  [-4, 3, 7],
  [-9, -5, 4],
  [2, 6, 11],
  [-12, -7, -3],
  [-6, -2, 5],
];

function isRatifier({ order }: StateFacts): boolean {
  return order !== null && order <= RATIFIERS;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
const MORE_MONTHS = ['August', 'September', 'October', 'November', 'December'];

/** "On December 29." */
function dayNote({ joined }: StateFacts): string {
  const [, month, day] = joined.split('-').map(Number);
  return `On ${[...MONTHS, ...MORE_MONTHS][(month as number) - 1]} ${day}.`;
}

/** "In which year was Texas admitted to the Union?" The first 13 states ratified the Constitution instead. */
export const year: Template = (facts, index) => {
  const right = yearOf(facts);
  const did = isRatifier(facts) ? 'did # ratify the Constitution' : 'was # admitted to the Union';
  const years = isRatifier(facts)
    ? RATIFICATION_YEARS.filter((one) => one !== right).slice(index % 2, (index % 2) + 3)
    : (YEAR_STEPS[index % YEAR_STEPS.length] as readonly number[]).map((step) => right + step);
  return {
    text: `In which year ${did.replace('#', nameOf(facts.code))}?`,
    choices: [right, ...years].map(String),
    accept: [],
    open: true,
    note: dayNote(facts),
  };
};

const ONES = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const TEENS = ['eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth'];
const ROUND = ['twentieth', 'thirtieth', 'fortieth', 'fiftieth'];
const TENS = ['twenty', 'thirty', 'forty'];

/** "twenty-eighth", for 1 to 50. */
function ordinalWord(n: number): string {
  if (n < 20) return [...ONES, ...TEENS, 'eighteenth', 'nineteenth'][n] as string;
  const tens = Math.floor(n / 10) - 2;
  return n % 10 === 0 ? (ROUND[tens] as string) : `${TENS[tens]}-${ONES[n % 10]}`;
}

/** "28th" */
function ordinal(n: number): string {
  const isTeen = n >= 11 && n <= 13;
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** Where the right number stands among the four numbers offered, which are at equal distances. */
const PLACES = [2, 0, 3, 1];

/** "In the order in which the states joined the Union, what number is Texas?" */
export const order: Template = ({ code, order: right }, index) => {
  if (right === null) return null;
  const step = index % 3 === 0 && right > 9 && right < 42 ? 3 : 1;
  const lowest = Math.min(
    50 - 3 * step,
    Math.max(1, right - step * (PLACES[index % PLACES.length] as number)),
  );
  const numbers = [0, 1, 2, 3].map((place) => lowest + place * step);
  return {
    text: `In the order in which the states joined the Union, what number is ${nameOf(code)}?`,
    choices: [right, ...numbers.filter((number) => number !== right).slice(0, 3)].map(ordinal),
    accept: [String(right), ordinalWord(right), `number ${right}`],
    open: true,
    note: '',
  };
};

/** "Which state was the next to join the Union after Texas?" Null if the Dakotas, admitted on one day, are next. */
export const joinedNext: Template = ({ code, order: number }) => {
  if (number === null) return null;
  const byOrder = (step: number) => FACTS.find((facts) => facts.order === number + step);
  const right = byOrder(1);
  const others = [2, -1, -2, 3, -3].flatMap((step) => byOrder(step) ?? []).slice(0, 3);
  if (!right) return null;
  return {
    text: `Which state was the next to join the Union after ${nameOf(code)}?`,
    choices: [right, ...others].map((facts) => nameOf(facts.code)),
    accept: [],
    open: true,
    note: '',
  };
};

/** The least distance in years between states whose order of admission is asked. */
const CLEAR_YEARS = 5;

/** "Which of these states joined the Union after Texas?" The wrong choices joined before it. */
export const joinedAfter: Template = (facts, index) => {
  const others = nearestFirst(facts.code, index).map(factsOf);
  const later = others.filter((other) => yearOf(other) >= yearOf(facts) + CLEAR_YEARS);
  const earlier = others.filter((other) => yearOf(other) <= yearOf(facts) - CLEAR_YEARS);
  if (later.length < 1 || earlier.length < 3) return null;
  return {
    text: `Which of these states joined the Union after ${nameOf(facts.code)}?`,
    choices: [...later.slice(0, 1), ...earlier.slice(0, 3)].map(({ code }) => nameOf(code)),
    accept: [],
    open: false,
    note: '',
  };
};
