import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GuessedTurn, RIVAL_PLANS, type RivalPlan } from '../../../src/rules/guess.ts';
import { guessDice } from '../../../src/rules/guess-dice.ts';
import { rivalSheet } from '../../../src/rules/margin-of-error/guess/rivals.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { Player, State } from '../../../src/rules/margin-of-error/state.ts';
import type { MapComparison, Table } from '../../../src/rules/report.ts';
import { runs } from '../../helpers/long.ts';
import { playGame, seatsOf, secretOf, stateOf } from './games.ts';
import { garbage } from './garbage.ts';

const TWO = [
  { id: 'DM', party: 'D' },
  { id: 'RK', party: 'R' },
];

function guessed(state: State, seat: string, rivals: RivalPlan | null, raw: unknown): GuessedTurn {
  const guess = marginOfError.guess(state, seat, raw, rivals);
  if (!guess.ok) throw new Error(JSON.stringify(guess.problems));
  return guess;
}

/** The cells of a row, by its first cell, in any table of the guess. */
function row({ blocks }: GuessedTurn, first: string): string[] {
  const rows = blocks
    .filter((block): block is Table => block.kind === 'table')
    .flatMap((table) => table.rows);
  return (rows.find(([cell]) => cell === first) ?? []).map((cell) =>
    typeof cell === 'string' ? cell : cell.text,
  );
}

/** A game of one computer candidate against the automatic opponent, and a game of two. */
function games(): State[] {
  return ([1, 2] as const).flatMap(
    (many) =>
      playGame(secretOf('a game'), {}, seatsOf(many), (state, seat) => marginOfError.opponent(state, seat))
        .states,
  );
}

describe('a guess at what a sheet would do', () => {
  test('is certain about what needs no dice, and says so of each state', () => {
    const state = stateOf({ players: TWO });
    const raw = { capital: 'endorsements', endorse: ['VA', 'NV'] };
    const guess = guessed(state, 'DM', 'nothing', raw);
    expect(row(guess, 'VA Virginia')).toEqual(['VA Virginia', '13', 'R+2', 'R+1', 'the other party', '0%']);
    expect(row(guess, 'NV Nevada')).toEqual(['NV Nevada', '5', 'D+1', 'D+2', 'you', '100%']);
    expect(row(guess, 'OH Ohio')).toEqual([]);
    const maps = guess.blocks.find((block): block is MapComparison => block.kind === 'maps');
    expect(maps?.items.map(({ states }) => states.VA?.strength)).toEqual([2, 1]);
  });

  test('plays many times what needs dice: some plays win the state, some do not', () => {
    const state = stateOf({ players: TWO });
    const raw = {
      actions: [
        { do: 'media', days: 3 },
        { do: 'campaign', state: 'OH', days: 1 },
      ],
    };
    const share = Number.parseInt(row(guessed(state, 'DM', 'nothing', raw), 'OH Ohio').at(-1) ?? '', 10);
    // With the bonus of 2, a die of 4 to 6 moves Ohio two squares from R+1 to D+1; any other die leaves it to the R.
    expect(share).toBeGreaterThan(35);
    expect(share).toBeLessThan(65);
  });

  test('is the same whenever it is made, and changes no state', () => {
    for (const state of games().filter(({ turn, phase }) => turn % 3 === 0 && phase !== 'over')) {
      const before = structuredClone(state);
      for (const seat of marginOfError.seatsOwing(state)) {
        const raw = marginOfError.opponent(state, seat);
        for (const plan of RIVAL_PLANS) {
          expect(guessed(state, seat, plan, raw)).toEqual(guessed(state, seat, plan, raw));
        }
      }
      expect(state).toEqual(before);
    }
  }, 60_000);

  test('offers what applies: nothing to choose alone, and no last week to repeat in week 1 and at the end', () => {
    const plans = (state: State, seat: string) =>
      guessed(state, seat, null, {}).choices.map(({ plan }) => plan);
    expect(plans(stateOf({ players: [{ id: 'JN', party: 'D' }] }), 'JN')).toEqual(['computer']);
    expect(plans(stateOf({ players: TWO }), 'DM')).toEqual(['nothing', 'computer']);
    const { states } = playGame(secretOf('a'), {}, seatsOf(2), (state, seat) =>
      marginOfError.opponent(state, seat),
    );
    expect(plans(states[1] as State, 'DM')).toEqual(['nothing', 'repeat', 'computer']);
    const last = states.find(({ phase }) => phase === 'last-minute');
    const [seat] = marginOfError.seatsOwing(last as State) as [string];
    expect(plans(last as State, seat)).not.toContain('repeat');
  });

  test('repeats last week with a legal sheet, also after a week without a sheet', () => {
    let weeks = 0;
    for (const plays of ['a', 'b', 'c', 'd']) {
      const { states } = playGame(secretOf(plays), {}, seatsOf(2), (state, seat) =>
        state.turn % 3 === 2 ? null : marginOfError.opponent(state, seat),
      );
      for (const state of states.slice(1).filter(({ phase }) => phase === 'week')) {
        const sheet = rivalSheet(state, state.players[1] as Player, 'repeat');
        expect(marginOfError.check(state, 'RK', sheet)).toMatchObject({ ok: true });
        expect((sheet as { actions: unknown[] }).actions.length).toBeGreaterThan(0);
        weeks += 1;
      }
    }
    expect(weeks).toBeGreaterThan(20);
  });

  test('says how often the game is won if the turn ends it', () => {
    const state = stateOf({ players: [{ id: 'JN', party: 'D', tokens: ['NV'] }], week: 10 });
    const { sentences } = guessed(state, 'JN', null, { stops: [] });
    expect(sentences.join(' ')).toMatch(/The game ends with this turn: you win it in \d+% of all plays\./);
  });

  test('refuses what a check refuses, and is made for no one who owes no sheet', () => {
    const [begun] = games() as [State];
    fc.assert(
      fc.property(garbage, fc.constantFrom(...RIVAL_PLANS), (raw, plan) => {
        const checked = marginOfError.check(begun, 'JN', raw);
        const guess = marginOfError.guess(begun, 'JN', raw, plan);
        expect(guess.ok).toBe(checked.ok);
        if (!guess.ok) expect(guess).toEqual(checked);
      }),
      { numRuns: runs(30) },
    );
    expect(marginOfError.guess(begun, 'ZZ', null, null).ok).toBe(false);
    expect(marginOfError.guess({ ...begun, phase: 'over' }, 'JN', null, null).ok).toBe(false);
  }, 60_000);

  test('rolls fair dice, which differ from play to play', () => {
    const faces = new Map<number, number>();
    for (let play = 1; play <= 200; play += 1) {
      const dice = guessDice(play);
      for (let n = 0; n < 30; n += 1) {
        const face = dice.roll(6);
        faces.set(face, (faces.get(face) ?? 0) + 1);
      }
    }
    expect([...faces.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of faces.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
    const first = new Set(Array.from({ length: 200 }, (_, play) => guessDice(play + 1).roll(256)));
    expect(first.size).toBeGreaterThan(120);
  });
});
