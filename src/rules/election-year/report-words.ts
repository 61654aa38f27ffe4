import type { Cell, ReportSection } from '../report.ts';
import type { GameHead, History, SeatId } from '../ruleset.ts';
import type { Party } from './data.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** What every section of a printout is made from. */
export interface Page {
  head: GameHead;
  states: readonly State[];
  /** How things stand now. */
  now: State;
  /** How they stood a turn ago; null on the first printout. */
  before: State | null;
  /** The turn whose sheet comes next; null when the game is over. */
  turn: number | null;
  /** Whose printout it is; null for the public's. */
  reader: Player | null;
  name(id: SeatId): string;
  account(id: SeatId): number | null;
}

/** Gathers what the sections need. A seat that the game does not have reads as the public. */
export function pageOf({ head, states }: History<State>, seat: SeatId | null): Page {
  const now = states.at(-1) as State;
  const seats = new Map(head.seats.map((entry) => [entry.id, entry]));
  return {
    head,
    states,
    now,
    before: states.at(-2) ?? null,
    turn: now.phase === 'over' ? null : now.turn + 1,
    reader: (seat === null ? undefined : findPlayer(now, seat)) ?? null,
    name: (id) => seats.get(id)?.name ?? findPlayer(now, id)?.name ?? id,
    account: (id) => seats.get(id)?.account ?? null,
  };
}

/** A section that is the same for every reader of the turn. */
export function sharedSection(
  id: string,
  title: string | null,
  blocks: ReportSection['blocks'],
): ReportSection {
  return { id, title, newPage: false, shared: true, blocks };
}

/** `$1,234`, with a minus before the sign. */
export function dollars(amount: number): string {
  return `${amount < 0 ? '−' : ''}$${figure(Math.abs(amount))}`;
}

/** A figure with commas: `1,234`. */
export function figure(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** An identifier in its party's accent. */
export function idCell(page: Page, id: SeatId): Cell {
  return { text: id, tone: partyOf(page, id), strong: true };
}

export function partyOf(page: Page, id: SeatId): Party {
  return (findPlayer(page.now, id) as Player).party;
}

/** `Ann Baker [AB]`. */
export function called(page: Page, id: SeatId): string {
  return `${page.name(id)} [${id}]`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** `1 state`, `2 states`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`;
}
