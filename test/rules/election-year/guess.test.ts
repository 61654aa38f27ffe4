import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { NO_ORDERS, type Orders } from '../../../src/rules/election-year/orders.ts';
import type { Player, State } from '../../../src/rules/election-year/state.ts';
import { type GuessedTurn, RIVAL_PLANS, type RivalPlan } from '../../../src/rules/guess.ts';
import { dollars, grouped } from '../../../src/rules/numbers.ts';
import { PARTY_ADJECTIVE } from '../../../src/rules/parties.ts';
import type { Block, MapComparison, Table } from '../../../src/rules/report.ts';
import { runs } from '../../helpers/long.ts';
import { garbage, NO_DICE, newGame, playedGame } from './games.ts';

/** A guess at what the seat's own computer candidate would do, or at another sheet. */
function guessed(state: State, seat: string, rivals: RivalPlan | null, raw?: unknown): GuessedTurn {
  const guess = electionYear.guess(state, seat, raw ?? electionYear.opponent(state, seat), rivals);
  if (!guess.ok) throw new Error(JSON.stringify(guess.problems));
  return guess;
}

/** What the first table of a guess says in a row: now, and after the turn. */
function figures({ blocks }: GuessedTurn, label: string): unknown[] {
  const table = blocks.find((block): block is Table => block.kind === 'table');
  const row = table?.rows.find(([first]) => first === label) ?? [];
  return row.slice(1).map((cell) => (typeof cell === 'string' ? cell : cell.text));
}

function playerOf(state: State, seat: string): Player {
  return state.players.find(({ id }) => id === seat) as Player;
}

/** The same value without its secrets, which are those of all seats but this one. */
function withoutSecrets(state: State, seat: string, change: (player: Player) => unknown): State {
  const players = state.players.map((player) => (player.id === seat ? player : change(player))) as Player[];
  return { ...structuredClone(state), players };
}

describe('a guess at what a sheet would do', () => {
  test('needs nothing that its seat may not see', () => {
    for (const state of playedGame(6, 5)) {
      for (const seat of ['AA', 'DDD']) {
        const removed = withoutSecrets(state, seat, ({ cash: _cash, income: _income, ...open }) => open);
        const changed = withoutSecrets(state, seat, (player) => ({ ...player, cash: 7_777, income: 1 }));
        for (const plan of RIVAL_PLANS) {
          const guess = guessed(state, seat, plan);
          expect(guessed(removed, seat, plan)).toEqual(guess);
          expect(guessed(changed, seat, plan)).toEqual(guess);
        }
      }
    }
  });

  test('is what happens if the others do what is assumed', () => {
    for (const state of playedGame(5, 5).slice(1)) {
      const own = electionYear.opponent(state, 'CC');
      const last = (id: string): Orders => ({
        ...NO_ORDERS,
        fundraising: (state.fundraising[id] ?? []).map((trip) => trip.state),
        campaign: (state.campaigning[id] ?? []).map((row) => ({ state: row.state, spend: row.spent })),
      });
      const rich = withoutSecrets(state, 'CC', (player) => ({ ...player, cash: 99_999 }));
      for (const [plan, orders] of [
        ['nothing', () => null],
        ['repeat', last],
      ] as const) {
        const sheets = Object.fromEntries(
          state.players.map(({ id }) => [id, id === 'CC' ? own : orders(id)]),
        );
        const after = electionYear.resolve(rich, sheets, NO_DICE);
        const guess = guessed(state, 'CC', plan, own);
        expect(figures(guess, 'Campaign funds')[1]).toBe(dollars(playerOf(after, 'CC').cash));
        expect(
          figures(guess, 'Republican electoral votes').concat(
            figures(guess, 'Democratic electoral votes'),
          )[1],
        ).toBe(grouped(after.partyVotes[playerOf(after, 'CC').party]));
        const maps = guess.blocks.find((block): block is MapComparison => block.kind === 'maps');
        expect(maps?.items.map(({ states }) => states.CA?.label)).toEqual([
          state.leaders.CA.overall,
          after.leaders.CA.overall,
        ]);
      }
    }
  });

  test('names the states that the party gains and loses after the conventions, and what the others do', () => {
    const captionOf = (block: Block) => (block.kind === 'table' ? block.caption : '');
    const tableOf = (guess: { blocks: Block[] }, caption: RegExp) =>
      guess.blocks.find((block): block is Table => caption.test(captionOf(block)));
    for (const state of playedGame(6, 6).slice(0, 6)) {
      const guess = guessed(state, 'CC', 'computer', electionYear.opponent(state, 'CC'));
      const changes = tableOf(guess, /^States that the .* gain and lose$/)?.rows ?? [];
      const { party } = playerOf(state, 'CC');
      const [now, then] = figures(guess, `${PARTY_ADJECTIVE[party]} electoral votes`).map(Number);
      const sum = changes.reduce(
        (votes, [, count, change]) => votes + Number(count) * (change === 'gained' ? 1 : -1),
        0,
      );
      if (state.turn < 3) expect(changes).toEqual([]);
      else expect(sum).toBe((then as number) - (now as number));
      expect(tableOf(guess, /assumed to do/)?.rows).toHaveLength(5);
      expect(tableOf(guessed(state, 'CC', 'nothing'), /assumed to do/)).toBeUndefined();
    }
  });

  test('expects more of rivals who act than of rivals who do nothing', () => {
    const state = playedGame(6, 3).at(-1) as State;
    const texts = RIVAL_PLANS.map((plan) => JSON.stringify(guessed(state, 'AA', plan).blocks));
    expect(new Set(texts).size).toBe(RIVAL_PLANS.length);
  });

  test('offers no last turn on turn 1, and then takes the first plan instead', () => {
    const [first, second] = playedGame(4, 1) as [State, State];
    expect(guessed(first, 'AA', 'repeat')).toMatchObject({ chosen: 'nothing' });
    expect(guessed(first, 'AA', null).choices.map(({ plan }) => plan)).toEqual(['nothing', 'computer']);
    expect(guessed(second, 'AA', 'repeat')).toMatchObject({ chosen: 'repeat' });
  });

  test('says what the conventions and the election would decide', () => {
    const states = playedGame(6, 5);
    const said = states.map((state) => guessed(state, 'AA', 'computer').sentences.join(' '));
    expect(said.map((text) => /nominate \[\w+\] for president/.test(text))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(said.map((text) => /win the general election/.test(text))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test('refuses what a check refuses, whatever the sheet contains, and changes no state', () => {
    const state = playedGame(4, 2).at(-1) as State;
    const before = structuredClone(state);
    fc.assert(
      fc.property(garbage, fc.constantFrom(...RIVAL_PLANS), (raw, plan) => {
        const checked = electionYear.check(state, 'AA', raw);
        const guess = electionYear.guess(state, 'AA', raw, plan);
        expect(guess.ok).toBe(checked.ok);
        if (!guess.ok) expect(guess).toEqual(checked);
      }),
      { numRuns: runs(100) },
    );
    expect(state).toEqual(before);
  });

  test('is made for no one who owes no sheet', () => {
    const codes = (state: State, seat: string) => {
      const guess = electionYear.guess(state, seat, null, 'nothing');
      return guess.ok ? [] : guess.problems.map(({ code }) => code);
    };
    expect(codes(newGame(4), 'ZZ')).toEqual(['not-owed']);
    expect(codes(playedGame(4, 6).at(-1) as State, 'AA')).toEqual(['not-owed']);
  });
});
