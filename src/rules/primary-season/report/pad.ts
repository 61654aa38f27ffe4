import { counted, ordinal } from '../../numbers.ts';
import type { CheckList, PadBox, ReportSection, ScorePad, ScorePads } from '../../report.ts';
import { ITEMS, type Item, PRIMARIES, type Primary, STAFF_CIRCLES, STAFF_TOTALS } from '../data.ts';
import { effectOf } from '../form.ts';
import type { Player, State } from '../state.ts';
import { colorOf, money, type ReportContext } from './context.ts';

/** PS-9.3: the reader's score pad. */
export function scorePadSection({ reader, now, name }: ReportContext): ReportSection | null {
  if (reader === null) return null;
  const pad = { ...padOf(now, reader), title: `${name(reader.id)} for President` };
  return {
    ...{ id: 'score-pad', title: 'Your score pad', newPage: false, shared: false },
    blocks: [{ kind: 'pads', caption: 'Your score pad', size: 'large', pads: [pad] }],
  };
}

/** PS-9.4: the score pads of all candidates, which lie open. The same for every reader, so the reader's is there, too. */
export function allPads({ now, name }: ReportContext): ScorePads {
  const pads = now.players.map((player) => ({ ...padOf(now, player), title: name(player.id) }));
  return { kind: 'pads', caption: 'The score pads of all candidates', size: 'small', pads };
}

function padOf(state: State, player: Player): Omit<ScorePad, 'title'> {
  const { id, staff, funds, delegates, firsts, popular, items } = player;
  return {
    ...{ by: id, tone: colorOf(state, id) },
    totals: [
      { label: 'Funds', value: money(funds) },
      { label: 'Popular vote', value: String(popular) },
      { label: 'First places', value: String(firsts) },
      { label: 'Delegates', value: String(delegates) },
    ],
    tracks: [
      {
        ...{ label: 'Staff', circles: STAFF_CIRCLES, marks: staff },
        gains: STAFF_TOTALS.map((at, i) => ({ at, text: `${ordinal(i + 2)} die` })),
      },
    ],
    boxes: PRIMARIES.map((one) => boxOf(state, player, one)),
    lists: [
      checkList(
        'Campaign',
        ITEMS.filter(({ kind }) => kind !== 'issue'),
        items,
      ),
      checkList(
        'Issues (two at most)',
        ITEMS.filter(({ kind }) => kind === 'issue'),
        items,
      ),
    ],
  };
}

function boxOf({ places }: State, { marks }: Player, { code, name, circles, prizes }: Primary): PadBox {
  return {
    ...{ code, name, circles, marks: marks[code] },
    prizes: prizes.map((prize, i) => ({
      ...{ value: String(prize), place: ordinal(i + 1) },
      holder: places[code][i] ?? null,
    })),
  };
}

function checkList(heading: string, items: readonly Item[], bought: Player['items']): CheckList {
  return {
    heading,
    items: items.map((item) => ({
      ...{ label: item.name, price: money(item.price), note: noteOf(item) },
      checked: bought.includes(item.id),
    })),
  };
}

/** What an item does, short enough for one line of a pad: `3 marks each: IA, OH, PA`. */
function noteOf(item: Item): string {
  return item.kind === 'issue'
    ? `${counted(item.marks, 'mark')} each: ${item.states.join(', ')}`
    : effectOf(item);
}
