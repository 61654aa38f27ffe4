import { describe, expect, test } from 'vitest';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { Report } from '../../../src/rules/report.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { blocksOf, textOf } from '../report-blocks.ts';
import { headerOf, seatsOf, secretOf, stateOf } from './games.ts';

function reportOf(setup: unknown, seat: string | null): Report {
  const state = stateOf(setup);
  const seats = seatsOf(state.players.length === 2 ? 2 : 1);
  return marginOfError.report({ header: headerOf(seats, secretOf('outlook'), false), states: [state] }, seat);
}

function headlineOf(setup: unknown, seat: string | null): string {
  return blocksOf(reportOf(setup, seat), 'paragraph', 'headline')
    .map(({ text }) => text)
    .join(' ');
}

const jn = { id: 'JN', party: 'D' };
const two = {
  players: [
    { id: 'DM', party: 'D' },
    { id: 'RK', party: 'R' },
  ],
};

describe('the outlook', () => {
  test('names the shortest way to 270 of each party that is not there, the reader’s first', () => {
    const tied = headlineOf({ players: [jn], polls: { OH: 0 } }, 'JN');
    expect(tied).toContain('Your shortest way to 270: one square in Ohio (20), which would make it 289.');
    expect(tied).toContain(
      'The Republicans’ shortest way to 270: two squares in Colorado (9), which would make it 278.',
    );
    const ahead = headlineOf({ ...two, polls: { OH: -1, VA: -1 } }, 'RK');
    expect(ahead).toContain(
      'Your shortest way to 270: two squares in Colorado (9), one in Ohio (20), and one in Virginia (13), which would make it 278.',
    );
    expect(ahead).not.toContain('The Democrats’ shortest way');
  });

  test('says what happens on 269 to 269 if the count stands there, or if one close state would bring it there', () => {
    expect(headlineOf(two, null)).toContain('If it ends 269 to 269, no one has 270, no one wins');
    expect(headlineOf({ ...two, polls: { OH: -1 } }, null)).toContain(
      'If Ohio (20) alone changed sides, it would be 269 to 269: no one has 270, no one wins, and the game ends in a deadlock (MOE-7.2).',
    );
    expect(headlineOf({ ...two, polls: { OH: -1, VA: -1 } }, null)).toContain(
      'One square in Ohio (20) and one in Virginia (13) would make it 269 to 269:',
    );
    expect(headlineOf({ ...two, polls: { OH: -4 } }, null)).not.toContain('269 to 269');
  });

  test('tells what is known about the week: the automatic opponent’s plan, or who goes first', () => {
    expect(reportOf({ players: [jn], week: 6 }, 'JN').summary).toContain(
      'In week 6, the automatic opponent makes four stops and runs an ad.',
    );
    expect(reportOf({ ...two, edge: 'RK' }, 'DM').summary).toContain(
      'Roy Kidd [RK] goes first in week 1, holding the edge.',
    );
  });
});

describe('unused political capital (MOE-2.13)', () => {
  const hintOf = (form: SheetForm | null) =>
    form?.sections.find(({ title }) => title === 'Political capital')?.hint;

  test('is said to be lost at the end, on the sheet and beside the reader’s figures, more urgently from week 7 on', () => {
    const expected: [week: number, text: string, strong: boolean][] = [
      [
        1,
        'One piece of political capital can be the action of a week. What is unused when the game ends is lost (MOE-2.13).',
        false,
      ],
      [
        7,
        'You have two unused pieces of political capital and three weeks left. What is unused after week 9 is lost (MOE-2.13).',
        true,
      ],
      [
        9,
        'Last week for your two unused pieces of political capital: what you do not use now is lost (MOE-2.13).',
        true,
      ],
    ];
    for (const [week, text, strong] of expected) {
      const setup = { players: [{ ...jn, unused: ['endorsements', 'fact-check'] }], week };
      expect(hintOf(marginOfError.sheet(stateOf(setup), 'JN'))).toBe(text);
      const told = blocksOf(reportOf(setup, 'JN'), 'paragraph', 'headline').find(
        (block) => block.text === text,
      );
      expect(told?.strong, String(week)).toBe(strong);
      expect(reportOf(setup, 'JN').summary.includes(text)).toBe(strong);
    }
  });

  test('is not spoken of if there is none, or if it is too late', () => {
    expect(headlineOf({ players: [{ ...jn, unused: [] }], week: 9 }, 'JN')).not.toContain('MOE-2.13');
    expect(headlineOf({ players: [{ ...jn, tokens: ['IA'] }], week: 10 }, 'JN')).not.toContain('MOE-2.13');
  });
});

test('actions and words are explained with their costs and rules, fewer of them once the weeks are over', () => {
  const captionsOf = (setup: unknown) =>
    blocksOf(reportOf(setup, null), 'table', 'charts').map(({ caption }) => caption);
  expect(captionsOf(two).slice(0, 2)).toEqual([
    'What you can do in a week of seven days',
    'What the words mean',
  ]);
  expect(captionsOf({ players: [{ ...jn, tokens: ['IA'] }], week: 10 })[0]).toBe('What the words mean');
  const [actions, words] = blocksOf(reportOf(two, null), 'table', 'charts');
  expect(actions?.rows.map((row) => textOf(row[0]))).toEqual([
    ...['Campaign', 'Running mate', 'Advertise', 'Fundraise', 'Media', 'Cover', 'Political capital'],
  ]);
  expect(words?.rows.map((row) => textOf(row[0]))).toEqual([
    ...['Even', 'Safe', 'Gaffe', 'Token', 'Final roll', 'Deadlock', 'Edge'],
  ]);
  for (const row of [...(actions?.rows ?? []), ...(words?.rows ?? [])])
    expect(textOf(row.at(-1))).toMatch(/^MOE-\d/);
});
