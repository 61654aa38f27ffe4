import { listInWords } from '../../numbers.ts';
import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { REST } from '../data/amounts.ts';
import { findGerrymander } from '../data/gerrymanders.ts';
import { findWildcard, showCard } from '../data/wildcards.ts';
import type { LogEntry } from '../log.ts';
import { findPlayer, type State } from '../state.ts';
import { captionedTable, questionAsked, type ReportContext } from './context.ts';
import {
  capitalized,
  changesAfter,
  changesInWords,
  chipInWords,
  creditorInWords,
  LEVELS,
  money,
  pointsInWords,
  SHOW_KINDS,
} from './words.ts';

/** PTG-9.7: what happened besides the answers: cards, the vote to adjourn, who went where, Wildcards, and debts. */
export function happenedSection(context: ReportContext): ReportSection | null {
  const { now, before } = context;
  if (before === null) return null;
  const blocks: Block[] = [
    ...homeBlocks(context),
    ...tableOf(gerrymanderTable(now.log)),
    ...adjournBlocks(now),
    ...tableOf(travelTable(before, now)),
    ...tableOf(wildcardTable(now)),
    ...notes(now),
  ];
  return blocks.length === 0 ? null : sharedSection('happened', 'On the road', blocks);
}

function tableOf(table: Table | null): Table[] {
  return table === null ? [] : [table];
}

/** PTG-6.13: the home states, in the order of picking. */
function homeBlocks({ now, name }: ReportContext): Block[] {
  const rows = now.log.flatMap((entry): Cell[][] =>
    entry.type === 'home'
      ? [[{ text: entry.by, strong: true }, name(entry.by), chipInWords(entry.state)]]
      : [],
  );
  if (rows.length === 0) return [];
  const note = 'In the order of picking. A home state is where a campaign begins; its chip is not yet won.';
  return [captionedTable('The home states', ['ID', 'Name', 'Home state (electoral votes)'], rows, note)];
}

/** PTG-6.17: the cards that were played, in the order of playing. */
function gerrymanderTable(log: readonly LogEntry[]): Table | null {
  const rows = log.flatMap((entry, index): Cell[][] => {
    if (entry.type !== 'gerrymander' || !entry.done) return [];
    const card = findGerrymander(entry.card);
    const words = changesInWords(changesAfter(log, index));
    return [[entry.by, { text: `${entry.card} ${card?.title ?? ''}`, strong: true }, words]];
  });
  return rows.length === 0 ? null : captionedTable('Gerrymander cards', ['Who', 'Card', 'What it did'], rows);
}

/** PTG-6.18: the votes to adjourn, by name. */
function adjournBlocks({ log, players }: State): Block[] {
  return log.flatMap((entry): Block[] => {
    if (entry.type !== 'adjourn') return [];
    const end = entry.carried
      ? 'That is more than half, so Speed Play begins.'
      : `That is not more than half of ${players.length}, so the campaign goes on.`;
    return [{ kind: 'paragraph', text: `${listInWords(entry.for)} voted to adjourn. ${end}`, strong: true }];
  });
}

/** One stop of a candidate as the log has it. */
interface Trip {
  by: SeatIdentifier;
  words: string[];
}

/** PTG-9.7: who went where, candidate by candidate, with a column for each stop. */
function travelTable(before: State, now: State): Table | null {
  const trips = tripsOf(now.log);
  if (trips.length === 0) return null;
  const stops = now.settings.stops;
  const rows = before.order.map((id): Cell[] => {
    const own = trips.filter(({ by }) => by === id);
    const cells = Array.from({ length: stops }, (_, i) => {
      const roll = findPlayer(before, id)?.rolls[i];
      const points = roll ? ` with ${pointsInWords(roll[0] + roll[1])}` : '';
      const words = own[i]?.words.join(', ').replace(' on foot', points) ?? '';
      return [words, askedInWords(now, id, i + 1)].filter((part) => part !== '').join('. ');
    });
    return [{ text: id, strong: true }, ...cells];
  });
  const labels = stops === 1 ? ['', 'The stop'] : ['', 'First stop', 'Second stop'];
  return captionedTable('Who went where', labels, rows, 'In the order of the turn.');
}

/** The trips of the log in order. What a trip cost or paid is told with it. */
function tripsOf(log: readonly LogEntry[]): Trip[] {
  const trips: Trip[] = [];
  for (const entry of log) {
    if (entry.type === 'move' && entry.how !== 'sent')
      trips.push({ by: entry.by, words: [moveInWords(entry)] });
    const trip = trips.findLast(({ by }) => 'by' in entry && by === entry.by);
    if (entry.type === 'rest' && trip !== undefined) {
      trip.words = entry.paid
        ? [...trip.words, `rested there and received ${money(REST)}`]
        : [...trip.words, 'rested there without pay'];
    }
  }
  return trips;
}

function moveInWords({ from, to, how }: Extract<LogEntry, { type: 'move' }>): string {
  if (how === 'roll') return `${from} to ${to} on foot`;
  if (how === 'fly') return `${from} to ${to} by plane`;
  return how === 'stay' ? `stayed in ${from} for a question` : `stayed in ${from}`;
}

/** `Government question AB1, hard, with an offer to CD`. */
function askedInWords(now: State, id: SeatIdentifier, stop: number): string {
  const pending = findPlayer(now, id)?.pending.find((one) => one.stop === stop);
  const [main] = pending?.asked ?? [];
  if (pending === undefined || main === undefined) return '';
  const { level } = questionAsked(now, main);
  const offer = pending.offer === null ? '' : `, with an offer to ${pending.offer.to}`;
  return `${capitalized(main.kind)} question ${main.label}, ${LEVELS[level]}${offer}`;
}

/** PTG-9.7: the Wildcards. Which show was drawn is its performer's secret (PTG-8.6). */
function wildcardTable(now: State): Table | null {
  const rows = now.log.flatMap((entry, index): Cell[][] => {
    if (entry.type !== 'wildcard') return [];
    const card = findWildcard(entry.card);
    if (card?.kind !== 'event') return [[entry.by, 'A show', 'will be performed on the next sheet']];
    const isTrip = card.effects.some(({ kind }) => kind === 'to-dc');
    const effect = isTrip
      ? 'sent to DC, and the next stop lost'
      : changesInWords(changesAfter(now.log, index));
    return [[entry.by, { text: `${card.id} ${card.title}`, strong: true }, effect]];
  });
  return rows.length === 0
    ? null
    : captionedTable('Wildcards, for doubles', ['Who', 'Card', 'What it did'], rows);
}

/** Who was sent to DC, who owes whom, and decks that were shuffled anew. */
function notes(now: State): Block[] {
  const { log, players } = now;
  const sent = log.flatMap((entry) => (entry.type === 'move' && entry.how === 'sent' ? [entry.by] : []));
  const debts = players.flatMap(({ id, debts: owed }) =>
    owed.map(({ to, amount }) => `${id} owes ${creditorInWords(to)} ${money(amount)}.`),
  );
  const shuffled = log.flatMap((entry) =>
    entry.type === 'reshuffle'
      ? [`The ${entry.deck === 'wildcards' ? 'Wildcards' : 'Gerrymander cards'} were shuffled anew.`]
      : [],
  );
  const reused = log.some(({ type }) => type === 'reuse')
    ? ['All questions of a kind have been asked, so old ones come back.']
    : [];
  const texts = [
    ...(sent.length === 0 ? [] : [`Sent to DC, with a stop lost: ${listInWords([...new Set(sent)])}.`]),
    ...debts,
    ...shuffled,
    ...reused,
  ];
  return texts.length === 0 ? [] : [{ kind: 'paragraph', text: texts.join(' ') }];
}

/** PTG-9.8: a show with its card: `Show 3, a drawing by CD`. */
export function showInWords({ number, by, card }: { number: number; by: string; card: string }): string {
  return `Show ${number}, ${SHOW_KINDS[showCard(card).kind]} by ${by}`;
}
