import type { Block, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { partyOf, type ReportContext } from './context.ts';

/**
 * EY-9.6: the press releases, each with its author's identifier. Leaves out those that the GM withholds, and adds those
 * of earlier turns that the GM has released since.
 */
export function pressSection(context: ReportContext): ReportSection | null {
  const { now, states, header } = context;
  if (now.turn === 0) return null;
  const { withheld = [], released = [] } = header;
  const current = now.press.map(({ from, text }) => ({ turn: now.turn, from, text }));
  const earlier = released.flatMap(({ turn, seat }) =>
    (states[turn]?.press ?? []).flatMap(({ from, text }) => (from === seat ? [{ turn, from, text }] : [])),
  );
  const items = [...earlier, ...current]
    .filter(({ turn, from }) => !withheld.some((ref) => ref.turn === turn && ref.seat === from))
    .map(({ from, text }) => ({ by: from, tone: partyOf(context, from), text }));
  const block: Block =
    items.length > 0
      ? { kind: 'quotes', items }
      : { kind: 'paragraph', text: 'There are no press releases this turn.' };
  return sharedSection('press', 'Press releases', [block]);
}
