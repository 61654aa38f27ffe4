import type { Block, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { ReportContext } from './context.ts';
import { isWithheld } from './withheld.ts';

/**
 * PTG-9.11: the press releases, each with its author's identifier. Leaves out those that the GM withholds, and adds those of
 * earlier turns that the GM has released since.
 */
export function pressSection({ now, before, states, header }: ReportContext): ReportSection | null {
  if (before === null) return null;
  const earlier = (header.released ?? []).flatMap(({ turn, seat }) => {
    const releases = states.find((state) => state.turn === turn)?.press ?? [];
    return releases.filter(({ from }) => from === seat);
  });
  const current = now.press.filter(({ from }) => !isWithheld(header, now.turn, from));
  const items = [...earlier, ...current].map(({ from, text }) => ({ by: from, tone: null, text }));
  const block: Block =
    items.length > 0
      ? { kind: 'quotes', items }
      : { kind: 'paragraph', text: 'There are no press releases this turn.' };
  return sharedSection('press', 'Press', [block]);
}
