import { type Story, story } from '../../../news.ts';
import { counted, listInWords } from '../../../numbers.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { boardState } from '../../data.ts';
import { outcome } from '../../outcome.ts';
import { findPlayer, type Player, type Recount } from '../../state.ts';
import { statesCounted } from './state-stories.ts';
import type { PlayedTurn } from './turn.ts';
import { BALLOTS, COINS, DUEL, WINNER } from './wording-race.ts';

/** The news of the end: who won, and what ballots and coins decided. */
export function endStories(turn: PlayedTurn): Story[] {
  const { after, who } = turn;
  const result = outcome(after);
  const winner = findPlayer(after, result?.winner ?? '');
  const [, second] = result?.standings ?? [];
  if (winner === undefined || second === undefined || after.recount === null) return [];
  const { duel } = after.recount;
  const decided =
    duel === null
      ? []
      : [story('duel', 500, DUEL, { who: who(winner.id), list: listInWords(duel.players.map(who)) })];
  return [
    story('winner', 400, WINNER, winnerWords(turn, winner, second.id)),
    ...decided,
    ...coinStories(after.recount),
    ...ballotStories(turn, after.recount),
  ];
}

function winnerWords({ after, who }: PlayedTurn, winner: Player, second: SeatIdentifier) {
  return {
    ...{ who: who(winner.id), second: who(second), votes: String(winner.votes) },
    states: statesCounted(winner.states),
    others: String(findPlayer(after, second)?.votes ?? 0),
  };
}

function coinStories({ ties }: Recount): Story[] {
  if (ties.length === 0) return [];
  const states = ties.map(({ state }) => boardState(state)).toSorted((a, b) => b.votes - a.votes);
  const named = states.slice(0, 3).map(({ name }) => name);
  const rest = states.length - named.length;
  const words = {
    states: statesCounted(states.length),
    votes: String(states.reduce((sum, { votes }) => sum + votes, 0)),
    list: listInWords(rest === 0 ? named : [...named, `${rest} more`]),
  };
  return [story('coins', 40, COINS, words)];
}

/** The states that ballots brought to someone. */
function ballotStories({ after, who }: PlayedTurn, { ballots, ties }: Recount): Story[] {
  const states = [...new Set(ballots.map(({ state }) => state))].filter((code) => {
    const leader = after.leader[code];
    const isTied = ties.some(({ state }) => state === code);
    return !isTied && ballots.some(({ state, player }) => state === code && player === leader);
  });
  if (states.length === 0) return [];
  const list = states.map((code) => `${boardState(code).name} to ${who(after.leader[code] ?? '')}`);
  const words = { count: counted(ballots.length, 'absentee ballot'), list: listInWords(list) };
  return [story('ballots', 60, BALLOTS, words)];
}
