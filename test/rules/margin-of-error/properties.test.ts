import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { BATTLEGROUND_CODES } from '../../../src/rules/margin-of-error/data.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { countVotes } from '../../../src/rules/margin-of-error/polls.ts';
import type { Player, State } from '../../../src/rules/margin-of-error/state.ts';
import { runs } from '../../helpers/long.ts';
import { headerOf, type Played, playGame, seatsOf, secretOf } from './games.ts';
import { garbage, legalWeek } from './garbage.ts';

const seed = fc.integer({ min: 0, max: 1_000_000 });
const players = fc.constantFrom<1 | 2>(1, 2);
const homeStates = fc.boolean();
const sheets = fc.array(fc.oneof(garbage, legalWeek, fc.constant(null)), { minLength: 1, maxLength: 12 });

/** A game in which the seats send these sheets in turn. */
function playWith(n: number, many: 1 | 2, homes: boolean, sent: readonly unknown[]): Played {
  let k = 0;
  const options = { opponent: 'tough', homeStates: homes };
  return playGame(secretOf(`property ${n}`), options, seatsOf(many), () => sent[k++ % sent.length]);
}

/** Every number in a JSON value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

function pairs(states: readonly State[]): [State, State][] {
  return states.slice(1).map((state, i) => [states[i] as State, state]);
}

describe('Margin of Error, with any sheets', () => {
  test('ends after nine or ten turns, with polls on the track, money in bounds and 538 votes', () => {
    fc.assert(
      fc.property(seed, players, homeStates, sheets, (n, many, homes, sent) => {
        const { states } = playWith(n, many, homes, sent);
        expect([10, 11]).toContain(states.length);
        for (const state of states) {
          expect(BATTLEGROUND_CODES.filter((code) => !(Math.abs(state.polls[code]) <= 5))).toEqual([]);
          expect(state.start).toEqual(states[0]?.start);
          for (const { cash } of state.players) expect(cash >= 0 && cash <= 20).toBe(true);
          const votes = countVotes(state.polls, state.start);
          expect(votes.D + votes.R).toBe(538);
          const figures = numbersIn(marginOfError.canonical(state));
          expect(figures.filter((figure) => !Number.isInteger(figure) || Object.is(figure, -0))).toEqual([]);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('never gives capital back or takes tokens away', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        for (const [before, after] of pairs(playWith(n, many, false, sent).states)) {
          for (const [i, player] of after.players.entries()) {
            const earlier = before.players[i] as Player;
            expect(player.unused.filter((capital) => !earlier.unused.includes(capital))).toEqual([]);
            expect(earlier.tokens.filter((state) => !player.tokens.includes(state))).toEqual([]);
            expect(player.tokens.length).toBeLessThanOrEqual(8);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('accounts for every dollar in its log', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        for (const [before, after] of pairs(playWith(n, many, false, sent).states)) {
          for (const player of before.players)
            expect(cashByLog(player, after)).toBe(cashOf(after, player.id));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('moves polls only as its log says', () => {
    fc.assert(
      fc.property(seed, players, homeStates, sheets, (n, many, homes, sent) => {
        for (const [before, after] of pairs(playWith(n, many, homes, sent).states)) {
          const polls = { ...before.polls };
          for (const event of after.log) {
            const moves = 'moves' in event ? event.moves : 'from' in event ? [event] : [];
            for (const { state, from, to } of moves) {
              if (state === null || to === null) continue;
              expect(polls[state]).toBe(from);
              polls[state] = to;
            }
          }
          expect(polls).toEqual(after.polls);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('checks anything without throwing, and its orders are legal sheets', () => {
    fc.assert(
      fc.property(seed, players, garbage, (n, many, raw) => {
        const { states } = playWith(n, many, false, [legal(), raw]);
        for (const state of states) {
          for (const seat of marginOfError.seatIdentifiers(state)) {
            const checked = marginOfError.check(state, seat, raw);
            marginOfError.tally(state, seat, raw);
            if (!checked.ok) {
              expect(checked.problems.length).toBeGreaterThan(0);
              continue;
            }
            if (raw === null) continue; // no sheet, so no orders
            const again = marginOfError.check(state, seat, checked.orders);
            if (marginOfError.seatsOwing(state).includes(seat)) {
              expect(again).toEqual({ ok: true, orders: checked.orders, advice: checked.advice });
            }
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('gives the same bytes for the same inputs, and leaves its inputs unchanged', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        const first = playWith(n, many, true, sent);
        const frozen = JSON.stringify(first.states);
        expect(JSON.stringify(playWith(n, many, true, structuredClone(sent)).states)).toBe(frozen);
        const secret = secretOf(`property ${n}`);
        const state = first.states[3] as State;
        marginOfError.resolve(state, first.sheets[3] as Record<string, unknown>, seededDice(secret, 4));
        const header = headerOf(seatsOf(many), secret, false);
        const seat = marginOfError.seatIdentifiers(state)[0] as string;
        const once = JSON.stringify(marginOfError.report({ header, states: first.states.slice(0, 4) }, seat));
        expect(JSON.stringify(marginOfError.report({ header, states: first.states.slice(0, 4) }, seat))).toBe(
          once,
        );
        expect(JSON.stringify(first.states)).toBe(frozen);
      }),
      { numRuns: runs(60) },
    );
  });

  test('has a report of every state for every reader', () => {
    fc.assert(
      fc.property(seed, players, homeStates, sheets, (n, many, homes, sent) => {
        const { states } = playWith(n, many, homes, sent);
        for (let k = 1; k <= states.length; k += 1) {
          const history = {
            header: headerOf(seatsOf(many), secretOf('x'), k === states.length),
            states: states.slice(0, k),
          };
          const readers = [null, ...marginOfError.seatIdentifiers(states[0] as State)];
          const shared = readers.map((reader) =>
            JSON.stringify(
              marginOfError.report(history, reader).sections.filter((section) => section.shared),
            ),
          );
          expect(new Set(shared).size).toBe(1);
          expect(shared[0]).not.toMatch(/undefined|NaN|null \(/);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

function legal(): unknown {
  return { actions: [{ do: 'campaign', state: 'IA', days: 1 }], capital: '' };
}

function cashOf(state: State, id: string): number {
  return state.players.find((player) => player.id === id)?.cash ?? Number.NaN;
}

/** A player's cash after a turn, computed from the log alone. */
function cashByLog(player: Player, after: State): number {
  let cash = player.cash;
  let price = 5;
  for (const event of after.log) {
    if (!('seat' in event) || event.seat !== player.id) continue;
    if (event.kind === 'capital' && event.capital === 'media-blitz') price = 3;
    if (event.kind === 'capital' && event.capital === 'internet-funds') cash = Math.min(20, cash + 5);
    if (event.kind === 'fundraise') cash = Math.min(20, cash + event.raised);
    if (event.kind === 'campaign') cash -= event.days;
    if (event.kind === 'advertise') cash -= event.days * price;
    if ('cash' in event) expect(event.cash).toBe(cash);
  }
  return cash;
}
