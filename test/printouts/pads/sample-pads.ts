import type { Block, DiceRow, Report, ScorePad, ScorePads, ShareBars } from '../../../src/rules/report.ts';
import { sampleReport } from '../sample-report.ts';

// Made-up dice, score pads and bars of shares.

/** A pad with a box that is won, one that is lost, one that is open, and an item that is checked. */
export function samplePad(name = 'Ann Baker', by = 'AB'): ScorePad {
  return {
    title: `${name} for President`,
    by,
    tone: 'red',
    totals: [
      { label: 'Funds', value: '$4' },
      { label: 'Delegates', value: '7' },
    ],
    tracks: [
      {
        label: 'Staff',
        circles: 14,
        marks: 3,
        gains: [2, 5, 9, 14].map((at) => ({ at, text: `die at ${at}` })),
      },
    ],
    boxes: [
      {
        ...{ code: 'SC', name: 'South Carolina', circles: 6, marks: 6 },
        prizes: [{ value: '7', place: '1st', holder: by }],
      },
      {
        ...{ code: 'NV', name: 'Nevada', circles: 6, marks: 2 },
        prizes: [{ value: '5', place: '1st', holder: 'XYZ' }],
      },
      {
        ...{ code: 'FL', name: 'Florida', circles: 36, marks: 10 },
        prizes: [
          { value: '12', place: '1st', holder: 'XYZ' },
          { value: '6', place: '2nd', holder: null },
        ],
      },
    ],
    lists: [
      {
        heading: 'Campaign',
        items: [
          { label: 'Organizer', price: '$2', note: 'a second re-roll', checked: true },
          { label: 'Radio Ad', price: '$3', note: '1 mark in each of 3 states', checked: false },
        ],
      },
    ],
  };
}

export function padsOf(size: ScorePads['size'], pads: ScorePad[]): ScorePads {
  return { kind: 'pads', caption: 'The pads', size, pads };
}

export const SAMPLE_DICE: DiceRow = {
  kind: 'dice',
  caption: 'Your dice',
  dice: [1, 2, 3, 4, 5, 6].map((face) => ({ face, earns: face === 1 ? '$1 or 1 vote' : `$${face}` })),
  totals: [{ label: 'Votes', value: '12' }],
};

export const SAMPLE_SHARES: ShareBars = {
  kind: 'shares',
  caption: 'Circles crossed',
  groups: ['Iowa', 'Ohio'].map((heading) => ({
    heading,
    bars: [
      { label: 'AB', tone: 'red', value: 9, of: 18 },
      { label: 'CD', tone: 'blue', value: 0, of: 18 },
    ],
  })),
};

/** A report with these blocks and nothing else. */
export function reportOf(...blocks: Block[]): Report {
  return {
    ...sampleReport({ players: 4, turn: null, reader: null }),
    sections: [{ id: 'only', title: 'Pads', newPage: false, shared: false, blocks }],
  };
}
