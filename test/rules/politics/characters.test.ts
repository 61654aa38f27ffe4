import { describe, expect, test } from 'vitest';
import { STATE_CODES } from '../../../src/rules/country.ts';
import type { Grade } from '../../../src/rules/grades.ts';
import { check } from '../../../src/rules/politics/check/index.ts';
import { WILDCARDS } from '../../../src/rules/politics/data/wildcards.ts';
import { characterOf } from '../../../src/rules/politics/opponent/character.ts';
import { opponent } from '../../../src/rules/politics/opponent/index.ts';
import { sight } from '../../../src/rules/politics/sight.ts';
import type { Show, State } from '../../../src/rules/politics/state.ts';
import { newGame, type Played, playGame, secretOf } from './games.ts';

const SECRET = secretOf('characters');
const LIVELY: readonly Grade[] = ['easy', 'hard'];

/** A game of eight computer candidates of this grade. */
function gameOf(grade: Grade): Played {
  return playGame(SECRET, newGame(SECRET, 8), (state, seat) => opponent(state, seat, grade));
}

function pressIn({ states }: Played): string[] {
  return states.flatMap(({ press }) => press.map(({ text }) => text));
}

/** A state in which the candidate AB has eight shows as tasks, from this one on, with numbers that follow the first number. */
function withTasks(state: State, offset: number, first: number): State {
  const cards = WILDCARDS.filter(({ kind }) => kind !== 'event').slice(offset, offset + 8);
  const shows = cards.map(({ id }, i): Show => {
    return {
      number: first + i,
      card: id,
      by: 'AB',
      stage: 'task',
      text: null,
      drawing: null,
      actor: null,
    };
  });
  return { ...state, shows };
}

describe('characters of computer candidates', () => {
  test('four neighbors have four tempers, and each likes other states', () => {
    const state = newGame(SECRET, 4);
    const characters = state.players.map(({ id }) => characterOf(state, id, 'hard'));
    expect(new Set(characters.map(({ temper }) => temper)).size).toBe(4);
    const tastes = characters.map(({ liking }) => STATE_CODES.map(liking).join(' '));
    expect(new Set(tastes).size).toBe(4);
  });

  test('home sheets of the four differ; at the standard grade all list the eight largest states', () => {
    const state = newGame(SECRET, 4);
    const homes = (grade: Grade) =>
      new Set(state.players.map(({ id }) => opponent(state, id, grade).homes.join(' ')));
    expect(homes('hard').size).toBeGreaterThanOrEqual(3);
    expect([...homes('standard')]).toEqual(['CA TX FL NY IL PA OH GA']);
  });

  test('the standard grade is silent and performs by PTG-13.5', () => {
    const { states } = gameOf('standard');
    expect(states.flatMap(({ press }) => press)).toEqual([]);
    const texts = states.flatMap(({ shows }) => shows.flatMap(({ text }) => (text === null ? [] : [text])));
    expect(new Set(texts)).toEqual(new Set(['My staff assures me that it was magnificent.']));
  });

  for (const grade of LIVELY) {
    test(`${grade}: every sheet is accepted, and follows from what the seat may see`, () => {
      const { states, sheets } = gameOf(grade);
      sheets.forEach((sent, turn) => {
        const state = states[turn] as State;
        for (const [seat, sheet] of Object.entries(sent)) {
          expect(check(state, seat, sheet)).toMatchObject({ ok: true });
          expect(opponent(sight(state, seat), seat, grade)).toEqual(sheet);
        }
      });
    });

    test(`${grade}: every sheet has a press release, and no two of a game are the same`, () => {
      const played = gameOf(grade);
      const releases = pressIn(played);
      expect(releases).toHaveLength(played.sheets.flatMap((sent) => Object.keys(sent)).length);
      expect(new Set(releases).size).toBe(releases.length);
      expect(releases.filter((text) => text.includes('{'))).toEqual([]);
    });
  }

  test('candidates who speak about the same thing in one turn begin with different words', () => {
    const { states } = gameOf('hard');
    const first = states.find(({ press }, turn) => press.length === 8 && states[turn - 1]?.phase === 'home');
    const last = states.find((_, turn) => states[turn - 1]?.phase === 'closing');
    for (const state of [first, last]) {
      const begins = (state?.press ?? []).map(({ text }) => text.slice(0, 12));
      // Of eight, the first and the last one may begin alike: there are seven openings.
      expect(new Set(begins).size).toBeGreaterThanOrEqual(7);
    }
  });

  test('press releases follow from what the public may see', () => {
    const { states, sheets } = gameOf('hard');
    sheets.forEach((sent, turn) => {
      const state = states[turn] as State;
      for (const seat of Object.keys(sent)) {
        const seen = opponent(sight(state, null), seat, 'hard').press;
        expect(seen).toBe(opponent(state, seat, 'hard').press);
      }
    });
  });

  test('no text that any temper performs has a taboo word, whatever the task', () => {
    const state = gameOf('hard').states.find(({ phase }) => phase === 'campaign') as State;
    const shows = WILDCARDS.filter(({ kind }) => kind !== 'event').length;
    for (let by = 0; by < 4; by += 1) {
      const turned = { ...state, players: turn(state.players, by) };
      // What is performed follows from the show's number, so each show comes up under many numbers.
      for (let first = 1; first <= 12; first += 1) {
        for (let offset = 0; offset < shows; offset += 8) {
          const tasked = withTasks(turned, offset, first);
          const sheet = opponent(tasked, 'AB', 'hard');
          expect(sheet.performances).not.toEqual([]);
          expect(check(tasked, 'AB', sheet)).toMatchObject({ ok: true });
        }
      }
    }
  });
});

function turn<T>(items: readonly T[], by: number): T[] {
  return [...items.slice(by), ...items.slice(0, by)];
}
