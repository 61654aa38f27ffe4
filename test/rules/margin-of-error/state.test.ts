import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import {
  BASE_STATES,
  BATTLEGROUND_CODES,
  BOARD,
  isSmall,
  REGION_STATES,
} from '../../../src/rules/margin-of-error/data.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { countVotes, pushedPoll } from '../../../src/rules/margin-of-error/polls.ts';
import { stateOf } from './games.ts';

const setup = { players: [{ id: 'JN', party: 'D' }], stops: [0, 0, 0, 0, 0, 0, 0, 0, 0] };

describe('the board (MOE-2)', () => {
  test('has 20 states with 226 votes in an exact dead heat', () => {
    expect(BOARD).toHaveLength(20);
    expect(BOARD.reduce((sum, { votes }) => sum + votes, 0)).toBe(226);
    const { polls, start } = stateOf(setup);
    expect(countVotes(polls, start)).toEqual({ D: 269, R: 269 });
    expect(BATTLEGROUND_CODES.filter(isSmall)).toEqual(['NH', 'CO', 'OR', 'NM', 'WV', 'IA', 'NV', 'MT']);
    expect(new Set([...BASE_STATES.D, ...BASE_STATES.R, ...BATTLEGROUND_CODES]).size).toBe(51);
  });

  test('has regions in which each result of the state die names one state', () => {
    const votes = Object.values(REGION_STATES).map((states) =>
      states.reduce((sum, one) => sum + one.votes, 0),
    );
    expect(votes).toEqual([48, 32, 32, 47, 38, 29]);
    for (const states of Object.values(REGION_STATES)) {
      const results = states.flatMap(({ die: [first, last] }) =>
        Array.from({ length: last - first + 1 }, (_, i) => first + i),
      );
      expect(results).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });
});

describe('moving a poll (MOE-6.1)', () => {
  test('ends at the ends of the track, and on the first light square when it leaves the other party’s safety', () => {
    expect(pushedPoll(-5, 'R', 4, true)).toBe(-3);
    expect(pushedPoll(-4, 'R', 1, true)).toBe(-3);
    expect(pushedPoll(-5, 'R', 1, true)).toBe(-4);
    expect(pushedPoll(-5, 'R', 4, false)).toBe(-1);
    expect(pushedPoll(5, 'D', 2, true)).toBe(3);
    expect(pushedPoll(4, 'D', -4, true)).toBe(5);
    expect(pushedPoll(-5, 'D', -4, true)).toBe(-1);
    expect(pushedPoll(3, 'D', 4, true)).toBe(-1);
  });

  test('never results in −0', () => {
    for (let poll = -5; poll <= 5; poll += 1) {
      for (let squares = -4; squares <= 4; squares += 1) {
        for (const party of ['D', 'R'] as const) {
          expect(Object.is(pushedPoll(poll, party, squares, true), -0)).toBe(false);
        }
      }
    }
    expect(Object.is(stateOf({ ...setup, polls: { PA: -0 } }).polls.PA, 0)).toBe(true);
  });
});

describe('the canonical state (MOE-8.1)', () => {
  test('equals the rule’s own example byte for byte', () => {
    const sheet = {
      actions: [
        { do: 'media', days: 1 },
        { do: 'campaign', state: 'PA', days: 1 },
        { do: 'campaign', state: 'MI', days: 2, cover: true },
        { do: 'vp', state: 'WI' },
      ],
      coverWith: ['fact-check'],
    };
    const state = marginOfError.resolve(stateOf(setup), { JN: sheet }, listedDice([3, 2, 2, 6]));
    expect(JSON.stringify(marginOfError.canonical(state))).toBe(
      '{"week":2,"phase":"week","edge":null,"stops":[0,0,0,0,0,0,0,0,0],"homes":{"D":null,"R":null},' +
        '"start":{"PA":-2,"MI":-2,"WI":-2,"NJ":-2,"VA":2,"NH":-2,"WA":-2,"CO":-1,"OR":-2,"NM":-1,"FL":2,"NC":2,"WV":3,"OH":1,"IN":3,"IA":1,"MO":2,"MN":-2,"NV":-1,"MT":3},' +
        '"polls":{"PA":-3,"MI":-2,"WI":-3,"NJ":-2,"VA":2,"NH":-2,"WA":-2,"CO":-1,"OR":-2,"NM":-1,"FL":2,"NC":2,"WV":3,"OH":1,"IN":3,"IA":1,"MO":2,"MN":-2,"NV":-1,"MT":3},' +
        '"players":[{"id":"JN","party":"D","cash":7,"unused":["internet-funds","endorsements","media-blitz","defining-speech"],"tokens":[]}],' +
        '"log":[{"kind":"media","seat":"JN","days":1,"bonus":0},' +
        '{"kind":"campaign","seat":"JN","state":"PA","days":1,"dice":[3],"spent":[],"ignored":[],"total":3,"squares":1,"from":-2,"to":-3,"token":false,"cash":9},' +
        '{"kind":"campaign","seat":"JN","state":"MI","days":2,"dice":[2,2],"spent":["fact-check"],"ignored":[2],"total":2,"squares":0,"from":-2,"to":-2,"token":false,"cash":7},' +
        '{"kind":"vp","seat":"JN","state":"WI","dice":[6],"total":5,"squares":1,"from":-2,"to":-3}]}',
    );
  });

  test('can begin from a setup that has been through JSON', () => {
    const drawn = marginOfError.setUp(
      marginOfError.options.parse({ homeStates: true }),
      [
        { identifier: 'AA', name: 'A', wish: {} },
        { identifier: 'BB', name: 'B', wish: {} },
      ],
      listedDice([2, 1, 4, 3, 4, 2]),
    );
    const parsed = marginOfError.parseSetup(JSON.parse(JSON.stringify(drawn)));
    expect(parsed).toEqual({ ok: true, value: drawn });
  });

  test('has every event with its keys in the order of the rule (MOE-6.11)', () => {
    const keys = new Map<string, string>();
    const note = (log: { kind: string }[]) => {
      for (const event of log) keys.set(event.kind, Object.keys(event).join(' '));
    };
    const row = (state: string) => ({ do: 'campaign', state, days: 1 });
    const two = {
      players: [
        { id: 'DM', party: 'D', cash: 6 },
        { id: 'RK', party: 'R' },
      ],
    };
    const rows = [
      { do: 'media', days: 1 },
      { do: 'fundraise', days: 1 },
      row('OH'),
      { do: 'advertise', region: 'midwest', days: 1 },
      { do: 'vp', state: 'PA' },
      row('FL'),
    ];
    const sheets = { DM: { actions: rows, capital: 'endorsements', endorse: ['IA'] }, RK: null };
    const dice = listedDice([1, 1, 1, 1, 1, 1, 1, 1]);
    note(marginOfError.resolve(stateOf({ ...two, polls: { NV: 5 } }), sheets, dice).log);
    const broke = stateOf({ players: [{ id: 'JN', party: 'D', cash: 0 }], week: 3 });
    note(marginOfError.resolve(broke, { JN: { actions: [row('OH')] } }, listedDice(Array(8).fill(1))).log);
    const late = stateOf({ players: [{ id: 'JN', party: 'D', tokens: ['IA'] }], week: 10 });
    const stops = { stops: [{ state: 'OH', tokens: 1 }] };
    note(marginOfError.resolve(late, { JN: stops }, listedDice(Array(41).fill(1))).log);
    expect(Object.fromEntries(keys)).toEqual({
      order: 'kind first',
      missing: 'kind seat refused',
      capital: 'kind seat capital moves cash',
      media: 'kind seat days bonus',
      fundraise: 'kind seat days dice raised cash',
      campaign: 'kind seat state days dice spent ignored total squares from to token cash',
      vp: 'kind seat state dice total squares from to',
      advertise: 'kind seat region days dice spent ignored total squares moves cash',
      skip: 'kind seat do where why',
      'opponent-stop': 'kind party dice rolled state squares from to',
      'opponent-ad': 'kind party dice regions region squares moves',
      'last-minute': 'kind seat state tokens dice total squares from to',
      final: 'kind state dice shift from to',
    });
  });

  test('does not change once the game is over', () => {
    const over = { ...stateOf(setup), phase: 'over' as const };
    expect(marginOfError.resolve(over, { JN: {} }, listedDice([]))).toBe(over);
  });
});
