import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_VOTES, STATES, type StateCode } from '../../../src/rules/country.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { SeatIdentifier } from '../../../src/rules/ruleset.ts';
import { runs } from '../../helpers/long.ts';
import { garbage, headerOf, newGame, seatsOf, sheet, sheetsOf } from './games.ts';

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Games of any size with any dice, and sheets for all six turns. */
function games(each: fc.Arbitrary<unknown>) {
  return fc
    .integer({ min: 4, max: 12 })
    .chain((count) => fc.tuple(fc.constant(count), secret, sheetsOf(count, each)));
}

function play(count: number, seed: Uint8Array, turns: Record<SeatIdentifier, unknown>[]): State[] {
  const states = [newGame(count, seed)];
  for (const [i, sheets] of turns.entries()) {
    states.push(electionYear.resolve(states.at(-1) as State, sheets, seededDice(seed, i + 1)));
  }
  return states;
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('Election Year, with any sheets', () => {
  test('changes cash by what was raised, contributions and income, less what was spent', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        const states = play(count, seed, turns);
        for (const [i, state] of states.slice(1).entries()) {
          for (const [p, player] of state.players.entries()) {
            const before = states[i]?.players[p];
            const raised = sum((state.fundraising[player.id] ?? []).map((trip) => trip.raised));
            const spent = sum((state.campaigning[player.id] ?? []).map((row) => row.spent));
            expect(player.raised).toBe(raised);
            expect(player.cash).toBe(
              (before?.cash ?? 0) + raised + player.contributions + player.income - spent,
            );
            expect(player.cash).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('raises no more than a state’s donation number there, and a tenth of all in contributions', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        for (const state of play(count, seed, turns).slice(1)) {
          const trips = Object.values(state.fundraising).flat();
          const wrong = STATES.filter(({ code, donation }) => {
            const raised = trips.filter((trip) => trip.state === code).map((trip) => trip.raised);
            return !(sum(raised) <= donation);
          });
          expect(wrong).toEqual([]);
          for (const party of ['D', 'R']) {
            const members = state.players.filter((player) => player.party === party);
            expect(sum(members.map((player) => player.contributions))).toBeLessThanOrEqual(331);
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('raises popularity by what was bought, and never lowers it', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        const states = play(count, seed, turns);
        for (const [i, state] of states.slice(1).entries()) {
          const before = states[i] as State;
          for (const { id } of state.players) {
            // One assertion for all states: a million of them take longer than the games.
            const wrong = STATES.filter(({ code }) => {
              const rows = (state.campaigning[id] ?? []).filter((row) => row.state === code);
              const gained = sum(rows.map((row) => row.gained));
              const raised = (before.popularity[code][id] ?? 0) + gained;
              return !(
                Object.is(state.popularity[code][id], raised) && gained >= sum(rows.map((row) => row.spent))
              );
            });
            expect(wrong).toEqual([]);
          }
        }
      }),
      { numRuns: runs(25) },
    );
  });

  test('casts all 538 votes on every ballot for candidates still in the race, until one has a majority', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        const state = play(count, seed, turns)[3] as State;
        for (const party of ['D', 'R'] as const) {
          const { ballots, president, vicePresident } = state.conventions?.[party] ?? { ballots: [] };
          const members = state.players.filter((player) => player.party === party).map(({ id }) => id);
          let left = members;
          for (const { votes, eliminated } of ballots) {
            expect(sum(Object.values(votes))).toBe(ALL_VOTES);
            expect(Object.keys(votes)).toEqual(left);
            left = left.filter((id) => id !== eliminated);
          }
          const last = ballots.at(-1);
          expect((last?.votes[president as string] ?? 0) * 2).toBeGreaterThan(ALL_VOTES);
          expect(last?.eliminated).toBeNull();
          expect(members).toContain(vicePresident);
          expect(vicePresident).not.toBe(president);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('has each state led by the most popular member of each party, and votes that add up', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        for (const state of play(count, seed, turns)) {
          expect(STATES.filter(({ code }) => !isLedRightly(state, code))).toEqual([]);
          expect(state.partyVotes.D + state.partyVotes.R).toBe(ALL_VOTES);
          const votes = sum(state.players.map((player) => player.votes));
          expect(votes).toBe(state.turn < 3 ? 2 * ALL_VOTES : ALL_VOTES);
        }
      }),
      { numRuns: runs(25) },
    );
  });

  test('ends after six turns, with a place for everyone', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        const states = play(count, seed, turns);
        const end = states.at(-1) as State;
        for (const state of states.slice(0, -1)) expect(electionYear.outcome(state)).toBeNull();
        const outcome = electionYear.outcome(end);
        const ids = outcome?.standings.map(({ id }) => id) ?? [];
        expect(new Set(ids)).toEqual(new Set(electionYear.seatIdentifiers(end)));
        expect(ids).toHaveLength(count);
        const places = outcome?.standings.map(({ place }) => place) ?? [];
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(outcome?.winner).toBe(ids[0]);
        expect(electionYear.seatsOwing(end)).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('garbage', () => {
  test('is refused with problems or read as legal orders, and nothing throws', () => {
    const start = newGame(6);
    fc.assert(
      fc.property(garbage, fc.constantFrom('AA', 'BBB', 'ZZ'), (raw, seat) => {
        const checked = electionYear.check(start, seat, raw);
        if (checked.ok) expect(electionYear.check(start, seat, checked.orders)).toEqual(checked);
        else expect(checked.problems.length).toBeGreaterThan(0);
        for (const { message } of checked.ok ? [] : checked.problems) expect(message).toMatch(/\.$|…/);
        electionYear.tally(start, seat, raw);
      }),
      { numRuns: runs(100) },
    );
  });

  test('counts as an empty sheet if it is refused', () => {
    fc.assert(
      fc.property(games(garbage), ([count, seed, turns]) => {
        const states = play(count, seed, turns);
        expect(states.at(-1)?.phase).toBe('over');
        const [start, first] = states as [State, State];
        for (const { identifier: id } of seatsOf(count)) {
          if (electionYear.check(start, id, turns[0]?.[id]).ok) continue;
          expect([first.fundraising[id], first.campaigning[id]]).toEqual([[], []]);
          expect(first.press.some(({ from }) => from === id)).toBe(false);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('the same inputs', () => {
  test('give the same bytes, even if a database reorders the keys in between', () => {
    fc.assert(
      fc.property(games(sheet), ([count, seed, turns]) => {
        const straight = play(count, seed, turns);
        let stored = reordered(newGame(count, seed)) as State;
        const states = [stored];
        for (const [i, sheets] of turns.entries()) {
          stored = reordered(electionYear.resolve(stored, sheets, seededDice(seed, i + 1))) as State;
          states.push(stored);
          const bytes = JSON.stringify(electionYear.canonical(stored));
          expect(bytes).toBe(JSON.stringify(electionYear.canonical(straight[i + 1] as State)));
        }
        for (const seat of [null, 'AA']) {
          const report = (history: State[]) =>
            electionYear.report({ header: headerOf(count), states: history }, seat);
          expect(JSON.stringify(report(states))).toBe(JSON.stringify(report(straight)));
        }
      }),
      { numRuns: runs(15) },
    );
  });

  test('are left unchanged', () => {
    const state = newGame(5);
    const before = structuredClone(state);
    const sheets = { AA: { fundraising: ['CA'], campaign: [{ state: 'CA', spend: 5 }] } };
    electionYear.resolve(state, sheets, seededDice(new Uint8Array(32), 1));
    expect(state).toEqual(before);
  });

  test('make a setup that parses to itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 12 }), secret, (count, seed) => {
        const setup = electionYear.setUp({}, seatsOf(count), seededDice(seed, 0));
        const parsed = electionYear.parseSetup(JSON.parse(JSON.stringify(setup)));
        expect(parsed).toEqual({ ok: true, value: setup });
      }),
      { numRuns: runs(30) },
    );
  });
});

/** Whether a state is led by the most popular member of each party, and overall by the more popular one of these. */
function isLedRightly({ leaders, popularity, players }: State, code: StateCode): boolean {
  const { D, R, overall } = leaders[code];
  const leads = (['D', 'R'] as const).every((party) => {
    const leader = party === 'D' ? D : R;
    const members = players.filter((player) => player.party === party).map(({ id }) => id);
    const max = Math.max(...members.map((id) => popularity[code][id] ?? 0));
    return members.includes(leader) && Object.is(popularity[code][leader], max);
  });
  const best = Math.max(popularity[code][D] ?? 0, popularity[code][R] ?? 0);
  return leads && [D, R].includes(overall) && Object.is(popularity[code][overall], best);
}

/** The same value with the keys of every object in reverse order, as a database might return it. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reordered(inner)]),
  );
}
