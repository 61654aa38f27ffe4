import type { Seat } from '../../database/generated/client.ts';

/** A seat as the reader of a letter sees it. `name` is null where whoever sat there then no longer does. */
export interface Correspondent {
  seatId: string;
  identifier: string;
  name: string | null;
}

/**
 * Whoever sat at a seat when a letter was written: by the seat's name while it is theirs (also while the computer
 * keeps it for them), else by the identifier alone, for the name is another's by now.
 */
export function correspondent(
  seat: Pick<Seat, 'id' | 'identifier' | 'name' | 'accountId' | 'reclaimableById'>,
  accountId: number | null,
): Correspondent {
  const same = accountId !== null && (seat.accountId === accountId || seat.reclaimableById === accountId);
  return { seatId: seat.id, identifier: seat.identifier, name: same ? seat.name : null };
}

/** `[AB] Ann Baker`, or `[AB]`. */
export function inWords({ identifier, name }: Correspondent): string {
  return name === null ? `[${identifier}]` : `[${identifier}] ${name}`;
}
