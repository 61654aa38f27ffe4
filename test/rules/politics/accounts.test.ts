import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../src/rules/politics/log.ts';
import { ledgerOf } from '../../../src/rules/politics/report/ledger.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { accountProblems } from './accounts.ts';
import { everyGame, type Game, lively, pairs } from './every-game.ts';
import { statesOfCase } from './printouts.ts';

/* Where money, votes and chips come from and go to (PTG-6.2 to PTG-6.7, PTG-8.5). */

/** What the ledger says if it does not know what a change came from. */
const NAMELESS = new Set(['Right answer', 'Help', 'Deal', 'Gerrymander card', 'Wildcard']);

/** Games whose logs contain every kind of change. */
const GAMES: Game[] = [
  { seed: 3, players: 8, stops: 2, wildcards: 'all', turnLimit: 22 },
  { seed: 1, players: 6, stops: 2, wildcards: 'events', turnLimit: 22 },
  { seed: 1, players: 4, stops: 2, wildcards: 'events', turnLimit: 22 },
  { seed: 3, players: 3, stops: 2, wildcards: 'events', turnLimit: 22 },
];

/** What there is to account for in a log: reasons, debts, cards with a levy, and events that move money between players. */
function kindsOf(log: readonly LogEntry[]): string[] {
  return log.flatMap((entry) => {
    if (entry.type === 'debt') return [entry.to === 'bank' ? 'debt to the bank' : 'debt to a candidate'];
    if (entry.type === 'gerrymander' && entry.done) return entry.card === 'G35' ? ['levy'] : [];
    if (entry.type === 'wildcard') return [entry.card];
    return 'why' in entry ? [`${entry.type} ${entry.why}`] : [];
  });
}

describe('the accounts', () => {
  test('of every turn are what the rules say of each event, and debts are paid to whom they are owed', () => {
    everyGame(({ states }) => {
      for (const [before, after] of pairs(states)) expect(accountProblems(before, after)).toEqual([]);
    }, 15);
  });

  test('of games with every kind of change are, too', () => {
    const played = GAMES.map((chosen) => lively(chosen).states);
    for (const states of played) {
      for (const [before, after] of pairs(states)) expect(accountProblems(before, after)).toEqual([]);
    }
    const kinds = new Set(played.flat().flatMap(({ log }) => kindsOf(log)));
    const cash = ['answer', 'fee', 'help', 'deal', 'wildcard', 'gerrymander', 'flight', 'rest', 'debt'];
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        ...cash.map((why) => `cash ${why}`),
        ...['cash runoff', 'popular answer', 'popular help', 'popular deal', 'popular wildcard'],
        ...['popular gerrymander', 'popular speed', 'chip answer', 'chip help', 'chip deal', 'chip capital'],
        ...['chip wildcard', 'chip gerrymander', 'chip speed', 'levy', 'debt to the bank'],
        'debt to a candidate',
        ...Array.from({ length: 16 }, (_, i) => `W${39 + i}`),
      ]),
    );
  });

  test('of turns with debts among candidates are, too', () => {
    for (const number of ['027', '070', '079', '089']) {
      for (const [before, after] of pairs(statesOfCase(number))) {
        expect([number, accountProblems(before, after)]).toEqual([number, []]);
      }
    }
  });

  test('find money that comes from nowhere, a debt that is not paid, and a reason that does not fit', () => {
    const [before, after] = pairs(lively(GAMES[0] as Game).states).find(([, { log }]) =>
      log.some((entry) => entry.type === 'cash' && entry.why === 'answer'),
    ) as [State, State];
    const spoilt = (change: (entry: LogEntry) => LogEntry[]) =>
      accountProblems(before, { ...after, log: after.log.flatMap(change) });
    expect(accountProblems(before, after)).toEqual([]);
    const isPaid = (entry: LogEntry) => entry.type === 'cash' && entry.why === 'answer';
    expect(spoilt((entry) => (isPaid(entry) ? [] : [entry]))).not.toEqual([]);
    expect(spoilt((entry) => (isPaid(entry) ? [entry, entry] : [entry]))).not.toEqual([]);
    expect(spoilt((entry) => [isPaid(entry) ? ({ ...entry, why: 'help' } as LogEntry) : entry])).not.toEqual(
      [],
    );
    const debt = { type: 'debt', who: 'AB', to: 'bank', amount: 1 } as const;
    expect(accountProblems(before, { ...after, log: [...after.log, debt] })).not.toEqual([]);
  });
});

test('a ledger names the event that took money from a debtor, too', () => {
  const log: LogEntry[] = [
    { type: 'wildcard', by: 'AB', card: 'W48' },
    { type: 'debt', who: 'CD', to: 'AB', amount: 1 },
    { type: 'move', by: 'CD', from: 'TX', to: 'DC', how: 'sent' },
    { type: 'cash', who: 'EF', amount: -1, why: 'wildcard' },
    { type: 'cash', who: 'AB', amount: 1, why: 'wildcard' },
  ];
  expect(ledgerOf(log, 'EF')).toMatchObject([{ text: 'W48 Dinner at a thousand dollars a plate', cash: -1 }]);
});

test('every line of a ledger names where it comes from, and all together are the change', () => {
  everyGame(({ states }) => {
    for (const [before, after] of pairs(states)) {
      for (const [i, { id, cash, popular, electoral }] of after.players.entries()) {
        const lines = ledgerOf(after.log, id);
        for (const { text } of lines) expect(NAMELESS.has(text), text).toBe(false);
        const sum = (key: 'cash' | 'popular' | 'electoral') =>
          lines.reduce((all, line) => all + line[key], 0);
        const was = before.players[i] as State['players'][0];
        expect([sum('cash'), sum('popular'), sum('electoral')]).toEqual([
          ...[cash - was.cash, popular - was.popular, electoral - was.electoral],
        ]);
      }
    }
  }, 15);
});
