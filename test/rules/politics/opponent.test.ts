import { describe, expect, test } from 'vitest';
import { cardToDiscard } from '../../../src/rules/politics/opponent/cards.ts';
import { opponent } from '../../../src/rules/politics/opponent/index.ts';
import { parseSetup } from '../../../src/rules/politics/parse-setup.ts';
import { begin } from '../../../src/rules/politics/setup.ts';
import type { State } from '../../../src/rules/politics/state.ts';

/* Section 13: what a computer candidate of the standard grade does, worked out by hand. Its seat is AB. */

/** Cards that need no chips. */
const NO_CHIPS = ['G33', 'G34'];

/** A campaign with one stop each. */
function campaign(players: object[], more: object = {}): State {
  const setup = parseSetup({ ...{ started: true, stops: 1 }, players, ...more });
  if (!setup.ok) throw new Error(JSON.stringify(setup.problems));
  return begin(setup.value);
}

describe('the home sheet (PTG-13.2)', () => {
  test('gives back the card with the least reward beyond what it needs, at 3 for each chip', () => {
    // G01: 50 − 26 − 9 = 15. G02: 54 − 29 − 6 = 19. G33: 36 − 20 = 16. G35: 20 − 7 − 6 = 7.
    expect(cardToDiscard(['G02', 'G01', 'G33'])).toBe('G01');
    expect(cardToDiscard(['G35', 'G01', 'G33'])).toBe('G35');
    expect(cardToDiscard(['G01', 'G02', 'G33'])).toBe('G01');
  });

  test('gives back the later of two that are worth as much', () => {
    // G04, G05 and G33 are all worth 16.
    expect(cardToDiscard(['G33', 'G04', 'G02'])).toBe('G04');
    expect(cardToDiscard(['G04', 'G33', 'G02'])).toBe('G33');
    expect(cardToDiscard(['G05', 'G33', 'G04'])).toBe('G04');
  });

  test('names the eight largest states', () => {
    const setup = parseSetup({ players: [{ id: 'AB', cards: ['G02', 'G35', 'G33'] }, { id: 'CD' }] });
    if (!setup.ok) throw new Error(JSON.stringify(setup.problems));
    expect(opponent(begin(setup.value), 'AB')).toMatchObject({
      ...{ homes: ['CA', 'TX', 'FL', 'NY', 'IL', 'PA', 'OH', 'GA'], discard: 'G35' },
      ...{ adjourn: false, press: null },
    });
  });
});

describe('offers (PTG-13.4)', () => {
  /** 254 electoral votes; with AL 263. */
  const MOST = ['CA', 'TX', 'FL', 'NY', 'IL', 'PA', 'OH', 'GA', 'NC', 'MI'];

  const bid = (state: string, offer: object, stop = 1) => {
    return { stop, state, asked: ['v01', 'g01'], offer: { to: 'AB', ...offer } };
  };

  /** What AB accepts from CD and EF, who make these offers. */
  function accepted(of: { ab: object; cd?: object; ef?: object }, more: object = {}): string[] {
    const players = [
      { id: 'AB', at: 'TX', ...of.ab },
      { id: 'CD', at: 'ME', ...of.cd },
      { id: 'EF', at: 'FL', ...of.ef },
    ];
    return opponent(campaign(players, more), 'AB').accept;
  }

  test('are good from 2 times the votes of the chip below 150 votes, from 4 times otherwise', () => {
    const poor = { chips: ['OK'] };
    expect(accepted({ ab: poor, cd: { pending: [bid('OK', { cash: 13 })] } })).toEqual([]);
    expect(accepted({ ab: poor, cd: { pending: [bid('OK', { cash: 9, votes: 5 })] } })).toEqual(['CD1']);
    const rich = { chips: ['OK', 'CA', 'TX', 'FL', 'PA'] };
    expect(accepted({ ab: rich, cd: { pending: [bid('OK', { cash: 27 })] } })).toEqual([]);
    expect(accepted({ ab: rich, cd: { pending: [bid('OK', { cash: 28 })] } })).toEqual(['CD1']);
    // With 143 votes, 2 times is enough.
    const lacking = { chips: ['CA', 'TX', 'FL', 'PA'] };
    const offer = { cash: 38 };
    expect(accepted({ ab: lacking, cd: { pending: [bid('PA', offer)] } })).toEqual(['CD1']);
  });

  test('count chips by their votes', () => {
    const cd = { chips: ['IL'], pending: [bid('OK', { chips: ['IL'] })] };
    expect(accepted({ ab: { chips: ['OK'] }, cd })).toEqual(['CD1']);
  });

  test('are bad for a chip of 28 votes or more, and in the last five turns', () => {
    const ab = { chips: ['NY', 'OK'] };
    expect(accepted({ ab, cd: { pending: [bid('NY', { cash: 200 })] } })).toEqual([]);
    const cd = { pending: [bid('OK', { cash: 200 })] };
    expect(accepted({ ab, cd }, { turnLimit: 22, round: 16 })).toEqual(['CD1']);
    expect(accepted({ ab, cd }, { turnLimit: 22, round: 17 })).toEqual([]);
  });

  test('are taken best first, one for each chip; the order decides between two that are equal', () => {
    const ab = { chips: ['OK'] };
    const bids = (cash: number) => ({ pending: [bid('OK', { cash })] });
    expect(accepted({ ab, cd: bids(14), ef: bids(20) })).toEqual(['EF1']);
    expect(accepted({ ab, cd: bids(14), ef: bids(14) })).toEqual(['CD1']);
    // In round 2, EF comes before CD.
    expect(accepted({ ab, cd: bids(14), ef: bids(14) }, { round: 2 })).toEqual(['EF1']);
    const twice = { pending: [bid('OK', { cash: 14 }), bid('OK', { cash: 14 }, 2)] };
    expect(accepted({ ab, cd: twice }, { stops: 2 })).toEqual(['CD1']);
  });

  test('that give the bidder 270 are good if the candidate then meets the bidder in the runoff', () => {
    const ab = { chips: ['OK'], popular: 5 };
    const cd = (offer: object) => ({ popular: 20, chips: [...MOST, 'AL'], pending: [bid('OK', offer)] });
    const ef = { popular: 10 };
    expect(accepted({ ab, cd: cd({ votes: 8 }), ef })).toEqual(['CD1']);
    // 12 against 13 of the bidder; 13 against 13 of another.
    expect(accepted({ ab, cd: cd({ votes: 7, cash: 99 }), ef })).toEqual([]);
    expect(accepted({ ab, cd: cd({ votes: 8 }), ef: { popular: 13 } })).toEqual([]);
    expect(accepted({ ab: { ...ab, popular: 30 }, cd: cd({ cash: 6 }), ef })).toEqual([]);
    // Even in the last turns.
    expect(accepted({ ab: { ...ab, popular: 30 }, cd: cd({ cash: 7 }), ef }, { round: 21 })).toEqual(['CD1']);
  });

  test('that give the bidder 270 are bad for someone who has 150 votes', () => {
    const chips = ['CA', 'TX', 'FL', 'NY', 'OK'];
    const others = ['IL', 'PA', 'OH', 'GA', 'NC', 'MI', 'NJ', 'VA', 'WA', 'AZ', 'IN', 'MA', 'TN', 'CO', 'MD'];
    const more = ['MN', 'MO', 'WI', 'AL', 'SC', 'KY', 'LA', 'OR'];
    const cd = { chips: [...others, ...more], pending: [bid('OK', { cash: 50 })] };
    expect(accepted({ ab: { chips, popular: 30 }, cd })).toEqual([]);
  });

  test('give the bidder less if chips are offered for the chip', () => {
    // 263 and 7, less 9 for AL.
    const cd = { popular: 20, chips: [...MOST, 'AL'], pending: [bid('OK', { chips: ['AL'], cash: 5 })] };
    expect(accepted({ ab: { chips: ['OK'] }, cd })).toEqual(['CD1']);
  });

  test('give the bidder more if it buys two chips', () => {
    // 257 and 7 is below 270, and another 7 is not.
    const pending = [bid('OK', { cash: 14 }), bid('CT', { cash: 15 }, 2)];
    const cd = { popular: 20, chips: [...MOST, 'DE'], pending };
    expect(accepted({ ab: { chips: ['OK', 'CT'] }, cd }, { stops: 2 })).toEqual(['CD2']);
    const less = { ...cd, chips: MOST };
    expect(accepted({ ab: { chips: ['OK', 'CT'] }, cd: less }, { stops: 2 })).toEqual(['CD2', 'CD1']);
  });
});

describe('Gerrymander cards (PTG-13.6)', () => {
  function played(cards: string[], ab: object): string[] {
    const players = [
      { id: 'AB', at: 'TX', cards, ...ab },
      { id: 'CD', at: 'ME' },
    ];
    return opponent(campaign(players), 'AB').gerrymander;
  }

  test('are played in the order of the hand if their chips are there, or are being asked for', () => {
    expect(played(['G05', 'G35'], { chips: ['LA', 'NM', 'ID', 'WY'] })).toEqual(['G05', 'G35']);
    expect(played(['G35', 'G05'], { chips: ['LA', 'NM', 'ID', 'WY'] })).toEqual(['G35', 'G05']);
    expect(played(['G05', 'G35'], { chips: ['LA', 'ID', 'WY'] })).toEqual(['G35']);
    const asked = (id: string) => ({ chips: ['LA'], pending: [{ state: 'NM', asked: [id] }] });
    expect(played(['G05', 'G35'], asked('v01'))).toEqual(['G05']);
    expect(played(['G05', 'G35'], asked('g01'))).toEqual([]);
  });

  test('are kept if their reward is there already', () => {
    // 2 × −13 − 5, and 2 × −17 + 20.
    expect(played(['G05', 'G35'], { chips: ['LA', 'NM', 'TX'] })).toEqual([]);
    expect(played(['G13', 'G35'], { chips: ['DE', 'NJ', 'PA'] })).toEqual([]);
    // 2 × 21 + 15 − 20 for two chips, 2 × 10 + 15 − 20 for one, 15 − 20 for none.
    expect(played(['G33', 'G35'], {})).toEqual(['G33']);
    expect(played(['G33', 'G35'], { chips: ['IN'] })).toEqual(['G33']);
    expect(played(['G33', 'G35'], { chips: ['IN', 'MD'] })).toEqual([]);
  });
});

describe('stops (PTG-13.7)', () => {
  /** The stops of AB, who comes after the others of this list and before CD, who is in Alaska. */
  function planned(ab: object, others: object[] = [], more: object = {}) {
    const players = [
      ...others,
      { id: 'AB', cards: NO_CHIPS, rolls: [[1, 1]], ...ab },
      { id: 'CD', at: 'AK', rolls: [null], ...(more as { cd?: object }).cd },
    ];
    const { cd: _, ...rest } = more as { cd?: object };
    return opponent(campaign(players, rest), 'AB').stops;
  }
  const walk = (to: string, question: string, more: object = {}) => {
    return { move: 'roll', to, question, offerCash: 0, offerVotes: 0, offerChips: [], ...more };
  };
  const two = (first: unknown, second: unknown) => ({ rolls: [first, second] });
  const twoStops = { stops: 2, cd: two(null, null) };

  test('1: none is planned for a lost stop, which is a rest in the capital', () => {
    const lost = two(null, [1, 2]);
    expect(planned({ at: 'DC', cash: 0, ...lost }, [], twoStops)).toMatchObject([null, { move: 'stay' }]);
    // The second rest.
    const rested = { at: 'DC', cash: 0, rests: 1, ...lost };
    expect(planned(rested, [], twoStops)).toMatchObject([null, walk('NY', 'government')]);
    expect(planned({ at: 'NC', ...two(null, [1, 1]) }, [], twoStops)).toMatchObject([
      null,
      walk('FL', 'government'),
    ]);
  });

  test('2: rests in the capital up to twice while it has less than $20 million', () => {
    const at = { at: 'DC', rolls: [[1, 2]] };
    expect(planned({ ...at, rests: 1, cash: 19 })).toMatchObject([{ move: 'stay', to: null }]);
    expect(planned({ ...at, rests: 2, cash: 19 })).toMatchObject([walk('NY', 'government')]);
    expect(planned({ ...at, rests: 1, cash: 20 })).toMatchObject([walk('NY', 'government')]);
  });

  test('3: goes to the capital for money if it is in reach', () => {
    expect(planned({ at: 'NC', cash: 5 })).toMatchObject([{ move: 'roll', to: 'DC' }]);
    expect(planned({ at: 'NC', cash: 6 })).toMatchObject([walk('FL', 'government')]);
  });

  test('4: asks for the largest unclaimed chip in reach that is not taken', () => {
    expect(planned({ at: 'NC' }, [], { cd: { chips: ['FL'] } })).toMatchObject([walk('GA', 'government')]);
    const asked = { pending: [{ state: 'FL', asked: ['v01'] }] };
    expect(planned({ at: 'NC' }, [], { cd: asked })).toMatchObject([walk('GA', 'government')]);
    // A general question takes nothing.
    const general = { pending: [{ state: 'FL', asked: ['g01'] }] };
    expect(planned({ at: 'NC' }, [], { cd: general })).toMatchObject([walk('FL', 'government')]);
  });

  test('4: counts a chip 6 higher that a card in the hand needs', () => {
    // VA 13 + 6 against GA 16.
    const cd = { chips: ['FL'] };
    expect(planned({ at: 'NC', cards: ['G18', 'G33'] }, [], { cd })).toMatchObject([
      walk('VA', 'government'),
    ]);
    // SC 9 + 6 against GA 16.
    expect(planned({ at: 'NC', cards: ['G16', 'G33'] }, [], { cd })).toMatchObject([
      walk('GA', 'government'),
    ]);
  });

  test('4: supposes that others before it walk to the largest unclaimed chip, stop by stop', () => {
    const ef = { id: 'EF', at: 'SC', rolls: [[1, 1]] };
    expect(planned({ at: 'NC' }, [ef])).toMatchObject([walk('GA', 'government')]);
    // EF goes on from FL to NC; AB goes on from GA, and TX is out of reach.
    const both = planned({ at: 'NC', ...two([1, 1], [1, 1]) }, [{ ...ef, ...two([1, 1], [1, 1]) }], twoStops);
    expect(both).toMatchObject([walk('GA', 'government'), walk('VA', 'government')]);
    // One who comes later takes nothing away.
    const after = { at: 'SC', rolls: [[1, 1]] };
    expect(planned({ at: 'NC' }, [], { cd: after })).toMatchObject([walk('FL', 'government')]);
  });

  test('4: supposes that others who find no chip stay, and walk on from there', () => {
    // With 2, EF finds no chip; from VT with 3, the largest is OH. From DE, AB reaches OH, VA and less.
    const chips = ['CT', 'MA', 'ME', 'NH', 'NJ', 'NY', 'PA', 'RI'];
    const plan = (second: unknown) => {
      const ef = { id: 'EF', at: 'VT', chips, ...two([1, 1], second) };
      return planned({ at: 'DE', ...two(null, [1, 1]) }, [ef], twoStops);
    };
    expect(plan(null)).toMatchObject([null, walk('OH', 'government')]);
    expect(plan([1, 2])).toMatchObject([null, walk('VA', 'government')]);
  });

  test('5: offers for a chip of another what it can, up to 3 times its votes', () => {
    const cd = { chips: ['MA', 'VT'] };
    const at = (cash: number, popular = 0) => planned({ at: 'ME', cash, popular }, [], { cd });
    const bid = (to: string, offerCash: number, offerVotes = 0) => [
      walk(to, 'government', { offerCash, offerVotes }),
    ];
    expect(at(30)).toMatchObject(bid('MA', 22));
    expect(at(12, 15)).toMatchObject(bid('MA', 10, 12));
    expect(at(62)).toMatchObject(bid('MA', 30));
    expect(at(63)).toMatchObject(bid('MA', 30));
    expect(at(100)).toMatchObject(bid('MA', 33));
    expect(at(23)).toMatchObject(bid('VT', 9));
    expect(at(10)).toMatchObject(bid('VT', 6));
  });

  test('5: makes no offer for a chip of 28 votes, or one that is taken', () => {
    const chips = ['MA', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT'];
    expect(planned({ at: 'CT', cash: 200 }, [], { cd: { chips } })).toMatchObject([
      walk('PA', 'government', { offerCash: 57 }),
    ]);
    const asked = { id: 'EF', at: 'AK', rolls: [null], pending: [{ state: 'PA', asked: ['v01'] }] };
    expect(planned({ at: 'CT', cash: 200 }, [asked], { cd: { chips } })).toMatchObject([
      walk('NJ', 'government', { offerCash: 42 }),
    ]);
  });

  test('6: goes to the largest state in reach, for money if it has less than $6 million', () => {
    const cd = { chips: ['MA', 'VT'] };
    expect(planned({ at: 'ME', cash: 5 }, [], { cd })).toMatchObject([walk('MA', 'general')]);
    expect(planned({ at: 'ME', cash: 6 }, [], { cd })).toMatchObject([walk('MA', 'state')]);
    const own = { at: 'ME', cash: 10, chips: ['MA', 'VT'] };
    // With more popular votes than all others, money counts; with as many, votes do.
    expect(planned({ ...own, popular: 5 }, [], { cd: { popular: 4 } })).toMatchObject([
      walk('MA', 'general'),
    ]);
    expect(planned({ ...own, popular: 5 }, [], { cd: { popular: 5 } })).toMatchObject([walk('MA', 'state')]);
  });

  test('every row says what is asked if the chip is not to be had', () => {
    const otherwise = (popular: number) =>
      planned({ at: 'NC', popular }, [], { cd: { popular: 4 } })[0]?.otherwise;
    expect([otherwise(4), otherwise(5)]).toEqual(['state', 'general']);
  });

  test('fees and offers are paid at once: the next stop is planned with what is left', () => {
    const at = { at: 'ME', ...two([1, 1], [1, 1]) };
    expect(planned({ ...at, cash: 3 }, [], twoStops)).toMatchObject([
      walk('MA', 'government'),
      walk('NY', 'general'),
    ]);
    // A landing in the capital pays $10 million.
    const poor = planned({ at: 'NC', cash: 1, ...two([1, 1], [1, 2]) }, [], twoStops);
    expect(poor).toMatchObject([{ to: 'DC' }, { move: 'stay' }]);
    const cd = { chips: ['MA', 'VT'], ...two(null, null) };
    const offered = planned({ ...at, cash: 26 }, [], { stops: 2, cd });
    expect(offered).toMatchObject([walk('MA', 'government', { offerCash: 22 }), walk('NY', 'government')]);
  });

  test('it neither flies, nor votes for Speed Play, nor trades help (PTG-13.3, PTG-13.8)', () => {
    const sheet = opponent(
      campaign([
        { id: 'AB', at: 'TX', pending: [{ asked: ['v01'] }] },
        { id: 'CD', at: 'ME', pending: [{ asked: ['g01'] }] },
      ]),
      'AB',
    );
    expect(sheet).toMatchObject({ claimDC: true, help: [], advice: [], adjourn: false, press: null });
    expect(sheet.answers.map(({ question }) => question)).toEqual(['AB1']);
  });
});
