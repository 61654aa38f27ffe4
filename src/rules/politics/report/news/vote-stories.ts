import { stateOf } from '../../../country.ts';
import { type Story, stateInText, story } from '../../../news.ts';
import { findGerrymander } from '../../data/gerrymanders.ts';
import type { LogEntry } from '../../log.ts';
import { salesOf } from '../answers.ts';
import { bundleInWords } from '../words.ts';
import type { PlayedTurn } from './turn.ts';
import { BAD_ADVICE, CARD, CHIP, DEAL, GOOD_ADVICE, LATE, REJECTED, WRONG } from './wording-votes.ts';

/** How newsworthy each kind is; those about states grow with their votes. */
const SCORES = {
  bad: 420,
  good: 90,
  card: 300,
  deal: 160,
  chip: 60,
  late: 150,
  rejected: 30,
  wrong: 20,
} as const;

/** PTG-6.14, PTG-6.17: stories about chips, offers, advice and cards. */
export function voteStories(turn: PlayedTurn): Story[] {
  return [
    ...adviceStories(turn),
    ...turn.after.log.flatMap((entry, index) => entryStories(turn, entry, index)),
  ];
}

function adviceStories({ after, name }: PlayedTurn): Story[] {
  return salesOf(after).map(({ by, from, question, right }) => {
    const words = { adviser: name(from), buyer: name(by), question };
    return right
      ? story('good-advice', SCORES.good, GOOD_ADVICE, words, question)
      : story('bad-advice', SCORES.bad, BAD_ADVICE, words, question);
  });
}

function entryStories(turn: PlayedTurn, entry: LogEntry, index: number): Story[] {
  if (entry.type === 'chip') return chipStories(turn, entry);
  if (entry.type === 'gerrymander') return cardStories(turn, entry);
  if (entry.type === 'offer') return offerStories(turn, entry);
  if (entry.type === 'answer') return answerStories(turn, entry, index);
  return [];
}

function chipStories({ name, before }: PlayedTurn, entry: Extract<LogEntry, { type: 'chip' }>): Story[] {
  const { state, from, to, why } = entry;
  if (to === null || (why !== 'answer' && why !== 'deal')) return [];
  const { electoralVotes } = stateOf(state);
  const words = { who: name(to), state: stateInText(state), votes: String(electoralVotes) };
  if (why === 'answer') return [story('chip', SCORES.chip + 5 * electoralVotes, CHIP, words, state)];
  const offer = offerFor(before, to, state);
  if (from === null || offer === null) return [];
  const price = bundleInWords(offer);
  return [
    story('deal', SCORES.deal + 6 * electoralVotes, DEAL, { ...words, loser: name(from), price }, state),
  ];
}

function offerFor({ players }: PlayedTurn['before'], by: string, state: string) {
  const player = players.find(({ id }) => id === by);
  return player?.pending.find((one) => one.state === state && one.offer !== null)?.offer ?? null;
}

function cardStories(
  { name }: PlayedTurn,
  { by, card, done }: Extract<LogEntry, { type: 'gerrymander' }>,
): Story[] {
  const found = findGerrymander(card);
  if (!done || found === undefined) return [];
  const votes = found.reward.chips.reduce((sum, code) => sum + stateOf(code).electoralVotes, 0);
  return [
    story('card', SCORES.card + 3 * votes, CARD, {
      ...{ who: name(by), title: found.title },
      ...{ needed: bundleInWords(found.needed), reward: bundleInWords(found.reward) },
    }),
  ];
}

function offerStories({ before, name }: PlayedTurn, entry: Extract<LogEntry, { type: 'offer' }>): Story[] {
  const { by, to, state, result } = entry;
  const offer = offerFor(before, by, state);
  if (result !== 'rejected' || offer === null) return [];
  const { electoralVotes } = stateOf(state);
  const words = { who: name(by), loser: name(to), state: stateInText(state), votes: String(electoralVotes) };
  const price = bundleInWords(offer);
  return [story('rejected', SCORES.rejected + 3 * electoralVotes, REJECTED, { ...words, price }, state)];
}

function answerStories(
  { after, name }: PlayedTurn,
  { by, state, kind, right, reward }: Extract<LogEntry, { type: 'answer' }>,
  index: number,
): Story[] {
  if (kind !== 'government') return [];
  const { electoralVotes } = stateOf(state);
  const words = { who: name(by), state: stateInText(state), votes: String(electoralVotes) };
  if (!right) return [story('wrong', SCORES.wrong + 4 * electoralVotes, WRONG, words, state)];
  if (reward === 'chip') return [];
  const won = after.log.slice(0, index).findLast((entry) => entry.type === 'chip' && entry.state === state);
  const other = won?.type === 'chip' ? won.to : null;
  if (other === null || other === by) return [];
  const late = { who: words.who, state: words.state, other: name(other) };
  return [story('late', SCORES.late + electoralVotes, LATE, late, state)];
}
