import type { SheetForm } from '../../../src/rules/sheet.ts';

const STATES = [
  { value: 'CA', label: 'California', note: '54 votes' },
  { value: 'NY', label: 'New York', note: '28 votes' },
  { value: 'TX', label: 'Texas' },
];

/** A form of no game at all, with every kind of field in it. */
export const EVERY_KIND: SheetForm = {
  turn: 4,
  phase: 'A phase of "every" kind',
  facts: ['Campaign funds: $512', 'Days left: 7'],
  sections: [
    {
      title: 'Plans',
      hint: 'All of it is optional.',
      fields: [
        {
          kind: 'choice',
          name: 'mate',
          label: 'Running mate',
          blank: 'Nobody',
          choices: [{ value: 'CD', label: 'Carl <Dunn>' }],
        },
        { kind: 'state', name: 'home', label: 'Home', blank: 'No state', choices: STATES },
        {
          kind: 'integer',
          name: 'bid',
          label: 'Bid',
          min: 0,
          max: 20,
          unit: 'dollars',
          hint: 'At most $20.',
        },
        { kind: 'flag', name: 'claim', label: 'Claim DC' },
        { kind: 'text', name: 'press', label: 'Press release', max: 75 },
      ],
    },
    {
      title: 'Lists',
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
          kind: 'rows',
          name: 'plan',
          label: 'Campaign',
          max: 4,
          columns: [
            { kind: 'state', name: 'state', label: 'State', blank: '—', choices: STATES },
            { kind: 'integer', name: 'spend', label: 'Amount', min: 1, max: null, unit: 'dollars' },
            { kind: 'integer', name: 'days', label: 'Days', min: 1, max: 3, unit: 'days', hint: '1 to 3' },
            { kind: 'flag', name: 'cover', label: 'Cover' },
          ],
        },
      ],
    },
  ],
};
