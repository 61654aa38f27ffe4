import type { Cell } from '../report.ts';
import { openPage, type PageOf } from '../report-page.ts';
import type { History, SeatIdentifier } from '../ruleset.ts';
import type { Party } from './data.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** What every section of a printout is made from. */
export type Page = PageOf<State, Player>;

/** Gathers what the sections need. */
export function pageOf(history: History<State>, seat: SeatIdentifier | null): Page {
  return openPage(history, seat, findPlayer);
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
export function idCell(page: Page, id: SeatIdentifier): Cell {
  return { text: id, tone: partyOf(page, id), strong: true };
}

export function partyOf(page: Page, id: SeatIdentifier): Party {
  return (findPlayer(page.now, id) as Player).party;
}

/** `1 state`, `2 states`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`;
}
