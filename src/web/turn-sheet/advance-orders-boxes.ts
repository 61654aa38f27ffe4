import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';
import { counted } from '../rendering/game-facts.ts';
import type { ReaderDates } from '../rendering/reader-dates.ts';
import { advanceOrdersPath } from './addresses.ts';
import type { AdvanceOrdersContext, AdvanceOrdersState } from './advance-orders-context.ts';
import { box, editedBox, signedInBox } from './boxes.ts';
import type { BoxAction, BoxView, LinkedRemark } from './view-model.ts';

/* The boxes at the top of the page of advance orders. */

/** The button that withdraws the saved orders. */
export function withdrawAction(number: string, turn: number): BoxAction {
  return { address: `${advanceOrdersPath(number, turn)}/withdraw`, label: 'Withdraw', fields: {} };
}

/** What the page says about what the player just did. */
export function stateBoxes(state: AdvanceOrdersState, droppedCount: number): BoxView[] {
  switch (state.kind) {
    case 'open':
    case 'saved':
      return [];
    case 'signed-in':
      return [signedInBox()];
    case 'edited':
      return [editedBox(state.remark, 'Your orders have not been saved yet')];
    case 'refused':
      return [
        box({
          kind: 'problem',
          title: 'Not saved',
          paragraphs: [`${state.reason} Everything you entered is still here.`],
          isResponse: true,
        }),
      ];
    case 'checked': {
      const fits = droppedCount === 0;
      return [
        box({
          kind: fits ? 'good' : 'advice',
          title: fits ? 'Checked: everything fits now' : 'Checked: some of it does not fit now',
          paragraphs: ['Your orders have not been saved yet.'],
          isResponse: true,
        }),
      ];
    }
  }
}

/** Says that orders are saved; nothing if none are. */
export function savedBoxes(
  { number, page }: AdvanceOrdersContext,
  dates: ReaderDates,
  clearDraft: string | null,
): BoxView[] {
  const { turn, saved } = page;
  if (saved === null) return [];
  const standing = turn === STANDING_ORDERS;
  const until = standing
    ? 'They apply until you change or withdraw them.'
    : `They are entered when turn ${turn} opens. Until then you can change or withdraw them.`;
  return [
    box({
      kind: 'good',
      title: standing ? 'Your standing orders are saved' : `Your advance orders for turn ${turn} are saved`,
      paragraphs: [`Sent ${dates.date(saved.sentAt)}. ${until}`],
      clearDraft,
      action: withdrawAction(number, turn),
    }),
  ];
}

/** What would be dropped as things stand now; nothing if everything fits. */
export function droppedBoxes(remarks: LinkedRemark[]): BoxView[] {
  if (remarks.length === 0) return [];
  return [
    box({
      kind: 'advice',
      title: `As things stand now, ${counted(remarks.length, 'part')} would be dropped`,
      remarks,
      labelEnd: '.',
      closing: 'You can save your orders anyway. They are checked again when their turn comes.',
    }),
  ];
}
