import { expect, test } from 'vitest';
import { check } from '../../../src/rules/politics/check/index.ts';
import { parseSetup } from '../../../src/rules/politics/parse-setup.ts';
import { begin } from '../../../src/rules/politics/setup.ts';
import type { Advice } from '../../../src/rules/sheet.ts';

/* PTG-4.10: advice on sheets that are legal. */

/** The codes and fields of the advice on AB's sheet, in order; CD has the chip of TX. */
function adviceOn(raw: unknown, player: object = {}, more: object = {}): [string, string][] {
  return wholeAdviceOn(raw, player, more).map(({ code, field }) => [code, field]);
}

function wholeAdviceOn(raw: unknown, player: object, more: object = {}): Advice[] {
  const setup = parseSetup({
    ...{ started: true, stops: 1, ...more },
    players: [
      { id: 'AB', at: 'OK', cards: ['G33', 'G34'], ...player },
      { id: 'CD', at: 'ME', chips: ['TX'] },
    ],
  });
  if (!setup.ok) throw new Error(JSON.stringify(setup.problems));
  const checked = check(begin(setup.value), 'AB', raw);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.advice;
}

const walk = (more: object) => ({ stops: [{ move: 'roll', to: 'TX', ...more }] });

test('each question without an answer, the spare one of an offer too', () => {
  const pending = [{ asked: ['v01', 'g01'], offer: { to: 'CD', cash: 1 } }];
  const answers = [{ question: 'AB1', answer: 'A' }];
  expect(adviceOn({ ...walk({}), answers }, { pending })).toEqual([['no-answer', 'answers']]);
  expect(adviceOn(walk({}), { pending })).toHaveLength(2);
});

test('a task without a performance, with its penalty', () => {
  const shows = [
    { number: 1, card: 'W20', by: 'AB', stage: 'task' },
    { number: 2, card: 'W21', by: 'AB', stage: 'task' },
    { number: 3, card: 'W22', by: 'CD', stage: 'task' },
  ];
  const performances = [{ show: 2, text: 'It was the dog.' }];
  expect(adviceOn({ ...walk({}), performances }, {}, { shows })).toEqual([
    ['no-performance', 'performances'],
  ]);
});

test('a blank stop, but not in the capital, and not a lost one', () => {
  expect(adviceOn({})).toEqual([['blank-stop', 'stops[0]']]);
  expect(adviceOn({}, { at: 'DC' })).toEqual([]);
  expect(adviceOn({}, { rolls: [null] })).toEqual([]);
  const stops = [{ move: 'roll', to: 'DC' }, null];
  expect(adviceOn({ stops }, { at: 'NC', rolls: [[1, 2], null] }, { stops: 2 })).toEqual([]);
  expect(adviceOn({ stops: [null, stops[0]] }, { at: 'NC' }, { stops: 2 })).toEqual([
    ['blank-stop', 'stops[0]'],
  ]);
});

test('a government question for a chip that is not free', () => {
  expect(adviceOn(walk({ question: 'government' }))).toEqual([['held-chip', 'stops[0].question']]);
  expect(adviceOn(walk({ question: 'government', offerVotes: 5 }))).toEqual([]);
  const stops = [{ move: 'roll', to: 'KS', question: 'government', offerCash: 3 }];
  expect(adviceOn({ stops }, { chips: ['KS'] })).toEqual([['own-chip', 'stops[0].question']]);
});

test('an offer that nobody gets', () => {
  expect(adviceOn(walk({ question: 'state', offerChips: ['NM'] }))).toEqual([
    ['offer-without-government', 'stops[0].offerCash'],
  ]);
  const stops = [{ move: 'fly', to: 'TX', question: 'government', offerCash: 3 }];
  expect(adviceOn({ stops })).toEqual([['offer-without-government', 'stops[0].offerCash']]);
});

test('cash that is too low for the fee, the flight and the offer', () => {
  const bid = { question: 'government', offerCash: 8 };
  expect(adviceOn(walk(bid))).toEqual([]);
  expect(adviceOn(walk(bid), { cash: 9 })).toEqual([['low-cash', 'stops']]);
  expect(adviceOn({ stops: [{ move: 'fly', to: 'TX' }] }, { cash: 1 })).toEqual([['low-cash', 'stops']]);
  // Nothing is asked in the capital, and nothing is paid there.
  const stops = [{ move: 'roll', to: 'DC', question: 'government' }];
  expect(adviceOn({ stops }, { at: 'NC', cash: 0 })).toEqual([]);
});

test('a card whose needs are not met now', () => {
  const gerrymander = ['G34', 'G33'];
  expect(adviceOn({ ...walk({}), gerrymander }, { cash: 20 })).toEqual([
    ['card-not-ready', 'gerrymander[0]'],
  ]);
});

test('what a card still needs is named', () => {
  const hand = { cards: ['G01', 'G33'], chips: ['AL'], cash: 3 };
  expect(wholeAdviceOn({ ...walk({}), gerrymander: ['G01'] }, hand)[0]?.message).toBe(
    'For G01 Deep South Shuffle you still need AR (6), MS (6), and $2 million. The card is played only if you get this first.',
  );
});
