import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { check } from '../../../src/rules/politics/check/index.ts';
import { GERRYMANDERS } from '../../../src/rules/politics/data/gerrymanders.ts';
import { blankOrders } from '../../../src/rules/politics/orders.ts';
import { parseSetup } from '../../../src/rules/politics/parse-setup.ts';
import { begin } from '../../../src/rules/politics/setup.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { tally } from '../../../src/rules/politics/tally.ts';
import { runs } from '../../helpers/long.ts';
import { livelySheet, newGame, playGame, secretOf } from './games.ts';

/* Sheets that a hostile or careless sender might make: often nearly legal, sometimes any value. */

const states: State[] = [2, 4].flatMap((players) => {
  const dice = seededDice(secretOf(`garbage sheets ${players}`), 0);
  const secret = secretOf(`garbage ${players}`);
  const start = newGame(secret, players, { turnLimit: 9 });
  return playGame(secret, start, (state, seat) => livelySheet(state, seat, dice)).states;
});

const state = fc.constantFrom<string>(...STATE_CODES, 'dc', ' tx', 'XX', '');
const label = fc.constantFrom('AB1', 'AB2', 'AB1X', 'CD1', 'cd2', 'CD1X', 'EF1', '');
const seat = fc.constantFrom('AB', 'CD', 'ef', 'ZZ', '');
const card = fc.constantFrom<string>(...GERRYMANDERS.map(({ id }) => id), 'g01', 'G99');
const letter = fc.constantFrom('A', 'b', 'C', 'D', 'E', '');
const amount = fc.constantFrom<unknown>(0, 1, 3, 9999, 10000, -1, 1.5, null, true, '7');
const number = fc.integer({ min: 0, max: 12 });
const text = fc.oneof(fc.string({ maxLength: 90 }), fc.constantFrom('', ' talks ', 'a\r\nb', '\u2028'));
const wrong = fc.oneof(fc.constantFrom<unknown>(null, '', 0, true, [], {}, '__proto__'), fc.jsonValue());

function mostly(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: wrong });
}

function rows(columns: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const shape = Object.fromEntries(Object.entries(columns).map(([key, good]) => [key, mostly(good)]));
  return mostly(fc.array(mostly(fc.record(shape, { requiredKeys: [] })), { maxLength: 9 }));
}

const price = { cash: amount, votes: amount, chip: state };
const sheet = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      {
        homes: mostly(fc.array(mostly(state), { maxLength: 10 })),
        discard: mostly(card),
        answers: rows({ question: label, answer: letter }),
        help: rows({ question: label, from: seat, ...price }),
        claimDC: mostly(fc.boolean()),
        advice: rows({ question: label, answer: letter, ...price }),
        accept: mostly(fc.array(mostly(label), { maxLength: 9 })),
        performances: rows({ show: number, text, drawing: fc.array(text, { maxLength: 11 }), actor: seat }),
        guesses: rows({ show: number, text }),
        objections: rows({ show: number, reason: text }),
        gerrymander: mostly(fc.array(mostly(card), { maxLength: 3 })),
        adjourn: mostly(fc.boolean()),
        stops: rows({
          ...{ move: fc.constantFrom('roll', 'FLY', 'stay', 'swim', ''), to: state },
          ...{ question: fc.constantFrom('general', 'state', 'government', 'Trivia'), otherwise: label },
          ...{ offerCash: amount, offerVotes: amount, offerChips: fc.array(state, { maxLength: 7 }) },
        }),
        written: mostly(fc.array(mostly(text), { maxLength: 40 })),
        press: mostly(fc.string({ maxLength: 210 })),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);

/** The fields in the order of PTG-4.4 to PTG-4.7. */
const ORDER = [
  ...['homes', 'discard', 'answers', 'help', 'claimDC', 'advice', 'accept', 'performances', 'guesses'],
  ...['objections', 'gerrymander', 'adjourn', 'stops', 'written', 'press'],
];

/** Whether a problem stands before another one on the sheet (PTG-5.1). */
function place(field: string): number[] {
  const name = field.split(/[.[]/, 1)[0] ?? '';
  const row = /^[a-z]+\[(\d+)\]/i.exec(field)?.[1];
  return [ORDER.indexOf(name), row === undefined ? -1 : Number(row)];
}

test('a sheet of any content gives orders or problems, in the order of the sheet, one for each field', () => {
  fc.assert(
    fc.property(fc.nat({ max: states.length - 1 }), seat, sheet, (n, who, raw) => {
      const checked = check(states[n] as State, who.toUpperCase(), raw);
      if (checked.ok) return;
      expect(checked.problems.length).toBeGreaterThan(0);
      const fields = checked.problems.map(({ field }) => field);
      expect(new Set(fields).size).toBe(fields.length);
      const places = fields.map(place);
      const sorted = places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
      expect(places).toEqual(sorted);
      for (const { message } of checked.problems) expect(message).toMatch(/^.{5,400}$/s);
    }),
    { numRuns: runs(400) },
  );
});

test('orders that were accepted are a legal sheet themselves, and mean the same', () => {
  fc.assert(
    fc.property(fc.nat({ max: states.length - 1 }), seat, sheet, (n, who, raw) => {
      const checked = check(states[n] as State, who.toUpperCase(), raw);
      if (!checked.ok) return;
      expect(
        check(states[n] as State, who.toUpperCase(), JSON.parse(JSON.stringify(checked.orders))),
      ).toEqual(checked);
    }),
    { numRuns: runs(400) },
  );
});

test('a sheet of any content has running figures that are whole numbers', () => {
  fc.assert(
    fc.property(fc.nat({ max: states.length - 1 }), seat, sheet, (n, who, raw) => {
      const { totals, notes } = tally(states[n] as State, who.toUpperCase(), raw);
      for (const { value } of totals) expect(Number.isInteger(value)).toBe(true);
      for (const { field, text: words } of notes) expect([field, words]).not.toContain('');
    }),
    { numRuns: runs(400) },
  );
});

test('the running figures of the stops are their fees, flights and cash offers', () => {
  const start = parseSetup({
    started: true,
    players: [
      { id: 'AB', at: 'NC' },
      { id: 'CD', at: 'ME', chips: ['VA'] },
    ],
  });
  if (!start.ok) throw new Error('The setup is refused.');
  const costOf = (stops: unknown) => tally(begin(start.value), 'AB', { stops }).totals[0]?.value;
  const offer = { move: 'roll', to: 'VA', question: 'government', offerCash: 5, offerVotes: 3 };
  expect(costOf([offer, { move: 'fly', to: 'AK' }])).toBe(9);
  expect(
    costOf([
      { ...offer, to: 'GA' },
      { ...offer, question: 'state' },
    ]),
  ).toBe(2);
  expect(costOf([{ move: 'roll', to: 'TN' }, null])).toBeUndefined();
});

test('lively sheets that were accepted mean the same when they are read again', () => {
  const dice = seededDice(secretOf('again'), 0);
  let accepted = 0;
  for (const one of states) {
    for (const { id } of one.players) {
      const checked = check(one, id, livelySheet(one, id, dice));
      if (!checked.ok) continue;
      accepted += 1;
      expect(check(one, id, JSON.parse(JSON.stringify(checked.orders)))).toEqual(checked);
    }
  }
  expect(accepted).toBeGreaterThan(10);
});

test('a blank sheet is legal whenever one is owed', () => {
  for (const one of states) {
    for (const { id } of one.players) {
      const checked = check(one, id, {});
      if (checked.ok) expect(checked.orders).toEqual(blankOrders());
      else expect(checked.problems.map(({ code }) => code)).toEqual(['not-owed']);
    }
  }
});

test('a setup of any content is read or refused, with one problem', () => {
  const setup = fc.record(
    {
      players: mostly(
        fc.array(
          mostly(
            fc.record(
              {
                id: seat,
                cards: fc.array(card, { maxLength: 3 }),
                at: state,
                cash: amount,
                chips: fc.array(state),
              },
              { requiredKeys: ['id'] },
            ),
          ),
          { maxLength: 3 },
        ),
      ),
      started: fc.boolean(),
      bank: mostly(fc.constantFrom('specimen', 'house-1', null, 'other')),
      picking: mostly(fc.array(seat, { maxLength: 3 })),
    },
    { requiredKeys: ['players'] },
  );
  fc.assert(
    fc.property(setup, (json) => {
      const parsed = parseSetup(json);
      if (!parsed.ok) expect(parsed.problems).toHaveLength(1);
    }),
    { numRuns: runs(300) },
  );
});
