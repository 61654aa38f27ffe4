import { describe, expect, test } from 'vitest';
import type { StateFacts } from '../../../src/rules/facts.ts';
import { factText } from '../../../src/rules/facts.ts';
import { BATTLEGROUND_CODES, squaresFor } from '../../../src/rules/margin-of-error/data.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { pushedPoll, winnerOf } from '../../../src/rules/margin-of-error/polls.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import { playGame, seatsOf, secretOf, stateOf } from './games.ts';

function factsIn(state: State, seat: string, code: string): StateFacts {
  return marginOfError.facts(state, seat)?.states.find((one) => one.state === code) as StateFacts;
}

const PLAYERS = [
  { id: 'DM', party: 'D', tokens: ['IA'] },
  { id: 'RK', party: 'R' },
];

describe('the figures of a state', () => {
  const state = stateOf({
    players: PLAYERS,
    polls: { PA: -2, OH: 1, VA: 5, IA: 1, WV: 3, MT: 0 },
    homes: { D: null, R: 'FL' },
  });

  test('tell who leads, and how far the poll must move', () => {
    expect(factsIn(state, 'DM', 'PA')).toMatchObject({
      name: 'Pennsylvania',
      facts: { votes: 21, poll: { value: 2, text: 'D+2' }, leads: 'Democrats', squares: 0, total: null },
      brief: '21 votes, D+2',
    });
    expect(factsIn(state, 'RK', 'PA').facts).toMatchObject({ poll: { value: -2 }, squares: 3 });
    // Montana is even and started on the Republican side.
    expect(factsIn(state, 'RK', 'MT').facts).toMatchObject({ leads: 'Republicans', squares: 0 });
    expect(factsIn(state, 'DM', 'MT').facts).toMatchObject({ squares: 1, total: 3 });
  });

  test('tell the least total of the dice with which a stop leads (MOE-2.9), and that safety forbids it', () => {
    // From +1 to −1: two squares; the start of Ohio is Republican.
    expect(factsIn(state, 'DM', 'OH').facts).toMatchObject({ squares: 2, total: 6 });
    expect(factsIn(state, 'DM', 'VA').facts).toMatchObject({
      leads: 'Republicans, safe',
      squares: 6,
      total: null,
    });
    // Stops in the home state of the other party are halved (MOE-6.3): three squares would take six.
    expect(factsIn(state, 'DM', 'FL').facts).toMatchObject({ squares: 3, total: null });
  });

  test('tell which stop earns a token (MOE-6.5)', () => {
    const token = (seat: string, code: string) =>
      factText(factsIn(state, seat, code).facts.token ?? null, 'words');
    expect(token('DM', 'IA')).toBe('yours');
    expect(token('DM', 'WV')).toBe('for a stop');
    expect(token('RK', 'WV')).toBe('not while you lead');
    expect(token('DM', 'OH')).toBe('–');
    expect(marginOfError.facts(state, 'DM')?.notes).toEqual(['You hold 1 small-state token: IA.']);
  });

  test('fill in a stop with the dice that it takes on average, and none where the seat is safe', () => {
    expect(factsIn(state, 'DM', 'OH').fill?.row).toEqual({ do: 'campaign', state: 'OH', days: '2' });
    expect(factsIn(state, 'DM', 'PA').fill?.row).toEqual({ do: 'campaign', state: 'PA', days: '1' });
    expect(factsIn(state, 'RK', 'VA').fill).toBeNull();
  });
});

test('the last minute has tokens in place of days', () => {
  const state = stateOf({ players: PLAYERS, week: 10 });
  const facts = marginOfError.facts(state, 'DM');
  expect(facts?.list).toEqual({ name: 'stops', state: 'state', kind: null });
  expect(factsIn(state, 'DM', 'OH').fill?.row).toEqual({ state: 'OH', tokens: '1' });
  expect(marginOfError.facts(state, 'RK')).toBeNull();
});

test('every battleground state has all figures throughout a game, and the least total is just enough', () => {
  const { states } = playGame(secretOf('facts'), {}, seatsOf(2), (state, seat) =>
    marginOfError.opponent(state, seat),
  );
  for (const state of states) {
    for (const { id, party } of state.players) {
      const facts = marginOfError.facts(state, id);
      if (!marginOfError.seatsOwing(state).includes(id)) {
        expect(facts).toBeNull();
        continue;
      }
      expect(facts?.states.map((one) => one.state).sort()).toEqual([...BATTLEGROUND_CODES].sort());
      for (const { state: code, facts: figures } of facts?.states ?? []) {
        expect(Object.keys(figures).sort()).toEqual(facts?.columns.map(({ key }) => key).sort());
        const poll = state.polls[code as keyof typeof state.polls];
        const start = state.start[code as keyof typeof state.start];
        if (typeof figures.total !== 'number') continue;
        const winsWith = (total: number) =>
          winnerOf(pushedPoll(poll, party, squaresFor(total), true), start) === party;
        expect([code, winsWith(figures.total), winsWith(figures.total - 1)]).toEqual([code, true, false]);
      }
    }
  }
});
