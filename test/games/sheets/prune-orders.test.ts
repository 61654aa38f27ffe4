import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJsonValue } from '../../../src/games/archive/canonical-json.ts';
import { pruneOrders } from '../../../src/games/sheets/prune-orders.ts';
import { wellFormed } from '../../../src/games/sheets/raw-sheet.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { cpuTime } from '../../helpers/cpu.ts';
import { runs } from '../../helpers/long.ts';
import { newGame, playedGame, garbage as yearGarbage } from '../../rules/election-year/games.ts';
import { GIVEN } from '../../rules/given-form.ts';
import { stateOf } from '../../rules/margin-of-error/games.ts';
import { garbage as marginGarbage } from '../../rules/margin-of-error/garbage.ts';

const start = newGame(6);
/** $500 in the campaign funds. */
const cash = start.players.find(({ id }) => id === 'AA')?.cash ?? 0;

function pruneYear(raw: unknown, state: State = start) {
  return pruneOrders((sheet) => electionYear.check(state, 'AA', sheet), electionYear.sheet(state, 'AA'), raw);
}

const week = stateOf({
  players: [
    { id: 'DM', party: 'D', unused: ['fact-check'], tokens: [] },
    { id: 'RK', party: 'R' },
  ],
});

function pruneWeek(raw: unknown, state = week) {
  return pruneOrders(
    (sheet) => marginOfError.check(state, 'DM', sheet),
    marginOfError.sheet(state, 'DM'),
    raw,
  );
}

describe('Election Year', () => {
  test('a good sheet is not changed, nor is an empty one', () => {
    const raw = { fundraising: ['CA'], campaign: [{ state: 'CA', spend: 1 }] };
    expect(pruneYear(raw)).toEqual({ raw, dropped: [], void: false });
    expect(pruneYear({})).toEqual({ raw: {}, dropped: [], void: false });
    expect(pruneYear(null)).toEqual({ raw: null, dropped: [], void: false });
  });

  test('rows are dropped from the end until the money is enough', () => {
    const row = (state: string, spend: number) => ({ state, spend });
    const campaign = [row('CA', cash - 50), row('NY', 40), row('TX', 30), row('OH', 20)];
    const pruned = pruneYear({ fundraising: ['CA'], campaign, press: 'Onward' });
    expect(pruned.raw).toEqual({ fundraising: ['CA'], campaign: campaign.slice(0, 2), press: 'Onward' });
    expect(pruned.dropped).toEqual([
      {
        field: 'campaign[2]',
        what: 'Campaign money, TX Texas: $30',
        message: `These amounts add up to $${cash + 20}, but you have $${cash}. Spend $20 less.`,
      },
      {
        field: 'campaign[3]',
        what: 'Campaign money, OH Ohio: $20',
        message: `These amounts add up to $${cash + 40}, but you have $${cash}. Spend $40 less.`,
      },
    ]);
  });

  test('wrong rows are dropped before the sum is checked, and fields name rows of the sheet as it was sent', () => {
    const campaign = [
      { state: 'CA', spend: cash * 2, note: 1 },
      { state: 'ZZ', spend: 5 },
      { state: 'NY', spend: 0 },
      { state: 'CA', spend: 7 },
    ];
    const pruned = pruneYear({ campaign, fundraising: ['NY', 'NY', 'CA'] });
    expect(pruned.raw).toEqual({ fundraising: ['NY', 'CA'] });
    expect(pruned.dropped.map(({ field }) => field).sort()).toEqual([
      'campaign[0]',
      'campaign[1]',
      'campaign[2]',
      'campaign[3]',
      'fundraising[1]',
    ]);
    expect(pruned.void).toBe(false);
  });

  test('a running mate is dropped on a turn that names none', () => {
    const state = playedGame(6, 3).at(-1) as State;
    expect(pruneYear({ runningMate: 'CC', press: 'x' }, state)).toEqual({
      raw: { press: 'x' },
      dropped: [
        {
          field: 'runningMate',
          what: 'Running mate, CC',
          message: 'You can name a running mate on turn 3 only. Leave this blank.',
        },
      ],
      void: false,
    });
  });

  test('nothing is left of what is not a sheet', () => {
    for (const raw of ['go west', 3, [], true]) {
      const pruned = pruneYear(raw);
      expect(pruned).toMatchObject({ raw: {}, void: true });
      expect(pruned.dropped.map(({ what }) => what)).toEqual(['The whole sheet']);
    }
  });
});

describe('Margin of Error', () => {
  test('what depended on a dropped row is dropped too', () => {
    const actions = [
      { do: 'campaign', state: 'OH', days: 3 },
      { do: 'media', days: 3 },
      { do: 'campaign', state: 'PA', days: 3 },
    ];
    const pruned = pruneWeek({
      actions,
      capital: 'endorsements',
      endorse: ['OH'],
      coverWith: ['fact-check'],
    });
    expect(pruned.raw).toEqual({ actions: actions.slice(0, 2), coverWith: ['fact-check'] });
    expect(pruned.dropped.map(({ field, what }) => [field, what.split(',')[0]])).toEqual([
      ['actions[2]', 'Actions'],
      ['capital', 'This week’s action'],
      ['endorse', 'Endorse'],
    ]);
  });

  test('nothing is left of a week’s orders in the last minute', () => {
    const last = stateOf({
      players: [
        { id: 'DM', party: 'D', tokens: ['NH'] },
        { id: 'RK', party: 'R' },
      ],
      week: 10,
    });
    const pruned = pruneWeek({ actions: [{ do: 'media', days: 1 }], capital: null }, last);
    expect(pruned).toMatchObject({ raw: {}, void: true });
    expect(pruned.dropped.map(({ field }) => field)).toEqual(['actions', 'capital']);
  });
});

test.each([
  ['Election Year', yearGarbage, (raw: unknown) => electionYear.check(start, 'AA', raw), pruneYear],
  [
    'Margin of Error',
    marginGarbage,
    (raw: unknown) => marginOfError.check(week, 'DM', raw),
    (raw: unknown) => pruneWeek(raw),
  ],
] as const)(
  '%s: any orders pass the check after pruning, and nothing is added to them',
  (_title, garbage, check, prune) => {
    fc.assert(
      fc.property(garbage, (anything) => {
        const formed = wellFormed(toJsonValue(anything));
        if (!formed.ok) return;
        const raw = formed.value;
        const { raw: left, dropped, void: nothing } = prune(raw);
        expect(check(left).ok).toBe(true);
        if (check(raw).ok) expect([left, dropped]).toEqual([raw, []]);
        else expect(dropped.length).toBeGreaterThan(0);
        if (nothing) expect(left).toEqual({});
        for (const [key, value] of Object.entries((left ?? {}) as Record<string, unknown>)) {
          const before = (raw as Record<string, unknown>)[key];
          if (!Array.isArray(value)) expect(value).toEqual(before);
          else for (const entry of value) expect(before).toContainEqual(entry);
        }
        for (const part of dropped) expect(part.message === '' || part.what === '').toBe(false);
      }),
      { numRuns: runs(100) },
    );
  },
);

test('a check that refuses everything ends with an empty sheet', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (raw, field) => {
      const stubborn = () => ({ ok: false as const, problems: [{ field, code: 'no', message: 'No.' }] });
      expect(pruneOrders(stubborn, null, raw)).toMatchObject({ raw: {}, void: true });
    }),
    { numRuns: runs(100) },
  );
});

test('thousands of wrong rows are dropped in no time', async () => {
  const campaign = Array.from({ length: 3000 }, () => ({ state: 'CA', spend: 9 }));
  const prune = () => {
    const pruned = pruneYear({ campaign, fundraising: Array.from({ length: 3000 }, () => 'x') });
    expect(pruned.raw).toEqual({ campaign: [{ state: 'CA', spend: 9 }] });
    expect(pruned.dropped.length).toBeLessThan(20);
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 1]));
    expect(pruneWeek(keys).void).toBe(true);
  };
  expect(await cpuTime(prune)).toBeLessThan(5000);
});

test('what no form has room for is listed in a few words, since the list is printed', () => {
  const lists = pruneYear({ press: Array.from({ length: 10_000 }, () => 1), fundraising: ['CA'] });
  expect(lists.raw).toEqual({ fundraising: ['CA'] });
  expect(lists.dropped.map(({ field }) => field)).toEqual(['press']);
  for (const pruned of [
    pruneWeek({ capital: Array(10_000).fill(1) }),
    pruneWeek({ capital: 'x'.repeat(30_000) }),
  ]) {
    expect(pruned.dropped).toHaveLength(1);
    expect(JSON.stringify(pruned.dropped).length).toBeLessThan(1_000);
  }
  const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 1]));
  const unknown = pruneWeek({ ...keys, coverWith: ['fact-check'] });
  expect(unknown.raw).toEqual({ coverWith: ['fact-check'] });
  expect(unknown.dropped).toHaveLength(11);
  expect(unknown.dropped.map(({ what }) => what)).toContain('2,990 more items');
});

describe('A list whose places matter', () => {
  test('has a blank entry in the place of one that is dropped', () => {
    const wrong = ['stops[2].move', 'written[1]'];
    const check = (raw: unknown) => {
      const { stops, written } = raw as { stops?: unknown[]; written?: unknown[] };
      const found = [stops?.[2] == null ? null : wrong[0], written?.[1] == null ? null : wrong[1]];
      const problems = found.flatMap((field) => {
        return field == null ? [] : [{ field, code: 'wrong', message: 'Not now.' }];
      });
      return problems.length > 0
        ? { ok: false as const, problems }
        : { ok: true as const, orders: raw, advice: [] };
    };
    const stops = [{ move: 'stay' }, null, { move: 'walk', to: 'CA' }];
    const pruned = pruneOrders(check, GIVEN, { stops, written: ['a', 'b', 'c', 'd'] });
    expect(pruned.raw).toEqual({ stops: [{ move: 'stay' }, null, null], written: ['a', null, 'c'] });
    expect(pruned.dropped).toEqual([
      {
        field: 'written',
        what: 'Written answers, all but the first 3',
        message: 'The sheet has room for 3 entries, not 4.',
      },
      { field: 'written[1]', what: 'Written answers, b', message: 'Not now.' },
      { field: 'stops[2]', what: 'Stops, Stop 3: Walk to California.', message: 'Not now.' },
    ]);
  });
});
