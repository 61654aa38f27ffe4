import { describe, expect, test } from 'vitest';
import { codePoints } from '../../../../src/rules/code-points.ts';
import { STATES } from '../../../../src/rules/country.ts';
import { FACTS } from '../../../../src/rules/politics/bank/house-1/facts/index.ts';
import { otherForms } from '../../../../src/rules/politics/bank/house-1/facts/names.ts';
import type { StateFacts } from '../../../../src/rules/politics/bank/house-1/facts/record.ts';
import { stateQuestions } from '../../../../src/rules/politics/bank/house-1/state-questions.ts';
import type { Question } from '../../../../src/rules/politics/bank/record.ts';
import { neighbors } from '../../../../src/rules/politics/data/map.ts';
import { matches } from '../../../../src/rules/politics/text.ts';

const QUESTIONS = stateQuestions();
const HOME_STATES = STATES.filter(({ code }) => code !== 'DC');

/** The facts of the state with a name. */
function named(name: string): StateFacts {
  const code = HOME_STATES.find((state) => state.name === name)?.code;
  return FACTS.find((facts) => facts.code === code) as StateFacts;
}

const yearOf = ({ joined }: StateFacts) => Number(joined.slice(0, 4));
const around = ({ code }: StateFacts) => neighbors(code).filter((other) => other !== 'DC');

/** Whether two emblems could be taken for one. */
function isSame(one: string, other: string): boolean {
  return [one, ...otherForms(one)].some((form) => matches(form, [other, ...otherForms(other)]));
}

/**
 * The pattern of each text, and a function that tells from the table of facts whether a choice is right. It gets the
 * choice and the name of the state.
 */
type Template = readonly [RegExp, (choice: string, name: string) => boolean];

const TEMPLATES: readonly Template[] = [
  [/^What is the capital of (.+)\?$/, (choice, name) => named(name).capital === choice],
  [/^Which city in (.+) had the largest population in/, (choice, name) => named(name).largest === choice],
  [/^Which of these cities is in (.+)\?$/, (choice, name) => named(name).cities.includes(choice)],
  [/^Which of these is a city in (.+)\?$/, (choice, name) => named(name).cities.includes(choice)],
  [/^Which of these is a nickname of (.+)\?$/, (choice, name) => named(name).nickname === choice],
  [/^Which of these is the motto of (.+)\?$/, (choice, name) => named(name).motto?.text === choice],
  [/^What is the highest point in (.+)\?$/, (choice, name) => named(name).highest === choice],
  [
    /^Which of these states borders (.+)\?$/,
    (choice, name) => neighbors(named(name).code).includes(named(choice).code),
  ],
  [
    /^Which of these states does not border (.+)\?$/,
    (choice, name) => !neighbors(named(name).code).includes(named(choice).code),
  ],
  [
    /^How many states share a land or river border with ([\w ]+)(?:, not counting .+)?\?$/,
    (choice, name) => around(named(name)).length === Number(choice),
  ],
  [
    /^In which year (?:was|did) (.+) (?:admitted to the Union|ratify the Constitution)\?$/,
    (choice, name) => yearOf(named(name)) === Number(choice),
  ],
  [
    /^In the order .+, what number is (.+)\?$/,
    (choice, name) => named(name).order === Number.parseInt(choice, 10),
  ],
  [
    /^Which state was the next to join the Union after (.+)\?$/,
    (choice, name) => named(choice).order === (named(name).order as number) + 1,
  ],
  [
    /^Which of these states joined the Union after (.+)\?$/,
    (choice, name) => yearOf(named(choice)) > yearOf(named(name)),
  ],
  ...(['bird', 'tree', 'flower'] as const).map(
    (emblem): Template => [
      new RegExp(`^What is the state ${emblem} of (.+)\\?$`),
      (choice, name) => isSame(named(name)[emblem] as string, choice),
    ],
  ),
];

function templatesOf({ text }: Question) {
  return TEMPLATES.filter(([pattern]) => pattern.test(text));
}

describe('the table of facts of the states (PTG-2.9)', () => {
  test('has the 50 states in alphabetical order of the code', () => {
    expect(FACTS.map(({ code }) => code)).toEqual(HOME_STATES.map(({ code }) => code));
  });

  test('has states in the order of the days on which they joined', () => {
    const ordered = FACTS.filter(({ order }) => order !== null).sort((a, b) => a.order! - b.order!);
    const numbers = Array.from({ length: 50 }, (_, i) => i + 1).filter((n) => n !== 39 && n !== 40);
    expect(ordered.map(({ order }) => order)).toEqual(numbers);
    const days = ordered.map(({ joined }) => joined);
    expect(days).toEqual([...days].sort());
    expect(new Set(days).size).toBe(days.length);
  });

  test('gives each state four cities, the largest among them, and a nickname and a motto of its own', () => {
    for (const { code, capital, cities, largest } of FACTS) {
      expect(new Set([capital, ...cities]).size, code).toBe(4);
      expect([capital, ...cities], code).toContain(largest);
    }
    expect(new Set(FACTS.map(({ nickname }) => nickname)).size).toBe(50);
    const mottos = FACTS.flatMap(({ motto }) => motto?.text ?? []);
    expect(new Set(mottos).size).toBe(mottos.length);
    const peaks = FACTS.flatMap(({ highest }) => highest ?? []);
    expect(new Set(peaks).size).toBe(peaks.length);
  });
});

describe('the state questions of the house bank (PTG-2.9)', () => {
  test('are 12 for each state, in order of code and number', () => {
    const ids = HOME_STATES.flatMap(({ code }) =>
      Array.from({ length: 12 }, (_, i) => `house-s-${code.toLowerCase()}-${String(i + 1).padStart(2, '0')}`),
    );
    expect(QUESTIONS.map(({ id }) => id)).toEqual(ids);
    for (const { id, state } of QUESTIONS) expect(id.split('-')[2], id).toBe(state?.toLowerCase());
  });

  test('are made the same way each time', () => {
    expect(stateQuestions()).toEqual(QUESTIONS);
  });

  test('have different texts', () => {
    expect(new Set(QUESTIONS.map(({ text }) => text)).size).toBe(QUESTIONS.length);
  });

  test('have a third of each level, and at least three fifths can be asked without choices', () => {
    for (const level of [1, 2, 3]) {
      const share = QUESTIONS.filter((question) => question.level === level).length / QUESTIONS.length;
      expect(share).toBeGreaterThan(0.28);
      expect(share).toBeLessThan(0.38);
    }
    expect(QUESTIONS.filter(({ open }) => open).length / QUESTIONS.length).toBeGreaterThanOrEqual(0.6);
  });

  test('use no template more than twice in a state', () => {
    for (const question of QUESTIONS) expect(templatesOf(question), question.text).toHaveLength(1);
    for (const { code } of HOME_STATES) {
      const used = QUESTIONS.filter(({ state }) => state === code).flatMap(templatesOf);
      for (const template of used) {
        expect(used.filter((one) => one === template).length, code).toBeLessThanOrEqual(2);
      }
    }
  });

  test('keep the limits of PTG-2.8', () => {
    for (const { id, kind, text, choices, answer, accept, note } of QUESTIONS) {
      expect(kind, id).toBe('state');
      expect(codePoints(text), id).toBeLessThanOrEqual(200);
      expect(codePoints(note), id).toBeLessThanOrEqual(160);
      expect(new Set(choices).size, id).toBe(4);
      expect(choices, id).toHaveLength(4);
      for (const choice of choices) expect(codePoints(choice), id).toBeLessThanOrEqual(60);
      expect(answer, id).toBe(0);
      for (const form of accept) expect(codePoints(form), id).toBeLessThanOrEqual(60);
    }
  });

  test('have one right choice by the table of facts', () => {
    for (const question of QUESTIONS) {
      const [pattern, isRight] = templatesOf(question)[0]!;
      const [, name = ''] = pattern.exec(question.text)!;
      const right = question.choices.map((choice) => isRight(choice, name));
      expect(right, question.text).toEqual([true, false, false, false]);
    }
  });

  test('let no wrong choice pass in writing (PTG-2.13)', () => {
    for (const { id, choices, accept } of QUESTIONS) {
      const forms = [choices[0]!, ...accept];
      for (const choice of choices.slice(1)) expect(matches(choice, forms), `${id} ${choice}`).toBe(false);
    }
  });

  test('never have the state as their answer, in which the candidate is', () => {
    for (const { id, state, choices } of QUESTIONS) {
      const { name } = HOME_STATES.find(({ code }) => code === state)!;
      expect(choices[0], id).not.toBe(name);
    }
  });

  test('ask about no border that is a point or lies in water', () => {
    const doubtful = ['Arizona Colorado', 'New Mexico Utah', 'Michigan Minnesota', 'Illinois Michigan'];
    doubtful.push('New York Rhode Island');
    for (const { text, choices } of QUESTIONS.filter(({ text }) => /border/.test(text))) {
      const name = /borders? ([\w ]+)\?/.exec(text)?.[1];
      for (const choice of choices) expect(doubtful, text).not.toContain([name, choice].sort().join(' '));
    }
  });
});
