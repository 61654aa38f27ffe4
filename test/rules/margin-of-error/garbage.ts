import fc from 'fast-check';
import { BATTLEGROUND_CODES, CAPITAL_IDS, REGION_IDS } from '../../../src/rules/margin-of-error/data.ts';

/** Sheets that a hostile or careless sender might make: often nearly legal, sometimes any value. */

const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e21, true, false, 'zz', [], {}, [[]], '__proto__'),
  fc.jsonValue(),
);

function mostly<T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: good as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: wrongValue },
  );
}

const code = fc.oneof(fc.constantFrom(...BATTLEGROUND_CODES), fc.constantFrom('oh', 'TX', 'pa', 'XX'));
const days = fc.integer({ min: 1, max: 2 });
const cover = fc.boolean();

const row = fc.oneof(
  fc.record({ do: fc.constant('campaign'), state: mostly(code), days: mostly(days), cover: mostly(cover) }),
  fc.record({ do: fc.constant('vp'), state: mostly(code) }),
  fc.record({
    do: fc.constant('advertise'),
    region: mostly(fc.constantFrom(...REGION_IDS)),
    days: mostly(days),
    cover: mostly(cover),
  }),
  fc.record({ do: fc.constantFrom('media', 'fundraise'), days: mostly(fc.integer({ min: 0, max: 4 })) }),
  fc.record({ do: mostly(fc.constantFrom('rest', 'media')), zeal: wrongValue }),
);

const capital = fc.constantFrom<string>(...CAPITAL_IDS, 'luck');

const week = fc.record(
  {
    actions: mostly(fc.array(mostly(row), { maxLength: 6 })),
    capital: mostly(capital),
    endorse: mostly(fc.array(mostly(code), { maxLength: 3 })),
    coverWith: mostly(fc.array(mostly(capital), { maxLength: 3 })),
  },
  { requiredKeys: [] },
);

const lastMinute = fc.record({
  stops: mostly(
    fc.array(fc.record({ state: mostly(code), tokens: mostly(fc.integer({ min: 0, max: 4 })) }), {
      maxLength: 9,
    }),
  ),
});

/** Any values, and values that look like sheets but are wrong somewhere. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: week },
  { weight: 3, arbitrary: lastMinute },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Legal weekly sheets. */
export const legalWeek: fc.Arbitrary<unknown> = fc
  .record({
    codes: fc.uniqueArray(fc.constantFrom(...BATTLEGROUND_CODES), { minLength: 1, maxLength: 3 }),
    days: fc.integer({ min: 1, max: 2 }),
    cover: fc.boolean(),
    mate: fc.constantFrom(...BATTLEGROUND_CODES),
    media: fc.boolean(),
    capital: fc.constantFrom(null, 'internet-funds', 'fact-check', 'media-blitz', 'defining-speech'),
    coverWith: fc.uniqueArray(fc.constantFrom('endorsements', 'fact-check'), { maxLength: 2 }),
  })
  .map((plan) => ({
    actions: [
      ...plan.codes.map((state) => ({ do: 'campaign', state, days: plan.days, cover: plan.cover })),
      { do: 'vp', state: plan.mate },
      ...(plan.media ? [{ do: 'media', days: 1 }] : [{ do: 'fundraise', days: 1 }]),
    ],
    capital: plan.capital,
    coverWith: plan.coverWith.filter((id) => id !== plan.capital),
  }));
