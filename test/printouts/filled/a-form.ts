import type { SheetForm } from '../../../src/rules/sheet.ts';

const STATES = ['CA', 'TX', 'NY'].map((value) => ({ value, label: `State of ${value}` }));
const MANY = Array.from({ length: 20 }, (_, i) => ({ value: `C${i}`, label: `Choice number ${i}` }));

/** A form with every kind of field. */
export function aForm(): SheetForm {
  return {
    turn: 4,
    phase: 'Every kind',
    facts: ['You have $500.'],
    sections: [
      {
        title: 'Trips',
        fields: [
          {
            kind: 'ranking',
            name: 'trips',
            label: 'Trips',
            max: 3,
            of: 'state',
            each: 'Trip',
            choices: STATES,
          },
          {
            kind: 'ranking',
            name: 'dice',
            label: 'Dice',
            max: 2,
            of: 'choice',
            each: 'Die',
            choices: NUMBERS,
            unordered: true,
            numbers: true,
          },
        ],
      },
      {
        title: 'Money',
        fields: [
          {
            ...{ kind: 'rows', name: 'campaign', label: 'Campaign', max: 4 },
            columns: [
              { kind: 'state', name: 'state', label: 'State', choices: STATES, blank: 'None' },
              { kind: 'integer', name: 'spend', label: 'Amount', min: 0, max: 500, unit: 'dollars' },
            ],
          },
          {
            ...{ kind: 'rows', name: 'plan', label: 'Plan', max: 3 },
            columns: [
              { kind: 'choice', name: 'what', label: 'What', choices: MANY, blank: 'Nothing' },
              { kind: 'flag', name: 'cover', label: 'Cover' },
              { kind: 'integer', name: 'days', label: 'Days', min: 0, max: 9, unit: 'days' },
              { kind: 'text', name: 'words', label: 'Words', max: 30 },
            ],
          },
        ],
      },
      {
        title: 'Others',
        fields: [
          { kind: 'choice', name: 'mate', label: 'Running mate', choices: MANY, blank: 'No one' },
          { kind: 'choice', name: 'card', label: 'Card', choices: STATES, blank: 'None' },
          { kind: 'flag', name: 'adjourn', label: 'Adjourn' },
          { kind: 'integer', name: 'after', label: 'After', min: 0, max: null, unit: 'votes' },
          { kind: 'text', name: 'slogan', label: 'Slogan', max: 12 },
          { kind: 'text', name: 'press', label: 'Press', max: 75 },
          { kind: 'text', name: 'speech', label: 'Speech', max: 300 },
          {
            kind: 'texts',
            name: 'answers',
            label: 'Answers',
            max: 40,
            entries: ['Which planet?', 'Which river?'],
          },
        ],
      },
    ],
  };
}

const NUMBERS = ['1', '2', '3'].map((value) => ({ value, label: `Die ${value}` }));

/** Orders with something in each of its fields. */
export const ORDERS = {
  trips: ['TX', 'CA'],
  dice: [1, 3],
  campaign: [
    { state: 'NY', spend: 120 },
    { state: 'CA', spend: 5 },
  ],
  plan: [{ what: 'C7', cover: true, days: 3, words: 'Go (west) \\ "now"' }],
  mate: 'C12',
  card: 'NY',
  adjourn: true,
  after: 12,
  slogan: 'Vote for Zoë',
  press: 'Ännie & “co”: 50 % более 民主 🚂',
  speech: 'First line\nSecond line',
  answers: ['Saturn', null],
};
