import type { Tx } from '../../database/client.ts';
import type { Channel, Seat } from '../../database/generated/client.ts';
import { gotByOthers } from '../game/game-store.ts';
import { isSentAndStanding } from './played-sheets.ts';

/** How the sheet of a seat for the open turn stands, as its player may see it. */
export interface OpenSheet {
  /** The standing version; null if there is none that is shown to the player. */
  standing: { version: number; final: boolean } | null;
  /** Whether a version is standing that is not shown, because a former player or the computer sent it. */
  hiddenSheetStands: boolean;
}

type OpenSeat = Pick<Seat, 'id' | 'accountId' | 'since'> & { turn: number };

/**
 * How the sheets of one account's seats for the open turns stand, by seat: as `sheetStatus` for each of them, with as many
 * queries for all as for one. Seats without a standing version are left out.
 */
export async function openSheets(tx: Tx, seats: readonly OpenSeat[]): Promise<Map<string, OpenSheet>> {
  const open = seats.map(({ id, turn }) => ({ seatId: id, turn }));
  const sheets = await tx.sheet.findMany({
    where: { OR: open, outcome: 'standing' },
    select: {
      ...{ seatId: true, version: true, outcome: true, channel: true, final: true, sentById: true },
      deliveries: { select: { accountId: true } },
    },
  });
  const accountId = seats[0]?.accountId ?? -1;
  const others = await tx.printout.findMany({
    where: { AND: [{ OR: open }, gotByOthers(accountId)] },
    select: { seatId: true },
  });
  const hadByOthers = new Set(others.map(({ seatId }) => seatId));
  return new Map(
    sheets.filter(isSentAndStanding).flatMap((sheet) => {
      const seat = seats.find(({ id }) => id === sheet.seatId);
      if (!seat) return [];
      const isShown = isShownTo(seat, sheet, hadByOthers.has(seat.id));
      return [[seat.id, { standing: isShown ? sheet : null, hiddenSheetStands: !isShown }] as const];
    }),
  );
}

/** Whether a version is shown to the present player of its seat: the same rule as `shownTo`. */
function isShownTo(
  { accountId, since, turn }: OpenSeat,
  sheet: { channel: Channel; sentById: number | null; deliveries: { accountId: number | null }[] },
  hadByOthers: boolean,
): boolean {
  if (sheet.channel !== 'post') return sheet.sentById === accountId;
  const recipients = sheet.deliveries.map((delivery) => delivery.accountId);
  if (recipients.includes(accountId)) return true;
  // As in SQL, a delivery without an account is no one else's.
  const wentToOthers = recipients.some((recipient) => recipient !== null && recipient !== accountId);
  return !wentToOthers && turn >= since && !hadByOthers;
}
