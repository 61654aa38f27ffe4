import type { Channel, Seat } from '../../database/generated/client.ts';
import { hiddenSheetIsPlayed } from './hidden-sheet.ts';

/** How the sheet of a seat for the open turn stands, as its player may see it. */
export interface OpenSheet {
  /** The standing version; null if there is none that is shown to the player. */
  standing: { version: number; final: boolean } | null;
  /**
   * Whether a version counts that is not shown, because a former player or the computer sent it. If the player has standing
   * orders, one of the computer's does not count: see `hiddenSheetIsPlayed`.
   */
  hiddenSheetStands: boolean;
}

/** A sheet that was sent and is standing (see `isSentAndStanding`), with the accounts to which its receipts went. */
export interface StandingSheet {
  version: number;
  final: boolean;
  channel: Channel;
  sentById: number | null;
  /** See `hadSeatAt`. */
  hadSeat: boolean;
  recipients: (number | null)[];
}

type OpenSeat = Pick<Seat, 'accountId' | 'since'> & { turn: number };

/**
 * How the sheet of a seat for the open turn stands, from what was read of it: as `sheetStatus`, for lists.
 * @param read.hadByOthers whether someone else got a printout of the seat before the open turn
 */
export function openSheetOf(
  seat: OpenSeat,
  read: { sheet: StandingSheet | null; hadByOthers: boolean; hasStandingOrders: boolean },
): OpenSheet {
  const { sheet, hadByOthers } = read;
  if (sheet === null) return { standing: null, hiddenSheetStands: false };
  if (isShownTo(seat, sheet, hadByOthers)) return { standing: sheet, hiddenSheetStands: false };
  return { standing: null, hiddenSheetStands: hiddenSheetIsPlayed(seat, sheet, read) };
}

/** Whether a version is shown to the present player of its seat: the same rule as in shown-versions.ts. */
function isShownTo(
  { accountId, since, turn }: OpenSeat,
  { channel, sentById, hadSeat, recipients }: StandingSheet,
  hadByOthers: boolean,
): boolean {
  if (channel !== 'post') return sentById === accountId;
  if (recipients.includes(accountId)) return true;
  // As in SQL, a delivery without an account is no one else's.
  const wentToOthers = recipients.some((recipient) => recipient !== null && recipient !== accountId);
  return !wentToOthers && turn >= since && !hadByOthers && hadSeat;
}
