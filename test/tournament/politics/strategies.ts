import { type StateCode, stateOf } from '../../../src/rules/country.ts';
import { reach } from '../../../src/rules/politics/data/map.ts';
import { showCard } from '../../../src/rules/politics/data/wildcards.ts';
import type { Player, Show, State, StopRoll } from '../../../src/rules/politics/state.ts';
import { findPlayer } from '../../../src/rules/politics/state.ts';
import type { Chance } from '../chance.ts';
import type { Contestant } from '../contest.ts';

/** Simple strategies for Politics. None of them knows an answer: they choose letters by chance, and write nothing. */

interface Idea {
  /** Where a stop leads and what is asked there; null to stay. */
  stop(state: State, player: Player, at: StateCode, points: number, chance: Chance): Stop | null;
  /** Whether Gerrymander cards are played, and tasks are performed. */
  playsCards: boolean;
}

interface Stop {
  to: StateCode;
  question: 'general' | 'state' | 'government';
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;

function sheetBy(idea: Idea, state: State, seat: string, chance: Chance): unknown {
  const player = findPlayer(state, seat);
  if (player === undefined) return null;
  if (state.phase === 'home') return { homes: ['CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA'] };
  if (state.phase === 'runoff' || state.phase === 'speed') return { written: [] };
  const asked = player.pending.flatMap((pending) => pending.asked);
  return {
    answers: asked.map(({ label }) => ({ question: label, answer: LETTERS[chance.below(4)] })),
    ...(idea.playsCards && { gerrymander: player.cards, performances: performances(state, seat) }),
    ...(state.phase === 'campaign' && { stops: stopsBy(idea, state, player, chance) }),
  };
}

function stopsBy(idea: Idea, state: State, player: Player, chance: Chance): unknown[] {
  let at = player.at as StateCode;
  return player.rolls.map((roll: StopRoll) => {
    if (roll === null) return null;
    const stop = idea.stop(state, player, at, roll[0] + roll[1], chance);
    if (stop === null) return null;
    at = stop.to;
    return { move: 'roll', ...stop };
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

function inReach(at: StateCode, points: number): StateCode[] {
  return reach(at, points).filter((code) => code !== 'DC');
}

/** The unclaimed state in reach with the most electoral votes. */
function largest(state: State, at: StateCode, points: number): StateCode | undefined {
  const free = inReach(at, points).filter((code) => state.chips[code] === null);
  return free.toSorted((a, b) => stateOf(b).electoralVotes - stateOf(a).electoralVotes)[0];
}

const random: Contestant<State> = {
  name: 'random stops',
  sheet: (state, seat, chance) =>
    sheetBy(
      {
        playsCards: true,
        stop(_state, _player, at, points, own) {
          const to = own.shuffled(inReach(at, points))[0];
          const question = own.shuffled(['general', 'state', 'government'] as const)[0] as Stop['question'];
          return to === undefined ? null : { to, question };
        },
      },
      state,
      seat,
      chance,
    ),
};

const chips: Contestant<State> = {
  name: 'the largest chips',
  sheet: (state, seat, chance) =>
    sheetBy(
      {
        playsCards: true,
        stop(now, _player, at, points) {
          const to = largest(now, at, points) ?? inReach(at, points)[0];
          return to === undefined ? null : { to, question: 'government' };
        },
      },
      state,
      seat,
      chance,
    ),
};

const money: Contestant<State> = {
  name: 'money first, then chips',
  sheet: (state, seat, chance) =>
    sheetBy(
      {
        playsCards: false,
        stop(now, player, at, points) {
          const to = largest(now, at, points) ?? inReach(at, points)[0];
          if (to === undefined) return null;
          return { to, question: player.cash < 20 ? 'general' : 'government' };
        },
      },
      state,
      seat,
      chance,
    ),
};

/** By name, for the tables. */
export const STRATEGIES: readonly Contestant<State>[] = [random, chips, money];
