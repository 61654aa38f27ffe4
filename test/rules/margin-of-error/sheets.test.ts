import { describe, expect, test } from 'vitest';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { fieldsOf, type RowsField, type SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { stateOf } from './games.ts';

const alone = stateOf({ players: [{ id: 'JN', party: 'D', unused: ['endorsements', 'fact-check'] }] });
const together = stateOf({
  players: [
    { id: 'DM', party: 'D' },
    { id: 'RK', party: 'R', cash: 3, unused: [] },
  ],
});
const lastMinute = stateOf({ players: [{ id: 'JN', party: 'D', tokens: ['IA', 'NH'] }], week: 10 });

function formOf(state: typeof alone, seat: string): SheetForm {
  const form = marginOfError.sheet(state, seat);
  if (form === null) throw new Error('no sheet');
  return form;
}

function adviceOn(state: typeof alone, seat: string, raw: unknown): string[] {
  const checked = marginOfError.check(state, seat, raw);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.advice.map(({ field, code }) => `${field} ${code}`);
}

describe('the sheet of a week (MOE-4.3, MOE-9.1)', () => {
  test('has eight action rows, capital, endorsements and covers, and offers only unused capital', () => {
    const fields = fieldsOf(formOf(alone, 'JN'));
    expect(fields.map((field) => field.name)).toEqual(['actions', 'capital', 'endorse', 'coverWith']);
    const actions = fields[0] as RowsField;
    expect(actions.max).toBe(8);
    expect(actions.columns.map((column) => column.name)).toEqual(['do', 'state', 'region', 'days', 'cover']);
    for (const name of ['capital', 'coverWith']) {
      const field = fields.find((one) => one.name === name);
      if (field?.kind !== 'choice' && field?.kind !== 'ranking') throw new Error('wrong kind');
      expect(field.choices.map((choice) => choice.value)).toEqual(['endorsements', 'fact-check']);
    }
  });

  test('has no capital section if everything is spent, and tells two players what the order means', () => {
    const form = formOf(together, 'RK');
    expect(fieldsOf(form).map((field) => field.name)).toEqual(['actions']);
    expect(form.facts[0]).toBe(
      'You lead the Republicans: R+2 is good for you, D+2 bad. $3 in hand, 7 days. Cash above $20 is lost (MOE-2.12).',
    );
    expect(form.facts.join(' ')).toContain('Rows are played in this order. Media days help only rows below.');
    expect(formOf(alone, 'JN').turn).toBe(1);
    expect(formOf(alone, 'JN').phase).toBe('Week 1 of 9');
  });

  test('says the essentials of the charts, and of every state its votes, its poll and whose lead it is', () => {
    const form = formOf(alone, 'JN');
    const facts = form.facts.join(' ');
    expect(facts).toContain('−1, 0, +1, +2 for 0, 1, 2, 3 days (MOE-2.11)');
    expect(facts).toContain('3–5, 1 square; 6–10, 2');
    for (const action of [
      'Campaign, $1 a day',
      'Advertise, $5 a day',
      'Running mate, free',
      'Fundraise, free',
      'Media, free',
    ]) {
      expect(facts).toContain(action);
    }
    const columns = (fieldsOf(form)[0] as RowsField).columns;
    const states = columns.find((column) => column.kind === 'state')?.choices ?? [];
    const noteOf = (code: string) => states.find(({ value }) => value === code)?.note;
    expect(noteOf('OH')).toBe('20 votes, R+1, theirs');
    expect(noteOf('CO')).toBe('9 votes, D+1, yours');
    expect(noteOf('IA')).toBe('7 votes, R+1, theirs, gives a token');
    const held = (fieldsOf(formOf(lastMinute, 'JN'))[0] as RowsField).columns[0];
    expect(held?.kind === 'state' && held.choices.find(({ value }) => value === 'IA')?.note).toBe(
      '7 votes, R+1, theirs, token held',
    );
  });

  test('gives the same raw orders after filling in the form', () => {
    const raw = {
      actions: [
        { do: 'campaign', state: 'PA', days: 2, cover: true },
        { do: 'advertise', region: 'rust-belt', days: 1 },
        { do: 'vp', state: 'WI' },
      ],
      capital: 'endorsements',
      endorse: ['FL', 'WV'],
      coverWith: ['fact-check'],
    };
    const form = formOf(alone, 'JN');
    expect(rawFromForm(form, formFromRaw(form, raw))).toEqual(raw);
    expect(marginOfError.check(alone, 'JN', raw).ok).toBe(true);
  });

  test('is owed only by players, and by no one when the game is over', () => {
    expect(marginOfError.sheet(alone, 'XX')).toBeNull();
    const over = { ...alone, phase: 'over' as const };
    expect(marginOfError.sheet(over, 'JN')).toBeNull();
    expect(marginOfError.seatsOwing(over)).toEqual([]);
    expect(marginOfError.check(over, 'JN', {})).toEqual({
      ok: false,
      problems: [{ field: '', code: 'no-sheet-due', message: 'You owe no sheet this turn.' }],
    });
  });
});

describe('the last-minute sheet (MOE-4.5)', () => {
  test('has token rows and says which tokens are held', () => {
    const form = formOf(lastMinute, 'JN');
    expect(form.facts[0]).toContain('Tokens held: 2 (NH, IA).');
    expect(form.phase).toBe('Last minute');
    expect(fieldsOf(form).map((field) => field.name)).toEqual(['stops']);
  });

  test('points out tokens that are not placed (MOE-5.6)', () => {
    expect(adviceOn(lastMinute, 'JN', { stops: [{ state: 'OH', tokens: 1 }] })).toEqual([
      'stops tokens-unused',
    ]);
    expect(adviceOn(lastMinute, 'JN', { stops: [{ state: 'OH', tokens: 2 }] })).toEqual([]);
  });
});

describe('advice on a week (MOE-5.6)', () => {
  const full = [
    { do: 'campaign', state: 'OH', days: 3 },
    { do: 'campaign', state: 'IA', days: 3 },
    { do: 'media', days: 1 },
  ];

  test('is not given on a full week that can be paid for', () => {
    expect(adviceOn(alone, 'JN', { actions: full })).toEqual([]);
  });

  test('points out unused days and too few dollars', () => {
    expect(adviceOn(alone, 'JN', { actions: full.slice(1) })).toEqual(['actions days-unused']);
    const dear = [
      { do: 'campaign', state: 'OH', days: 1 },
      { do: 'advertise', region: 'midwest', days: 2 },
    ];
    expect(adviceOn(alone, 'JN', { actions: dear })).toEqual(['actions days-unused', 'actions over-budget']);
    const raised = [...dear, { do: 'fundraise', days: 1 }, { do: 'media', days: 3 }];
    expect(adviceOn(alone, 'JN', { actions: raised })).toEqual([]);
    expect(adviceOn(together, 'DM', { actions: dear, capital: 'media-blitz' })).toEqual([
      'actions days-unused',
    ]);
    expect(adviceOn(together, 'DM', { actions: dear, capital: 'internet-funds' })).toEqual([
      'actions days-unused',
    ]);
  });

  test('points out rows above the media row with two players only', () => {
    expect(adviceOn(together, 'DM', { actions: full })).toEqual([
      'actions[0].do before-media',
      'actions[1].do before-media',
    ]);
  });

  test('points out covers that cover nothing', () => {
    const [first, ...rest] = full;
    const covered = [{ ...first, cover: true }, ...rest];
    expect(adviceOn(alone, 'JN', { actions: covered })).toEqual(['coverWith nothing-to-cover-with']);
    expect(adviceOn(alone, 'JN', { actions: covered, coverWith: ['fact-check'] })).toEqual([]);
    expect(adviceOn(alone, 'JN', { actions: full, coverWith: ['fact-check'] })).toEqual([
      'coverWith nothing-to-cover',
    ]);
    const single = [{ do: 'campaign', state: 'WI', days: 1, cover: true }, { ...first, days: 2 }, ...rest];
    expect(adviceOn(alone, 'JN', { actions: single, coverWith: ['fact-check'] })).toEqual([
      'actions[0].cover cover-one-day',
    ]);
  });
});

describe('the tally (MOE-9.1)', () => {
  test('counts days, dollars and endorsed votes of everything that is filled in', () => {
    const raw = {
      actions: [
        { do: 'campaign', state: 'OH', days: 2 },
        { do: 'advertise', region: 'midwest', days: 2 },
        { do: 'vp', state: 'PA', days: 3 },
        { do: 'media' },
        { do: 'campaign', state: 'IA', days: 'two' },
      ],
      capital: 'endorsements',
      endorse: ['fl', 'FL', 'XX', 'NV'],
    };
    expect(marginOfError.tally(alone, 'JN', raw).totals).toEqual([
      { label: 'Days used', value: 4, limit: 7, unit: 'days' },
      { label: 'Cost of the plan ($10 in hand)', value: 12, limit: null, unit: 'dollars' },
      { label: 'Electoral votes endorsed', value: 32, limit: 40, unit: 'votes' },
    ]);
    const blitz = { ...raw, capital: 'media-blitz' };
    expect(marginOfError.tally(alone, 'JN', blitz).totals.map(({ value }) => value)).toEqual([4, 8]);
  });

  test('counts tokens in the last minute, and nothing for unknown seats', () => {
    const raw = { stops: [{ state: 'OH', tokens: 2 }, { tokens: 1 }] };
    expect(marginOfError.tally(lastMinute, 'JN', raw).totals).toEqual([
      { label: 'Tokens placed', value: 3, limit: 2, unit: 'tokens' },
    ]);
    expect(marginOfError.tally(lastMinute, 'XX', raw)).toEqual({ totals: [], notes: [] });
  });

  const notesOn = (state: typeof alone, seat: string, raw: unknown) =>
    marginOfError.tally(state, seat, raw).notes.map(({ field, text }) => `${field}: ${text}`);

  test('says what each total is made of and what it can do', () => {
    const raw = {
      actions: [
        { do: 'campaign', state: 'oh', days: 2 },
        { do: 'media', days: 2 },
        { do: 'vp', state: 'PA' },
        { do: 'advertise', region: 'midwest', days: 1 },
        { do: 'fundraise', days: 2 },
      ],
    };
    expect(notesOn(alone, 'JN', raw)).toEqual([
      'actions[0]: 2 dice + 1 (2 media days) = 4 to 12: 1 to 3 squares, OH R+1 → even to D+2. ' +
        'Doubles (1 roll in 6) are a gaffe: 2 squares back. Costs $2.',
      'actions[1]: + 1 for the totals of your stops and ads.',
      'actions[2]: 1 die − 1 (running mate) = 0 to 5: 0 to 1 square, PA D+2 → D+2 to D+3. Free.',
      'actions[3]: 1 die + 1 (2 media days) = 2 to 7: 0 to 2 squares in each of OH, IN, and IA. Costs $5.',
      'actions[4]: 1 die + 3 (2 days) = $4 to $9.',
    ]);
    expect(notesOn(together, 'DM', raw)[0]).toContain('2 dice − 1 (no media) = 2 to 10: 0 to 2 squares');
  });

  test('says which columns are ignored, without refusing the sheet', () => {
    const raw = {
      actions: [
        { do: 'media', days: 1, state: 'OH', region: 'plains' },
        { do: 'vp', state: 'PA', days: 2, cover: true },
      ],
    };
    expect(marginOfError.check(alone, 'JN', raw).ok).toBe(true);
    expect(notesOn(alone, 'JN', raw).filter((note) => note.includes('Ignored'))).toEqual([
      'actions[0].state: Ignored: media has no state.',
      'actions[0].region: Ignored: media has no region.',
      'actions[1].days: Ignored: the running mate has no days.',
      'actions[1].cover: Ignored: the running mate has no cover.',
    ]);
  });

  test('says what a last-minute stop can do', () => {
    expect(notesOn(lastMinute, 'JN', { stops: [{ state: 'OH', tokens: 2 }] })).toEqual([
      'stops[0]: 2 dice = 2 to 12: 0 to 3 squares, OH R+1 → R+1 to D+2. No gaffes.',
    ]);
  });
});
