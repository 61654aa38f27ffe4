import { describe, expect, test } from 'vitest';
import { STATES, type StateCode } from '../../../src/rules/country.ts';
import { holdElection } from '../../../src/rules/election-year/election.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { settleLeads } from '../../../src/rules/election-year/leads.ts';
import { overtakings } from '../../../src/rules/election-year/report/compare.ts';
import { cheapestReversal } from '../../../src/rules/election-year/report/reversal.ts';
import { decisiveStates } from '../../../src/rules/election-year/report/turned.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { Report } from '../../../src/rules/report.ts';
import { blocksOf, sectionOf, textOf } from '../report-blocks.ts';
import { fourPlayers, headerOf, NO_DICE, parsedSetup, playedGame } from './games.ts';

/* AB and EF are Democrats, CD and GH Republicans. Everyone has ability 3. */
const start = electionYear.begin(parsedSetup({ players: fourPlayers() }));
const sheets = {
  AB: { fundraising: ['CA', 'NY', 'TX'], campaign: [{ state: 'CA', spend: 60 }] },
  CD: { fundraising: ['CA'], campaign: [{ state: 'CA', spend: 50 }] },
  EF: { fundraising: ['CA'], campaign: [{ state: 'GA', spend: 80 }] },
};
const states = [start, electionYear.resolve(start, sheets, NO_DICE)];
for (let turn = 2; turn <= 6; turn += 1) {
  states.push(electionYear.resolve(states.at(-1) as State, {}, NO_DICE));
}

function reportAfter(turns: number, seat: string | null): Report {
  return electionYear.report({ header: headerOf(4, turns === 6), states: states.slice(0, turns + 1) }, seat);
}

/** The rows of a table as texts, found by its caption. */
function rowsOf(report: Report, caption: string): string[][] {
  const table = blocksOf(report, 'table').find((block) => block.caption === caption);
  return (table?.rows ?? []).map((row) => row.map(textOf));
}

describe('the reader’s outlook', () => {
  test('prices the leads at risk and the states within reach, in the party before the conventions', () => {
    const report = reportAfter(1, 'AB');
    expect(rowsOf(report, 'Your leads at risk')).toEqual([
      ['California', '54', '395', '180', 'EF', '–', '$61', '$181'],
      ['Georgia', '16', '107', '300', 'EF', '80', '$74', '$221'],
    ]);
    expect(rowsOf(report, 'States within your reach')).toEqual([
      ['Washington', '12', '77', '–', 'EF', '300', '$101', '$301'],
    ]);
  });

  test('looks at the other party after the conventions, at the ability that was gained', () => {
    expect(states[3]?.promoted).toEqual(['AB']);
    const report = reportAfter(3, 'AB');
    expect(rowsOf(report, 'Your leads at risk')).toEqual([
      ['California', '54', '395', '180', 'CD', '150', '$11', '$31'],
    ]);
    expect(
      rowsOf(report, 'States within your reach').map(([state, , , , rival, , visit]) => [
        state,
        rival,
        visit,
      ]),
    ).toEqual([
      ['Michigan', 'CD', '$76'],
      ['Virginia', 'GH', '$76'],
    ]);
  });

  test('after the conventions also prices the leads and chances of the others in the party', () => {
    const report = reportAfter(3, 'EF');
    expect(rowsOf(report, 'Leads at risk of others in your party')).toEqual([
      ['California', '54', 'AB', 'CD', '$11', '$31'],
    ]);
    expect(rowsOf(report, 'States within reach of others in your party')).toEqual([
      ['Michigan', '15', 'CD', 'AB', '$76', '$301'],
      ['Virginia', '13', 'GH', 'AB', '$76', '$301'],
    ]);
    const captions = blocksOf(reportAfter(2, 'EF'), 'table').map(({ caption }) => caption);
    expect(captions.filter((caption) => caption.includes('others in your party'))).toEqual([]);
  });

  test('prices are right: that much takes the lead, and a dollar less does not', () => {
    const before = states[1] as State;
    const spend = (amount: number) => {
      const orders = { EF: { fundraising: ['CA'], campaign: [{ state: 'CA', spend: amount }] } };
      return electionYear.resolve(before, orders, NO_DICE).leaders.CA.D;
    };
    expect([spend(60), spend(61)]).toEqual(['AB', 'EF']);
  });

  test('leaves out states that cost more than the reader has', () => {
    const poor = structuredClone(states.slice(0, 2)) as State[];
    for (const player of (poor[1] as State).players) player.cash = 100;
    const report = electionYear.report({ header: headerOf(4), states: poor }, 'AB');
    expect(rowsOf(report, 'States within your reach')).toEqual([]);
  });
});

describe('what changed', () => {
  test('names the states that changed hands, from whom and to whom, and compares the maps', () => {
    for (const count of [4, 6, 12]) {
      const played = playedGame(count, 6);
      for (let turns = 1; turns <= 6; turns += 1) {
        const [before, now] = played.slice(turns - 1, turns + 1) as [State, State];
        const header = headerOf(count, turns === 6);
        const report = electionYear.report({ header, states: played.slice(0, turns + 1) }, null);
        const changed = STATES.filter(
          ({ code }) => before.leaders[code].overall !== now.leaders[code].overall,
        );
        const rows = rowsOf(report, 'States that changed hands');
        expect(rows).toHaveLength(Math.min(6, changed.length));
        for (const [name, , from, to] of rows) {
          const { code } = changed.find((state) => state.name === name) as { code: StateCode };
          expect([from, to]).toEqual([before.leaders[code].overall, now.leaders[code].overall]);
        }
        const [maps] = blocksOf(report, 'maps', 'changes');
        expect(maps?.items.map(({ states: marks }) => marks.CA?.label)).toEqual([
          before.leaders.CA.overall,
          now.leaders.CA.overall,
        ]);
      }
    }
  });

  test('has one table of close states in each printout, and says what a tie means', () => {
    const tied = structuredClone(states.slice(0, 2)) as State[];
    for (const state of tied) state.popularity.CA = { AB: 180, CD: 180 };
    const report = electionYear.report({ header: headerOf(4), states: tied }, null);
    const tables = (of: Report) => blocksOf(of, 'table').filter(({ caption }) => caption.includes('closest'));
    expect(tables(report).map(({ rows }) => textOf(rows[0]?.at(-1)))).toEqual(['tied']);
    expect(tables(report)[0]?.note).toMatch(/^Tied: the leader holds the state/);
    expect(tables(reportAfter(6, null)).map(({ caption }) => caption)).toEqual([
      'The closest states of the election',
    ]);
  });

  test('tells of overtaking only between rivals: in a party before the conventions, across parties after them', () => {
    for (const count of [6, 12]) {
      const played = playedGame(count, 6);
      for (let turns = 1; turns <= 6; turns += 1) {
        const [before, now] = played.slice(turns - 1, turns + 1) as [State, State];
        const partyOf = (id: string) => now.players.find((player) => player.id === id)?.party;
        for (const { id, overtaken } of overtakings(before, now)) {
          for (const other of overtaken) expect(partyOf(other.id) === partyOf(id)).toBe(turns < 3);
        }
      }
    }
  });

  test('is not on the first printout', () => {
    expect(reportAfter(0, 'AB').sections.map(({ id }) => id)).not.toContain('changes');
  });
});

describe('the figures of a state on the map', () => {
  test('are its worth, everyone’s popularity from the highest, the leaders and the margin', () => {
    const [map] = blocksOf(reportAfter(1, null), 'map');
    expect(map?.states.CA?.figures).toEqual([
      '54 electoral votes, donation number 395',
      'AB 180, CD 150',
      'Democrats: AB leads, Republicans: CD leads',
      'The Democrats lead the state by 30',
    ]);
    for (const { code } of STATES) expect(map?.states[code]?.figures).toHaveLength(4);
  });
});

describe('the explanation of the result', () => {
  test('names the cheapest way in which the losers would have won, and nothing in it can be left out', () => {
    for (const count of [4, 5, 6, 7, 12]) {
      const state = playedGame(count, 6).at(-1) as State;
      const winner = state.election?.winner ?? 'D';
      const loser = winner === 'D' ? 'R' : 'D';
      const missed = cheapestReversal(state, winner);
      const electedWith = (changed: typeof missed) => {
        const popularity = structuredClone(state.popularity);
        for (const { state: where, missing } of changed) {
          const leader = state.leaders[where.code][loser];
          popularity[where.code][leader] = (popularity[where.code][leader] ?? 0) + missing;
        }
        const leaders = settleLeads({ ...state, popularity }, state.leaders);
        return holdElection(state.players, leaders, popularity).winner;
      };
      expect(electedWith(missed)).toBe(loser);
      for (const [i] of missed.entries()) {
        expect(electedWith(missed.filter((_, j) => j !== i))).toBe(winner);
        const less = missed.map((one, j) => (j === i ? { ...one, missing: one.missing - 1 } : one));
        expect(electedWith(less)).toBe(winner);
      }
    }
  });

  test('names the states that turned on the last turn without which the other party would have won', () => {
    let found = 0;
    for (let seed = 0; seed < 12; seed += 1) {
      const played = playedGame(6, 6, new Uint8Array(32).fill(seed));
      const [before, now] = played.slice(-2) as [State, State];
      const winner = now.election?.winner ?? 'D';
      const loser = winner === 'D' ? 'R' : 'D';
      const { states: decisive, each } = decisiveStates(before, now, winner);
      const wonWithout = (votes: number) => now.partyVotes[loser] + votes > now.partyVotes[winner] - votes;
      const votes = decisive.map(({ electoralVotes }) => electoralVotes);
      for (const { code } of decisive) {
        expect([before.leaders[code].overall, now.leaders[code].overall]).toEqual([
          before.leaders[code][loser],
          now.leaders[code][winner],
        ]);
      }
      const total = votes.reduce((sum, one) => sum + one, 0);
      if (each) expect(votes.every(wonWithout)).toBe(true);
      else if (votes.length > 0) {
        expect(wonWithout(total)).toBe(true);
        for (const one of votes) expect(wonWithout(total - one)).toBe(false);
      }
      const header = headerOf(6, true);
      const { news } = electionYear.report({ header, states: played }, null);
      for (const { name, code } of decisive.slice(0, 4)) {
        expect(news?.sentences[1]).toContain(code === 'DC' ? 'the District of Columbia' : name);
        found += 1;
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  test('adds up each party’s votes from the states of its candidates, and tells the game in six maps', () => {
    const report = reportAfter(6, null);
    const rows = rowsOf(report, 'Votes that each candidate brought to the party');
    const votes = (party: string) =>
      rows.filter((row) => row[2] === party).reduce((sum, row) => sum + (Number(row[5]) || 0), 0);
    const { D, R } = (states[6] as State).partyVotes;
    expect([votes('Democrat'), votes('Republican')]).toEqual([D, R]);
    const [story] = blocksOf(report, 'maps', 'story');
    expect(story?.items.map(({ heading }) => heading.slice(0, 12))).toEqual(
      [1, 2, 3, 4, 5, 6].map((turn) => `After turn ${turn}`),
    );
    expect(sectionOf(report, 'story').shared).toBe(true);
  });
});
