import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import type { Report } from '../../../src/rules/report.ts';
import { blocksOf, textOf } from '../report-blocks.ts';
import { headerOf, seatsOf, secretOf, stateOf } from './games.ts';

const secret = secretOf('report');

function reportOf(states: State[], seat: string | null): Report {
  const last = states.at(-1) as State;
  const many = last.players.length === 2 ? 2 : 1;
  return marginOfError.report(
    { header: headerOf(seatsOf(many), secret, last.phase === 'over'), states },
    seat,
  );
}

/** The sentences of the log with their dice: `4: JN raises …`. */
function sentences(report: Report): string[] {
  return blocksOf(report, 'table', 'dice').flatMap((table) => table.rows.map((row) => row.join(': ')));
}

/** The log after one turn that begins with this setup. */
function logOf(setup: unknown, sheets: Record<string, unknown>, dice: number[]): string[] {
  const before = stateOf(setup);
  return sentences(reportOf([before, marginOfError.resolve(before, sheets, listedDice(dice))], null));
}

const none = [0, 0, 0, 0, 0, 0, 0, 0, 0];
const jn = { id: 'JN', party: 'D' };
const two = {
  players: [
    { id: 'DM', party: 'D' },
    { id: 'RK', party: 'R' },
  ],
};
const stop = (state: string, days: number, cover = false) => ({ do: 'campaign', state, days, cover });

describe('the printout (MOE-9.1)', () => {
  test('has its sections in the order of the rule, all shared except the first and the last', () => {
    const start = stateOf(two);
    const first = reportOf([start], 'DM');
    expect(first.sections.map(({ id }) => id)).toEqual([
      ...['headline', 'map', 'polls', 'votes', 'campaigns', 'charts', 'sheet'],
    ]);
    const next = marginOfError.resolve(start, { DM: {}, RK: {} }, listedDice([]));
    const second = reportOf([start, next], 'DM');
    expect(second.sections.map(({ id, shared }) => `${id}${shared ? '' : '!'}`)).toEqual([
      ...['headline!', 'changes', 'dice', 'map', 'polls', 'votes', 'campaigns', 'charts', 'sheet!'],
    ]);
    const onlooker = reportOf([start, next], null);
    expect(onlooker.sections.map(({ id }) => id)).not.toContain('sheet');
    expect(onlooker.reader).toBeNull();
    expect(second.reader).toEqual({ identifier: 'DM', name: 'Dora Marsh', account: 10468 });
    expect([second.turn, second.subtitle]).toEqual([2, 'Week 2 of 9']);
  });

  test('says how the vote would go today', () => {
    expect(reportOf([stateOf(two)], null).summary).toContain(
      'If the vote were held today: D 269, R 269, 270 to win. Neither party would win.',
    );
    const ahead = stateOf({ ...two, polls: { OH: -1 } });
    expect(reportOf([ahead], 'RK').summary).toContain(
      'If the vote were held today: D 289, R 249, 270 to win. The Democrats would win.',
    );
  });

  test('draws the map in eleven steps, with a dot on a state that is even', () => {
    const polls = { PA: -5, MI: -4, WI: -3, NJ: -2, NH: -1, CO: 0, IA: 0, VA: 1, FL: 2, NC: 3, OH: 4, IN: 5 };
    const [map] = blocksOf(reportOf([stateOf({ ...two, polls })], null), 'map', 'map');
    const steps = new Set(Object.values(map?.states ?? {}).map(({ tone, strength }) => `${tone}${strength}`));
    expect(steps.size).toBe(11);
    expect(map?.legend).toHaveLength(11);
    expect(Object.keys(map?.states ?? {})).toHaveLength(51);
    expect(map?.states.CO).toMatchObject({
      tone: null,
      dot: 'D',
      label: '9 D',
      words: 'even, held by the Democrats',
    });
    expect(map?.states.IA).toMatchObject({ tone: null, dot: 'R', label: '7 R' });
    expect(map?.states.PA).toMatchObject({
      tone: 'D',
      strength: 5,
      label: '21',
      words: 'Democrats D+5, safe',
    });
    expect(map?.states.CA).toMatchObject({ tone: 'D', strength: 5, words: 'Democrats, base' });
    expect(map?.states.CO?.figures).toEqual([
      '9 electoral votes, Pacific',
      'Poll: even (D)',
      'Start: D+1',
      '1 square from changing to the Republicans',
      'Small state: no one has its token',
    ]);
  });

  test('shows polls, starts, changes, safety and tokens on the tracks', () => {
    const start = stateOf({ players: [{ ...jn, tokens: ['IA'] }], stops: none, polls: { OH: 4 } });
    const next = marginOfError.resolve(start, { JN: { actions: [stop('OH', 1)] } }, listedDice([6]));
    const tables = blocksOf(reportOf([start, next], null), 'table', 'polls');
    expect(tables.map((table) => table.caption)).toEqual([
      'Rust Belt (region die 1, 48 votes)',
      'Atlantic (region die 2, 32 votes)',
      'Pacific (region die 3, 32 votes)',
      'Southeast (region die 4, 47 votes)',
      'Midwest (region die 5, 38 votes)',
      'Plains (region die 6, 29 votes)',
    ]);
    const midwest = tables[4]?.rows.map((row) => row.map(textOf)) ?? [];
    const squares = ['·', '·', '·', '·', '·', '|', 'o', '·', 'R', '·', '·'];
    expect(midwest[0]).toEqual(['Ohio', '20', '1–3', ...squares, '−1', 'R', '–']);
    expect(midwest[2]?.slice(-3)).toEqual(['', 'R', 'JN']);
    for (const table of tables) for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
  });

  test('has a bar that adds up to 538, and a chart of both totals by week', () => {
    const start = stateOf({ players: [jn], stops: none, polls: { PA: -4, FL: 4 } });
    const next = marginOfError.resolve(start, { JN: {} }, listedDice([]));
    const [bar] = blocksOf(reportOf([start, next], null), 'bar', 'votes');
    expect(bar?.parts.map(({ label, value }) => `${label} ${value}`)).toEqual([
      ...['base D 155', 'safe D 21', 'leaning D 93', 'leaning R 85', 'safe R 27', 'base R 157'],
    ]);
    expect(bar?.mark?.value).toBe(270);
    const [chart] = blocksOf(reportOf([start, next], null), 'chart', 'votes');
    expect(chart?.labels).toEqual(['Start', 'Week 1']);
    expect(chart?.series.map(({ label, values }) => [label, ...values])).toEqual([
      ['Democrats', 269, 269],
      ['Republicans', 269, 269],
    ]);
  });

  test('shows the campaigns side by side, and for one player the weeks of the automatic opponent', () => {
    const one = reportOf([stateOf({ players: [{ ...jn, unused: ['fact-check'] }], week: 4 })], null);
    const [table, opponent] = blocksOf(one, 'table', 'campaigns');
    expect(table?.rows).toContainEqual(['Capital unused', 'Fact Check']);
    expect(table?.rows).toContainEqual([
      'Capital spent',
      'Internet Funds, Endorsements, Media Blitz, Defining Speech',
    ]);
    expect(opponent?.columns[4]?.label).toBe('4*');
    expect(opponent?.rows[0]?.slice(1).map(textOf)).toEqual([
      ...['2', '2', '3', '3', '3', '4', '4', '4', '5'],
    ]);
    const [facts] = blocksOf(reportOf([stateOf({ ...two, edge: 'RK' })], null), 'facts', 'campaigns');
    expect(facts?.items).toEqual([
      { label: 'Holder of the edge', value: 'RK' },
      { label: 'Would go first with current cash', value: 'RK' },
    ]);
  });

  test('shows the secret of the dice when the game is over, and not before', () => {
    const hex = secret.toString('hex');
    const late = stateOf({ players: [jn], week: 10, polls: { PA: 3 } });
    expect(JSON.stringify(reportOf([late], 'JN'))).not.toContain(hex);
    const over = marginOfError.resolve(late, {}, listedDice(Array(40).fill(3)));
    const final = reportOf([late, over], 'JN');
    expect(JSON.stringify(final)).toContain(hex);
    expect(final.turn).toBeNull();
    expect(final.due).toBeNull();
    expect(final.summary.at(-1)).toBe('You lose.');
    expect(final.summary[0]).toContain('led by the automatic opponent');
  });
});

describe('the week in dice (MOE-9.1)', () => {
  test('tells the week of one player with gaffes and covers', () => {
    const sheet = {
      actions: [{ do: 'media', days: 1 }, stop('OH', 3, true), stop('FL', 2), { do: 'vp', state: 'NC' }],
      capital: 'endorsements',
      endorse: ['IA'],
      coverWith: ['fact-check'],
    };
    expect(logOf({ players: [jn], stops: none }, { JN: sheet }, [5, 1, 5, 2, 2, 6])).toEqual([
      ': JN uses Endorsements: IA R+1 → even (R).',
      ': JN spends 1 day on media. The bonus from here on: 0.',
      '5 1 5: JN campaigns in Ohio for 3 days: Fact Check is spent to ignore a 5; 1 + 5 = 6, 2 squares. Ohio R+1 → D+1 and changes sides. $7 left.',
      '2 2: JN campaigns in Florida for 2 days: doubles, a gaffe: 2 squares lost. Florida R+2 → R+4. $5 left.',
      '6: JN’s running mate in North Carolina: 6 − 1 (running mate) = 5, 1 square. North Carolina R+2 → R+1.',
    ]);
  });

  test('names the bonus in a total, and the money that was lost above the limit', () => {
    const sheet = { actions: [{ do: 'fundraise', days: 2 }, stop('OH', 2)], capital: 'internet-funds' };
    expect(logOf({ players: [{ ...jn, cash: 14 }], stops: none }, { JN: sheet }, [6, 4, 3])).toEqual([
      ': JN uses Internet Funds: $5 more, now $19 in hand.',
      '6: JN raises funds for 2 days: 6 + 3 (2 days) = $9, now $20 in hand, the maximum; $8 above $20 lost.',
      '4 3: JN campaigns in Ohio for 2 days: 4 + 3 − 1 (no media) = 6, 2 squares. Ohio R+1 → D+1 and changes sides. $18 left.',
    ]);
  });

  test('says why rows were skipped, and why funds were raised instead', () => {
    expect(
      logOf({ players: [{ ...jn, cash: 0 }], stops: none }, { JN: { actions: [stop('IA', 1)] } }, []),
    ).toEqual([': JN’s stop in Iowa is skipped: no money.']);
    expect(logOf({ players: [jn], stops: none }, { JN: { press: 1 } }, [3])).toEqual([
      ': JN’s sheet was refused and counts as not sent, so JN spends three days on fundraising.',
      '3: JN raises funds for 3 days: 3 + 6 (3 days) = $9, now $19 in hand.',
    ]);
    expect(
      logOf(two, { DM: { capital: 'fact-check' }, RK: { actions: [{ do: 'vp', state: 'OH' }] } }, []),
    ).toEqual([
      ': DM goes first, holding the edge (DM $10, RK $10). RK now holds the edge.',
      ': DM uses Fact Check: the other side makes one stop fewer this week.',
      ': RK’s running mate’s stop in Ohio is skipped: fact-checked.',
    ]);
  });

  test('tells what the opponent rolled, and why another state or region was hit', () => {
    const setup = {
      players: [jn],
      stops: [0, 0, 2, 0, 0, 0, 0, 0, 0],
      week: 3,
      polls: { MN: 4, NJ: 4, VA: 4, NH: 4 },
    };
    expect(logOf(setup, { JN: {} }, [6, 3, 1, 1, 2, 4])).toEqual([
      '6 3: The roll is Minnesota (Plains), which is safe for the Republicans. The next state down the board that is not safe is Nevada: 2 squares. Nevada D+1 → R+1 and changes sides.',
      '1 1: The roll is Pennsylvania (Rust Belt): 2 squares. Pennsylvania D+2 → even (D).',
      '2 4: The ad roll is Atlantic and Southeast. Passing over regions that are entirely safe for the Republicans: Pacific and Southeast. ' +
        'The ad does more harm in the Pacific states: 2 squares. WA D+2 → even (D), CO D+1 → R+1, OR D+2 → even (D), NM D+1 → R+1; CO and NM change sides.',
    ]);
  });

  test('never shows covers that were not spent (MOE-8.2)', () => {
    const start = stateOf(two);
    const sheet = { actions: [stop('OH', 2, true)], coverWith: ['media-blitz', 'defining-speech'] };
    const next = marginOfError.resolve(start, { DM: sheet, RK: {} }, listedDice([4, 4]));
    expect(JSON.stringify(next)).not.toContain('coverWith');
    for (const reader of ['RK', null]) {
      expect(sentences(reportOf([start, next], reader)).join()).not.toContain('Defining Speech');
    }
  });
});
