import { stateOf } from '../../country.ts';
import { counted, grouped, listInWords, ordinal } from '../../numbers.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { MAJORITY } from '../data/amounts.ts';
import { findGerrymander } from '../data/gerrymanders.ts';
import { outcome } from '../outcome.ts';
import { chipsOf, findPlayer, type State } from '../state.ts';
import { frontRunner, type ReportContext } from './context.ts';
import { recordOf } from './record.ts';
import { chipInWords, popularVotes } from './words.ts';

/** How many chips a sentence names at most. */
const MAX_NAMED = 5;

/** After the end: why the winner won, in paragraphs: what decided, the campaign before it, and where its votes came from. */
export function whyWon(context: ReportContext, winner: SeatIdentifier): string[] {
  const paragraphs = [
    [decisionSentence(context, winner)],
    leadSentences(context, winner),
    [
      ...sourceSentences(context, winner),
      ...cardSentences(context, winner),
      ...rivalSentences(context, winner),
    ],
  ];
  return paragraphs.map((sentences) => sentences.join(' ')).filter((text) => text !== '');
}

function decisionSentence(context: ReportContext, winner: SeatIdentifier): string {
  const { now } = context;
  const name = nameAndIdentifier(context, winner);
  const result = outcome(now);
  if (result?.by === 'majority') {
    const player = findPlayer(now, winner);
    const second = now.players.filter(({ id }) => id !== winner).toSorted((a, b) => b.popular - a.popular)[0];
    return (
      `${name} reached ${player?.electoral} electoral votes, and no one had more popular votes: ` +
      `${popularVotes(player?.popular ?? 0)} to ${second?.id}’s ${grouped(second?.popular ?? 0)} million.`
    );
  }
  if (result?.by === 'runoff') return runoffSentence(now, name, winner);
  return speedSentence(now, name, winner);
}

function runoffSentence(now: State, name: string, winner: SeatIdentifier): string {
  const { candidates, results } = now.runoff ?? { candidates: ['', ''], results: [] };
  const last = results.at(-1);
  const own = candidates.indexOf(winner);
  const score = last === undefined ? '' : `${last.right[own]} to ${last.right[1 - own]}`;
  const sets = results.length > 1 ? ` in set ${results.length}` : '';
  if (own !== 0)
    return `${name} had more popular votes than ${candidates[0]}, who had ${MAJORITY} electoral votes, and won the runoff ${score}${sets}.`;
  const rival = `${candidates[1]}, who was ahead in popular votes,`;
  if (last !== undefined && last.right[0] === last.right[1])
    return `${name} had ${MAJORITY} electoral votes. The runoff against ${rival} ended in a third tie, ${score}, which is enough for the leader.`;
  return `${name} had ${MAJORITY} electoral votes, met ${rival} and won the runoff ${score}${sets}.`;
}

function speedSentence(now: State, name: string, winner: SeatIdentifier): string {
  const { ladder = [], results = [] } = now.speed ?? {};
  const won = results.filter((result) => result.winner === winner);
  const rounds = won.map(({ pair, right }) => {
    const own = pair.indexOf(winner);
    // The third tie of a round goes to one of the two (PTG-6.23).
    if (right[0] === right[1]) return `after three ties against ${pair[1 - own]}`;
    return `${right[own]} to ${right[1 - own]} against ${pair[1 - own]}`;
  });
  const place = ladder.indexOf(winner) + 1;
  return `${name} stood ${ordinal(place)} of ${ladder.length} on the ladder of Speed Play and won ${listInWords(rounds)}.`;
}

/** The states after campaign turns, before any runoff or Speed Play. */
function campaign(states: readonly State[]): State[] {
  return states.filter(({ phase, turn }) => turn > 1 && phase !== 'over');
}

/** From when on the winner was first in electoral votes. */
function leadSentences({ states }: ReportContext, winner: SeatIdentifier): string[] {
  const turns = campaign(states);
  const last = turns.at(-1);
  if (last === undefined) return [];
  const behind = turns.findLastIndex((state) => frontRunner(state).id !== winner);
  const since = turns[behind + 1];
  const at = findPlayer(last, winner);
  const before = `Before the decision ${winner} had ${counted(at?.electoral ?? 0, 'electoral vote')} and ${popularVotes(at?.popular ?? 0)}`;
  if (since === undefined) {
    const leader = frontRunner(last);
    return [`${before}; ${leader.id} led with ${leader.electoral}.`];
  }
  return [
    `${before}, and was first in electoral votes ${behind < 0 ? 'all the way' : `from turn ${since.turn} on`}.`,
  ];
}

/** Where the electoral votes of the winner came from, and the largest chips. */
function sourceSentences({ now, states }: ReportContext, winner: SeatIdentifier): string[] {
  const { asked, right, chips, popular } = recordOf(states, winner);
  const sources = [
    ...(chips.answers > 0 ? [`${chips.answers} came from right answers`] : []),
    ...(chips.deals > 0 ? [`${chips.deals} from deals`] : []),
    ...(chips.cards > 0 ? [`${chips.cards} from Gerrymander cards`] : []),
    ...(chips.taken > 0 ? [`${chips.taken} from the losers at the end`] : []),
  ];
  const lost = chips.lost > 0 ? `; ${chips.lost} were lost on the way` : '';
  const largest = chipsOf(now, winner)
    .toSorted((a, b) => stateOf(b).electoralVotes - stateOf(a).electoralVotes)
    .slice(0, MAX_NAMED);
  return [
    `${winner} answered ${right} of ${counted(asked, 'question')} right.`,
    ...(sources.length === 0 ? [] : [`Of the electoral votes, ${listInWords(sources)}${lost}.`]),
    ...(largest.length === 0
      ? []
      : [`The largest chips at the end are ${listInWords(largest.map(chipInWords))}.`]),
    ...(popular.answers > 0 ? [`Right answers brought ${popularVotes(popular.answers)}.`] : []),
  ];
}

/** The Gerrymander cards of the winner. */
function cardSentences({ now }: ReportContext, winner: SeatIdentifier): string[] {
  const cards = now.gerrymander.played.filter(({ by }) => by === winner);
  if (cards.length === 0) return [];
  const titles = cards.map(({ card }) => `${card} ${findGerrymander(card)?.title ?? ''}`);
  return [`${winner} played ${listInWords(titles)}.`];
}

/** What held the best of the others back: wrong answers and lost chips. */
function rivalSentences({ now, states }: ReportContext, winner: SeatIdentifier): string[] {
  const second = outcome(now)?.standings.find(({ id }) => id !== winner)?.id;
  if (second === undefined) return [];
  const { asked, right, chips } = recordOf(states, second);
  const lost = chips.lost > 0 ? ` and lost chips worth ${counted(chips.lost, 'electoral vote')}` : '';
  return [`${second} answered ${right} of ${counted(asked, 'question')} right${lost}.`];
}
