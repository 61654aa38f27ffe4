import fc from 'fast-check';
import { CHARACTER_CODES } from '../../../src/rules/electoral-barrage/characters.ts';
import { AREA_CODES, BOARD_STATES } from '../../../src/rules/electoral-barrage/data.ts';

/** Sheets that a hostile or careless sender might make: often nearly legal, sometimes any value. */

const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e21, true, false, 'zz', [], {}, [[]], '__proto__'),
  fc.jsonValue(),
);

function mostly<T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 15, arbitrary: good as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: wrongValue },
  );
}

function upTo(most: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: most });
}

/** The seats of `seatsOf`; a game of two has only the first two. */
const seat = fc.constantFrom('AB', 'CD', 'cd', 'EF', 'GH');
const red = BOARD_STATES.filter((state) => state.class === 'red').map(({ code }) => code);
const state = fc.constantFrom(...BOARD_STATES.map(({ code }) => code), 'oh', 'XX', 'TOWN');
const area = fc.constantFrom<string>(...AREA_CODES, 'TOWN', 'RECRUIT', 'CA', 'ca', 'MINE');

const planRow = fc.record(
  {
    area: mostly(area),
    when: mostly(upTo(9)),
    before: mostly(upTo(2)),
    after: mostly(upTo(4)),
    replace: mostly(seat),
    hold: mostly(fc.boolean()),
  },
  { requiredKeys: ['area'] },
);

const round = fc.record(
  {
    character: mostly(fc.constantFrom(...CHARACTER_CODES)),
    plan: mostly(fc.array(mostly(planRow), { maxLength: 19 })),
    after: mostly(upTo(5)),
    targets: mostly(fc.array(mostly(seat), { maxLength: 3 })),
    ads: mostly(
      fc.array(fc.record({ seat: mostly(seat), area: mostly(area) }, { requiredKeys: [] }), { maxLength: 7 }),
    ),
    adsMost: mostly(upTo(9)),
    double: mostly(upTo(9)),
    followUp: mostly(fc.array(mostly(fc.constantFrom(...red)), { maxLength: 4 })),
    press: mostly(fc.string({ maxLength: 90 })),
  },
  { requiredKeys: [] },
);

const recount = fc.record(
  {
    ballots: mostly(fc.array(fc.record({ state: mostly(state), most: mostly(upTo(9)) }), { maxLength: 5 })),
    press: mostly(fc.string()),
  },
  { requiredKeys: [] },
);

/** Any values, and values that look like sheets but are wrong somewhere. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: round },
  { weight: 2, arbitrary: recount },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** A plan row that is legal for AB, whatever else is in the game. */
const legalRow = fc
  .record({
    area: fc.oneof(
      fc.constantFrom<string>('TOWN', 'RECRUIT', 'ADS', 'BALLOT'),
      fc.constantFrom(...AREA_CODES),
    ),
    when: fc.option(fc.integer({ min: 1, max: 9 })),
    before: upTo(2),
    after: fc.option(upTo(4)),
    hold: fc.boolean(),
  })
  .map((row) => (row.area.length > 2 ? { ...row, before: 0, after: null } : row));

/** Legal sheets of a round, for every seat and character. */
export const legalRound: fc.Arbitrary<unknown> = fc.record(
  {
    plan: fc.array(legalRow, { maxLength: 18 }),
    after: upTo(4),
    ads: fc.array(
      fc.constantFrom(
        { area: 'MINE' },
        { area: 'ANY' },
        { area: 'CA' },
        { area: 'TOWN' },
        { area: 'RECRUIT' },
      ),
      { maxLength: 6 },
    ),
    adsMost: fc.option(upTo(9)),
    press: fc.string({ maxLength: 30 }),
  },
  { requiredKeys: [] },
);
