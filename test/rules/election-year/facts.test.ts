import { describe, expect, test } from 'vitest';
import { STATE_CODES, type StateCode } from '../../../src/rules/country.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { leadingParty, type Player, type State } from '../../../src/rules/election-year/state.ts';
import type { StateFacts } from '../../../src/rules/facts.ts';
import { fourPlayers, NO_DICE, parsedSetup, playedGame } from './games.ts';

/** The figures of a state for a seat. */
function factsIn(state: State, seat: string, code: StateCode): StateFacts {
  return electionYear.facts(state, seat)?.states.find((one) => one.state === code) as StateFacts;
}

/** A figure as a number. */
function amount(facts: StateFacts, key: string): number {
  const fact = facts.facts[key] ?? null;
  return Number(typeof fact === 'object' ? fact?.value : fact);
}

/** A game of four, two of each party, with these popularities in California and this order of preference there. */
function inCalifornia(popularity: Record<string, number>, preference: string[]): State {
  const players = fourPlayers().map((player) => ({
    ...player,
    popularity: { ...player.popularity, CA: popularity[player.id] ?? 0 },
  }));
  return electionYear.begin(parsedSetup({ players, preference: { CA: preference } }));
}

/** The state after a turn in which only this seat sends a sheet: money, and perhaps a visit, in one state. */
function afterSpending(state: State, { id, party }: Player, code: StateCode, spend: number, visits: boolean) {
  const rich = {
    ...state,
    players: state.players.map((player) => (player.id === id ? { ...player, cash: 1_000_000 } : player)),
  };
  const sheet = {
    fundraising: visits ? [code] : [],
    campaign: spend > 0 ? [{ state: code, spend }] : [],
  };
  const { leaders } = electionYear.resolve(rich, { [id]: sheet }, NO_DICE);
  return { leadsParty: leaders[code][party] === id, partyLeads: leadingParty(leaders[code]) === party };
}

describe('what it takes to lead a state', () => {
  test.each([
    ['a primary', 2],
    ['the general campaign', 4],
  ])('is the least amount with which the turn makes a candidate lead, in %s', (_phase, turns) => {
    const state = playedGame(5, turns).at(-1) as State;
    for (const player of state.players) {
      for (const code of STATE_CODES.filter((_code, i) => i % 4 === state.players.indexOf(player) % 4)) {
        const facts = factsIn(state, player.id, code);
        for (const [key, visits] of [
          ['cost', false],
          ['visitCost', true],
        ] as const) {
          const cost = amount(facts, key);
          const isWon = (spend: number) => {
            const { leadsParty, partyLeads } = afterSpending(state, player, code, spend, visits);
            return turns < 3 ? leadsParty : partyLeads;
          };
          expect([player.id, code, key, isWon(cost)]).toEqual([player.id, code, key, true]);
          if (cost > 0)
            expect([player.id, code, key, isWon(cost - 1)]).toEqual([player.id, code, key, false]);
        }
      }
    }
  });

  test('counts a tie as the rules do: the leader until now stays, else the order of preference decides (EY-6.3)', () => {
    // EF leads AB by 100. A tie leaves EF the leader, so AB needs one more; with a visit, three for each dollar.
    const behind = inCalifornia({ AB: 200, EF: 300 }, ['AB', 'CD', 'EF', 'GH']);
    expect([
      amount(factsIn(behind, 'AB', 'CA'), 'cost'),
      amount(factsIn(behind, 'AB', 'CA'), 'visitCost'),
    ]).toEqual([101, 34]);
    expect(factsIn(behind, 'AB', 'CA').brief).toBe('54 votes, $395, $101 to lead');
    expect(factsIn(behind, 'EF', 'CA')).toMatchObject({ brief: '54 votes, $395, you lead', fill: null });
  });

  test('is, after the conventions, what puts the party ahead of the other one; a tie may be enough (EY-6.4)', () => {
    const state = {
      ...inCalifornia({ CD: 300 }, ['AB', 'CD', 'EF', 'GH']),
      turn: 4,
      phase: 'general' as const,
    };
    expect(amount(factsIn(state, 'AB', 'CA'), 'cost')).toBe(301);
    // Neither party leader is the overall leader until now: the first in the order of preference wins a tie.
    const leaders = { ...state.leaders, CA: { D: 'AB', R: 'CD', overall: 'GH' } };
    expect(amount(factsIn({ ...state, leaders }, 'AB', 'CA'), 'cost')).toBe(300);
  });

  test('is filled in at the price of a visit if a trip goes there, and not if even that is too dear', () => {
    const state = inCalifornia({ AB: 200, EF: 300 }, ['AB', 'CD', 'EF', 'GH']);
    expect(electionYear.facts(state, 'AB')?.list).toEqual({ name: 'campaign', state: 'state', kind: null });
    expect(factsIn(state, 'AB', 'CA').fill).toEqual({
      row: { state: 'CA', spend: '101' },
      instead: { list: 'fundraising', row: { state: 'CA', spend: '34' } },
    });
    const poor = { ...state, players: state.players.map((player) => ({ ...player, cash: 33 })) };
    expect(factsIn(poor, 'AB', 'CA').fill).toBeNull();
  });
});

test('a candidate sees the rivals of the phase: those in the party, then the other party', () => {
  const keys = (state: State) => electionYear.facts(state, 'AA')?.columns.map(({ key }) => key);
  const [first, , third, , fifth] = playedGame(5, 4) as [State, State, State, State, State];
  const primary = [
    ...['votes', 'cost', 'visitCost', 'own', 'rival', 'best', 'donation', 'partyLeader', 'leader'],
  ];
  expect(keys(first)).toEqual(primary);
  expect(keys(third)).toEqual([...primary, 'visitors']);
  expect(keys(fifth)).toEqual([
    ...['votes', 'cost', 'visitCost', 'own', 'foe', 'donation', 'partyLeader', 'leader', 'visitors'],
  ]);
});

test('every state has all figures, and nothing that the seat may not see is needed for them', () => {
  for (const state of playedGame(6, 5)) {
    for (const seat of electionYear.seatIdentifiers(state)) {
      const facts = electionYear.facts(state, seat);
      expect(facts?.states.map((one) => one.state).sort()).toEqual(STATE_CODES);
      for (const one of facts?.states ?? []) {
        expect(Object.keys(one.facts).sort()).toEqual(facts?.columns.map(({ key }) => key).sort());
      }
      const open = ({ cash: _cash, income: _income, ...rest }: Player) => rest as Player;
      const removed = {
        ...structuredClone(state),
        players: state.players.map((player) => (player.id === seat ? player : open(player))),
      };
      expect(electionYear.facts(removed, seat)).toEqual(facts);
    }
  }
});

test('there are no figures for a stranger, and none after the end', () => {
  const states = playedGame(4, 6);
  expect(electionYear.facts(states[0] as State, 'ZZ')).toBeNull();
  expect(electionYear.facts(states.at(-1) as State, 'AA')).toBeNull();
});
