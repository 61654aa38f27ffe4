import { type StateCode, stateOf } from '../../country.ts';
import { dollars, grouped, listInWords } from '../../numbers.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Kind, Level } from '../bank/record.ts';
import { REWARDS } from '../data/amounts.ts';
import type { Bundle } from '../data/gerrymanders.ts';
import type { ShowKind } from '../data/wildcards.ts';
import type { LogEntry } from '../log.ts';

// Amounts and changes as printouts word them. All $ and popular votes of the game are millions (PTG-2.4).

/** `$12 million`. */
export function money(amount: number): string {
  return `${dollars(amount)} million`;
}

/** What a candidate has: `$12 million`, `no cash`. */
export function cashInWords(amount: number): string {
  return amount === 0 ? 'no cash' : money(amount);
}

/** `12 million votes`, `no popular votes`. */
export function popularVotes(amount: number): string {
  return amount === 0 ? 'no popular votes' : `${grouped(amount)} million votes`;
}

/** `TX (40)`: a chip with its electoral votes. */
export function chipInWords(code: StateCode): string {
  return `${code} (${stateOf(code).electoralVotes})`;
}

/** `TX (40), NM (5)`. */
export function chipsInWords(codes: readonly StateCode[]): string {
  return codes.map(chipInWords).join(', ');
}

/** `LA and NM, $5 million, and 20 million votes`; `nothing` if it is empty. */
export function bundleInWords({ chips, cash, votes }: Bundle): string {
  const parts = [
    ...chips.map(chipInWords),
    ...(cash > 0 ? [money(cash)] : []),
    ...(votes > 0 ? [popularVotes(votes)] : []),
  ];
  return parts.length === 0 ? 'nothing' : listInWords(parts);
}

/** PTG-2.4: what a right answer wins: `$8 million`, `12 million votes`, `TX (40)`. */
export function worthInWords(kind: Kind, level: Level, state: StateCode): string {
  if (kind === 'government') return chipInWords(state);
  return kind === 'general' ? money(REWARDS[level]) : popularVotes(REWARDS[level]);
}

/** PTG-2.8: how hard a question is. */
export const LEVELS: Readonly<Record<Level, string>> = { 1: 'easy', 2: 'medium', 3: 'hard' };

/** PTG-2.6: the category of a show, with its article. */
export const SHOW_KINDS: Readonly<Record<ShowKind, string>> = {
  charade: 'a charade',
  drawing: 'a drawing',
  stunt: 'a stunt',
  recital: 'a recital',
  direction: 'a direction',
};

/** A text in quotation marks; those within it become single ones. */
export function quoted(text: string): string {
  return `“${text.replace(/"([^"]*)"/g, '‘$1’')}”`;
}

/** A change of cash, votes, chips or place that follows from something in the log. */
export type Change = Extract<LogEntry, { type: 'cash' | 'popular' | 'chip' | 'debt' }>;

/** Whether an entry of the log is a consequence of an entry before it. */
export function isChange(entry: LogEntry): entry is Change {
  return ['cash', 'popular', 'chip', 'debt'].includes(entry.type);
}

/** The changes that follow an entry of the log, up to the next one that is no change. */
export function changesAfter(log: readonly LogEntry[], index: number): Change[] {
  const changes: Change[] = [];
  for (const entry of log.slice(index + 1)) {
    if (entry.type === 'move' && entry.how === 'sent') continue;
    if (!isChange(entry)) break;
    changes.push(entry);
  }
  return changes;
}

/** `AB gets TX (40) and OK (7) from CD`. */
function movesInWords(changes: readonly Change[]): string[] {
  const moved = changes.filter((change) => change.type === 'chip');
  const ways = [...new Set(moved.map(wayInWords))];
  return ways.map((way) => {
    const codes = moved.filter((change) => wayInWords(change) === way).map(({ state }) => state);
    return way.replace('chips', listInWords(codes.map(chipInWords)));
  });
}

/** What could not be paid: `AB owes the bank $2 million`. */
function debtsInWords(changes: readonly Change[]): string[] {
  return changes
    .filter((change) => change.type === 'debt')
    .map(({ who, to, amount }) => `${who} owes ${creditorInWords(to)} ${money(amount)}`);
}

/** Who gets chips from whom, with the word `chips` for them. Identifiers are capital letters. */
function wayInWords({ from, to }: Extract<Change, { type: 'chip' }>): string {
  if (to === null) return `${from} gives back chips`;
  return from === null ? `${to} gets chips` : `${to} gets chips from ${from}`;
}

/**
 * The changes in one phrase; `no effect` if there are none. Amounts of one candidate are added up, and candidates with the
 * same amount are told together: `AB −$2 million; CD and EF +$1 million each`.
 */
export function changesInWords(changes: readonly Change[]): string {
  const parts = [...movesInWords(changes), ...sumsInWords(changes), ...debtsInWords(changes)];
  return parts.length === 0 ? 'no effect' : parts.join('; ');
}

function sumsInWords(changes: readonly Change[]): string[] {
  const sums = new Map<string, { who: string; words: string; amount: number }>();
  for (const change of changes) {
    if (change.type !== 'cash' && change.type !== 'popular') continue;
    const key = `${change.who} ${change.type}`;
    const amount = (sums.get(key)?.amount ?? 0) + change.amount;
    const words = `${amount > 0 ? '+' : ''}${change.type === 'cash' ? money(amount) : popularVotes(amount)}`;
    sums.set(key, { who: change.who, words, amount });
  }
  const groups = new Map<string, string[]>();
  for (const { who, words, amount } of sums.values()) {
    if (amount !== 0) groups.set(words, [...(groups.get(words) ?? []), who]);
  }
  return [...groups].map(([words, who]) => `${listInWords(who)} ${words}${who.length > 1 ? ' each' : ''}`);
}

/** PTG-6.23: who meets in a round of Speed Play, counted from 0: `the winner of round 1 against EF`. */
export function pairInWords(ladder: readonly SeatIdentifier[], index: number): string {
  const first = index === 0 ? ladder[0] : `the winner of round ${index}`;
  return `${first} against ${ladder[index + 1] ?? ''}`;
}

/** `the bank`, or a candidate. */
export function creditorInWords(to: SeatIdentifier): string {
  return to === 'bank' ? 'the bank' : to;
}

/** The points of a roll with their article: `a 7`, `an 11`. */
export function pointsInWords(points: number): string {
  return `${points === 8 || points === 11 ? 'an' : 'a'} ${points}`;
}

/** A sentence begins with a capital letter. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
