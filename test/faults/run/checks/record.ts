import { type RunDatabase, withClient } from '../machine/database.ts';

/* What the server has stored, read with plain SQL: what an operator with psql would see. */

export interface SheetRow {
  game: string;
  seat: string;
  turn: number;
  version: number;
  channel: string;
  outcome: 'standing' | 'superseded' | 'refused';
  raw: unknown;
}

export interface TurnRow {
  game: string;
  turn: number;
  attempt: number;
  /** Raw orders by seat, as they were played. */
  sheets: Record<string, unknown>;
  hash: string;
  previousHash: string | null;
}

export interface GameRow {
  game: string;
  status: string;
  turn: number;
  /** Seats that people play. */
  people: number;
}

export interface PrintoutRow {
  id: string;
  game: string;
  turn: number;
  /** Null for the public's. */
  seat: string | null;
  /** Null if no person sat there. */
  email: string | null;
}

export interface DeliveryRow {
  id: string;
  kind: string;
  status: string;
  messageId: string;
  to: string;
  game: string | null;
  seat: string | null;
  printout: string | null;
  sheetTurn: number | null;
  attempts: number;
  lastError: string | null;
}

export interface EventRow {
  game: string;
  detail: string;
  count: number;
}

export interface StoredRecord {
  games: GameRow[];
  sheets: SheetRow[];
  turns: TurnRow[];
  printouts: PrintoutRow[];
  deliveries: DeliveryRow[];
  /** How often the log says of each turn that it was processed. */
  processed: EventRow[];
  letters: { game: string; text: string }[];
}

const GAME = `g.prefix || '-' || g.serial AS game`;

/** Reads everything. @throws if the database does not answer */
export async function readRecord(database: RunDatabase): Promise<StoredRecord> {
  return withClient(database, async (client) => {
    const rows = async <T>(sql: string) => (await client.query(sql)).rows as T[];
    return {
      games: await rows<GameRow>(
        `SELECT ${GAME}, g.status::text, g.turn,
           (SELECT count(*)::int FROM "Seat" s WHERE s."gameId" = g.id AND s."accountId" IS NOT NULL) AS people
         FROM "Game" g WHERE g."begunAt" IS NOT NULL ORDER BY g."createdAt"`,
      ),
      sheets: await rows<SheetRow>(
        `SELECT ${GAME}, s.identifier AS seat, sh.turn, sh.version, sh.channel::text, sh.outcome::text, sh.raw
         FROM "Sheet" sh JOIN "Seat" s ON s.id = sh."seatId" JOIN "Game" g ON g.id = sh."gameId"
         ORDER BY 1, 2, 3, 4`,
      ),
      turns: await rows<TurnRow>(
        `SELECT ${GAME}, t.turn, t.attempt, t.sheets, t.hash, t."previousHash"
         FROM "Turn" t JOIN "Game" g ON g.id = t."gameId" WHERE t."rolledBackAt" IS NULL ORDER BY 1, 2, 3`,
      ),
      printouts: await rows<PrintoutRow>(
        `SELECT p.id, ${GAME}, p.turn, s.identifier AS seat, a.email
         FROM "Printout" p JOIN "Game" g ON g.id = p."gameId"
         LEFT JOIN "Seat" s ON s.id = p."seatId" LEFT JOIN "Account" a ON a.id = p."accountId"
         WHERE p."rolledBackAt" IS NULL ORDER BY 2, 3, 4`,
      ),
      deliveries: await rows<DeliveryRow>(
        `SELECT d.id, d.kind::text, d.status::text, d."messageId", d."toAddress" AS to,
           CASE WHEN g.id IS NULL THEN NULL ELSE g.prefix || '-' || g.serial END AS game,
           s.identifier AS seat, d."printoutId" AS printout, sh.turn AS "sheetTurn", d.attempts, d."lastError"
         FROM "Delivery" d LEFT JOIN "Game" g ON g.id = d."gameId"
         LEFT JOIN "Seat" s ON s.id = d."seatId" LEFT JOIN "Sheet" sh ON sh.id = d."sheetId"
         ORDER BY d."createdAt"`,
      ),
      processed: await rows<EventRow>(
        `SELECT ${GAME}, e.detail, count(*)::int AS count
         FROM "GameEvent" e JOIN "Game" g ON g.id = e."gameId" WHERE e.type = 'turnProcessed' GROUP BY 1, 2`,
      ),
      letters: await rows<{ game: string; text: string }>(
        `SELECT ${GAME}, l.text FROM "Letter" l JOIN "Game" g ON g.id = l."gameId"`,
      ),
    };
  });
}
