import { describe, expect, test } from 'vitest';
import { codePoints } from '../../../src/rules/code-points.ts';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { grouped } from '../../../src/rules/numbers.ts';
import { house1 } from '../../../src/rules/politics/bank/house-1/index.ts';
import { BANKS } from '../../../src/rules/politics/bank/index.ts';
import { KINDS, type Question } from '../../../src/rules/politics/bank/record.ts';
import { SPECIMEN } from '../../../src/rules/politics/bank/specimen.ts';
import { BANK_LABELS } from '../../../src/rules/politics/setup.ts';
import { matches } from '../../../src/rules/politics/text.ts';

const HOUSE_1 = house1();

const byKind = (kind: Question['kind']) => HOUSE_1.filter((question) => question.kind === kind);

function share(questions: readonly Question[], is: (question: Question) => boolean): number {
  return questions.filter(is).length / questions.length;
}

describe('the house bank (PTG-2.9)', () => {
  test('is large enough', () => {
    expect(HOUSE_1.length).toBeGreaterThanOrEqual(1100);
    expect(byKind('general').length).toBeGreaterThanOrEqual(300);
    expect(byKind('government').length).toBeGreaterThanOrEqual(300);
    for (const code of STATE_CODES.filter((one) => one !== 'DC')) {
      expect(byKind('state').filter(({ state }) => state === code).length, code).toBeGreaterThanOrEqual(10);
    }
  });

  test.each(KINDS)('has a third of each level among its %s questions', (kind) => {
    for (const level of [1, 2, 3]) {
      const part = share(byKind(kind), (question) => question.level === level);
      expect(part).toBeGreaterThan(1 / 3 - 0.01);
      expect(part).toBeLessThan(1 / 3 + 0.01);
    }
  });

  test('has as many questions of each level about every state', () => {
    for (const code of STATE_CODES.filter((one) => one !== 'DC')) {
      const about = byKind('state').filter(({ state }) => state === code);
      expect(
        [1, 2, 3].map((level) => about.filter((question) => question.level === level).length),
        code,
      ).toEqual([4, 4, 4]);
    }
  });

  test.each(['general', 'state'] as const)(
    'can ask at least half of its %s questions without choices',
    (kind) => {
      expect(share(byKind(kind), ({ open }) => open)).toBeGreaterThanOrEqual(0.5);
    },
  );

  test('names no template more than twice in a state', () => {
    for (const code of STATE_CODES) {
      const starts = byKind('state')
        .filter(({ state }) => state === code)
        .map(({ text }) => text.split(' ').slice(0, 5).join(' '));
      for (const start of starts)
        expect(starts.filter((one) => one === start).length, start).toBeLessThanOrEqual(2);
    }
  });

  test('has different ids and texts, and none of those of the specimen bank', () => {
    const all = [...HOUSE_1, ...SPECIMEN];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(HOUSE_1.map(({ text }) => text.toLowerCase())).size).toBe(HOUSE_1.length);
  });
});

describe.each([
  ['house', HOUSE_1],
  ['specimen', SPECIMEN],
] as const)('each question of the %s bank', (_, bank) => {
  test('has the shape of PTG-2.8', () => {
    for (const { id, kind, state, text, choices, answer, note, accept } of bank) {
      expect(codePoints(text), id).toBeLessThanOrEqual(200);
      expect(text, id).toMatch(/[?.…"]$/);
      expect(codePoints(note), id).toBeLessThanOrEqual(160);
      expect(new Set(choices.map((choice) => choice.toLowerCase())).size, id).toBe(4);
      for (const choice of choices) expect(codePoints(choice), id).toBeLessThanOrEqual(60);
      expect(choices[answer], id).toBeTruthy();
      expect(state !== null, id).toBe(kind === 'state');
      for (const form of accept) expect(form, id).not.toBe('');
    }
  });

  test('accepts its right answer in writing, and none of its wrong ones', () => {
    for (const { id, choices, answer, accept } of bank) {
      const forms = [choices[answer] as string, ...accept];
      for (const form of forms) expect(matches(form, forms), `${id} ${form}`).toBe(true);
      for (const [i, choice] of choices.entries()) {
        if (i !== answer) expect(matches(choice, forms), `${id} ${choice}`).toBe(false);
      }
    }
  });
});

test('the new-game form says how many questions each bank has', () => {
  for (const [name, questions] of Object.entries(BANKS)) {
    expect(BANK_LABELS[name]).toMatch(new RegExp(`: ${grouped(questions.length)} questions$`));
  }
});
