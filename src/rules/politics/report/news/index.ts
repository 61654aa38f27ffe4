import { nameInHeadline, newsBetween, type Story } from '../../../news.ts';
import type { News } from '../../../report.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import type { ReportContext } from '../context.ts';
import { lifeStories } from './life-stories.ts';
import { milestoneStories } from './milestone-stories.ts';
import type { PlayedTurn } from './turn.ts';
import { voteStories } from './vote-stories.ts';

/** The front page news of the last turn, the same for every reader. Null before the first sheets. */
export function newsOf({ history, now, before, name }: ReportContext): News | null {
  const who = (seat: SeatIdentifier) => nameInHeadline(name(seat), seat);
  const chosen = newsBetween(history, (earlier, after) => storiesOf({ before: earlier, after, name: who }));
  if (chosen !== null || before === null) return chosen;
  // No headline is left only in a game of very many turns.
  return {
    headline: `The campaign, turn ${now.turn}`,
    sentences: ['The candidates have been on the road for long.'],
  };
}

function storiesOf(turn: PlayedTurn): Story[] {
  return [...milestoneStories(turn), ...voteStories(turn), ...lifeStories(turn)];
}
