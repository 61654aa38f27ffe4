import fc from 'fast-check';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { listedDice, seededDice } from '../../../src/rules/dice.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { Setup } from '../../../src/rules/election-year/setup.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { ReportHeader, SeatEntry, SeatIdentifier } from '../../../src/rules/ruleset.ts';

/** The players of a setup: two of each party, popular in their home states. */
export function fourPlayers() {
  const player = (id: string, party: string, home: string) => ({
    ...{ id, party, home, ability: 3, cash: 400, income: 90 },
    popularity: { [home]: 300 },
  });
  return [player('AB', 'D', 'GA'), player('CD', 'R', 'MI'), player('EF', 'D', 'WA'), player('GH', 'R', 'VA')];
}

const NAMES = ['Ann Baker', 'Zoë Łukasiewicz', 'Seán Ó Briain', '李小龍', 'Émile d’Aubigné', 'Øystein Ås'];

/** `count` seats: AA, BBB, CC, DDD, …. */
export function seatsOf(count: number): SeatEntry[] {
  return Array.from({ length: count }, (_, i) => {
    const identifier = String.fromCharCode(65 + i).repeat(i % 2 === 0 ? 2 : 3);
    return { identifier, name: NAMES[i % NAMES.length] as string, wish: {} };
  });
}

/** A setup with these players, checked. */
export function parsedSetup(json: unknown): Setup {
  const parsed = electionYear.parseSetup(json);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** Dice for turns: no rule of a turn rolls any. */
export const NO_DICE = listedDice([]);

/** A new game of `count` players with dice from a secret. */
export function newGame(count: number, secret: Uint8Array = new Uint8Array(32)): State {
  return electionYear.begin(electionYear.setUp({}, seatsOf(count), seededDice(secret, 0)));
}

/** The header of a printout for a game of `count` players. */
export function headerOf(count: number, over = false): ReportHeader {
  return {
    number: 'EY-12',
    title: 'The long way to Washington',
    gm: 'George M.',
    seats: seatsOf(count).map(({ identifier, name }, i) => ({
      ...{ identifier, name, account: i === 1 ? null : 10468 + i },
      ...{ address: i === 0 ? 'ann@example.org' : null, opponent: i === 1 },
    })),
    due: 'Fri, Mar 3, 2028, 6:00 PM EST',
    dice: { commitment: 'c0ffee'.repeat(10), secret: over ? 'beef'.repeat(16) : null },
  };
}

/** A game of computer candidates: its states from the beginning to the end of turn `turns`. */
export function playedGame(count: number, turns: number, secret: Uint8Array = new Uint8Array(32)): State[] {
  const states = [newGame(count, secret)];
  for (let turn = 1; turn <= turns; turn += 1) {
    const state = states.at(-1) as State;
    const sheets = Object.fromEntries(
      electionYear.seatIdentifiers(state).map((id) => {
        const orders = electionYear.opponent(state, id);
        return [id, { ...orders, press: `${id} speaks on turn ${turn}.` }];
      }),
    );
    states.push(electionYear.resolve(state, sheets, seededDice(secret, turn)));
  }
  return states;
}

const code = fc.constantFrom(...STATE_CODES);

/** Sheets that are mostly legal: within the funds of any player, with running mates that may exist. */
export const sheet = fc.record(
  {
    runningMate: fc.option(fc.constantFrom(...seatsOf(12).map(({ identifier }) => identifier))),
    fundraising: fc.uniqueArray(code, { maxLength: 3 }),
    campaign: fc
      .uniqueArray(code, { maxLength: 9 })
      .chain((codes) =>
        fc.tuple(
          ...codes.map((state) =>
            fc.record({ state: fc.constant(state), spend: fc.integer({ min: 1, max: 60 }) }),
          ),
        ),
      ),
    press: fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })),
  },
  { requiredKeys: [] },
);

/** Any values, and values that look like sheets but are wrong somewhere. */
export const garbage = fc.oneof(
  fc.anything(),
  fc.jsonValue(),
  fc.record(
    {
      runningMate: fc.oneof(fc.jsonValue(), fc.string()),
      fundraising: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(code, fc.string(), fc.jsonValue()))),
      campaign: fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({ state: fc.oneof(code, fc.string()), spend: fc.oneof(fc.integer(), fc.double()) }),
        ),
      ),
      press: fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 200 })),
    },
    { requiredKeys: [] },
  ),
);

/** The sheets of a whole game: six turns, one sheet for each of `count` seats. */
export function sheetsOf(
  count: number,
  each: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<SeatIdentifier, unknown>[]> {
  const turn = fc.tuple(
    ...seatsOf(count).map(({ identifier }) => each.map((raw) => [identifier, raw] as const)),
  );
  return fc.array(
    turn.map((entries) => Object.fromEntries(entries)),
    { minLength: 6, maxLength: 6 },
  );
}
