import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { BOARD_STATES } from '../../../src/rules/electoral-barrage/data.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { Player, Resolution, State, Tokens } from '../../../src/rules/electoral-barrage/state.ts';
import { runs } from '../../helpers/long.ts';
import { headerOf, type Played, playGame, secretOf } from './games.ts';
import { garbage, legalRound } from './garbage.ts';

const seed = fc.integer({ min: 0, max: 1_000_000 });
const players = fc.integer({ min: 2, max: 8 });
const sheets = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: legalRound },
    { weight: 3, arbitrary: garbage },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.constant('computer') },
  ),
  { minLength: 1, maxLength: 12 },
);

/** A game in which the seats send these sheets in turn; `computer` is the sheet of a computer candidate. */
function playWith(n: number, many: number, sent: readonly unknown[]): Played {
  let k = 0;
  return playGame(secretOf(`property ${n}`), many, (state, seat) => {
    const raw = sent[k++ % sent.length];
    return raw === 'computer' ? electoralBarrage.opponent(state, seat) : raw;
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

function resolutionsOf(state: State): Resolution[] {
  return state.last?.resolutions ?? [];
}

/** How often a player succeeded in an area in the last turn. */
function wins(state: State, seat: string, area: string): number {
  return resolutionsOf(state).filter((one) => one.player === seat && one.area === area && one.won).length;
}

describe('Electoral Barrage, with any sheets', () => {
  test('ends after its rounds or the recount, with stars, staffers and votes in bounds', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        const { states } = playWith(n, many, sent);
        const rounds = many < 5 ? 9 : 5;
        expect([rounds + 1, rounds + 2]).toContain(states.length);
        for (const state of states) {
          expect(BOARD_STATES.filter(({ code, stars }) => !(state.tokens[code].length <= stars))).toEqual([]);
          for (const { staffers } of state.players) expect(staffers >= 4 && staffers <= 9).toBe(true);
          expect(state.players.reduce((sum, { votes }) => sum + votes, 0)).toBeLessThanOrEqual(538);
          const isCount = (figure: number) =>
            Number.isInteger(figure) && figure >= 0 && !Object.is(figure, -0);
          expect(numbersIn(electoralBarrage.canonical(state)).every(isCount)).toBe(true);
        }
        const outcome = electoralBarrage.outcome(states.at(-1) as State);
        expect(outcome?.standings[0]?.id).toBe(outcome?.winner);
        expect(outcome?.standings).toHaveLength(many);
      }),
      { numRuns: runs(60) },
    );
  });

  test('makes and loses no staffer or token but by what it records', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        for (const [before, after] of pairs(playWith(n, many, sent).states)) {
          for (const player of before.players) expectBanks(player, before, after);
          expect(tokensBy(before.tokens, resolutionsOf(after), before.players)).toEqual(after.tokens);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('places and resolves every staffer once, unless it is removed', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        for (const [before, after] of pairs(playWith(n, many, sent).states)) {
          if (before.phase !== 'round') continue;
          const { placements = [], ads = [] } = after.last ?? {};
          for (const { id, staffers } of before.players) {
            const placed = placements.filter(({ player }) => player === id).length;
            const removed = ads.filter(({ victim }) => victim === id).length;
            const sentHome = resolutionsOf(after).filter((one) => one.removed === id).length;
            const resolved = resolutionsOf(after).filter((one) => one.player === id && !one.followUp).length;
            expect(placed).toBe(staffers);
            expect(resolved).toBe(placed - removed - sentHome);
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('records every roll', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        const { states, rolls } = playWith(n, many, sent);
        for (const [i, state] of states.slice(1).entries()) {
          const { ties = [], duel = null } = state.recount ?? {};
          const recorded = [...resolutionsOf(state), ...ties, ...(duel === null ? [] : [duel])];
          expect(recorded.reduce((sum, { dice }) => sum + dice.length, 0)).toBe(rolls[i]);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('checks anything without throwing, and its orders are legal sheets', () => {
    fc.assert(
      fc.property(seed, players, garbage, (n, many, raw) => {
        for (const state of playWith(n, many, ['computer', raw]).states) {
          for (const seat of electoralBarrage.seatIdentifiers(state)) {
            const checked = electoralBarrage.check(state, seat, raw);
            electoralBarrage.tally(state, seat, raw);
            if (!checked.ok) {
              const fields = checked.problems.map(({ field }) => field);
              expect(fields.length).toBeGreaterThan(0);
              expect(new Set(fields).size).toBe(fields.length);
            } else {
              expect(electoralBarrage.check(state, seat, checked.orders)).toEqual(checked);
            }
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('gives the same bytes for the same inputs, and leaves its inputs unchanged', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        const first = playWith(n, many, sent);
        const frozen = JSON.stringify(first.states);
        expect(JSON.stringify(playWith(n, many, structuredClone(sent)).states)).toBe(frozen);
      }),
      { numRuns: runs(20) },
    );
  });

  test('plays the same turn from its disclosed sheets (section 8)', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        const { states, sheets: turns } = playWith(n, many, sent);
        for (const [i, [before, after]] of pairs(states).entries()) {
          const disclosed = electoralBarrage.disclose(before, turns[i] ?? {}, after);
          const dice = seededDice(secretOf(`property ${n}`), i + 1);
          expect(electoralBarrage.resolve(before, disclosed, dice)).toEqual(after);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('has a report of every state for every reader, and the same shared sections for all', () => {
    fc.assert(
      fc.property(seed, players, sheets, (n, many, sent) => {
        const { states } = playWith(n, many, sent);
        const headlines = new Set<string | undefined>();
        for (let k = 1; k <= states.length; k += 1) {
          const history = { header: headerOf(many, k === states.length), states: states.slice(0, k) };
          const readers = [null, ...electoralBarrage.seatIdentifiers(states[0] as State)];
          const reports = readers.map((reader) => electoralBarrage.report(history, reader));
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

/** What the recorded attempts, ads and ballots leave in a player's banks and staff. */
function expectBanks({ id, staffers, town, ads, ballots }: Player, before: State, after: State): void {
  const now = after.players.find((player) => player.id === id) as Player;
  const own = resolutionsOf(after).filter(({ player }) => player === id);
  const spent = own.reduce((sum, one) => sum + one.before + one.after, 0);
  const redeemed = (after.last?.ads ?? []).filter(({ player }) => player === id).length;
  const played = (before.phase === 'ballots' ? (after.recount?.ballots ?? []) : []).filter(
    (ballot) => ballot.player === id && !ballot.free,
  ).length;
  expect(now.staffers).toBe(Math.min(9, staffers + wins(after, id, 'RECRUIT')));
  expect(now.town).toBe(town + wins(after, id, 'TOWN') - spent);
  expect(now.ads).toBe(ads + wins(after, id, 'ADS') - redeemed);
  expect(now.ballots).toBe(ballots + wins(after, id, 'BALLOT') - played);
}

/** The tokens after these attempts. */
function tokensBy(start: Tokens, resolutions: readonly Resolution[], seats: readonly Player[]): Tokens {
  const tokens = structuredClone(start);
  for (const { player, area, won, defence, replaced } of resolutions) {
    const held = tokens[area as keyof Tokens];
    if (held === undefined || !won || defence) continue;
    if (replaced !== null) held.splice(held.indexOf(replaced), 1);
    held.push(player);
    const order = seats.map(({ id }) => id);
    held.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  }
  return tokens;
}
