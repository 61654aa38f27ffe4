import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { countVotes } from '../../../src/rules/margin-of-error/polls.ts';
import { cheapestUpset } from '../../../src/rules/margin-of-error/report/upset.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import type { Report } from '../../../src/rules/report.ts';
import { blocksOf, sectionOf, textOf } from '../report-blocks.ts';
import { headerOf, playGame, seatsOf, secretOf, stateOf } from './games.ts';

function reportOf(states: State[], seat: string | null): Report {
  const last = states.at(-1) as State;
  const many = last.players.length === 2 ? 2 : 1;
  return marginOfError.report(
    { header: headerOf(seatsOf(many), secretOf('story'), last.phase === 'over'), states },
    seat,
  );
}

const jn = { id: 'JN', party: 'D' };
/** Everything but Ohio and Missouri is safe for the side it started on. */
const safe = {
  ...{ PA: -4, MI: -4, WI: -4, NJ: -4, VA: 4, NH: -4, WA: -4, CO: -4, OR: -4, NM: -4, FL: 4, NC: 4, WV: 4 },
  ...{ IN: 4, IA: 4, MN: -4, NV: -4, MT: 4 },
};

function paragraphs(report: Report, section: string): string {
  return blocksOf(report, 'paragraph', section)
    .map(({ text }) => text)
    .join(' ');
}

describe('what changed', () => {
  const before = stateOf({ players: [jn], stops: [1, 0, 0, 0, 0, 0, 0, 0, 0] });
  const sheet = {
    actions: [
      { do: 'media', days: 1 },
      { do: 'campaign', state: 'OH', days: 1 },
      { do: 'campaign', state: 'CO', days: 2 },
    ],
  };
  // Ohio 6: 2 squares; Colorado 3 and 3: a gaffe; the opponent's stop: Colorado.
  const now = marginOfError.resolve(before, { JN: sheet }, listedDice([6, 3, 3, 3, 3]));
  const report = reportOf([before, now], 'JN');

  test('says which states changed sides, who is ahead, and what moved each poll', () => {
    expect(paragraphs(report, 'changes')).toBe(
      'The Democrats gained 11 electoral votes: D 269, R 269 became D 280, R 258. The Democrats are ahead now; ' +
        'a week ago, the race was tied. Changed sides: Ohio (20) to the Democrats; Colorado (9) to the Republicans.',
    );
    const [table] = blocksOf(report, 'table', 'changes');
    expect(table?.rows.map((row) => row.map(textOf))).toEqual([
      [
        'Colorado',
        '9',
        'D+1',
        'R+3, changed sides',
        '2 to R by JN’s gaffe, 2 to R by the automatic opponent’s stop',
      ],
      ['Ohio', '20', 'R+1', 'D+1, changed sides', '2 to D by JN’s stop'],
    ]);
    const [maps] = blocksOf(report, 'maps', 'changes');
    expect(maps?.items.map(({ heading, states }) => `${heading}: ${states.OH?.words}`)).toEqual([
      'Before week 1: Republicans R+1',
      'After week 1: Democrats D+1',
    ]);
    expect(sectionOf(report, 'changes').shared).toBe(true);
    expect(reportOf([before], 'JN').sections.map(({ id }) => id)).not.toContain('changes');
  });

  test('shows the reader which leads are at risk and which states are within reach', () => {
    const [own] = blocksOf(report, 'table', 'headline');
    expect(own?.columns.map(({ label }) => label)).toEqual([
      'To change sides',
      'Yours (Democrats)',
      'Held by the Republicans',
      'By final roll',
    ]);
    expect(own?.rows.map((row) => row.map(textOf))).toEqual([
      ['1 square', 'OH 20*', '', '42%'],
      ['2 squares', 'NV 5, NM 5', 'IA 7', '17%'],
      [
        '3 squares',
        'MI 17, MN 10, NH 4, NJ 15, OR 7, PA 21, WA 11, WI 10',
        'CO 9*, FL 27, MO 11, NC 15, VA 13',
        '3%',
      ],
      ['4 squares or more', '', 'IN 11, MT 3, WV 5', '–'],
    ]);
    const [foreign] = blocksOf(reportOf([before, now], null), 'table', 'headline');
    expect(foreign?.columns[1]?.label).toBe('Held by the Democrats');
  });
});

describe('why the winner won', () => {
  const before = stateOf({ players: [jn], week: 10, polls: { ...safe, OH: 1, MO: 3 } });
  // Ohio 8: 1 square to D, which makes it even, and it started with R. Missouri 7: no change.
  const over = marginOfError.resolve(before, {}, listedDice([4, 4, 3, 4]));
  const lost = marginOfError.resolve(before, {}, listedDice([6, 6, 1, 1]));

  test('a deadlock names the smallest change for either party', () => {
    const report = reportOf([before, over], 'JN');
    expect(sectionOf(report, 'ending').title).toBe('Why no one won');
    expect(paragraphs(report, 'ending')).toContain(
      'The Democrats were one square short of winning: with one square in Ohio (20), they would have won 289 to 249.',
    );
  });

  test('shows votes by group, the rolls in close states and what would have changed the result', () => {
    const report = reportOf([before, lost], 'JN');
    expect(sectionOf(report, 'ending').title).toBe('Why the Democrats won');
    const text = paragraphs(report, 'ending');
    expect(text).toContain('The Democrats won 289 to 249.');
    expect(text).toContain(
      'The final rolls decided the election. After the last-minute stops, the count was tied at 269. The rolls turned that ' +
        'into 289 to 249 for the Democrats.',
    );
    expect(text).toContain(
      'How close it was: With two squares in Ohio (20), it would have been 269 to 269, and no one would have won.',
    );
    const [, groups, rolls] = blocksOf(report, 'table', 'ending');
    expect(groups?.rows.map((row) => row.map(textOf))).toContainEqual(['Midwest', '20: OH', '18: IN IA']);
    expect(rolls?.rows.map((row) => row.map(textOf))).toEqual([
      ['Ohio', '20', 'R+1', '6 + 6 = 12', '3 to D', 'D+2: goes to the Democrats'],
    ]);
  });

  test('says what the last-minute stops and the final rolls each did to the electoral votes', () => {
    const players = [{ ...jn, tokens: ['IA', 'WV'] }];
    const eve = stateOf({ players, week: 10, polls: { ...safe, OH: 1, MO: 3 } });
    // Ohio 3 + 4: 2 squares to D. Then its final roll, 1 and 1: 3 squares back. Missouri 7: no change.
    const sheet = { stops: [{ state: 'OH', tokens: 2 }] };
    const tied = marginOfError.resolve(eve, { JN: sheet }, listedDice([3, 4, 1, 1, 3, 4]));
    const report = reportOf([eve, tied], 'JN');
    const [stages] = blocksOf(report, 'table', 'ending');
    expect(stages?.caption).toBe('How the electoral votes moved from week 9 to the result');
    expect(stages?.rows.map((row) => row.map(textOf))).toEqual([
      ['After week 9', '269', '269', 'neither', ''],
      ['After the last-minute stops', '289', '249', 'Democrats', 'Ohio (20) to the Democrats'],
      ['After the final rolls', '269', '269', 'neither', 'Ohio (20) to the Republicans'],
    ]);
    const decided =
      'The final rolls decided the election. After the last-minute stops, the Democrats were ahead, 289 to 249. The rolls ' +
      'turned that into 269 to 269.';
    expect(paragraphs(report, 'ending')).toContain(decided);
    expect(report.summary).toContain(decided);
    const [chart] = blocksOf(report, 'chart', 'votes');
    expect(chart?.labels).toEqual(['Start', 'Last stops', 'Vote']);
    expect(chart?.series[0]?.values).toEqual([269, 289, 269]);
  });

  test('says since when a winner was ahead whom neither the last stops nor the rolls made', () => {
    const { states } = playGame(secretOf('mm'), {}, seatsOf(1), (state, seat) =>
      marginOfError.opponent(state, seat),
    );
    const week = states.findIndex((_, i) =>
      states.slice(i).every(({ polls, start }) => countVotes(polls, start).D > 269),
    );
    expect(paragraphs(reportOf(states, 'JN'), 'ending')).toContain(
      `The weeks of campaigning decided the election: the Democrats had been ahead since week ${week}`,
    );
  });

  test('the automatic opponent has a row in the standings if it wins', () => {
    const beaten = marginOfError.resolve(
      stateOf({ players: [jn], week: 10, polls: { ...safe, OH: 4, MO: 4, PA: 4 } }),
      {},
      listedDice([]),
    );
    const [table] = blocksOf(reportOf([before, beaten], 'JN'), 'table', 'headline');
    expect(table?.rows.map((row) => row.map(textOf))).toEqual([
      ['1', 'The automatic opponent', 'Republicans', '290', 'won'],
      ['2', 'Jo Novak [JN]', 'Democrats', '248', 'lost by 42 votes'],
    ]);
  });

  test('the smallest change that a printout names would have elected the other party, and no smaller one', () => {
    for (let n = 0; n < 30; n += 1) {
      const { states } = playGame(secretOf(`upset ${n}`), {}, seatsOf(2), (state, seat) =>
        marginOfError.opponent(state, seat),
      );
      const end = states.at(-1) as State;
      for (const party of ['D', 'R'] as const) {
        const upset = cheapestUpset(end, party);
        if (upset === null) continue;
        const polls = { ...end.polls };
        for (const { state, squares } of upset.states) polls[state] += party === 'D' ? -squares : squares;
        expect(countVotes(polls, end.start)[party]).toBe(upset.votes);
        expect(upset.votes).toBeGreaterThanOrEqual(270);
        expect(upset.squares).toBe(upset.states.reduce((sum, { squares }) => sum + squares, 0));
        for (const { state } of upset.states) {
          polls[state] += party === 'D' ? 1 : -1;
          expect(countVotes(polls, end.start)[party]).toBeLessThan(upset.votes);
          polls[state] += party === 'D' ? -1 : 1;
        }
      }
    }
  });

  test('tells the game in at most six maps, the start first and the vote last', () => {
    const { states } = playGame(secretOf('maps'), {}, seatsOf(2), (state, seat) =>
      marginOfError.opponent(state, seat),
    );
    const [maps] = blocksOf(reportOf(states, null), 'maps', 'ending');
    expect(maps?.items).toHaveLength(6);
    expect(maps?.items[0]?.heading).toBe('The start: D 269, R 269');
    expect(maps?.items[5]?.heading).toMatch(/^The vote: D \d+, R \d+$/);
  });
});
