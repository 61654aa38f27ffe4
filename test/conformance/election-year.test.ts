import { describe, expect, test } from 'vitest';
import { describeCases, failureOf } from './cases.ts';

/** The rules of sections 3 to 7. */
const RULES = [
  ...['EY-3.1', 'EY-3.2', 'EY-3.3', 'EY-3.4', 'EY-3.5', 'EY-3.6'],
  ...['EY-4.1', 'EY-4.2', 'EY-4.3', 'EY-4.4', 'EY-5', 'EY-6'],
  ...[
    'EY-6.1',
    'EY-6.2',
    'EY-6.3',
    'EY-6.4',
    'EY-6.5',
    'EY-6.6',
    'EY-6.7',
    'EY-6.8',
    'EY-6.9',
    'EY-6.10',
    'EY-6.11',
  ],
  'EY-7.1',
];

const cases = describeCases('election-year', 'Election Year', RULES);

describe('the runner of Election Year’s case files', () => {
  test('finds a scenario with another state, one that should be refused, and dice that were not rolled', () => {
    const scenario = cases.find(({ name }) => name === 'ey-6.6-the-sum.json')?.json;
    const wrong = JSON.parse(JSON.stringify(scenario).replace('"cash":746', '"cash":747'));
    expect(failureOf('election-year', wrong)).toBe(
      'turns[0].expect.state.players[0].cash: expected 747, found 746',
    );
    const refused = { title: '', rule: '', scenario, refused: { field: 'setup' } };
    expect(failureOf('election-year', refused)).toBe('was played, but should be refused');
    const made = cases.find(({ name }) => name === 'ey-3.2-nothing-moved.json')?.json;
    const longer = JSON.parse(JSON.stringify(made).replace(']},"setup"', ',4]},"setup"'));
    expect(failureOf('election-year', longer)).toBe('1 of 187 dice were not rolled');
  });
});
