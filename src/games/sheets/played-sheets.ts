import type { Tx } from '../../database/client.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';

/**
 * A sheet that has come and stands. A standing order is none: one that served before its turn was rolled back is put aside
 * when the turn is processed again.
 */
export const SENT_AND_STANDING = { outcome: 'standing', channel: { not: 'standing' } } as const;

/** What choosing a seat's sheet needs to know of each version. */
export interface SheetVersion {
  version: number;
  outcome: 'standing' | 'superseded' | 'refused';
  raw: unknown;
}

/**
 * The raw orders that a seat's versions for one turn come to: the standing ones, else the last refused ones
 * (the resolver says what becomes of them), else null.
 */
export function playedRaw(versions: readonly SheetVersion[]): unknown {
  const standing = versions.find((sheet) => sheet.outcome === 'standing');
  if (standing) return standing.raw;
  const refused = versions.filter((sheet) => sheet.outcome === 'refused');
  return refused.sort((a, b) => a.version - b.version).at(-1)?.raw ?? null;
}

/** The sheets of the open turn as they are handed to the resolver: raw orders by seat, for all that owe one. */
export async function playedSheets(
  tx: Tx,
  game: { id: string; turn: number; seats: readonly { id: string; identifier: string }[] },
  owing: readonly SeatIdentifier[],
): Promise<Record<SeatIdentifier, unknown>> {
  const sheets = await tx.sheet.findMany({
    where: { gameId: game.id, turn: game.turn },
    select: { seatId: true, version: true, outcome: true, raw: true },
  });
  const played: Record<SeatIdentifier, unknown> = {};
  for (const identifier of owing) {
    const seat = game.seats.find((one) => one.identifier === identifier);
    played[identifier] = playedRaw(sheets.filter((sheet) => sheet.seatId === seat?.id));
  }
  return played;
}
