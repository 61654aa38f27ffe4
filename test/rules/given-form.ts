import type { SheetForm } from '../../src/rules/sheet.ts';

const LETTERS = ['A', 'B'].map((value) => ({ value, label: value }));
const LABELS = ['AB1', 'AB2'].map((value) => ({ value, label: value }));

/**
 * A form of no game at all: rows about questions, stops that keep their places, of which the second is lost, tasks that are
 * drawn or written, and a text for each of some questions.
 */
export const GIVEN: SheetForm = {
  turn: 2,
  phase: 'A phase',
  facts: [],
  sections: [
    {
      title: 'Questions',
      fields: [
        {
          kind: 'rows',
          name: 'answers',
          label: 'Answers',
          max: 2,
          given: [
            {
              label: 'AB1',
              note: 'easy',
              words: ['What is <b>big</b>?'],
              fixed: { question: 'AB1' },
              choices: {
                answer: [
                  { value: 'A', label: 'A An elephant' },
                  { value: 'B', label: 'B A flea' },
                ],
              },
            },
            { label: 'AB2', fixed: { question: 'AB2' } },
          ],
          columns: [
            { kind: 'choice', name: 'question', label: 'Question', choices: LABELS, blank: '' },
            { kind: 'choice', name: 'answer', label: 'Answer', choices: LETTERS, blank: '' },
          ],
        },
        {
          kind: 'rows',
          name: 'tasks',
          label: 'Tasks',
          max: 2,
          given: [
            { label: 'Show 3', note: 'a drawing', fixed: { show: 3 }, columns: ['drawing'] },
            { label: 'Show 5', fixed: { show: 5 }, columns: ['text'] },
          ],
          columns: [
            { kind: 'choice', name: 'show', label: 'Show', choices: [], blank: '' },
            { kind: 'text', name: 'drawing', label: 'Drawing', max: 12, lines: 4 },
            { kind: 'text', name: 'text', label: 'Text', max: 80 },
          ],
        },
      ],
    },
    {
      title: 'Stops',
      fields: [
        {
          kind: 'rows',
          name: 'stops',
          label: 'Stops',
          max: 3,
          positional: true,
          given: [
            { label: 'Stop 1', note: 'you rolled 3 and 4' },
            { label: 'Stop 2', note: 'lost', columns: [] },
            { label: 'Stop 3', note: 'you rolled 1 and 2' },
          ],
          sentence: {
            onlyWith: {
              to: { column: 'move', values: ['walk'] },
              cash: { column: 'move', values: ['walk'] },
            },
            conditions: {},
            actions: ['{move} to {to}', '{move}'],
            additions: { cash: 'for {cash}', chips: 'with {chips}' },
          },
          columns: [
            {
              kind: 'choice',
              name: 'move',
              label: 'Move',
              choices: [
                { value: 'walk', label: 'Walk' },
                { value: 'stay', label: 'Stay' },
              ],
              blank: '',
            },
            {
              kind: 'state',
              name: 'to',
              label: 'To',
              choices: [
                { value: 'CA', label: 'California' },
                { value: 'TX', label: 'Texas' },
              ],
              blank: '',
            },
            { kind: 'integer', name: 'cash', label: 'Cash', min: 0, max: 99, unit: 'dollars', ifBlank: 0 },
            { kind: 'text', name: 'chips', label: 'Chips', max: 9, words: 3 },
          ],
        },
      ],
    },
    {
      title: 'Written',
      fields: [
        {
          kind: 'texts',
          name: 'written',
          label: 'Written answers',
          max: 60,
          entries: ['Which planet?', 'Which river?', 'Which "year"?'],
        },
      ],
    },
  ],
};
