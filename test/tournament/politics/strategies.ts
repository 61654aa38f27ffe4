import { type StateCode, stateOf } from '../../../src/rules/country.ts';
import { reach } from '../../../src/rules/politics/data/map.ts';
import { showCard } from '../../../src/rules/politics/data/wildcards.ts';
import { letterFor, writtenFor } from '../../../src/rules/politics/opponent/knowledge.ts';
import { writtenParts } from '../../../src/rules/politics/owing.ts';
import { allOffers } from '../../../src/rules/politics/pending.ts';
import {
  chipsOf,
  findPlayer,
  type Player,
  type Show,
  type State,
} from '../../../src/rules/politics/state.ts';
import type { Chance } from '../chance.ts';
import type { Contestant } from '../contest.ts';

/**
 * Simple strategies for Politics. All but one know what a standard candidate knows, so that only their plans differ from
 * its plan.
 */

/** What a stop is chosen from. */
interface Fork {
  state: State;
  player: Player;
  /** In alphabetical order, without DC. */
  within: readonly StateCode[];
  chance: Chance;
}

interface Stop {
  to: StateCode;
  question: 'general' | 'state' | 'government';
  offerCash?: number;
}

interface Idea {
  name: string;
  /** Where a stop leads and what is asked there. */
  stop(fork: Fork & { within: readonly [StateCode, ...StateCode[]] }): Stop;
  /** Answers and written answers are guesses. */
  isIgnorant?: true;
  /** Every chip is sold to the first who bids for it. */
  sellsAll?: true;
  /** Votes to adjourn from the first turn on. */
  adjourns?: true;
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;

function strategy(idea: Idea): Contestant<State> {
  return { name: idea.name, sheet: (state, seat, chance) => sheetBy(idea, state, seat, chance) };
}

function sheetBy(idea: Idea, state: State, seat: string, chance: Chance): unknown {
  const player = findPlayer(state, seat);
  if (player === undefined) return null;
  if (state.phase === 'home') return { homes: ['CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA'] };
  if (state.phase === 'runoff' || state.phase === 'speed') return { written: writtenBy(idea, state, seat) };
  const asked = player.pending.flatMap((pending) => pending.asked);
  return {
    answers: asked.map((one) => ({
      question: one.label,
      answer: idea.isIgnorant ? LETTERS[chance.below(4)] : letterFor(state.settings, seat, one, 'standard'),
    })),
    claimDC: true,
    gerrymander: player.cards,
    performances: performances(state, seat),
    ...(idea.sellsAll && { accept: firstOffers(state, seat) }),
    ...(state.phase === 'campaign' && {
      adjourn: idea.adjourns === true,
      stops: stopsBy(idea, state, player, chance),
    }),
  };
}

function writtenBy({ isIgnorant }: Idea, state: State, seat: string): (string | null)[] {
  if (isIgnorant) return [];
  const questions = writtenParts(state, seat).flatMap((part) => part.questions);
  return questions.map((id) => writtenFor(state.settings, seat, id, 'standard'));
}

/** The labels of the first offer for each chip of the seat. */
function firstOffers(state: State, seat: string): string[] {
  const offers = allOffers(state).filter(({ offer }) => offer.to === seat);
  const first = offers.filter(
    ({ pending }, i) => offers.findIndex((other) => other.pending.state === pending.state) === i,
  );
  return first.map(({ label }) => label);
}

function stopsBy(idea: Idea, state: State, player: Player, chance: Chance): unknown[] {
  let at = player.at as StateCode;
  return player.rolls.map((roll) => {
    if (roll === null) return null;
    const [first, ...others] = reach(at, roll[0] + roll[1]).filter((code) => code !== 'DC');
    if (first === undefined) return null;
    const stop = idea.stop({ state, player, within: [first, ...others], chance });
    at = stop.to;
    return { move: 'roll', otherwise: 'state', ...stop };
  });
}

/** Something for each task of the seat that is legal whatever the card asks for. */
function performances({ shows, order }: State, seat: string): unknown[] {
  return shows
    .filter(({ by, stage }: Show) => by === seat && stage === 'task')
    .map(({ number, card }) => {
      if (showCard(card).kind === 'drawing') return { show: number, drawing: ['-----', '|   |', '-----'] };
      return { show: number, text: 'Hm.', actor: order.find((id) => id !== seat) };
    });
}

const votesOf = (code: StateCode) => stateOf(code).electoralVotes;

function largest(codes: readonly StateCode[]): StateCode | undefined {
  return codes.toSorted((a, b) => votesOf(b) - votesOf(a))[0];
}

/** The unclaimed state in reach with the most electoral votes. */
function largestFree({ state, within }: Fork): StateCode | undefined {
  return largest(within.filter((code) => state.chips[code] === null));
}

/** By name, for the tables. */
export const STRATEGIES: readonly Contestant<State>[] = [
  strategy({
    name: 'random stops and guesses',
    isIgnorant: true,
    stop: ({ within, chance }) => ({
      to: chance.shuffled(within)[0] as StateCode,
      question: chance.shuffled(['general', 'state', 'government'] as const)[0] as Stop['question'],
    }),
  }),
  strategy({
    name: 'the largest chips',
    stop: (fork) => ({ to: largestFree(fork) ?? fork.within[0], question: 'government' }),
  }),
  strategy({
    name: 'money first, then chips',
    stop: (fork) => ({
      to: largestFree(fork) ?? fork.within[0],
      question: fork.player.cash < 20 ? 'general' : 'government',
    }),
  }),
  strategy({
    name: 'popular votes first',
    stop(fork) {
      const others = fork.state.players.filter(({ id }) => id !== fork.player.id);
      const leads = others.every(({ popular }) => popular < fork.player.popular);
      return { to: largestFree(fork) ?? fork.within[0], question: leads ? 'government' : 'state' };
    },
  }),
  strategy({
    name: 'half of its money for a chip of another',
    stop(fork) {
      const { state, player, within } = fork;
      const free = largestFree(fork);
      const own = chipsOf(state, player.id);
      const theirs = largest(within.filter((code) => state.chips[code] !== null && !own.includes(code)));
      if (player.cash < 10) return { to: free ?? within[0], question: 'general' };
      if (theirs === undefined) return { to: free ?? within[0], question: 'government' };
      if (free !== undefined && votesOf(free) >= votesOf(theirs) / 2)
        return { to: free, question: 'government' };
      return { to: theirs, question: 'government', offerCash: Math.floor(player.cash / 2) };
    },
  }),
  strategy({
    name: 'sells every chip',
    sellsAll: true,
    stop: (fork) => ({ to: largestFree(fork) ?? fork.within[0], question: 'government' }),
  }),
  strategy({
    name: 'adjourns at once',
    adjourns: true,
    stop: (fork) => ({ to: largestFree(fork) ?? fork.within[0], question: 'government' }),
  }),
];
