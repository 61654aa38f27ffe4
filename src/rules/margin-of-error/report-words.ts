import type { ReportSection } from '../report.ts';
import type { GameHead, History, SeatId } from '../ruleset.ts';
import { type Battleground, boardState, otherParty, PARTY_NAMES, type Party } from './data.ts';
import { ownValue } from './polls.ts';
import { type Player, playerOf, type State } from './state.ts';

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
    reader: (seat === null ? undefined : playerOf(now, seat)) ?? null,
    name: (id) => seats.get(id)?.name ?? id,
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

/** `Ann Baker [AB]`. */
export function called(page: Page, id: SeatId): string {
  return `${page.name(id)} [${id}]`;
}

/** A poll as people write it: `D+2`, `R+3`, `even`. */
export function pollWords(poll: number): string {
  if (poll === 0) return 'even';
  return poll < 0 ? `D+${-poll}` : `R+${poll}`;
}

/** A shift with its sign: `+2`, `−1`, `0`. */
export function signed(n: number): string {
  if (n === 0) return '0';
  return n > 0 ? `+${n}` : `−${-n}`;
}

/** `1 square`, `2 squares`. */
export function counted(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

export function stateName(code: Battleground): string {
  return boardState(code).name;
}

/** Both totals as in the headline: `D 269, R 269`. */
export function votesWords(votes: Record<Party, number>): string {
  return `D ${votes.D}, R ${votes.R}`;
}

/** `the Democrats`. */
export function theParty(party: Party): string {
  return `the ${PARTY_NAMES[party]}`;
}

/** How many squares a poll went towards a side; less than 0 is away from it. */
export function gained(from: number, to: number, party: Party): number {
  return ownValue(to, party) - ownValue(from, party);
}

/** The side that the lone player does not lead. */
export function automaticParty(state: State): Party {
  return otherParty((state.players[0] as Player).party);
}
