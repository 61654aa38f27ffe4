import { combine, hashOf, pick } from '../../hash.ts';
import { showCard } from '../data/wildcards.ts';
import type { PerformanceRow } from '../orders.ts';
import type { Player, Show, State } from '../state.ts';
import type { Character, Temper } from './character.ts';

/** What a candidate hands in, whatever its task is: none of it says anything about the phrase. */
interface Repertoire {
  texts: readonly string[];
  drawings: readonly (readonly string[])[];
}

/** PTG-13.5. */
const ORDINARY: Repertoire = {
  texts: ['My staff assures me that it was magnificent.'],
  drawings: [['(^_^)']],
};

const REPERTOIRES: Record<Temper, Repertoire> = {
  traveler: {
    texts: [
      'I did it at a rest area. Two truckers clapped, and one of them meant it.',
      'I did it between two exits. Nobody else on the interstate noticed.',
      'It looked better from the back of the bus.',
    ],
    drawings: [
      ['   ____', ' _/ || \\___', '|_ _____ __|', '  *     *'],
      ['  /|\\', ' / | \\', '/  |  \\'],
    ],
  },
  trader: {
    texts: [
      'Performed in full, as is. No refunds, and no exchanges.',
      'I delivered about half of it. The other half is available on request.',
      'It was worth every cent, and it was free.',
    ],
    drawings: [['[$] [$] [$]', '   \\ | /', '    [_]'], ['$ <---> $']],
  },
  performer: {
    texts: [
      'Three curtain calls, two bouquets, and one noise complaint.',
      'I wept. The janitor wept. We had to mop twice.',
      'Critics are calling it “over.” I choose to take that as praise.',
    ],
    drawings: [
      ['  *  .  *', ' \\(^_^)/', '    |', '   / \\'],
      ['  _____', ' ( ^ ^ )', '  \\ ~ /', "   '-'"],
    ],
  },
  homebody: {
    texts: [
      'I did it in my kitchen. The cat was not impressed.',
      'I did it on the porch, and Mother said it was very nice.',
      'The neighbors saw all of it. They have bought a taller fence.',
    ],
    drawings: [
      ['   /\\', '  /__\\', '  |[]|'],
      [' /\\_/\\', '( *.* )', ' > ^ <'],
    ],
  },
};

/** PTG-13.5: it performs every task, and not well. */
export function performances(state: State, { id }: Player, { temper }: Character): PerformanceRow[] {
  const repertoire = temper === null ? ORDINARY : REPERTOIRES[temper];
  return state.shows
    .filter(({ by, stage }) => by === id && stage === 'task')
    .map((show) => performance(state, show, repertoire));
}

function performance({ order }: State, show: Show, { texts, drawings }: Repertoire): PerformanceRow {
  const { number, card, by } = show;
  const { kind } = showCard(card);
  const chosen = combine(hashOf(by), number);
  const blank: PerformanceRow = { show: number, text: null, drawing: null, actor: null };
  if (kind === 'drawing') {
    return { ...blank, drawing: [...(drawings[pick(chosen, 0, drawings.length - 1)] ?? [])] };
  }
  const text = texts[pick(chosen, 0, texts.length - 1)] ?? null;
  if (kind !== 'direction') return { ...blank, text };
  return { ...blank, text, actor: order.find((seat) => seat !== by) ?? null };
}
