import { type Story, story } from '../../../news.ts';
import { grouped, listInWords } from '../../../numbers.ts';
import { findWildcard, isGuessed, showCard } from '../../data/wildcards.ts';
import type { LogEntry } from '../../log.ts';
import { frontRunner } from '../context.ts';
import { changesAfter, changesInWords, quoted, SHOW_KINDS } from '../words.ts';
import type { PlayedTurn } from './turn.ts';
import { APPLAUSE, BROKE, EVENT, FLOP, LEAD, NO_ADJOURNMENT, NO_CHIPS, STANDINGS } from './wording-life.ts';

const SCORES = { applause: 260, flop: 240, event: 130, lead: 290, broke: 140, adjourn: 220 } as const;

/** PTG-6.15 to PTG-6.21: stories about shows, Wildcards, money, and who is first. */
export function lifeStories(turn: PlayedTurn): Story[] {
  const { log } = turn.after;
  return [
    ...log.flatMap((entry, index) => entryStories(turn, entry, index)),
    ...leadStories(turn),
    ...standingsStories(turn),
  ];
}

function entryStories(turn: PlayedTurn, entry: LogEntry, index: number): Story[] {
  if (entry.type === 'show') return showStories(turn, entry);
  if (entry.type === 'wildcard') return eventStories(turn, entry, index);
  if (entry.type === 'move' && entry.how === 'sent') {
    return [story('broke', SCORES.broke, BROKE, { who: turn.name(entry.by) }, entry.by)];
  }
  if (entry.type === 'adjourn' && !entry.carried) {
    const who = listInWords(entry.for.map(turn.name));
    return [story('adjourn', SCORES.adjourn, NO_ADJOURNMENT, { who })];
  }
  return [];
}

/** Only shows that are over: until then the card is secret (PTG-8.6). */
function showStories({ before, name }: PlayedTurn, show: Extract<LogEntry, { type: 'show' }>): Story[] {
  const { number, by, card, result, guesser, objectors } = show;
  if (result === 'staged') return [];
  const { kind, task } = showCard(card);
  const words = { who: name(by), number: String(number), kind: SHOW_KINDS[kind], task: endQuoted(task) };
  if (result === 'success') {
    const detail = guesser === null ? 'The others did not object.' : `${name(guesser)} guessed it.`;
    return [story('applause', SCORES.applause, APPLAUSE, { ...words, detail })];
  }
  const names = listInWords(objectors.map(name));
  const wasStaged = before.shows.some((one) => one.number === number && one.stage === 'stage');
  const missed = isGuessed(kind) ? 'No one guessed it.' : `${names} objected.`;
  const detail = wasStaged ? missed : 'It was never performed.';
  return [story('flop', SCORES.flop, FLOP, { ...words, detail })];
}

/** A text in quotation marks that ends a sentence. */
function endQuoted(text: string): string {
  return quoted(`${text}${/[.?!]$/.test(text) ? '' : '.'}`);
}

function eventStories(
  { after, name }: PlayedTurn,
  { by, card }: Extract<LogEntry, { type: 'wildcard' }>,
  index: number,
): Story[] {
  const found = findWildcard(card);
  if (found?.kind !== 'event') return [];
  const changes = changesAfter(after.log, index);
  const effect = changes.length === 0 ? 'a trip to DC' : changesInWords(changes);
  return [
    story('event', SCORES.event + changes.length, EVENT, { who: name(by), title: found.title, effect }),
  ];
}

function leadStories({ before, after, name }: PlayedTurn): Story[] {
  const [old, leader] = [frontRunner(before), frontRunner(after)];
  const loser = after.players.find(({ id }) => id === old.id);
  if (loser === undefined || old.id === leader.id || old.electoral === 0 || after.phase === 'over') return [];
  const words = { who: name(leader.id), loser: name(old.id), votes: String(leader.electoral) };
  return [story('lead', SCORES.lead, LEAD, { ...words, loserVotes: String(loser.electoral) }, leader.id)];
}

/** The standings, told only if there is too little else to tell. */
function standingsStories({ after, name }: PlayedTurn): Story[] {
  const leader = frontRunner(after);
  const popular = after.players.toSorted((a, b) => b.popular - a.popular)[0];
  if (popular === undefined || after.phase === 'over') return [];
  if (leader.electoral === 0) return [story('no-chips', 0, NO_CHIPS, {})];
  const free = Object.values(after.chips).filter((holder) => holder === null).length;
  return [
    story('standings', 0, STANDINGS, {
      ...{ who: name(leader.id), votes: String(leader.electoral), free: String(free) },
      ...{ popular: name(popular.id), millions: grouped(popular.popular) },
    }),
  ];
}
