import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { check } from '../../../src/rules/politics/check/index.ts';
import { GERRYMANDERS } from '../../../src/rules/politics/data/gerrymanders.ts';
import { WILDCARDS } from '../../../src/rules/politics/data/wildcards.ts';
import { opponent } from '../../../src/rules/politics/opponent/index.ts';
import { seatsOwing } from '../../../src/rules/politics/owing.ts';
import { parseSetup } from '../../../src/rules/politics/parse-setup.ts';
import { votesOf } from '../../../src/rules/politics/play/desk.ts';
import { resolve } from '../../../src/rules/politics/resolve.ts';
import { begin, options, setUp } from '../../../src/rules/politics/setup.ts';
import { chipsOf, type State } from '../../../src/rules/politics/state.ts';
import { runs } from '../../helpers/long.ts';
import { everyGame, game, pairs } from './every-game.ts';
import { livelySheet, newGame, playGame, seatsOf, secretOf } from './games.ts';

/** PTG-2.4, PTG-2.7, PTG-6.15: what a candidate can get or give at once for these reasons. */
const AMOUNTS: Partial<Record<string, readonly number[]>> = {
  answer: [8, 12, 16],
  fee: [-2],
  flight: [-2],
  rest: [10],
  wildcard: [1, 2, 3, 5, 10, 15, ...Array.from({ length: 12 }, (_, i) => -1 - i)],
};

describe('in every game of Politics', () => {
  test('each chip has one holder or none, and electoral votes are those of the chips', () => {
    everyGame(({ states }) => {
      for (const state of states) {
        expect(Object.keys(state.chips)).toEqual([...STATE_CODES]);
        for (const player of state.players) {
          expect(player.electoral).toBe(votesOf(chipsOf(state, player.id)));
        }
      }
    }, 15);
  });

  test('no card is lost or doubled', () => {
    everyGame(({ states }, { wildcards }) => {
      const drawn = WILDCARDS.filter(({ kind }) => wildcards === 'all' || kind === 'event');
      for (const { gerrymander, wildcards: pile, players } of states) {
        const hands = players.flatMap(({ cards }) => cards);
        const played = gerrymander.played.map(({ card }) => card);
        expect([...gerrymander.deck, ...played, ...hands].sort()).toEqual(GERRYMANDERS.map(({ id }) => id));
        expect([...pile.deck, ...pile.played].sort()).toEqual(drawn.map(({ id }) => id));
      }
    }, 15);
  });

  test('the log explains every change of cash, popular votes, chips and places', () => {
    everyGame(({ states }) => {
      for (const [before, after] of pairs(states)) {
        const told = structuredClone(before);
        for (const entry of after.log) {
          const who = (id: string) => told.players.find((player) => player.id === id) as State['players'][0];
          if (entry.type === 'cash') who(entry.who).cash += entry.amount;
          if (entry.type === 'popular') who(entry.who).popular += entry.amount;
          if (entry.type === 'move' || entry.type === 'home') {
            who(entry.by).at = entry.type === 'move' ? entry.to : entry.state;
          }
          if (entry.type !== 'chip') continue;
          expect(told.chips[entry.state]).toBe(entry.from);
          told.chips[entry.state] = entry.to;
        }
        const shown = ({ chips, players }: State) => ({
          chips,
          players: players.map(({ cash, popular, at }) => ({ cash, popular, at })),
        });
        expect(shown(told)).toEqual(shown(after));
      }
    }, 15);
  });

  test('cash and votes are never negative, and debtors have no cash and are in DC', () => {
    everyGame(({ states }) => {
      for (const { players } of states) {
        for (const { cash, popular, debts, at } of players) {
          expect(Math.min(cash, popular)).toBeGreaterThanOrEqual(0);
          for (const { amount } of debts) expect(amount).toBeGreaterThan(0);
          if (debts.length > 0) expect({ cash, at }).toEqual({ cash: 0, at: 'DC' });
        }
      }
    }, 15);
  });

  test('candidates pay each other what they get, and only the bank makes or takes money', () => {
    const amongCandidates = new Set(['help', 'deal', 'runoff']);
    everyGame(({ states }) => {
      for (const { log } of states) {
        for (const why of amongCandidates) {
          const sum = (type: 'cash' | 'popular') =>
            log.reduce((all, entry) => {
              return entry.type === type && entry.why === why ? all + entry.amount : all;
            }, 0);
          expect([sum('cash'), sum('popular')]).toEqual([0, 0]);
        }
      }
    }, 15);
  });

  test('every change of money and votes is in the record, in an amount that the rules name', () => {
    everyGame(({ states }) => {
      for (const [before, after] of pairs(states)) {
        for (const type of ['cash', 'popular'] as const) {
          const entries = after.log.flatMap((entry) => (entry.type === type ? [entry] : []));
          const key = type === 'cash' ? 'cash' : 'popular';
          const total = ({ players }: State) => players.reduce((sum, player) => sum + player[key], 0);
          const logged = entries.reduce((sum, { amount }) => sum + amount, 0);
          expect(logged).toBe(total(after) - total(before));
          for (const { amount, why } of entries) {
            expect(AMOUNTS[why]?.includes(amount) ?? true, `${type} ${amount} ${why}`).toBe(true);
          }
          const speed = entries.filter(({ why }) => why === 'speed');
          expect(speed.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        }
      }
    }, 15);
  });

  test('it ends with a president in first place, and the dice decide everything else', () => {
    everyGame(({ states, sheets }, { seed, players, ...chosen }) => {
      const last = states.at(-1) as State;
      expect(last.outcome?.standings[0]).toMatchObject({ id: last.outcome?.winner, place: 1 });
      expect(last.outcome?.standings).toHaveLength(players);
      const secret = secretOf(`politics ${seed}`);
      let k = 0;
      const again = playGame(secret, newGame(secret, players, chosen), (state, seat) => {
        const sent = sheets[k]?.[seat];
        if (seat === seatsOwing(state).at(-1)) k += 1;
        return sent;
      });
      expect(again.states).toEqual(states);
    }, 8);
  });
});

test('computer candidates play whole games of every size, and none of their sheets is refused', () => {
  for (let players = 2; players <= 8; players += 1) {
    const secret = secretOf(`computers ${players}`);
    const played = playGame(secret, newGame(secret, players), opponent);
    for (const state of played.states) {
      for (const seat of seatsOwing(state)) {
        expect(check(state, seat, opponent(state, seat))).toMatchObject({ ok: true });
      }
    }
  }
});

test('a setup that was drawn is a legal setup, and it begins the same game', () => {
  fc.assert(
    fc.property(game, ({ seed, players, ...chosen }) => {
      const parsed = options.parse({ bank: 'specimen', ...chosen });
      const setup = setUp(parsed, seatsOf(players), seededDice(secretOf(`setup ${seed}`), 0));
      const read = parseSetup(JSON.parse(JSON.stringify(setup)));
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      expect(read.value).toEqual(setup);
      expect(begin(read.value)).toEqual(begin(setup));
    }),
    { numRuns: runs(30) },
  );
});

test('resolving changes neither the state nor the sheets it is given', () => {
  const secret = secretOf('pure');
  const dice = seededDice(secretOf('sheets pure'), 0);
  const { states } = playGame(secret, newGame(secret, 4), (state, seat) => livelySheet(state, seat, dice));
  const sheetDice = seededDice(secretOf('sheets again'), 0);
  for (const [i, state] of states.slice(0, -1).entries()) {
    const sheets = Object.fromEntries(
      seatsOwing(state).map((seat) => [seat, livelySheet(state, seat, sheetDice)]),
    );
    const before = JSON.stringify([state, sheets]);
    resolve(state, sheets, seededDice(secret, i + 1));
    expect(JSON.stringify([state, sheets])).toBe(before);
  }
});
