import { describe, expect, test } from 'vitest';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { Player, State } from '../../../src/rules/election-year/state.ts';
import { GRADES, type Grade } from '../../../src/rules/grades.ts';
import { fourPlayers, NO_DICE, newGame, parsedSetup } from './games.ts';

/** A game in which all seats are played at these grades in turn: its states from the beginning to the end. */
function played(count: number, grades: readonly Grade[] = ['standard'], secret = 1): State[] {
  const states = [newGame(count, new Uint8Array(32).fill(secret))];
  for (let turn = 1; turn <= 6; turn += 1) {
    const state = states.at(-1) as State;
    const sheets = Object.fromEntries(
      electionYear
        .seatIdentifiers(state)
        .map((id, i) => [id, electionYear.opponent(state, id, grades[i % grades.length])]),
    );
    states.push(electionYear.resolve(state, sheets, NO_DICE));
  }
  return states;
}

/** Every sheet that computer candidates send in a game, with the state it was made from. */
function sheetsOf(states: readonly State[], grades: readonly Grade[] = GRADES) {
  return states
    .slice(0, -1)
    .flatMap((state) =>
      electionYear
        .seatIdentifiers(state)
        .flatMap((seat) =>
          grades.map((grade) => ({ state, seat, grade, orders: electionYear.opponent(state, seat, grade) })),
        ),
    );
}

/** The same value with the keys of all records in reverse order, as a database may return it. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)])) as T;
}

/** A game of four in which two of each party are known in California as well as at home. */
function inCalifornia(popularity: readonly number[]): State {
  const players = fourPlayers().map((player, i) => ({
    ...player,
    popularity: { ...player.popularity, CA: popularity[i] as number },
  }));
  return electionYear.begin(parsedSetup({ players }));
}

describe('a computer candidate (section 13)', () => {
  test.each(GRADES)('sends legal sheets in games of every size until the end, at the grade %s', (grade) => {
    for (const count of [4, 5, 7, 12]) {
      for (const { state, seat, orders } of sheetsOf(played(count, [grade]), [grade])) {
        expect(electionYear.check(state, seat, orders)).toMatchObject({ ok: true, orders });
      }
    }
  });

  test('needs nothing that its seat may not see', () => {
    for (const { state, seat, grade, orders } of sheetsOf(played(6))) {
      const others = (change: (player: Player) => unknown) => ({
        ...structuredClone(state),
        players: state.players.map((player) => (player.id === seat ? player : change(player))) as Player[],
      });
      const removed = others(({ cash: _cash, income: _income, ...open }) => open);
      const changed = others((player) => ({ ...player, cash: 7_777, income: 1 }));
      expect(electionYear.opponent(removed, seat, grade)).toEqual(orders);
      expect(electionYear.opponent(changed, seat, grade)).toEqual(orders);
    }
  });

  test('sends the same sheet whatever the order of the keys in the state', () => {
    for (const { state, seat, grade, orders } of sheetsOf(played(5))) {
      expect(electionYear.opponent(reversed(state), seat, grade)).toEqual(orders);
    }
  });

  test('plays the standard grade if none is given', () => {
    for (const { state, seat, orders } of sheetsOf(played(4), ['standard'])) {
      expect(electionYear.opponent(state, seat)).toEqual(orders);
    }
  });

  test('has a character: seats differ in a game, and a seat differs from game to game', () => {
    const trips = (state: State, seat: string) => electionYear.opponent(state, seat).fundraising.join(' ');
    const state = newGame(12);
    const seats = electionYear.seatIdentifiers(state);
    expect(new Set(seats.map((seat) => trips(state, seat))).size).toBeGreaterThan(8);
    // Another game of the same people: only the orders of preference differ.
    const [first, second, ...rest] = seats as [string, string];
    const other = { ...state, preference: { ...state.preference, AL: [second, first, ...rest] } };
    const sheets = (game: State) => seats.map((seat) => JSON.stringify(electionYear.opponent(game, seat)));
    expect(sheets(other).filter((sheet, i) => sheet === sheets(state)[i])).toEqual([]);
  });

  test('plays otherwise with each grade', () => {
    const [state] = played(6) as [State];
    const sheets = GRADES.map((grade) => JSON.stringify(electionYear.opponent(state, 'AA', grade)));
    expect(new Set(sheets).size).toBe(GRADES.length);
  });

  test('competes with its own party before turn 4, then with the other party', () => {
    const spent = (state: State, seat: string) =>
      electionYear.opponent(state, seat).campaign.find((row) => row.state === 'CA')?.spend ?? 0;
    const later = (state: State) => ({ ...state, turn: 4, phase: 'general' as const });
    // AB, a Democrat, is far ahead of EF and far behind the Republicans CD and GH.
    const state = inCalifornia([4_000, 4_300, 0, 4_300]);
    expect(spent(state, 'AB')).toBe(0);
    expect(spent(later(state), 'AB')).toBeGreaterThan(0);
    // CD and GH are tied before turn 4, and have nothing to fear from a Democrat without popularity.
    const tied = inCalifornia([0, 4_300, 0, 4_300]);
    expect(spent(tied, 'CD')).toBeGreaterThan(0);
    expect(spent(later(tied), 'CD')).toBe(0);
  });

  test('competes with the other party from the start if it is alone in its own', () => {
    const [first, ...rest] = fourPlayers();
    const players = [
      { ...first, popularity: { CA: 4_000 } },
      ...rest.map((player, i) => ({ ...player, party: 'R', popularity: { CA: i === 0 ? 4_300 : 0 } })),
    ];
    const state = electionYear.begin(parsedSetup({ players }));
    expect(electionYear.opponent(state, 'AB').campaign.map((row) => row.state)).toContain('CA');
  });

  test('keeps money for later turns, and spends all of it on the last', () => {
    for (const { state, seat, orders } of sheetsOf(played(6), ['standard', 'hard'])) {
      const cash = state.players.find(({ id }) => id === seat)?.cash ?? 0;
      const spent = orders.campaign.reduce((sum, { spend }) => sum + spend, 0);
      const share = spent / cash;
      if (state.turn === 5) expect(share).toBeGreaterThan(0.95);
      if (state.turn === 3 || state.turn === 4) expect(share).toBeLessThan(0.9);
    }
  });

  test('chooses as running mate on turn 3 who is popular where it is not', () => {
    const players = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL'].map((id, i) => ({
      ...{ id, party: i % 2 === 0 ? 'D' : 'R', home: 'GA', ability: 3, cash: 400, income: 90 },
      popularity: { GA: 300, ...(id === 'EF' && { CA: 50 }), ...(id === 'IJ' && { WY: 500 }) },
    }));
    const begun = electionYear.begin(parsedSetup({ players }));
    // California: 54 votes × 50 against Wyoming: 3 × 500.
    expect(electionYear.opponent({ ...begun, turn: 2 }, 'AB').runningMate).toBe('EF');
    expect(electionYear.opponent(begun, 'AB').runningMate).toBeNull();
  });

  test('has no orders for a seat that is not in the game, and none when it is over', () => {
    const states = played(4);
    const none = { runningMate: null, fundraising: [], campaign: [], press: null };
    expect(electionYear.opponent(states.at(-1) as State, 'AA')).toEqual(none);
    expect(electionYear.opponent(states[0] as State, 'ZZ')).toEqual(none);
  });
});
