import fc from 'fast-check';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { ReportHeader, SeatIdentifier } from '../../../src/rules/ruleset.ts';

/** Players of a scenario: two of each party, popular at home. */
export function fourPlayers() {
  const player = (id: string, party: string, home: string) => ({
    ...{ id, party, home, ability: 3, cash: 400, income: 90 },
    popularity: { [home]: 300 },
  });
  return [player('AB', 'D', 'GA'), player('CD', 'R', 'MI'), player('EF', 'D', 'WA'), player('GH', 'R', 'VA')];
}

export const NAMES = [
  'Ann Baker',
  'Zoë Łukasiewicz',
  'Seán Ó Briain',
  '李小龍',
  'Émile d’Aubigné',
  'Øystein Ås',
];

/** `count` seats: AA, BB, CC, …, the names in turn. */
export function seatsOf(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const id = String.fromCharCode(65 + i).repeat(i % 2 === 0 ? 2 : 3);
    return { id, name: NAMES[i % NAMES.length] as string, wish: {} };
  });
}

/** A new game of `count` players with dice from a secret. */
export function newGame(count: number, secret: Uint8Array = new Uint8Array(32)): State {
  return electionYear.begin(electionYear.setUp({}, seatsOf(count), seededDice(secret, 0)));
}

/** What the server would say of a game of `count` players. */
export function headOf(count: number, over = false): ReportHeader {
  return {
    number: 'EY-12',
    title: 'The long way to Washington',
    gm: 'George M.',
    seats: seatsOf(count).map(({ id, name }, i) => ({
      ...{ id, name, account: i === 1 ? null : 10468 + i },
      ...{ address: i === 0 ? 'ann@example.org' : null, opponent: i === 1 },
    })),
    due: 'Friday, 3 March 2028, 18:00 (New York)',
    dice: { commitment: 'c0ffee'.repeat(10), secret: over ? 'beef'.repeat(16) : null },
  };
}

/** A game played by computer opponents: its states from the first to the one after turn `turns`. */
export function playedGame(count: number, turns: number): State[] {
  const states = [newGame(count)];
  for (let turn = 1; turn <= turns; turn += 1) {
    const state = states.at(-1) as State;
    const sheets = Object.fromEntries(
      electionYear.seatIdentifiers(state).map((id) => {
        const orders = electionYear.opponent(state, id);
        return [id, { ...orders, press: `${id} speaks on turn ${turn}.` }];
      }),
    );
    states.push(electionYear.resolve(state, sheets, seededDice(new Uint8Array(32), turn)));
  }
  return states;
}

const code = fc.constantFrom(...STATE_CODES);

/** Good sheets, most of the time: within the funds of any player, mates that may exist. */
export const sheet = fc.record(
  {
    runningMate: fc.option(fc.constantFrom(...seatsOf(12).map(({ id }) => id))),
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

/** Anything at all, and things that look like sheets but are wrong somewhere. */
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

/** A whole game's sheets: up to six turns of sheets, one for each of `count` seats. */
export function sheetsOf(
  count: number,
  each: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<SeatIdentifier, unknown>[]> {
  const turn = fc.tuple(...seatsOf(count).map(({ id }) => each.map((raw) => [id, raw] as const)));
  return fc.array(
    turn.map((entries) => Object.fromEntries(entries)),
    { minLength: 6, maxLength: 6 },
  );
}
