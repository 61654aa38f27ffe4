import { type StateCode, stateOf } from '../../../country.ts';
import { CAPITAL } from '../../data/amounts.ts';
import { neighbors } from '../../data/map.ts';
import type { Level, Question } from '../record.ts';
import { FACTS, otherForms, type StateFacts } from './facts.ts';

/** PTG-2.9: questions about each state. */
const PER_STATE = 12;

/** Pairs that meet at a point or across water only (PTG-2.2): they are in no question about borders. */
const DOUBTFUL: readonly string[] = [
  'AZ CO',
  'CO AZ',
  'NM UT',
  'UT NM',
  'MI MN',
  'MN MI',
  'IL MI',
  'MI IL',
  'NY RI',
  'RI NY',
];

/** A question without what is the same for all questions about a state; the first choice is right. */
interface Draft {
  level: Level;
  text: string;
  choices: string[];
  accept?: string[];
  open?: boolean;
}

type Template = (facts: StateFacts, index: number) => Draft | null;

/** PTG-2.9: the state questions of the house bank, 12 for each state, made from the table of facts. */
export function stateQuestions(): Question[] {
  return FACTS.flatMap((facts, index) => {
    const drafts = TEMPLATES.flatMap((template) => template(facts, index) ?? []).slice(0, PER_STATE);
    return drafts.map(({ level, text, choices, accept, open = true }, i): Question => {
      const id = `house-s-${facts.code.toLowerCase()}-${String(i + 1).padStart(2, '0')}`;
      const what = { id, kind: 'state', state: facts.code, level } as const;
      return {
        ...what,
        text,
        choices,
        answer: 0,
        accept: accept ?? otherForms(choices[0] ?? ''),
        open,
        note: '',
      };
    });
  });
}

function nameOf(code: StateCode): string {
  return stateOf(code).name;
}

/** Three values of other states that have no word in common with the right one; which, depends on the state. */
function others(
  index: number,
  step: number,
  right: string,
  value: (facts: StateFacts) => string | null,
): string[] {
  const found: string[] = [];
  const words = new Set(wordsOf(right));
  for (let k = 1; found.length < 3; k += 1) {
    const other = value(FACTS[(index + k * step) % FACTS.length] as StateFacts);
    if (other === null || found.includes(other) || wordsOf(other).some((word) => words.has(word))) continue;
    found.push(other);
  }
  return found;
}

function wordsOf(text: string): string[] {
  const names = [text, ...otherForms(text)].join(' ').toLowerCase();
  return names.split(/[^a-zñ']+/).filter((word) => word !== '' && word !== 'and' && word !== 'the');
}

/** Numbers near the right one, none below `least`. */
function near(right: number, steps: readonly number[], least: number): number[] {
  return steps
    .map((step) => right + step)
    .filter((number) => number >= least)
    .slice(0, 3);
}

function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** States that adjoin neither the state nor are doubtful, neighbors of its neighbors first. */
function strangers(code: StateCode): StateCode[] {
  const near = neighbors(code);
  const second = near.flatMap(neighbors);
  const all = [...new Set([...second, ...FACTS.map((facts) => facts.code)])];
  return all.filter((other) => {
    return (
      other !== code && other !== CAPITAL && !near.includes(other) && !DOUBTFUL.includes(`${code} ${other}`)
    );
  });
}

function statesAround(code: StateCode): StateCode[] {
  return neighbors(code).filter((other) => other !== CAPITAL);
}

const capital: Template = ({ code, capital: right, cities }) => {
  return { level: 1, text: `What is the capital of ${nameOf(code)}?`, choices: [right, ...cities] };
};

const nickname: Template = ({ code, nickname: name }, index) => {
  const choices = [nameOf(code), ...others(index, 7, nameOf(code), (facts) => nameOf(facts.code))];
  return { level: 1, text: `Which state is nicknamed the ${name}?`, choices };
};

const largest: Template = ({ code, capital: seat, cities, largest: right }) => {
  const rest = [seat, ...cities].filter((city) => city !== right).slice(0, 3);
  const text = `Which city of ${nameOf(code)} had the most inhabitants in the census of 2020?`;
  return { level: 1, text, choices: [right, ...rest] };
};

const border: Template = ({ code }) => {
  const around = statesAround(code);
  const far = strangers(code);
  if (around.length === 0) return null;
  const isMany = around.length >= 3;
  const choices = isMany ? [far[0], ...around.slice(0, 3)] : [around[0], ...far.slice(0, 3)];
  const text = `Which of these states ${isMany ? 'does not border' : 'borders'} ${nameOf(code)}?`;
  return { level: 1, text, choices: choices.map((one) => nameOf(one as StateCode)), accept: [], open: false };
};

const city: Template = ({ code, cities }) => {
  const around = [...statesAround(code), ...strangers(code)].slice(0, 3);
  const choices = [code, ...around].map(nameOf);
  return { level: 2, text: `In which state is ${cities[0]}?`, choices, accept: [], open: false };
};

const highest: Template = ({ code, highest: right }, index) => {
  if (right === null) return null;
  const choices = [right, ...others(index, 11, right, (facts) => facts.highest)];
  return { level: 2, text: `What is the highest point of ${nameOf(code)}?`, choices };
};

const bird: Template = ({ code, bird: right }, index) => {
  if (right === null) return null;
  const choices = [right, ...others(index, 13, right, (facts) => facts.bird)];
  return { level: 2, text: `What is the state bird of ${nameOf(code)}?`, choices };
};

const neighborCount: Template = ({ code }, index) => {
  const right = statesAround(code).length;
  if (right === 0) return null;
  const steps = index % 2 === 0 ? [-1, 1, 2, 3] : [1, -2, -1, 2, 3];
  const choices = [right, ...near(right, steps, 0)].map(String);
  const accept = [NUMBERS[right] ?? ''];
  return { level: 2, text: `How many states adjoin ${nameOf(code)} on land or a river?`, choices, accept };
};

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

const capitalOf: Template = ({ code, capital: right }, index) => {
  if (statesAround(code).length > 0) return null;
  const choices = [nameOf(code), ...others(index, 9, nameOf(code), (facts) => nameOf(facts.code))];
  return { level: 2, text: `Which state has ${right} as its capital?`, choices };
};

const year: Template = ({ code, year: right, order }, index) => {
  const isFirst = order !== null && order <= 13;
  const steps = [
    [2, -1, 5],
    [-2, 1, 4],
    [-4, -1, 3],
  ][index % 3] as number[];
  const choices = [right, ...steps.map((step) => right + step)].map(String);
  const did = isFirst ? 'ratify the Constitution' : 'join the Union';
  return { level: 3, text: `In which year did ${nameOf(code)} ${did}?`, choices, accept: [] };
};

const order: Template = ({ code, order: right }, index) => {
  if (right === null || index % 2 === 0) return null;
  const choices = [right, ...near(right, [-1, 2, 1, 3, 4], 1)].map(ordinal);
  const text = `Counting from the first, as which state did ${nameOf(code)} join the Union?`;
  return {
    level: 3,
    text,
    choices: choices.filter((one) => one !== '51st' && one !== '52nd').slice(0, 4),
    accept: [String(right)],
  };
};

const flower: Template = ({ code, flower: right }, index) => {
  const choices = [right, ...others(index, 17, right, (facts) => facts.flower)];
  return { level: 3, text: `What is the state flower of ${nameOf(code)}?`, choices };
};

const motto: Template = ({ code, motto: words }, index) => {
  if (words === null) return null;
  const choices = [nameOf(code), ...others(index, 19, nameOf(code), (facts) => nameOf(facts.code))];
  return { level: 3, text: `Which state has the motto "${words}"?`, choices };
};

const tree: Template = ({ code, tree: right }, index) => {
  const choices = [right, ...others(index, 21, right, (facts) => facts.tree)];
  return { level: 3, text: `What is the state tree of ${nameOf(code)}?`, choices };
};

/** The tree comes last: it stands in where another question cannot be asked. */
const TEMPLATES: readonly Template[] = [
  ...[capital, nickname, largest, border, city, highest, bird, neighborCount, capitalOf],
  ...[year, order, flower, motto, tree],
];
