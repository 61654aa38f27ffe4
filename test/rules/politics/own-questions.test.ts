import { describe, expect, test } from 'vitest';
import { options } from '../../../src/rules/politics/setup.ts';

/* PTG-2.10: questions that the GM writes for one game. */

const TEXT = `# About our town
general 1 open: Which river runs through our town?
+ The Elk
- The Deer
- The Moose
- The Bear
= Elk River

State tx: What is the capital of Texas?
- Houston
+ Austin
- Dallas
- San Antonio
`;

/** The messages about the questions of a new game. */
function messages(questions: unknown, bank: string | null = 'house-1'): string[] {
  const parsed = options.safeParse({ questions, bank });
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

describe('the questions of a GM', () => {
  test('are read from a text', () => {
    const { questions } = options.parse({ questions: TEXT });
    expect(questions).toMatchObject([
      {
        ...{ id: 'own-1', kind: 'general', state: null, level: 1, open: true, answer: 0 },
        text: 'Which river runs through our town?',
        choices: ['The Elk', 'The Deer', 'The Moose', 'The Bear'],
        accept: ['Elk River'],
      },
      { id: 'own-2', kind: 'state', state: 'TX', level: 2, open: false, answer: 1, accept: [], note: '' },
    ]);
    // What is stored is read again, and JSON is as good.
    expect(options.parse({ questions }).questions).toEqual(questions);
    expect(options.parse({ questions: JSON.stringify(questions) }).questions).toEqual(questions);
  });

  test('have a limit of what is stored with every turn', () => {
    const record = { id: 'q', kind: 'general', text: 'Which?', choices: ['A', 'B', 'C', 'D'] };
    const forms = (count: number, length: number) =>
      Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, 'x'));
    expect(messages([{ ...record, accept: forms(10, 60) }])).toEqual([]);
    const limit = 'Question 1: must have at most 10 other right forms of at most 60 characters.';
    expect(messages([{ ...record, accept: forms(11, 5) }])).toContain(limit);
    expect(messages([{ ...record, accept: forms(1, 61) }])).toContain(limit);
    const many = Array.from({ length: 500 }, (_, i) => ({ ...record, id: `q${i}`, accept: forms(10, 60) }));
    expect(messages(many)).toEqual([expect.stringMatching(/too long together: \d+ bytes/)]);
  });

  test('with mistakes are refused by line, with what would be right', () => {
    expect(messages('Which river?')).toEqual([
      expect.stringMatching(/^Line 1: must begin a question, such as: /),
    ]);
    expect(messages('+ Elk')).toEqual([expect.stringMatching(/^Line 1: must begin a question/)]);
    expect(messages('# no question')).toEqual([]);
    expect(messages('\ngeneral: Which?\n+ A\n- B\n- C')).toEqual([
      'Line 2: this question must have one right answer (+) and three wrong ones (-).',
    ]);
    expect(messages('general: Which?\n+ A\n+ B\n- C\n- D')).toEqual([
      expect.stringMatching(/^Line 1: this question must have one right answer/),
    ]);
    expect(messages('state: Which?\n+ A\n- B\n- C\n- D')).toEqual([
      expect.stringMatching(/^Line 1, state: /),
    ]);
    expect(messages('state DC: Which?\n+ A\n- B\n- C\n- D')).toEqual([
      expect.stringMatching(/^Line 1, state: must be the postal code of a state other than DC/),
    ]);
    expect(messages('general 4: Which?\n+ A\n- B\n- C\n- D')).toEqual(['Line 1, level: must be 1, 2 or 3.']);
    expect(messages('general: Which?\n+ A\n- A\n- C\n- D')).toEqual([
      expect.stringMatching(/^Line 1, choices: /),
    ]);
    const long = 'x'.repeat(61);
    expect(messages(`# Town\n\ngeneral: Which?\n+ A\n- B\n# so long\n- ${long}\n- D`)).toEqual([
      'Line 7, choices: must be a text of 1 to 60 characters.',
    ]);
    expect(messages('[{]')).toEqual([expect.stringMatching(/^This is no JSON list/)]);
    expect(messages('[{"kind":"general"}]')[0]).toMatch(/^Question 1, id: /);
  });

  test('name at most twenty mistakes', () => {
    const many = messages('nonsense\n'.repeat(30));
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toBe('There are 10 more mistakes.');
  });

  test('can be the only ones if each kind has one', () => {
    expect(messages(TEXT, null)).toEqual(['There must be questions of the kind government, or a bank.']);
    expect(messages(`${TEXT}\ngovernment: Which?\n+ A\n- B\n- C\n- D`, null)).toEqual([]);
  });

  test('have ids of their own', () => {
    const { questions } = options.parse({ questions: TEXT, bank: 'specimen' });
    const taken = questions.map((question) => ({ ...question, id: 'g01' }));
    expect(messages(taken, 'specimen')).toEqual([
      'Question 1 has the id g01 of another question. Give it another one.',
    ]);
  });

  test('cannot be too many or too long', () => {
    const one = 'general: Which?\n+ A\n- B\n- C\n- D\n';
    expect(messages(one.repeat(500))).toEqual([]);
    expect(messages(one.repeat(501))).toEqual(['The list must have at most 500 questions.']);
    expect(messages('#'.repeat(120_001))).toEqual(['must have at most 120,000 characters']);
  });
});
