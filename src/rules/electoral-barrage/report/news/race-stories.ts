import { type Story, story } from '../../../news.ts';
import { counted, listInWords } from '../../../numbers.ts';
import { STATES_BY_VOTES } from '../../data.ts';
import { contendersIn } from '../../orders.ts';
import { findPlayer, type Player, type State } from '../../state.ts';
import { statesCounted } from './state-stories.ts';
import { byVotes, type PlayedTurn } from './turn.ts';
import { CLOSING, GROWING, LAST_ROUND, NEW_LEADER, RECOUNT, STANDING, TIED } from './wording-race.ts';

/** How many players a score names. */
const MAX_NAMED = 4;

/** The news of a round about the race as a whole. There is at least one such story every round. */
export function raceStories(turn: PlayedTurn): Story[] {
  const { after, resolutions } = turn;
  return [
    ...leadStories(turn),
    ...lastRoundStory(turn),
    ...recountStory(after),
    story('standing', 2, STANDING, {
      ...{ round: String(after.round), score: scoreOf(turn), count: String(resolutions.length) },
      won: String(resolutions.filter(({ won }) => won).length),
    }),
  ];
}

/** `Ann Baker 61, Carlos Díaz 20, and 5 others with fewer`. */
function scoreOf({ after, who }: PlayedTurn): string {
  const ranked = byVotes(after).map(({ id, votes }) => `${who(id)} ${votes}`);
  const rest = ranked.length - MAX_NAMED;
  if (rest <= 1) return listInWords(ranked);
  return listInWords([...ranked.slice(0, MAX_NAMED), `${rest} others with no more`]);
}

/** The player who alone has the most votes; null if there is none. */
function leaderOf(state: State): Player | null {
  const [first, second] = byVotes(state);
  return first !== undefined && second !== undefined && first.votes > second.votes ? first : null;
}

/** Whether the lead changed, grew or shrank, or is shared. */
function leadStories(turn: PlayedTurn): Story[] {
  const { before, after, who } = turn;
  const [leader, earlier] = [leaderOf(after), leaderOf(before)];
  if (leader === null) return tiedStory(turn);
  const second = byVotes(after)[1] as Player;
  const gap = leader.votes - second.votes;
  const gain = leader.votes - (findPlayer(before, leader.id)?.votes ?? 0);
  const words = {
    ...{ who: who(leader.id), second: who(second.id), gap: String(gap), gain: String(gain) },
    score: counted(leader.votes, 'vote'),
  };
  if (earlier !== null && earlier.id !== leader.id) {
    return [story('new-leader', 46, NEW_LEADER, { ...words, other: who(earlier.id) }, leader.id)];
  }
  if (earlier === null) return [];
  const past = earlier.votes - (findPlayer(before, second.id)?.votes ?? 0);
  if (gap > past && gain > 0) return [story('growing', 12 + gap - past, GROWING, words, leader.id)];
  if (gap >= past || gap > 40) return [];
  return [story('closing', 12 + past - gap, CLOSING, { ...words, past: String(past) }, leader.id)];
}

function tiedStory({ after, who }: PlayedTurn): Story[] {
  const most = Math.max(...after.players.map(({ votes }) => votes));
  if (most === 0) return [];
  const list = listInWords(after.players.filter(({ votes }) => votes === most).map(({ id }) => who(id)));
  return [story('tied', 30, TIED, { list, votes: String(most) })];
}

function lastRoundStory({ after, who }: PlayedTurn): Story[] {
  const leader = leaderOf(after);
  if (after.phase !== 'round' || after.round !== after.rounds - 1 || leader === null) return [];
  const words = { who: who(leader.id), score: counted(leader.votes, 'vote') };
  return [story('last-round', 28, LAST_ROUND, words, leader.id)];
}

function recountStory(after: State): Story[] {
  if (after.phase !== 'ballots') return [];
  const tied = STATES_BY_VOTES.filter(({ code }) => contendersIn(after, code).length > 0);
  const words = {
    states: statesCounted(tied.length),
    votes: String(tied.reduce((sum, { votes }) => sum + votes, 0)),
    list: listInWords(tied.map(({ name }) => name)),
  };
  return [story('recount', 200, RECOUNT, words)];
}
