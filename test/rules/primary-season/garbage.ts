import fc from 'fast-check';
import { ITEM_IDS, PRIMARY_CODES } from '../../../src/rules/primary-season/data.ts';

/** Sheets that a hostile or careless sender might make: often nearly legal, sometimes any value. */

const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e21, true, false, 'zz', [], {}, [[]], '__proto__'),
  fc.jsonValue(),
);

function mostly<T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 25, arbitrary: good as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: wrongValue },
  );
}

function upTo(most: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: most });
}

const state = fc.constantFrom<string>(...PRIMARY_CODES);
const item = fc.constantFrom<string>(...ITEM_IDS);
const faces = fc.constantFrom('1', '12', '1,2,3', '123456', '4 5');

/** A sheet, each value wrapped by `wrap`, with the keys of both parts. */
function sheetWith(wrap: <T>(good: fc.Arbitrary<T>) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const second = fc.record(
    {
      votesBelow: wrap(fc.integer({ min: 1, max: 50 })),
      fundsBelow: wrap(fc.integer({ min: 1, max: 50 })),
      faces: wrap(faces),
    },
    { requiredKeys: ['faces'] },
  );
  const shop = fc.record(
    {
      item: wrap(item),
      keep: wrap(upTo(9)),
      votesFrom: wrap(upTo(6)),
      votesTo: wrap(fc.integer({ min: 6, max: 50 })),
      ifOpen: wrap(state),
    },
    { requiredKeys: ['item'] },
  );
  const votes = fc.record(
    {
      where: wrap(fc.oneof(state, fc.constant('STAFF'))),
      marks: wrap(fc.integer({ min: 1, max: 6 })),
      whole: wrap(fc.boolean()),
    },
    { requiredKeys: ['where'] },
  );
  return fc.record(
    {
      reroll: wrap(fc.uniqueArray(fc.integer({ min: 1, max: 2 }), { maxLength: 2 })),
      second: wrap(fc.array(wrap(second), { maxLength: 3 })),
      ones: wrap(fc.constantFrom('votes', 'money', 'buy', 'finish')),
      shop: wrap(fc.array(wrap(shop), { maxLength: 8 })),
      radio: wrap(fc.uniqueArray(state, { maxLength: 9 })),
      television: wrap(fc.uniqueArray(state, { maxLength: 9 })),
      debate: wrap(fc.uniqueArray(state, { maxLength: 9 })),
      votes: wrap(fc.array(wrap(votes), { maxLength: 12 })),
      rest: wrap(fc.constantFrom('auto', 'none')),
    },
    { requiredKeys: [] },
  );
}

/** Any values, and values that look like sheets but are wrong somewhere. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: sheetWith(mostly) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Sheets that are legal as long as the player has the dice, and has not bought or completed what they name. */
export const likely: fc.Arbitrary<unknown> = sheetWith((good) => good);
