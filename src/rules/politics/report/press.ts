import type { Block, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { drawingBlocks } from './stage.ts';
import { isWithheld } from './withheld.ts';

/** What a seat wrote for a turn that the GM has released since: its press release, performances, guesses and reasons. */
function textsOf({ press, shows, said }: State, seat: SeatIdentifier): string[] {
  return [
    ...press.filter(({ from }) => from === seat).map(({ text }) => text),
    ...shows
      .filter(({ by, stage }) => by === seat && stage === 'stage')
      .flatMap(({ number, text }) => (text === null ? [] : [`Show ${number}: ${text}`])),
    ...(said?.guesses ?? [])
      .filter(({ by }) => by === seat)
      .map(({ show, text }) => `Show ${show}, guess: ${text}`),
    ...(said?.objections ?? [])
      .filter(({ by }) => by === seat)
      .map(({ show, reason }) => `Show ${show}, objection: ${reason}`),
  ];
}

/**
 * PTG-9.11: the press releases, each with its author's identifier. Leaves out those that the GM withholds, and adds those of
 * earlier turns that the GM has released since.
 */
export function pressSection({ now, before, states, header }: ReportContext): ReportSection | null {
  if (before === null) return null;
  const earlier = (header.released ?? []).flatMap(({ turn, seat }) => {
    const state = states.find((one) => one.turn === turn);
    return state === undefined ? [] : textsOf(state, seat).map((text) => ({ from: seat, text }));
  });
  const current = now.press.filter(({ from }) => !isWithheld(header, now.turn, from));
  const items = [...earlier, ...current].map(({ from, text }) => ({ by: from, tone: null, text }));
  const drawings = (header.released ?? []).flatMap(({ turn, seat }) => {
    const shows = states.find((one) => one.turn === turn)?.shows ?? [];
    return shows.filter(({ by, stage }) => by === seat && stage === 'stage').flatMap(drawingBlocks);
  });
  const blocks: Block[] = [...(items.length > 0 ? [{ kind: 'quotes', items } as const] : []), ...drawings];
  const none: Block = { kind: 'paragraph', text: 'There are no press releases this turn.' };
  return sharedSection('press', 'Press', blocks.length > 0 ? blocks : [none]);
}
