import { type Story, stateInText, story } from '../../../news.ts';
import { counted, listInWords, numberWord } from '../../../numbers.ts';
import { BOARD_STATES } from '../../data.ts';
import type { State } from '../../state.ts';
import { type LeadChange, leadChanges } from '../changes.ts';
import { tiedIn } from '../context.ts';
import type { PlayedTurn } from './turn.ts';
import { CAUGHT, CROWD, SHUFFLE, TAKEN, WON } from './wording-states.ts';

/** The news of a round about single states. */
export function stateStories(turn: PlayedTurn): Story[] {
  const changes = leadChanges(turn.before, turn.after);
  const taken = changes.filter(({ from, to }) => from !== null && to !== null);
  return [
    ...changes.flatMap((change) => changeStory(turn, change)),
    ...(taken.length >= 3 ? [shuffleStory(taken)] : []),
    ...crowdStory(turn),
  ];
}

function changeStory({ after, who }: PlayedTurn, { code, name, votes, from, to }: LeadChange): Story[] {
  const words = { state: stateInText(code), votes: String(votes) };
  if (to === null) return from === null ? [] : caughtStory(after, { code, name, votes }, who(from), who);
  if (from === null) return [story('won', 8 + votes, WON, { ...words, who: who(to) }, name)];
  return [story('taken', 20 + 2 * votes, TAKEN, { ...words, who: who(to), loser: who(from) }, name)];
}

function caughtStory(
  after: State,
  { code, name, votes }: Pick<LeadChange, 'code' | 'name' | 'votes'>,
  loser: string,
  who: PlayedTurn['who'],
): Story[] {
  const tied = tiedIn(after, code).map(who);
  if (tied.length < 2) return [];
  const words = { state: stateInText(code), votes: String(votes), who: loser, tied: listInWords(tied) };
  return [story('caught', 10 + votes, CAUGHT, words, name)];
}

function shuffleStory(taken: readonly LeadChange[]): Story {
  const votes = taken.reduce((sum, change) => sum + change.votes, 0);
  return story('shuffle', 24 + votes, SHUFFLE, {
    ...{ count: numberWord(taken.length), votes: String(votes) },
    list: listInWords(taken.map(({ code }) => stateInText(code))),
  });
}

/** The state with the most attempts, if there were three or more by several players. */
function crowdStory({ resolutions }: PlayedTurn): Story[] {
  const crowds = BOARD_STATES.map((state) => {
    const here = resolutions.filter(({ area }) => area === state.code);
    return { ...state, here, players: new Set(here.map(({ player }) => player)).size };
  }).filter(({ here, players }) => here.length >= 3 && players >= 2);
  const [most] = crowds.toSorted((a, b) => b.here.length - a.here.length || b.votes - a.votes);
  if (most === undefined) return [];
  const won = most.here.filter((one) => one.won).length;
  const words = {
    ...{ state: stateInText(most.code), count: numberWord(most.here.length) },
    won: won === 0 ? 'none with success' : `${numberWord(won)} with success`,
  };
  return [story('crowd', 6 + Math.floor(most.votes / 3) + most.here.length, CROWD, words, most.name)];
}

/** `3 states`, for stories about several states. */
export function statesCounted(count: number): string {
  return counted(count, 'state');
}
