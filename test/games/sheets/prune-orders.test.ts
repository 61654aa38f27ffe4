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
import { stateOf } from '../../rules/margin-of-error/games.ts';
import { garbage as marginGarbage } from '../../rules/margin-of-error/garbage.ts';

const start = newGame(6);
/** $500 in the campaign funds. */
const cash = start.players.find(({ id }) => id === 'AA')?.cash ?? 0;

function fitYear(raw: unknown, state: State = start) {
  return pruneOrders((one) => electionYear.check(state, 'AA', one), electionYear.sheet(state, 'AA'), raw);
}

const week = stateOf({
  players: [
    { id: 'DM', party: 'D', unused: ['fact-check'], tokens: [] },
    { id: 'RK', party: 'R' },
  ],
});

function fitWeek(raw: unknown, state = week) {
  return pruneOrders((one) => marginOfError.check(state, 'DM', one), marginOfError.sheet(state, 'DM'), raw);
}

describe('Election Year', () => {
  test('a good sheet is left as it is, an empty one too', () => {
    const raw = { fundraising: ['CA'], campaign: [{ state: 'CA', spend: 1 }] };
    expect(fitYear(raw)).toEqual({ raw, dropped: [], void: false });
    expect(fitYear({})).toEqual({ raw: {}, dropped: [], void: false });
    expect(fitYear(null)).toEqual({ raw: null, dropped: [], void: false });
  });

  test('of what costs too much the last rows go, until the money suffices', () => {
    const row = (state: string, spend: number) => ({ state, spend });
    const campaign = [row('CA', cash - 50), row('NY', 40), row('TX', 30), row('OH', 20)];
    const fitted = fitYear({ fundraising: ['CA'], campaign, press: 'Onward' });
    expect(fitted.raw).toEqual({ fundraising: ['CA'], campaign: campaign.slice(0, 2), press: 'Onward' });
    expect(fitted.dropped).toEqual([
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

  test('a wrong row goes before the sum is judged, and the places are those of the sheet as it was sent', () => {
    const campaign = [
      { state: 'CA', spend: cash * 2, note: 1 },
      { state: 'ZZ', spend: 5 },
      { state: 'NY', spend: 0 },
      { state: 'CA', spend: 7 },
    ];
    const fitted = fitYear({ campaign, fundraising: ['NY', 'NY', 'CA'] });
    expect(fitted.raw).toEqual({ fundraising: ['NY', 'CA'] });
    expect(fitted.dropped.map(({ field }) => field).sort()).toEqual([
      'campaign[0]',
      'campaign[1]',
      'campaign[2]',
      'campaign[3]',
      'fundraising[1]',
    ]);
    expect(fitted.void).toBe(false);
  });

  test('a running mate on a turn that names none', () => {
    const state = playedGame(6, 3).at(-1) as State;
    expect(fitYear({ runningMate: 'CC', press: 'x' }, state)).toEqual({
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

  test('what is no sheet at all leaves nothing', () => {
    for (const raw of ['go west', 3, [], true]) {
      const fitted = fitYear(raw);
      expect(fitted).toMatchObject({ raw: {}, void: true });
      expect(fitted.dropped.map(({ what }) => what)).toEqual(['The whole sheet']);
    }
  });
});

describe('Margin of Error', () => {
  test('what depended on a dropped row goes with it', () => {
    const actions = [
      { do: 'campaign', state: 'OH', days: 3 },
      { do: 'media', days: 3 },
      { do: 'campaign', state: 'PA', days: 3 },
    ];
    const fitted = fitWeek({ actions, capital: 'endorsements', endorse: ['OH'], coverWith: ['fact-check'] });
    expect(fitted.raw).toEqual({ actions: actions.slice(0, 2), coverWith: ['fact-check'] });
    expect(fitted.dropped.map(({ field, what }) => [field, what.split(',')[0]])).toEqual([
      ['actions[2]', 'Actions'],
      ['capital', 'This week’s action'],
      ['endorse', 'Endorse'],
    ]);
  });

  test('a week’s orders in the last minute leave nothing', () => {
    const last = stateOf({
      players: [
        { id: 'DM', party: 'D', tokens: ['NH'] },
        { id: 'RK', party: 'R' },
      ],
      week: 10,
    });
    const fitted = fitWeek({ actions: [{ do: 'media', days: 1 }], capital: null }, last);
    expect(fitted).toMatchObject({ raw: {}, void: true });
    expect(fitted.dropped.map(({ field }) => field)).toEqual(['actions', 'capital']);
  });
});

test.each([
  ['Election Year', yearGarbage, (raw: unknown) => electionYear.check(start, 'AA', raw), fitYear],
  [
    'Margin of Error',
    marginGarbage,
    (raw: unknown) => marginOfError.check(week, 'DM', raw),
    (raw: unknown) => fitWeek(raw),
  ],
] as const)(
  '%s: whatever was sent fits in the end, and nothing is added',
  (_title, garbage, check, fitted) => {
    fc.assert(
      fc.property(garbage, (anything) => {
        const formed = wellFormed(toJsonValue(anything));
        if (!formed.ok) return;
        const raw = formed.value;
        const { raw: left, dropped, void: nothing } = fitted(raw);
        expect(check(left).ok).toBe(true);
        if (check(raw).ok) expect([left, dropped]).toEqual([raw, []]);
        else expect(dropped.length).toBeGreaterThan(0);
        if (nothing) expect(left).toEqual({});
        for (const [key, value] of Object.entries((left ?? {}) as Record<string, unknown>)) {
          const before = (raw as Record<string, unknown>)[key];
          if (!Array.isArray(value)) expect(value).toEqual(before);
          else for (const entry of value) expect(before).toContainEqual(entry);
        }
        for (const one of dropped) expect(one.message === '' || one.what === '').toBe(false);
      }),
      { numRuns: runs(100) },
    );
  },
);

test('a check that is never content ends with an empty sheet', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (raw, field) => {
      const stubborn = () => ({ ok: false as const, problems: [{ field, code: 'no', message: 'No.' }] });
      expect(pruneOrders(stubborn, null, raw)).toMatchObject({ raw: {}, void: true });
    }),
    { numRuns: runs(100) },
  );
});

test('thousands of wrong rows take no time', async () => {
  const campaign = Array.from({ length: 3000 }, () => ({ state: 'CA', spend: 9 }));
  const fitting = () => {
    const fitted = fitYear({ campaign, fundraising: Array.from({ length: 3000 }, () => 'x') });
    expect(fitted.raw).toEqual({ campaign: [{ state: 'CA', spend: 9 }] });
    expect(fitted.dropped.length).toBeLessThan(20);
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 1]));
    expect(fitWeek(keys).void).toBe(true);
  };
  expect(await cpuTime(fitting)).toBeLessThan(5000);
});

test('what no form could hold is told in a few words, for all of it would be printed', () => {
  const lists = fitYear({ press: Array.from({ length: 10_000 }, () => 1), fundraising: ['CA'] });
  expect(lists.raw).toEqual({ fundraising: ['CA'] });
  expect(lists.dropped.map(({ field }) => field)).toEqual(['press']);
  for (const fitted of [
    fitWeek({ capital: Array(10_000).fill(1) }),
    fitWeek({ capital: 'x'.repeat(30_000) }),
  ]) {
    expect(fitted.dropped).toHaveLength(1);
    expect(JSON.stringify(fitted.dropped).length).toBeLessThan(1_000);
  }
  const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 1]));
  const strange = fitWeek({ ...keys, coverWith: ['fact-check'] });
  expect(strange.raw).toEqual({ coverWith: ['fact-check'] });
  expect(strange.dropped).toHaveLength(11);
  expect(strange.dropped.map(({ what }) => what)).toContain('2990 things more');
});
