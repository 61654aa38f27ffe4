import { newsBetween, type Story } from '../../../news.ts';
import type { News } from '../../../report.ts';
import type { ReportContext } from '../context.ts';
import { campaignStories } from './campaign-stories.ts';
import { endStories } from './end-stories.ts';
import { raceStories } from './race-stories.ts';
import { stateStories } from './state-stories.ts';
import { type PlayedTurn, playedTurn } from './turn.ts';

/** The front page news of the last turn, the same for every reader. Null before the first round. */
export function newsOf({ history, name }: ReportContext): News | null {
  return newsBetween(history, (before, after) => storiesOf(playedTurn(before, after, name)));
}

function storiesOf(turn: PlayedTurn): Story[] {
  if (turn.after.phase === 'over') return endStories(turn);
  return [...stateStories(turn), ...campaignStories(turn), ...raceStories(turn)];
}
