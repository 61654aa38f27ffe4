import type { Block, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { ReportContext } from './context.ts';

/**
 * EB-9.6: the press lines, each with its author's identifier. Leaves out those that the GM withholds, and adds those of
 * earlier turns that the GM has released since.
 */
export function pressSection({ now, states, header }: ReportContext): ReportSection | null {
  if (now.last === null) return null;
  const { withheld = [], released = [] } = header;
  const current = now.last.press.map(({ from, text }) => ({ turn: now.turn, from, text }));
  const earlier = released.flatMap(({ turn, seat }) => {
    const lines = states.find((state) => state.turn === turn)?.last?.press ?? [];
    return lines.flatMap(({ from, text }) => (from === seat ? [{ turn, from, text }] : []));
  });
  const items = [...earlier, ...current]
    .filter(({ turn, from }) => !withheld.some((ref) => ref.turn === turn && ref.seat === from))
    .map(({ from, text }) => ({ by: from, tone: null, text }));
  const block: Block =
    items.length > 0
      ? { kind: 'quotes', items }
      : { kind: 'paragraph', text: 'There are no press lines this turn.' };
  return sharedSection('press', 'Press', [block]);
}
