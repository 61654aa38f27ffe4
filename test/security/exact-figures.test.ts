import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { RULESETS } from '../../src/rules/catalog.ts';
import { STATE_CODES } from '../../src/rules/country.ts';
import { seededDice } from '../../src/rules/dice.ts';
import { electionYear } from '../../src/rules/election-year/index.ts';
import type { State } from '../../src/rules/election-year/state.ts';
import { MAX_FIGURE } from '../../src/rules/figures.ts';
import type { Ruleset, SeatEntry } from '../../src/rules/ruleset.ts';
import { playScenario } from '../../src/rules/scenario.ts';
import { runs } from '../helpers/long.ts';
import { fourPlayers, NO_DICE, seatsOf } from '../rules/election-year/games.ts';

/** Figures from outside are small enough for every state of a game to be exact. */

const rulesets = Object.values(RULESETS) as Ruleset[];
const secret = new Uint8Array(32);
/** `MAX_FIGURE` is the shared limit; the others used to pass, or were never whole. */
const TOO_LARGE = [MAX_FIGURE + 1, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e300];

type Path = (string | number)[];

/** The path of every number in a JSON value. */
function numbersIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, entry]) =>
    numbersIn(entry, [...path, isList ? Number(key) : key]),
  );
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

function replaced(value: unknown, path: Path, figure: number): unknown {
  const copy = structuredClone(value);
  const holder = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[path.at(-1) as string | number] = figure;
  return copy;
}

/** Setups of new games of a ruleset, as the JSON of a scenario. */
function setupsOf(ruleset: Ruleset): unknown[] {
  const { min, max } = ruleset.seats;
  const options = ruleset.options.parse({}) as Record<string, unknown>;
  return [min, max].map((count) => {
    const seats: SeatEntry[] = seatsOf(count).map((seat) => ({
      ...seat,
      wish: ruleset.wishes.parse({}) as Record<string, unknown>,
    }));
    return JSON.parse(JSON.stringify(ruleset.setUp(options, seats, seededDice(secret, 0))));
  });
}

describe.each(rulesets)('$title', (ruleset) => {
  test('refuses every figure of a setup that is too large to be exact', () => {
    for (const setup of setupsOf(ruleset)) {
      expect(ruleset.parseSetup(setup).ok).toBe(true);
      for (const path of numbersIn(setup)) {
        for (const figure of TOO_LARGE) {
          const parsed = ruleset.parseSetup(replaced(setup, path, figure));
          expect(parsed.ok, `${path.join('.')}: ${figure}`).toBe(false);
        }
      }
    }
  });

  test('has no option or preference whose figures are not limited', () => {
    for (const schema of [ruleset.options, ruleset.wishes]) {
      const nodes = objectsIn(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }));
      for (const node of nodes.filter(({ type }) => type === 'number' || type === 'integer')) {
        expect(node.maximum).toBeLessThanOrEqual(MAX_FIGURE);
        expect(node.minimum).toBeGreaterThanOrEqual(-MAX_FIGURE);
      }
    }
  });
});

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

test('a setup with too large a figure is refused with the field and the limit', () => {
  const players = fourPlayers();
  const refused = (figure: number) =>
    playScenario({
      ruleset: 'election-year',
      setup: { players: [{ ...players[0], cash: figure }, ...players.slice(1)] },
      turns: [],
    });
  const problem = { field: 'setup.players[0].cash', message: 'must be 1,000,000,000 or less' };
  for (const figure of TOO_LARGE) expect(refused(figure)).toMatchObject({ problems: [problem] });
  expect(refused(MAX_FIGURE).ok).toBe(true);
  expect(refused(1.5)).toMatchObject({ problems: [{ message: 'must be a whole number' }] });
});

const large = fc.oneof(
  fc.constant(MAX_FIGURE),
  fc.integer({ min: 0, max: MAX_FIGURE }),
  fc.integer({ min: 0, max: 1000 }),
);
const parties = (count: number) =>
  fc
    .array(fc.constantFrom('D', 'R'), { minLength: count, maxLength: count })
    .map((drawn) => ['D', 'R', ...drawn.slice(2)]);

/** Setups of Election Year with any figures up to the limit. */
const anySetup = fc.integer({ min: 4, max: 12 }).chain((count) =>
  parties(count).chain((drawn) =>
    fc.tuple(
      ...drawn.map((party, i) =>
        fc.record({
          id: fc.constant(seatsOf(count)[i]?.identifier as string),
          party: fc.constant(party),
          home: fc.constantFrom(...STATE_CODES),
          ability: large.map((ability) => Math.max(1, ability)),
          cash: large,
          income: large,
          popularity: fc.dictionary(fc.constantFrom(...STATE_CODES), large),
        }),
      ),
    ),
  ),
);

/** Parses a setup whose abilities are lowered to what the refusals name, so that it is as large as it may be. */
function largestSetup(players: { ability: number }[]) {
  for (;;) {
    const parsed = electionYear.parseSetup({ players });
    if (parsed.ok) return parsed.value;
    const { field = '', message = '' } = parsed.problems[0] ?? {};
    const [, index] = /^players\[(\d+)\]\.ability$/.exec(field) ?? [];
    const [, most] = /^must be ([\d,]+) or less with this much cash and income$/.exec(message) ?? [];
    const player = players[Number(index)];
    if (player === undefined || most === undefined) throw new Error(`${field} ${message}`);
    player.ability = Number(most.replaceAll(',', ''));
  }
}

/** Sheets that spend all cash, in states that are visited. */
function spendthrift(state: State, home: string): Record<string, unknown> {
  return Object.fromEntries(
    state.players.map(({ id, cash }) => {
      const half = Math.floor(cash / 2);
      const rows = [
        { state: home, spend: cash - half },
        { state: 'DC', spend: half },
      ];
      return [id, { fundraising: [home, 'DC'], campaign: rows.filter(({ spend }) => spend > 0) }];
    }),
  );
}

test('a game of Election Year with figures up to the limit has only exact states', () => {
  fc.assert(
    fc.property(anySetup, fc.constantFrom('CA', 'TX', 'AK'), (players, home) => {
      let state = electionYear.begin(largestSetup(players));
      while (electionYear.outcome(state) === null) {
        const before = state;
        const sheets = spendthrift(before, home);
        state = electionYear.resolve(before, sheets, NO_DICE);
        for (const path of numbersIn(electionYear.canonical(state))) {
          expect(Number.isSafeInteger(valueAt(electionYear.canonical(state), path)), path.join('.')).toBe(
            true,
          );
        }
        expectExactTurn(before, state);
      }
    }),
    { numRuns: runs(8) },
  );
});

/** The popularity after a turn, computed again with integers of any size. */
function expectExactTurn(before: State, after: State): void {
  let all = 0n;
  for (const { id, ability } of before.players) {
    for (const code of STATE_CODES) {
      const rows = (after.campaigning[id] ?? []).filter(({ state }) => state === code);
      const gained = rows.reduce((sum, { spent }) => sum + BigInt(spent) * BigInt(ability), 0n);
      const popularity = BigInt(before.popularity[code][id] ?? 0) + gained;
      if (BigInt(after.popularity[code][id] ?? 0) !== popularity) throw new Error(`${id} in ${code}`);
      all += popularity;
    }
  }
  expect(all <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
}

test('a sheet that spends too much is told the exact sum, however large its amounts are', () => {
  const parsed = electionYear.parseSetup({ players: fourPlayers() });
  if (!parsed.ok) throw new Error('refused');
  const spend = Number.MAX_SAFE_INTEGER;
  const campaign = ['CA', 'NY', 'TX'].map((state) => ({ state, spend }));
  const checked = electionYear.check(electionYear.begin(parsed.value), 'AB', { campaign });
  const sum = 'These amounts add up to $27,021,597,764,222,973, but you have $400. ';
  expect(checked).toMatchObject({ problems: [{ code: 'overspent', message: expect.stringContaining(sum) }] });
});
