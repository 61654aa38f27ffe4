import { stateOf } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { LogEntry } from '../log.ts';
import type { State } from '../state.ts';

/** What a candidate has done and won over the turns of a game. */
export interface CampaignRecord {
  asked: number;
  right: number;
  /** Help bought and sold, and how much of the sold advice was wrong. */
  bought: number;
  sold: number;
  poisoned: number;
  /** Gerrymander cards played. */
  cards: number;
  /** Shows that are over, and those that passed. */
  shows: number;
  passed: number;
  rests: number;
  /** Electoral votes of the chips that came by answers (DC's claims included), deals and help, and cards; lost; taken at the end. */
  chips: { answers: number; deals: number; cards: number; lost: number; taken: number };
  /** Popular votes in millions, without those taken at the end: from answers, and everything else on balance. */
  popular: { answers: number; other: number };
}

/** The record of a candidate, from the logs of all turns. */
export function recordOf(states: readonly State[], seat: SeatIdentifier): CampaignRecord {
  const record: CampaignRecord = {
    ...{ asked: 0, right: 0, bought: 0, sold: 0, poisoned: 0, cards: 0, shows: 0, passed: 0, rests: 0 },
    chips: { answers: 0, deals: 0, cards: 0, lost: 0, taken: 0 },
    popular: { answers: 0, other: 0 },
  };
  for (const { log } of states) {
    for (const [index, entry] of log.entries()) {
      if (entry.type === 'help') addHelp(record, entry, log.slice(index), seat);
      else if (entry.type === 'chip') addChip(record, entry, seat);
      else add(record, entry, seat);
    }
  }
  return record;
}

function add(record: CampaignRecord, entry: LogEntry, seat: SeatIdentifier): void {
  if (entry.type === 'popular' && entry.who === seat && !isFinal(entry.why)) {
    record.popular[entry.why === 'answer' ? 'answers' : 'other'] += entry.amount;
  }
  if (!('by' in entry) || entry.by !== seat) return;
  if (entry.type === 'answer') {
    record.asked += 1;
    if (entry.right) record.right += 1;
  }
  if (entry.type === 'gerrymander' && entry.done) record.cards += 1;
  if (entry.type === 'rest') record.rests += 1;
  if (entry.type === 'show' && entry.result !== 'staged') {
    record.shows += 1;
    if (entry.result === 'success') record.passed += 1;
  }
}

/** @param after the log from the sale on: the next answer is the one that was sold */
function addHelp(
  record: CampaignRecord,
  { by, from }: Extract<LogEntry, { type: 'help' }>,
  after: readonly LogEntry[],
  seat: SeatIdentifier,
): void {
  if (by === seat) record.bought += 1;
  if (from !== seat) return;
  record.sold += 1;
  const answer = after.find(({ type }) => type === 'answer');
  if (answer?.type === 'answer' && !answer.right) record.poisoned += 1;
}

function addChip(
  { chips }: CampaignRecord,
  { state, from, to, why }: Extract<LogEntry, { type: 'chip' }>,
  seat: SeatIdentifier,
): void {
  const { electoralVotes } = stateOf(state);
  if (from === seat && !isFinal(why)) chips.lost += electoralVotes;
  if (to !== seat) return;
  if (isFinal(why)) chips.taken += electoralVotes;
  else if (why === 'answer' || why === 'capital') chips.answers += electoralVotes;
  else if (why === 'gerrymander') chips.cards += electoralVotes;
  else chips.deals += electoralVotes;
}

/** Whether a transfer was won in a runoff or in Speed Play. */
function isFinal(why: string): boolean {
  return why === 'runoff' || why === 'speed';
}
