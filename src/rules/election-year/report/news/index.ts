import { newsBetween, type Story } from '../../../news.ts';
import type { News } from '../../../report.ts';
import type { ReportContext } from '../context.ts';
import { conventionStories } from './convention-stories.ts';
import { electionStories } from './election-stories.ts';
import { moneyStories } from './money-stories.ts';
import type { Turn } from './names.ts';
import { raceStories } from './race-stories.ts';
import { stateStories } from './state-stories.ts';

/**
 * The front page news of the last turn; null before the first one. Made from public figures only, so it is the same for
 * every reader. The turns before count, too, because no headline occurs twice.
 */
export function newsOf({ history, name }: ReportContext): News | null {
  const news = newsBetween(history, (before, now) => storiesOf({ context: { name }, before, now }));
  return news && { ...news, sentences: shortenNames(news.sentences) };
}

/** Leaves out the identifier of a candidate who has been named with it before. */
function shortenNames(sentences: readonly string[]): string[] {
  const named = new Set<string>();
  return sentences.map((sentence) =>
    sentence.replace(/ \[([A-Z]{2,3})\]/g, (identifier, id: string) => {
      if (named.has(id)) return '';
      named.add(id);
      return identifier;
    }),
  );
}

/** Everything worth telling of a turn. */
export function storiesOf(turn: Turn): Story[] {
  return [
    ...electionStories(turn),
    ...conventionStories(turn),
    ...stateStories(turn),
    ...moneyStories(turn),
    ...raceStories(turn),
  ];
}
