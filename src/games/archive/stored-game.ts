import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Game, Turn } from '../../database/generated/client.ts';
import { parseGameNumber } from '../game/game-number.ts';
import { NOT_ROLLED_BACK } from '../game/game-store.ts';
import type { SheetVersion } from '../sheets/played-sheets.ts';

export type StoredTurn = Turn;

/** All of a game that a replay compares. */
export interface StoredGame {
  row: Game;
  turns: StoredTurn[];
  /** `seat` is the identifier. */
  sheets: (SheetVersion & { seat: string; turn: number })[];
  /** `text` is the report as the database keeps it, byte for byte; `seat` null is the public's. */
  printouts: { turn: number; seat: string | null; text: string }[];
}

/** A game with all its past as it stood at one moment; null if there is none of that number. */
export async function storedGame(ctx: AppContext, gameNumber: string): Promise<StoredGame | null> {
  // One snapshot for all the reads: a turn may be processed meanwhile.
  const isolationLevel = 'RepeatableRead';
  return ctx.db.prisma.$transaction((tx) => readStored(tx, gameNumber), {
    isolationLevel,
    maxWait: 30_000,
    timeout: 60_000,
  });
}

/** The same, as the caller's transaction sees it. */
export async function readStored(tx: Tx, gameNumber: string): Promise<StoredGame | null> {
  const parts = parseGameNumber(gameNumber);
  if (!parts) return null;
  const row = await tx.game.findUnique({ where: { prefix_serial: parts } });
  if (!row) return null;
  const where = { gameId: row.id };
  const turns = await tx.turn.findMany({
    where: { ...where, ...NOT_ROLLED_BACK },
    orderBy: { number: 'asc' },
  });
  const sheets = await tx.sheet.findMany({ where, include: { seat: { select: { identifier: true } } } });
  const printouts = await tx.$queryRaw<StoredGame['printouts']>`
    SELECT p."turn", s."identifier" AS "seat", p."report"::text AS "text"
    FROM "Printout" p LEFT JOIN "Seat" s ON s."id" = p."seatId"
    WHERE p."gameId" = ${row.id}::uuid AND p."rolledBackAt" IS NULL
    ORDER BY p."turn", s."position" NULLS FIRST`;
  return {
    row,
    turns,
    sheets: sheets.map(({ turn, version, outcome, raw, seat }) => ({
      turn,
      version,
      outcome,
      raw,
      seat: seat.identifier,
    })),
    printouts,
  };
}
