import { describe, expect, test } from 'vitest';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { State } from '../../../src/rules/electoral-barrage/state.ts';
import { type GuessedTurn, RIVAL_PLANS, type RivalPlan } from '../../../src/rules/guess.ts';
import type { MapComparison, Table } from '../../../src/rules/report.ts';
import { playGame, secretOf, stateOf, withoutSecrets } from './games.ts';

/* What helps to decide on a sheet: the facts of each state, and guesses. */

function guessed(state: State, seat: string, rivals: RivalPlan | null, raw: unknown): GuessedTurn {
  const guess = electoralBarrage.guess(state, seat, raw, rivals);
  if (!guess.ok) throw new Error(JSON.stringify(guess.problems));
  return guess;
}

function rowOf({ blocks }: GuessedTurn, first: string): string[] {
  const rows = blocks.filter((block): block is Table => block.kind === 'table').flatMap(({ rows }) => rows);
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)));
  return cells.find(([cell]) => cell === first) ?? [];
}

const TOKENS = { CA: ['AB', 'CD', 'CD'], OH: ['AB'], AL: ['CD'], WY: ['AB'], GA: ['AB', 'AB'] };

function threePlayers(): State {
  return stateOf({
    rounds: 9,
    players: [
      { id: 'AB', characters: ['movie-star'], staffers: 2, town: 1 },
      { id: 'CD', characters: ['nerd'], staffers: 1, ads: 1 },
      { id: 'EF', characters: ['banker'], staffers: 1 },
    ],
    tokens: TOKENS,
  });
}

describe('the facts of the states', () => {
  const facts = (state: State, seat: string, code: string) =>
    electoralBarrage.facts(state, seat)?.states.find((one) => one.state === code)?.facts;

  test('say who leads, what a roll needs, and how many successes lead', () => {
    const state = threePlayers();
    // A success in California takes CD's token: AB 2, CD 1.
    expect(facts(state, 'AB', 'CA')).toMatchObject({ votes: 55, stars: 3, free: 0, own: 1, leader: 'CD' });
    expect(facts(state, 'AB', 'CA')).toMatchObject({
      odds: { value: 5, text: '5+ (33%)' },
      lead: { value: 1 },
    });
    expect(facts(state, 'EF', 'CA')).toMatchObject({
      own: 0,
      rival: { value: 2, text: 'CD 2' },
      lead: { value: 2 },
    });
    expect(facts(state, 'AB', 'AL')).toMatchObject({ odds: { text: 'no roll' } });
    // All stars of Georgia are AB's: a defense adds 1.
    expect(facts(state, 'AB', 'GA')).toMatchObject({ odds: { value: 3 }, lead: { text: '–' } });
    expect(electoralBarrage.facts(state, 'ZZ')).toBeNull();
  });

  test('are the same whatever the seat may not see, in every turn', () => {
    const { states } = playGame(secretOf('facts'), 4, (state, seat) =>
      electoralBarrage.opponent(state, seat),
    );
    for (const state of states) {
      for (const seat of electoralBarrage.seatsOwing(state)) {
        const known = electoralBarrage.facts(state, seat);
        expect(electoralBarrage.facts(withoutSecrets(state, seat), seat)).toEqual(known);
        if (state.phase === 'round') expect(known?.states).toHaveLength(STATE_CODES.length);
        for (const { facts: own } of known?.states ?? []) {
          expect(Object.keys(own)).toEqual(known?.columns.map(({ key }) => key));
        }
      }
    }
  });
});

describe('a guess at what a sheet would do', () => {
  test('is certain about what needs no dice, and gives chances of what does', () => {
    const state = threePlayers();
    const raw = {
      plan: [
        { area: 'AL', when: 1 },
        { area: 'FL', when: 2 },
      ],
    };
    const guess = guessed(state, 'AB', 'nothing', raw);
    expect(rowOf(guess, 'AL Alabama')).toEqual(['AL Alabama', '9', 'CD', 'AB', '100%']);
    const share = Number.parseInt(rowOf(guess, 'Florida')[3] ?? '', 10);
    // A 5 or 6, or a 4 and the token.
    expect(share).toBeGreaterThan(35);
    expect(share).toBeLessThan(65);
    expect(guess.choices.map(({ plan }) => plan)).toEqual(['nothing', 'computer']);
  });

  test('is the same whatever the seat may not see, and changes no state', () => {
    for (const players of [2, 5]) {
      const { states } = playGame(secretOf('guess'), players, (state, seat) =>
        electoralBarrage.opponent(state, seat),
      );
      for (const state of states.filter(({ turn, phase }) => turn % 2 === 0 || phase === 'ballots')) {
        const before = structuredClone(state);
        for (const seat of electoralBarrage.seatsOwing(state).slice(0, 2)) {
          const raw = electoralBarrage.opponent(state, seat);
          for (const plan of RIVAL_PLANS) {
            const guess = guessed(state, seat, plan, raw);
            expect(guessed(withoutSecrets(state, seat), seat, plan, raw)).toEqual(guess);
          }
        }
        expect(state).toEqual(before);
      }
    }
  }, 120_000);

  test('marks on its maps only the leader of each state, in colors that are known', () => {
    const state = stateOf({
      rounds: 9,
      players: [
        { id: 'AB', characters: ['movie-star', 'nerd'], staffers: 1 },
        { id: 'CD', characters: ['banker', 'scientist'], staffers: 1 },
      ],
      tokens: { OH: ['AB'] },
    });
    const { blocks } = guessed(state, 'AB', 'nothing', { character: 'movie-star', plan: [{ area: 'WY' }] });
    const maps = blocks.find((block): block is MapComparison => block.kind === 'maps');
    const [now, after] = maps?.items.map(({ states }) => states) ?? [];
    // AB wins Wyoming without a roll. CD’s staffer stands by in Alabama, and wins it more often than not.
    const changed = STATE_CODES.filter((code) => now?.[code]?.label !== after?.[code]?.label);
    expect(changed).toEqual(['AL', 'WY']);
    for (const marks of [now, after]) {
      expect(Object.values(marks ?? {}).filter(({ tone }) => tone !== null)).toEqual([]);
    }
    expect(maps?.legend).toEqual([{ tone: null, strength: 1, text: 'no leader' }]);
  });

  test('is made for no one who owes no sheet, and has the problems of a check', () => {
    const state = threePlayers();
    expect(electoralBarrage.guess(state, 'ZZ', {}, null).ok).toBe(false);
    const raw = { plan: [{ area: 'XX' }] };
    expect(electoralBarrage.guess(state, 'AB', raw, null)).toEqual(electoralBarrage.check(state, 'AB', raw));
  });
});
