import { counted, dollars, listInWords, ordinal } from '../../numbers.ts';
import type { News } from '../../report.ts';
import { itemOf, primary } from '../data.ts';
import { outcome } from '../outcome.ts';
import { type Action, allFirstsTaken, pileOf, type State, type Win } from '../state.ts';
import type { ReportContext } from './context.ts';
import { winSentences } from './happened.ts';
import { leadSentence } from './standing.ts';

/** The front page news of the last processing; null if nothing has happened yet. Contains only what is public (PS-8.2). */
export function newsOf({ now, before, name }: ReportContext): News | null {
  if (before === null) return null;
  if (now.phase === 'spend') return rollNews(now);
  const sentences = [...winSentences(now), ...purchaseSentences(now.actions), leadSentence(now)].slice(0, 3);
  const result = outcome(now);
  if (result !== null) {
    const winner = result.winner;
    return {
      headline: winner === null ? 'A nomination shared' : `${name(winner)} is the nominee`,
      sentences,
    };
  }
  return { headline: headlineOf(now, before), sentences };
}

/** PS-6.3: with two sheets a turn, the news of the re-rolls. */
function rollNews({ turn, rolls }: State): News {
  const rolled = rolls.map(({ reroll, second }) => reroll.length + second.length);
  const all = rolled.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...rolled);
  const who = rolls.filter((_, i) => rolled[i] === most).map(({ id }) => id);
  const what =
    all === 0 ? 'Nobody re-rolled a die.' : `The candidates re-rolled ${counted(all, 'die', 'dice')}.`;
  const more = most === 0 ? [] : [`Most by ${listInWords(who)}: ${most}.`];
  return { headline: `The dice of round ${turn + 1} are final`, sentences: [what, ...more] };
}

/** A place is taken once, and a turn has one number, so no two headlines of a game are the same. */
function headlineOf(now: State, before: State): string {
  if (allFirstsTaken(now.places) && !allFirstsTaken(before.places)) return 'The last first place is taken';
  const won = now.actions.flatMap(({ id, won: wins }) => wins.map((win) => ({ id, win })));
  const [best] = won.toSorted((a, b) => b.win.delegates - a.win.delegates);
  if (best !== undefined) return winHeadline(best.id, best.win);
  return `Round ${now.turn}: the pile holds ${dollars(pileOf(now))}, and no state is decided`;
}

function winHeadline(id: string, { state, place }: Win): string {
  const { name } = primary(state);
  return place === 1 ? `${id} wins ${name}` : `${id} comes in ${ordinal(place)} in ${name}`;
}

function purchaseSentences(actions: readonly Action[]): string[] {
  const buyers = actions.filter(({ bought }) => bought.length > 0);
  const told = buyers.map(
    ({ id, bought }) => `${id} buys ${listInWords(bought.map(({ item }) => itemOf(item).name))}.`,
  );
  return told.length === 0 ? ['Nobody buys anything.'] : [told.join(' ')];
}
