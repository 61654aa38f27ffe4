import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Turn } from '../../database/generated/client.ts';
import { parseGameNumber } from '../game/game-number.ts';
import {
  inSnapshot,
  NOT_ROLLED_BACK,
  readDiceSecret,
  readGameByNumber,
  type WholeGame,
} from '../game/game-store.ts';
import type { SheetVersion } from '../sheets/played-sheets.ts';

export type StoredTurn = Turn;

/** Everything of a game that a replay compares. */
export interface StoredGame {
  row: WholeGame;
  diceSecret: Uint8Array;
  turns: StoredTurn[];
  /** `seat` is the seat's identifier. */
  sheets: (SheetVersion & { seat: string; turn: number })[];
  printouts: StoredPrintout[];
}

/** A printout as it is stored. */
export interface StoredPrintout {
  /** The turn that the printout comes before. */
  turn: number;
  /** The seat's identifier; null for the public printout. */
  seat: string | null;
  reportVersion: string;
  /** The report as JSON, exactly as stored. */
  text: string;
}

/** Reads a game with all its turns from one snapshot; null if no game has this number. */
export async function storedGame(ctx: AppContext, gameNumber: string): Promise<StoredGame | null> {
  return inSnapshot(ctx, (tx) => readStored(tx, gameNumber));
}

/** Like `storedGame`, within the caller's transaction. */
export async function readStored(tx: Tx, gameNumber: string): Promise<StoredGame | null> {
  const parts = parseGameNumber(gameNumber);
  if (!parts) return null;
  const row = await readGameByNumber(tx, parts);
  if (!row) return null;
  const where = { gameId: row.id };
  const turns = await tx.turn.findMany({
    where: { ...where, ...NOT_ROLLED_BACK },
    orderBy: { turn: 'asc' },
  });
  const sheets = await tx.sheet.findMany({ where, include: { seat: { select: { identifier: true } } } });
  const printouts = await tx.$queryRaw<StoredGame['printouts']>`
    SELECT p."turn", s."identifier" AS "seat", p."reportVersion", p."report"::text AS "text"
    FROM "Printout" p LEFT JOIN "Seat" s ON s."id" = p."seatId"
    WHERE p."gameId" = ${row.id}::uuid AND p."rolledBackAt" IS NULL
    ORDER BY p."turn", s."position" NULLS FIRST`;
  return {
    row,
    diceSecret: await readDiceSecret(tx, row.id),
    turns,
    sheets: sheets.map(({ turn, version, outcome, unread, raw, seat }) => ({
      turn,
      version,
      outcome,
      unread,
      raw,
      seat: seat.identifier,
    })),
    printouts,
  };
}
