import { describe, expect, test } from 'vitest';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { fieldsOf } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { fourPlayers, NO_DICE, newGame, parsedSetup, playedGame } from './games.ts';

const start = electionYear.begin(parsedSetup({ players: fourPlayers() }));
const turnThree = electionYear.resolve(electionYear.resolve(start, {}, NO_DICE), {}, NO_DICE);

function adviceOn(state: typeof start, raw: unknown): string[] {
  const checked = electionYear.check(state, 'AB', raw);
  return checked.ok ? checked.advice.map(({ field, code }) => `${field} ${code}`) : ['refused'];
}

describe('advice (EY-4.4)', () => {
  const spending = { campaign: [{ state: 'CA', spend: 1 }] };

  test('points out fewer than three trips and money that is not spent', () => {
    expect(adviceOn(start, null)).toEqual(['fundraising few-trips', 'campaign no-campaign']);
    expect(adviceOn(start, { ...spending, fundraising: ['CA', 'NY'] })).toEqual(['fundraising few-trips']);
    expect(adviceOn(start, { ...spending, fundraising: ['CA', 'NY', 'TX'] })).toEqual([]);
  });

  test('points out on turn 3 that no running mate is named', () => {
    const full = { ...spending, fundraising: ['CA', 'NY', 'TX'] };
    expect(adviceOn(turnThree, full)).toEqual(['runningMate no-running-mate']);
    expect(adviceOn(turnThree, { ...full, runningMate: 'EF' })).toEqual([]);
  });
});

describe('the problems of a sheet', () => {
  test('give both figures of an overspent sheet and say what would be right', () => {
    const checked = electionYear.check(start, 'AB', { campaign: [{ state: 'CA', spend: 401 }] });
    expect(checked).toMatchObject({
      problems: [
        {
          field: 'campaign',
          code: 'overspent',
          message: 'These amounts add up to $401, but you have $400. Spend $1 less.',
        },
      ],
    });
  });

  test('quote long text only in part', () => {
    const checked = electionYear.check(start, 'AB', { fundraising: ['x'.repeat(100_000)] });
    const message = checked.ok ? '' : (checked.problems[0]?.message ?? '');
    expect(message).toContain(`"${'x'.repeat(20)}…"`);
    expect(message.length).toBeLessThan(120);
  });

  test('include that a seat owes no sheet', () => {
    const over = playedGame(4, 6).at(-1) as typeof start;
    const problems = [{ field: '', code: 'not-owed', message: 'You do not owe a sheet this turn.' }];
    expect(electionYear.check(over, 'AA', {})).toEqual({ ok: false, problems });
    expect(electionYear.check(start, 'ZZ', {})).toEqual({ ok: false, problems });
    expect(electionYear.sheet(over, 'AA')).toBeNull();
    expect(electionYear.tally(over, 'AA', {})).toEqual({ totals: [], notes: [] });
  });
});

describe('the form of a sheet (EY-4.2)', () => {
  test('has three trips, nine rows and a press release, and on turn 3 a running mate', () => {
    const names = (state: typeof start) =>
      fieldsOf(electionYear.sheet(state, 'AB') as never).map(({ name }) => name);
    expect(names(start)).toEqual(['fundraising', 'campaign', 'press']);
    expect(names(turnThree)).toEqual(['runningMate', 'fundraising', 'campaign', 'press']);
    const [trips, rows, press] = fieldsOf(electionYear.sheet(start, 'AB') as never);
    expect(trips).toMatchObject({ kind: 'ranking', max: 3, of: 'state' });
    expect(rows).toMatchObject({
      kind: 'rows',
      max: 9,
      columns: [{ kind: 'state' }, { min: 1, max: 400 }],
    });
    expect(press).toMatchObject({ kind: 'text', max: 75 });
  });

  test('offers all 51 states with votes and donation numbers, and the other members of the party as running mates', () => {
    const form = electionYear.sheet(turnThree, 'AB');
    const [mate, trips] = fieldsOf(form as never);
    expect(mate).toMatchObject({ choices: [{ value: 'EF', label: 'EF' }] });
    const choices = trips !== undefined && 'choices' in trips ? trips.choices : [];
    expect(choices).toHaveLength(51);
    expect(choices).toContainEqual({ value: 'CA', label: 'California', note: '54 votes, $395' });
  });

  test('states the campaign funds', () => {
    expect(electionYear.sheet(start, 'AB')?.facts).toContain('Campaign funds: $400');
    const rich = { ...start, players: start.players.map((player) => ({ ...player, cash: 1100 })) };
    expect(electionYear.sheet(rich, 'AB')?.facts).toContain('Campaign funds: $1,100');
    expect(electionYear.sheet(start, 'AB')?.turn).toBe(1);
  });

  test('can be filled in from the orders of a computer candidate', () => {
    const state = newGame(6);
    for (const seat of electionYear.seatIdentifiers(state)) {
      const form = electionYear.sheet(state, seat);
      const { fundraising, campaign } = electionYear.opponent(state, seat);
      const raw = rawFromForm(form as never, formFromRaw(form as never, { fundraising, campaign }));
      expect(raw).toEqual({ fundraising, campaign });
    }
  });
});

describe('the tally', () => {
  test('adds up money, and notes what the money gains and what a trip may raise', () => {
    const raw = {
      fundraising: ['OH', 'zz', 'ca'],
      campaign: [
        { state: 'oh', spend: 120 },
        { state: 'PA', spend: 5 },
        { spend: 7 },
        { state: 'NY', spend: 'x' },
      ],
    };
    expect(electionYear.tally(start, 'AB', raw)).toEqual({
      totals: [{ label: 'Campaign money', value: 132, limit: 400, unit: 'dollars' }],
      notes: [
        { field: 'fundraising[0]', text: '$118, shared by all visitors' },
        { field: 'fundraising[2]', text: '$395, shared by all visitors' },
        { field: 'campaign[0]', text: '$120 × 3 = 360 popularity in Ohio' },
        { field: 'campaign[1]', text: '$5 = 5 popularity in Pennsylvania' },
      ],
    });
  });
});
