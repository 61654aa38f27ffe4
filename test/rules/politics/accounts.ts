import { stateOf } from '../../../src/rules/country.ts';
import { questionOf } from '../../../src/rules/politics/bank/index.ts';
import { gerrymander } from '../../../src/rules/politics/data/gerrymanders.ts';
import { showCard } from '../../../src/rules/politics/data/wildcards.ts';
import type { LogEntry, Why } from '../../../src/rules/politics/log.ts';
import type { State } from '../../../src/rules/politics/state.ts';

// The accounts of a turn, kept by an auditor of its own: which changes of cash, votes and chips the rules allow after each
// event of the record, and who owes what to whom. Each check returns descriptions of what is wrong.

type Of<T extends LogEntry['type']> = Extract<LogEntry, { type: T }>;
/** What brings changes of cash, votes or chips. */
type Event = Of<
  'offer' | 'help' | 'answer' | 'show' | 'gerrymander' | 'rest' | 'wildcard' | 'runoff' | 'speed'
>;
type Change = Of<'cash' | 'popular' | 'chip' | 'debt'>;

const EVENTS = ['offer', 'help', 'answer', 'show', 'gerrymander', 'rest', 'wildcard', 'runoff', 'speed'];

/** PTG-8.5: what each reason follows. The fee and the flight are paid by themselves, and debts whenever money comes in. */
const AFTER: Record<Exclude<Why, 'fee' | 'flight' | 'debt'>, readonly Event['type'][]> = {
  answer: ['answer'],
  deal: ['answer'],
  capital: ['answer'],
  help: ['help'],
  wildcard: ['show', 'wildcard'],
  gerrymander: ['gerrymander'],
  rest: ['rest'],
  runoff: ['runoff'],
  speed: ['speed'],
};

/** An event with the changes that it brought. */
interface Entry {
  event: Event | null;
  changes: Change[];
}

/** What an event brings by the rules: what the bank gives, what candidates lose to it, and what they owe each other. */
interface Due {
  cash: number;
  popular: number;
  loseCash: number;
  losePopular: number;
  loseElectoral: number;
  /** What candidates have to pay each other, in all. */
  among: number;
}

const NOTHING: Due = { cash: 0, popular: 0, loseCash: 0, losePopular: 0, loseElectoral: 0, among: 0 };

/** PTG-2.7: the events, for a number of players. */
function dueOfCard(card: string, players: number): Due {
  const others = players - 1;
  const dues: Record<string, Partial<Due>> = {
    ...{ W39: { losePopular: 10 }, W40: { popular: 10 }, W41: { loseElectoral: 12 }, W42: { loseCash: 5 } },
    ...{ W43: { cash: 10 }, W44: {}, W45: { losePopular: 10 }, W46: { popular: 5, cash: 5 } },
    ...{ W47: { losePopular: 5, popular: 2 * others }, W48: { among: others }, W49: { cash: 3 * players } },
    ...{ W50: { loseElectoral: 5 }, W51: { loseElectoral: 6 }, W52: { popular: 10 }, W53: { among: others } },
    ...{ W54: { popular: 15 } },
  };
  return { ...NOTHING, ...dues[card] };
}

/** PTG-6.15: the table of shows. */
function dueOfShow({ card, result, number }: Of<'show'>, before: State): Due {
  if (result === 'staged') return NOTHING;
  const { kind } = showCard(card);
  const good = result === 'success';
  const others = before.players.length - 1;
  switch (kind) {
    case 'charade':
      return { ...NOTHING, ...(good ? { popular: 20 } : { losePopular: 5 }) };
    case 'stunt':
      return { ...NOTHING, ...(good ? { popular: 10 } : { losePopular: 5 }) };
    case 'drawing':
      return { ...NOTHING, ...(good ? { cash: 10 } : { among: others }) };
    case 'recital':
      return { ...NOTHING, ...(good ? { cash: 5 } : { among: others }) };
    case 'direction': {
      // The actor pays too; a task that no one performed has none.
      const actor = before.shows.find((show) => show.number === number)?.actor ?? null;
      return { ...NOTHING, ...(good ? { cash: 15 } : { loseCash: actor === null ? 2 : 4 }) };
    }
  }
}

/** PTG-6.14, step 5: 8, 12 or 16 by the level of the question. */
function dueOfAnswer({ id, right, reward }: Of<'answer'>, { settings }: State): Due {
  if (!right || reward === null || reward === 'chip') return NOTHING;
  return { ...NOTHING, [reward]: 4 + 4 * questionOf(settings, id).level };
}

function dueOf(event: Event, before: State): Due {
  switch (event.type) {
    case 'answer':
      return dueOfAnswer(event, before);
    case 'show':
      return dueOfShow(event, before);
    case 'wildcard':
      return dueOfCard(event.card, before.players.length);
    case 'rest':
      return { ...NOTHING, cash: event.paid ? 10 : 0 };
    default:
      return NOTHING;
  }
}

/** The changes, grouped by the event that they follow, and those whose reason does not fit the event. */
function entriesOf(log: readonly LogEntry[]): { entries: Entry[]; problems: string[] } {
  const entries: Entry[] = [{ event: null, changes: [] }];
  const problems: string[] = [];
  for (const entry of log) {
    if (EVENTS.includes(entry.type)) {
      entries.push({ event: entry as Event, changes: [] });
      continue;
    }
    if (!['cash', 'popular', 'chip', 'debt'].includes(entry.type)) continue;
    const change = entry as Change;
    const last = entries.at(-1) as Entry;
    if (change.type !== 'debt' && ['fee', 'flight', 'debt'].includes(change.why)) continue;
    if (change.type !== 'debt') {
      const after = AFTER[change.why as keyof typeof AFTER];
      if (last.event === null || !after.includes(last.event.type)) {
        problems.push(`${change.type} for ${change.why} after ${last.event?.type}`);
      }
    }
    last.changes.push(change);
  }
  return { entries, problems };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** What the changes come to. */
function totalsOf(changes: readonly Change[]) {
  const amounts = (type: 'cash' | 'popular', sign: 1 | -1) =>
    sum(changes.flatMap((one) => (one.type === type && one.amount * sign > 0 ? [one.amount * sign] : [])));
  const debts = changes.filter((one) => one.type === 'debt');
  const back = changes.filter((one) => one.type === 'chip' && one.to === null) as Of<'chip'>[];
  return {
    ...{ cashUp: amounts('cash', 1), cashDown: amounts('cash', -1) },
    ...{ popularUp: amounts('popular', 1), popularDown: amounts('popular', -1) },
    toBank: sum(debts.flatMap(({ to, amount }) => (to === 'bank' ? [amount] : []))),
    toOthers: sum(debts.flatMap(({ to, amount }) => (to === 'bank' ? [] : [amount]))),
    back: sum(back.map(({ state }) => stateOf(state).electoralVotes)),
  };
}

/** Whether an event brought what the rules say. What is lacking is a debt (PTG-6.3); votes that are lacking cost cash. */
function problemsOf({ event, changes }: Entry, before: State): string[] {
  if (event === null) return changes.map((change) => `${JSON.stringify(change)} follows nothing`);
  if (event.type === 'gerrymander') return cardProblems(event, changes);
  const traded = ['help', 'runoff', 'speed'].includes(event.type) || hasDeal(changes);
  if (traded) return tradeProblems(event, changes);
  const due = dueOf(event, before);
  const { cashUp, cashDown, popularUp, popularDown, toBank, toOthers, back } = totalsOf(changes);
  const paidAmong = due.among - toOthers;
  const lost = popularDown + cashDown - paidAmong + toBank;
  const lacking = Math.max(0, due.loseElectoral - back);
  const right =
    popularUp === due.popular &&
    cashUp === due.cash + paidAmong &&
    lost === due.loseCash + due.losePopular + lacking &&
    popularDown <= due.losePopular &&
    (due.loseElectoral > 0 || back === 0);
  return right ? [] : [`${JSON.stringify(event)} brought ${JSON.stringify(changes)}`];
}

function hasDeal(changes: readonly Change[]): boolean {
  return changes.some((change) => change.type !== 'debt' && change.why === 'deal');
}

/** What passes between two candidates: as much is given as is taken, and no chip goes back. */
function tradeProblems(event: Event, changes: readonly Change[]): string[] {
  const { cashUp, cashDown, popularUp, popularDown, toBank, toOthers } = totalsOf(changes);
  const parties = new Set(changes.flatMap((one) => (one.type === 'chip' ? [one.from, one.to] : [one.who])));
  parties.delete(null);
  // DC comes from no one, by its claim.
  const chips = changes.filter((one) => one.type === 'chip' && one.why !== 'capital') as Of<'chip'>[];
  const right =
    cashUp === cashDown &&
    popularUp === popularDown &&
    toBank + toOthers === 0 &&
    parties.size <= 2 &&
    chips.every(({ from, to }) => from !== null && to !== null) &&
    (event.type !== 'speed' || cashUp === 0);
  return right ? [] : [`${JSON.stringify(event)} traded ${JSON.stringify(changes)}`];
}

/** PTG-6.17: a card takes what it needs, and brings its reward and the levy. */
function cardProblems(event: Of<'gerrymander'>, changes: readonly Change[]): string[] {
  const wrong = [`${JSON.stringify(event)} brought ${JSON.stringify(changes)}`];
  if (!event.done) return changes.length === 0 ? [] : wrong;
  const { needed, reward, levy } = gerrymander(event.card);
  const { cashUp, cashDown, popularUp, popularDown, toBank, toOthers } = totalsOf(changes);
  const chips = changes.filter((one) => one.type === 'chip');
  const given = chips.filter(({ to }) => to === null);
  const taken = chips.filter(({ to }) => to !== null);
  const levied = changes.flatMap((one) => {
    return one.type === 'cash' && one.who !== event.by && one.amount < 0 ? [-one.amount] : [];
  });
  const right =
    given.every(({ from }) => from === event.by) &&
    given.map(({ state }) => state).join() === needed.chips.join() &&
    taken.every(({ to, state }) => to === event.by && reward.chips.includes(state)) &&
    popularUp === reward.votes &&
    popularDown === needed.votes &&
    cashUp === reward.cash + sum(levied) &&
    cashDown === needed.cash + sum(levied) &&
    toBank + toOthers === 0 &&
    (levy || levied.length === 0) &&
    levied.every((amount) => amount <= 2);
  return right ? [] : wrong;
}

/** PTG-6.2: debts are paid in their order, to their creditors, and what is left is in the state. */
function debtProblems(before: State, after: State): string[] {
  const debts = new Map(before.players.map(({ id, debts: own }) => [id, own.map((one) => ({ ...one }))]));
  const problems: string[] = [];
  // A payment that a candidate has to receive next.
  let expected: { who: string; amount: number } | null = null;
  for (const entry of after.log) {
    if (entry.type === 'debt') debts.get(entry.who)?.push({ to: entry.to, amount: entry.amount });
    if (entry.type !== 'cash') continue;
    if (expected !== null) {
      const isIt = entry.who === expected.who && entry.amount === expected.amount && entry.why === 'debt';
      if (!isIt) problems.push(`${JSON.stringify(expected)} did not come in`);
      expected = null;
    } else if (entry.why === 'debt') {
      const [first] = debts.get(entry.who) ?? [];
      if (first === undefined || -entry.amount > first.amount || entry.amount >= 0) {
        problems.push(`${JSON.stringify(entry)} pays no debt`);
        continue;
      }
      first.amount += entry.amount;
      if (first.amount === 0) debts.get(entry.who)?.shift();
      if (first.to !== 'bank') expected = { who: first.to, amount: -entry.amount };
    }
  }
  const left = JSON.stringify(after.players.map(({ id }) => debts.get(id)));
  const shown = JSON.stringify(after.players.map((player) => player.debts));
  return left === shown ? problems : [...problems, `debts ${shown} instead of ${left}`];
}

/** All that is wrong with the accounts of a turn. */
export function accountProblems(before: State, after: State): string[] {
  const { entries, problems } = entriesOf(after.log);
  const ownPaid = after.log.flatMap((entry) => {
    const isOwn = entry.type === 'cash' && ['fee', 'flight'].includes(entry.why);
    return isOwn && entry.amount !== -2 ? [`${JSON.stringify(entry)} is not $2 million`] : [];
  });
  const brought = entries.flatMap((entry) => problemsOf(entry, before));
  return [...problems, ...ownPaid, ...brought, ...debtProblems(before, after)];
}
