import { chooseNews, type Story } from '../../../news.ts';
import type { News } from '../../../report.ts';
import type { State } from '../../state.ts';
import type { ReportContext } from '../context.ts';
import { campaignStories } from './campaign-stories.ts';
import { endStories } from './end-stories.ts';
import { raceStories } from './race-stories.ts';
import { stateStories } from './state-stories.ts';
import { type PlayedTurn, playedTurn } from './turn.ts';

/** The front page news of the last turn, the same for every reader. Null before the first round. */
export function newsOf({ header, states, name }: ReportContext): News | null {
  const turns = states.slice(1).map((after, i) => storiesOf(playedTurn(states[i] as State, after, name)));
  return chooseNews(header.number, turns);
}

function storiesOf(turn: PlayedTurn): Story[] {
  if (turn.after.phase === 'over') return endStories(turn);
  return [...stateStories(turn), ...campaignStories(turn), ...raceStories(turn)];
}
