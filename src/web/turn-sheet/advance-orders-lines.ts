import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';
import type { AdvanceOrdersLine } from '../../games/sheets/advance-orders-view.ts';
import type { ReaderDates } from '../rendering/reader-dates.ts';
import { advanceOrdersPath } from './addresses.ts';

/** The list of advance orders on the player's page of a game. */
export function advanceOrdersView(number: string, lines: readonly AdvanceOrdersLine[], dates: ReaderDates) {
  const known = lines.filter((line) => line.phase !== null || line.sentAt !== null);
  const unknown = lines.find((line) => !known.includes(line) && line.turn !== STANDING_ORDERS);
  return {
    lines: known.map(({ turn, phase, sentAt, final }) => {
      const standing = turn === STANDING_ORDERS;
      return {
        name: standing ? 'Standing orders' : `Turn ${turn}`,
        /** The name in the middle of a sentence. */
        spokenName: standing ? 'standing orders' : `turn ${turn}`,
        phase: standing ? '' : (phase ?? ''),
        saved: sentAt === null ? '' : `sent ${dates.date(sentAt)}${final ? ', final' : ''}`,
        address: advanceOrdersPath(number, turn),
        /** The label of the link to the form; '' if there is no form. */
        linkLabel: phase === null ? '' : sentAt === null ? 'Fill in' : 'Change',
      };
    }),
    /** Says for which turns nothing can be sent yet; '' if all the next ones are known. */
    unknownTurns:
      unknown === undefined
        ? ''
        : `You cannot send orders for turn ${unknown.turn} and later yet: the game may be over by then, or it is not known what the turn will ask of you.`,
  };
}
