import { describe, expect, test } from 'vitest';
import { isObscene } from '../../../src/games/press/press-moderation.ts';
import { stateOf as countryState } from '../../../src/rules/country.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import { LINES } from '../../../src/rules/electoral-barrage/opponent/press/lines.ts';
import type { Orders } from '../../../src/rules/electoral-barrage/orders.ts';
import type { State } from '../../../src/rules/electoral-barrage/state.ts';
import { GRADES, type Grade } from '../../../src/rules/grades.ts';
import { playGame, secretOf, stateOf, withoutSecrets } from './games.ts';

/** The states of a game of computer candidates in which every grade plays. */
function statesOf(players: number, grades: readonly Grade[] = GRADES): State[] {
  let seats = 0;
  return playGame(secretOf(`opponents ${players}`), players, (state, seat) => {
    seats += 1;
    return electoralBarrage.opponent(state, seat, grades[seats % grades.length]);
  }).states;
}

function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  ) as T;
}

describe('a computer candidate (section 13)', () => {
  test.each(GRADES)(
    'sends legal sheets until the end, whatever it may not see, at the grade %s',
    (grade) => {
      for (const players of [2, 4, 8]) {
        for (const state of statesOf(players).filter(({ turn }) => turn % 2 === 0)) {
          for (const seat of electoralBarrage.seatsOwing(state)) {
            const orders = electoralBarrage.opponent(state, seat, grade);
            expect(electoralBarrage.check(state, seat, orders)).toMatchObject({ ok: true, orders });
            const seen = withoutSecrets(state, seat);
            expect(electoralBarrage.opponent(seen, seat, grade)).toEqual(orders);
            expect(electoralBarrage.opponent(reversed(state), seat, grade)).toEqual(orders);
          }
        }
      }
    },
    180_000,
  );

  test('plays the standard grade of the rules if none is given: the plan of a first sheet (EB-13.1 to EB-13.4)', () => {
    const state = stateOf({
      rounds: 9,
      players: [
        { id: 'AB', characters: ['banker', 'nerd'] },
        { id: 'CD', characters: ['war-hero', 'blue-collar'] },
        { id: 'EF', characters: ['movie-star', 'scientist'] },
      ],
    });
    const orders = electoralBarrage.opponent(state, 'AB') as Orders;
    expect(orders).toEqual(electoralBarrage.opponent(state, 'AB', 'standard'));
    expect(orders.character).toBe('nerd');
    expect(orders.plan).toHaveLength(18);
    // Recruitment 50 × 8 = 400; California 2 × 110 + 3 = 223; Texas 155; Illinois and Pennsylvania 122; Florida 119.
    expect(orders.plan.map(({ area }) => area).slice(0, 7)).toEqual([
      'RECRUIT',
      'RECRUIT',
      'CA',
      'TX',
      'IL',
      'PA',
      'FL',
    ]);
    expect(orders.plan[2]).toMatchObject({ when: 7, after: 4, before: null });
    expect(orders.ads.map(({ seat, area }) => area ?? seat)).toEqual([
      'MINE',
      'CD',
      'MINE',
      'CD',
      'MINE',
      'CD',
    ]);
  });

  test('has tastes of its own at the grade easy: seats differ in a game', () => {
    const [state] = statesOf(8) as [State];
    const plans = electoralBarrage.seatsOwing(state).map((seat) => {
      const { plan } = electoralBarrage.opponent(state, seat, 'easy') as Orders;
      return plan.map(({ area }) => area).join(' ');
    });
    expect(new Set(plans).size).toBeGreaterThan(3);
  });

  test('has tastes of its own at the grade hard: seats differ in a game, and so do games', () => {
    const starts = [2, 4, 8].flatMap((players) => {
      const [state] = statesOf(players, ['standard']) as [State];
      return electoralBarrage.seatsOwing(state).map((seat) => {
        const { plan } = electoralBarrage.opponent(state, seat, 'hard') as Orders;
        return plan.map(({ area }) => area).join(' ');
      });
    });
    expect(new Set(starts).size).toBeGreaterThan(10);
  });

  test('at the grade hard, fights for the leads of a last round by their odds', () => {
    const state = stateOf({
      rounds: 1,
      players: [
        { id: 'AB', characters: ['banker'], staffers: 1 },
        { id: 'CD', characters: ['war-hero'], staffers: 1 },
      ],
      // Illinois and Pennsylvania are worth 20 × 1/2, more than a one-star state; in the white states one success takes no lead.
      tokens: {
        CA: ['CD', 'CD', 'CD'],
        TX: ['CD', 'CD', 'CD'],
        FL: ['CD', 'CD', 'CD'],
        NY: ['CD', 'CD', 'CD'],
      },
    });
    const { plan } = electoralBarrage.opponent(state, 'AB', 'hard') as Orders;
    expect(plan[0]?.area).toMatch(/^(IL|PA)$/);
  });

  test('takes less than a second for a round of eight hard candidates', () => {
    const states = statesOf(8, ['standard']);
    const state = states[3] as State;
    const before = performance.now();
    for (const seat of electoralBarrage.seatsOwing(state)) electoralBarrage.opponent(state, seat, 'hard');
    // About 0.3 s on a slow machine; the limit leaves room for one that is busy.
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe('the press lines of computer candidates', () => {
  test('come on every turn from every seat, and never twice in a game', () => {
    for (const players of [2, 4, 8]) {
      const lines = statesOf(players).flatMap(({ last }) => (last?.press ?? []).map(({ text }) => text));
      expect(lines.length).toBeGreaterThanOrEqual(players * (players > 4 ? 5 : 9));
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  test('fit in a line with every state’s name, are enough for every seat, and are not obscene', () => {
    for (const [topic, { openings, closings }] of Object.entries(LINES)) {
      expect(openings).toHaveLength(closings.length);
      const ofAnyRound = ['ahead', 'behind', 'won', 'lost'].includes(topic);
      expect(openings.length ** 2).toBeGreaterThanOrEqual(ofAnyRound ? 8 * 12 : 8);
      for (const opening of openings) {
        const longest = opening.replace('{state}', countryState('NC').name);
        for (const closing of closings) {
          expect(`${longest} ${closing}`.length).toBeLessThanOrEqual(75);
          expect(isObscene(`${longest} ${closing}`)).toBe(false);
        }
      }
    }
  });
});
