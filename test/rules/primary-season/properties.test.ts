import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { diceFor, PRIMARIES, PRIMARY_CODES } from '../../../src/rules/primary-season/data.ts';
import { primarySeason } from '../../../src/rules/primary-season/index.ts';
import type { Action, Player, State } from '../../../src/rules/primary-season/state.ts';
import { runs } from '../../helpers/long.ts';
import { headerOf, type Played, playGame, secretOf } from './games.ts';
import { garbage, likely } from './garbage.ts';

const seed = fc.integer({ min: 0, max: 1_000_000 });
const players = fc.integer({ min: 2, max: 6 });
const options = fc.record({
  pace: fc.constantFrom('one-sheet', 'two-sheet'),
  order: fc.constantFrom('rotating', 'table'),
  maxTurns: fc.constantFrom(10, 14, 30),
});
const sheets = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: likely },
    { weight: 3, arbitrary: garbage },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.constant('computer') },
  ),
  { minLength: 1, maxLength: 12 },
);
const game = fc.tuple(seed, players, options, sheets);
type Game = [n: number, many: number, options: Record<string, unknown>, sent: readonly unknown[]];

/** With two sheets a turn, only what belongs on the open sheet, so that not every sheet is refused. */
function forPhase(state: State, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || state.phase === 'turn') return raw;
  const roll = ['reroll', 'second'];
  const belongs = (key: string) => roll.includes(key) === (state.phase === 'roll');
  return Object.fromEntries(Object.entries(raw).filter(([key]) => belongs(key)));
}

/** A game in which the seats send these sheets in turn; `computer` is the sheet of a computer candidate. */
function playWith([n, many, chosen, sent]: Game): Played {
  let k = 0;
  return playGame(secretOf(`property ${n}`), { players: many, options: chosen }, (state, seat) => {
    const raw = sent[k++ % sent.length];
    return raw === 'computer' ? primarySeason.opponent(state, seat) : forPhase(state, raw);
  });
}

function pairs(states: readonly State[]): [State, State][] {
  return states.slice(1).map((state, i) => [states[i] as State, state]);
}

/** Every number in a JSON value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('Primary Season, with any sheets', () => {
  test('keeps what is always true (PS-8.1), and ends by its turn limit', () => {
    fc.assert(
      fc.property(game, (played) => {
        const { states } = playWith(played);
        for (const state of states) expectAlwaysTrue(state);
        const last = states.at(-1) as State;
        expect(last.turn).toBeLessThanOrEqual(last.options.maxTurns);
        const outcome = primarySeason.outcome(last);
        expect(outcome?.standings).toHaveLength(last.players.length);
        expect(states.slice(0, -1).every((state) => primarySeason.outcome(state) === null)).toBe(true);
      }),
      { numRuns: runs(80) },
    );
  });

  test('makes and loses no mark, dollar or die but by what it records', () => {
    fc.assert(
      fc.property(game, (played) => {
        for (const [before, after] of pairs(playWith(played).states)) {
          for (const action of after.actions) expectRecorded(action, before, after);
        }
      }),
      { numRuns: runs(80) },
    );
  });

  test('records every roll', () => {
    fc.assert(
      fc.property(game, (played) => {
        const { states, rolls } = playWith(played);
        for (const [i, [before, after]] of pairs(states).entries()) {
          const again = before.phase === 'spend' ? [] : after.rolls;
          const advance = before.phase === 'roll' ? [] : after.players;
          const count =
            sum(again.map(({ reroll, second }) => reroll.length + second.length)) +
            sum(advance.map(({ dice }) => dice.length));
          expect(rolls[i]).toBe(count);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('checks anything without throwing, and its orders are legal sheets', () => {
    fc.assert(
      fc.property(game, fc.oneof(garbage, likely), (played, raw) => {
        for (const state of playWith(played).states) {
          for (const seat of primarySeason.seatIdentifiers(state)) {
            const checked = primarySeason.check(state, seat, raw);
            primarySeason.tally(state, seat, raw);
            if (!checked.ok) {
              expect(checked.problems.length).toBeGreaterThan(0);
            } else {
              expect(primarySeason.check(state, seat, checked.orders)).toEqual(checked);
            }
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('plays every sheet that the check accepts, and no other', () => {
    fc.assert(
      fc.property(game, (played) => {
        const { states, sheets: sent } = playWith(played);
        for (const [i, [before, after]] of pairs(states).entries()) {
          const told = before.phase === 'spend' ? after.actions : after.rolls;
          for (const { id, sheet } of told) {
            const raw = sent[i]?.[id] ?? null;
            expect(sheet).toBe(raw !== null && primarySeason.check(before, id, raw).ok);
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('accepts every sheet of a computer candidate of every grade', () => {
    fc.assert(
      fc.property(game, (played) => {
        const states = playWith(played).states.slice(0, -1);
        const state = states[played[0] % states.length] as State;
        const seat = primarySeason.seatIdentifiers(state)[0] as string;
        for (const grade of ['easy', 'standard', 'hard'] as const) {
          const checked = primarySeason.check(state, seat, primarySeason.opponent(state, seat, grade));
          expect(checked.ok || checked.problems).toBe(true);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('gives the same bytes for the same inputs, and leaves its inputs unchanged', () => {
    fc.assert(
      fc.property(game, (played) => {
        const frozen = JSON.stringify(playWith(played).states);
        expect(JSON.stringify(playWith(structuredClone(played)).states)).toBe(frozen);
      }),
      { numRuns: runs(20) },
    );
  });

  test('plays the same turn from its disclosed sheets (PS-8.2)', () => {
    fc.assert(
      fc.property(game, (played) => {
        const { states, sheets: turns } = playWith(played);
        for (const [i, [before, after]] of pairs(states).entries()) {
          const disclosed = primarySeason.disclose(before, turns[i] ?? {}, after);
          const dice = seededDice(secretOf(`property ${played[0]}`), i + 1);
          expect(primarySeason.resolve(before, disclosed, dice)).toEqual(after);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('foresees only turns that come, and the same sheet as then', () => {
    fc.assert(
      fc.property(game, (played) => {
        const { states } = playWith(played);
        for (const [i, state] of states.entries()) {
          for (let ahead = 1; ahead < 5; ahead += 1) {
            const foreseen = primarySeason.foresee(state, i + 1 + ahead);
            if (foreseen === null) continue;
            const then = states[i + ahead] as State;
            expect([foreseen.turn, foreseen.phase]).toEqual([then.turn, then.phase]);
          }
        }
      }),
      { numRuns: runs(30) },
    );
  });

  test('has a report of every state for every reader, and the same shared sections for all', () => {
    fc.assert(
      fc.property(game, (played) => {
        const { states } = playWith(played);
        const headlines = new Set<string | undefined>();
        for (let k = 1; k <= states.length; k += 1) {
          const history = { header: headerOf(played[1], k === states.length), states: states.slice(0, k) };
          const readers = [null, ...primarySeason.seatIdentifiers(states[0] as State)];
          const reports = readers.map((reader) => primarySeason.report(history, reader));
          const shared = reports.map(({ sections }) => JSON.stringify(sections.filter((one) => one.shared)));
          expect(new Set(shared).size).toBe(1);
          expect(JSON.stringify(reports)).not.toMatch(/undefined|NaN|\[object/);
          headlines.add(reports[0]?.news?.headline);
        }
        expect(headlines.size).toBe(states.length);
      }),
      { numRuns: runs(10) },
    );
  });
});

/** PS-8.1, and all numbers are whole and 0 or more. */
function expectAlwaysTrue(state: State): void {
  const canonical = primarySeason.canonical(state) as { pile: number };
  expect(canonical.pile + sum(state.players.map(({ funds }) => funds))).toBe(50);
  const figures = numbersIn(canonical);
  expect(figures.every((figure) => Number.isInteger(figure) && figure >= 0 && !Object.is(figure, -0))).toBe(
    true,
  );
  const prizes = PRIMARIES.map((one) => sum(one.prizes.slice(0, state.places[one.code].length)));
  expect(sum(state.players.map(({ delegates }) => delegates))).toBe(sum(prizes));
  for (const { id, marks, staff, dice } of state.players) {
    expect(dice).toHaveLength(state.phase === 'over' ? 0 : diceFor(staff));
    // One assertion for all states: millions of them take longer than the games.
    const wrong = PRIMARIES.filter(
      ({ code, circles }) =>
        !(marks[code] <= circles) || state.places[code].includes(id) !== (marks[code] === circles),
    );
    expect(wrong).toEqual([]);
  }
}

/** What a recorded action leaves in a player's hands. */
function expectRecorded(action: Action, before: State, after: State): void {
  const [was, is] = [before, after].map((state) => state.players.find(({ id }) => id === action.id)) as [
    Player,
    Player,
  ];
  expect(is.funds).toBe(was.funds + action.collected - sum(action.bought.map(({ price }) => price)));
  expect(is.items.length).toBe(was.items.length + action.bought.length);
  expect(sum(action.placed.map(({ marks }) => marks)) + action.lost).toBe(action.votes);
  const wrong = (['STAFF', ...PRIMARY_CODES] as const).filter((code) => {
    const voted = sum(action.placed.filter(({ where }) => where === code).map(({ marks }) => marks));
    const bought = code === 'STAFF' ? 0 : sum(action.bought.map(({ marks }) => marks[code] ?? 0));
    const change = code === 'STAFF' ? is.staff - was.staff : is.marks[code] - was.marks[code];
    return !Object.is(change, voted + bought);
  });
  expect(wrong).toEqual([]);
  expect(is.delegates - was.delegates).toBe(sum(action.won.map(({ delegates }) => delegates)));
  expect(diceFor(is.staff) - diceFor(was.staff)).toBe(action.hired);
}
