import { stateOf } from '../../country.ts';
import { dollars, grouped, signed } from '../../numbers.ts';
import type { Cell, Table } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { findGerrymander } from '../data/gerrymanders.ts';
import { findWildcard, showCard } from '../data/wildcards.ts';
import type { LogEntry, Why } from '../log.ts';
import type { Player } from '../state.ts';
import { plainTable } from './context.ts';
import { chipInWords, isChange, SHOW_KINDS } from './words.ts';

/** One line of a ledger: $ millions, millions of popular votes, electoral votes. */
export interface LedgerLine {
  why: Why;
  text: string;
  cash: number;
  popular: number;
  electoral: number;
}

/** PTG-9.3: what changed a candidate's cash, votes and chips, from the log, in order. */
export function ledgerOf(log: readonly LogEntry[], seat: SeatIdentifier): LedgerLine[] {
  const lines: LedgerLine[] = [];
  let event: LogEntry | null = null;
  for (const entry of log) {
    // Someone who cannot pay is sent to DC in the midst of what an event does (PTG-6.3).
    if (entry.type === 'move' && entry.how === 'sent') continue;
    if (!isChange(entry)) {
      event = entry;
      continue;
    }
    const change = changeFor(entry, seat);
    if (change === null) continue;
    const { why } = entry as { why: Why };
    const text = reasonInWords(why, event, seat);
    const last = lines.at(-1);
    if (last?.text === text) {
      last.cash += change.cash;
      last.popular += change.popular;
      last.electoral += change.electoral;
    } else {
      lines.push({ why, text, ...change });
    }
  }
  return lines;
}

/** What an entry changes for a seat; null if nothing. A debt changes nothing yet. */
function changeFor(
  entry: LogEntry,
  seat: SeatIdentifier,
): Pick<LedgerLine, 'cash' | 'popular' | 'electoral'> | null {
  const none = { cash: 0, popular: 0, electoral: 0 };
  if (entry.type === 'cash') return entry.who === seat ? { ...none, cash: entry.amount } : null;
  if (entry.type === 'popular') return entry.who === seat ? { ...none, popular: entry.amount } : null;
  if (entry.type !== 'chip' || (entry.from !== seat && entry.to !== seat)) return null;
  const { electoralVotes } = stateOf(entry.state);
  return { ...none, electoral: entry.to === seat ? electoralVotes : -electoralVotes };
}

/** Where a change came from: `Right answer to AB1`, `Fee of a government question`. */
function reasonInWords(why: Why, event: LogEntry | null, seat: SeatIdentifier): string {
  switch (why) {
    case 'answer':
      return event?.type === 'answer'
        ? `Right answer to ${event.question} in ${event.state}`
        : 'Right answer';
    case 'fee':
      return feeInWords(event);
    case 'help':
      return event?.type === 'help' ? helpInWords(event, seat) : 'Help';
    case 'deal':
      return event?.type === 'answer' ? `Deal for ${event.state} (${event.question})` : 'Deal';
    case 'capital':
      return 'Claim of DC';
    case 'wildcard':
      return wildcardInWords(event, seat);
    case 'gerrymander':
      return event?.type === 'gerrymander'
        ? `${event.card} ${findGerrymander(event.card)?.title ?? ''}${event.by === seat ? '' : `, played by ${event.by}`}`
        : 'Gerrymander card';
    case 'flight':
      return 'Flight';
    case 'rest':
      return 'Rest in DC';
    case 'debt':
      return 'Debt paid';
    case 'runoff':
    case 'speed':
      return event?.type === 'speed' ? `Speed Play, round ${event.round}` : 'The runoff';
  }
}

/** A fee is paid on arrival, or when an offer is accepted. */
function feeInWords(event: LogEntry | null): string {
  const state = event?.type === 'move' ? event.to : event?.type === 'offer' ? event.state : null;
  return state === null ? 'Fee for a government question' : `Fee for a government question in ${state}`;
}

function helpInWords(
  { by, from, question }: Extract<LogEntry, { type: 'help' }>,
  seat: SeatIdentifier,
): string {
  return by === seat ? `Help with ${question}, bought from ${from}` : `Help with ${question}, sold to ${by}`;
}

function wildcardInWords(event: LogEntry | null, seat: SeatIdentifier): string {
  if (event?.type === 'show') {
    const kind = SHOW_KINDS[showCard(event.card).kind];
    return `Show ${event.number}, ${event.by === seat ? `${kind} of yours` : `${kind} by ${event.by}`}`;
  }
  const card = event?.type === 'wildcard' ? findWildcard(event.card) : undefined;
  return card?.kind === 'event' ? `${card.id} ${card.title}` : 'Wildcard';
}

/** PTG-9.3: the ledger of a candidate from one printout to the next. */
export function ledgerTable(before: Player, now: Player, log: readonly LogEntry[]): Table {
  const change = (amount: number) => (amount === 0 ? '' : signed(amount));
  const rows = ledgerOf(log, now.id).map(({ text, cash, popular, electoral }): Cell[] => [
    text,
    cash === 0 ? '' : `${cash < 0 ? '−' : '+'}$${Math.abs(cash)}`,
    change(popular),
    change(electoral),
  ]);
  const sums = (label: string, { cash, popular, electoral }: Player): Cell[] =>
    [label, dollars(cash), grouped(popular), grouped(electoral)].map((text) => ({ text, strong: true }));
  const moved = chipsMoved(log, now.id);
  return {
    ...plainTable(
      'Your cash and votes since the last printout',
      ['What changed it', 'Cash>', 'Popular votes>', 'Electoral votes>'],
      [sums('Last printout', before), ...rows, sums('Now', now)],
      `Cash and popular votes in millions.${moved.length === 0 ? '' : ` Chips: ${moved.join(', ')}.`}`,
    ),
    showCaption: true,
  };
}

/** The chips that a candidate has now and had not, and the other way round: `+TX (40)`, `−NM (5)`. */
function chipsMoved(log: readonly LogEntry[], seat: SeatIdentifier): string[] {
  const moves = log.filter((entry) => entry.type === 'chip');
  const codes = [...new Set(moves.map(({ state }) => state))];
  return codes.flatMap((code) => {
    const own = moves.filter(({ state }) => state === code);
    const had = own[0]?.from === seat;
    const has = own.at(-1)?.to === seat;
    return had === has ? [] : [`${has ? '+' : '−'}${chipInWords(code)}`];
  });
}
