import { chooseNews, nameInHeadline, type Story } from '../../../news.ts';
import type { News } from '../../../report.ts';
import type { State } from '../../state.ts';
import type { ReportContext } from '../context.ts';
import { lifeStories } from './life-stories.ts';
import { milestoneStories } from './milestone-stories.ts';
import type { PlayedTurn } from './turn.ts';
import { voteStories } from './vote-stories.ts';

/** The front page news of the last turn, the same for every reader. Null before the first sheets. */
export function newsOf({ header, states, name }: ReportContext): News | null {
  const turns = states.slice(1).map((after, i) => {
    const before = states[i] as State;
    return storiesOf({ before, after, name: (seat) => nameInHeadline(name(seat), seat) });
  });
  const chosen = chooseNews(header.number, turns);
  const now = states.at(-1);
  if (chosen !== null || turns.length === 0 || now === undefined) return chosen;
  // No headline is left only in a game of very many turns.
  return {
    headline: `The campaign, turn ${now.turn}`,
    sentences: ['The candidates have been on the road for long.'],
  };
}

function storiesOf(turn: PlayedTurn): Story[] {
  return [...milestoneStories(turn), ...voteStories(turn), ...lifeStories(turn)];
}
