import { z } from 'zod';
import { checkStoredPerson } from '../../accounts/account-details.ts';
import { isDeletedAddress } from '../../accounts/deleted-address.ts';
import { isTimeZone } from '../../accounts/time-zone.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/* The file that moves a game to another server: its format, and whether it holds one whole game. */

/** Names the kind of file and the version of its format. */
export const TRANSFER_FORMAT = 'whistlestop-transfer-1';

const row = z.record(z.string(), z.string().nullable());
const person = z.object({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string().refine(isTimeZone, 'a time zone such as America/Chicago'),
  paper: z.enum(['letter', 'a4']),
  address: z.string().nullable(),
  publishAddress: z.boolean(),
});

const File = z.object({
  format: z.literal(TRANSFER_FORMAT, {
    error: `${TRANSFER_FORMAT}. This file was not written by transfer-out`,
  }),
  game: z.string(),
  /** The migrations of the server that wrote the file: both servers must have the same tables. */
  migrations: z.array(z.string()),
  accounts: z.array(person),
  tables: z.record(z.string(), z.array(row)),
});

/** A whole game with all its secrets, for another server. For operators only. */
export type GameTransfer = z.infer<typeof File>;

/**
 * Reads a transfer file. Problems: `not-a-transfer` (names the field that is wrong), `inconsistent` (the file does not
 * hold one whole game, or holds rows of other games).
 */
export function readTransferFile(json: unknown): Result<GameTransfer> {
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const expected = issue?.message.replace(/^Invalid input: expected /, '');
    return fail(issue?.path.join('.') ?? '', 'not-a-transfer', `should be ${expected}`);
  }
  if (isOneWholeGame(parsed.data)) return ok(parsed.data);
  return fail('tables', 'inconsistent', 'do not hold exactly one whole game');
}

/** The tables that have exactly one row for each game. */
const SINGLE_ROW_TABLES = ['GameSchedule', 'GamePolicy', 'GameState', 'GameSecret'];

/** Whether every row belongs to the same game, and all seats, letters and accounts that rows refer to are there. */
function isOneWholeGame({ game: number, accounts, tables }: GameTransfer): boolean {
  const [game, ...otherGames] = tables.Game ?? [];
  if (game === undefined || otherGames.length > 0) return false;
  const seats = new Set((tables.Seat ?? []).map(({ id }) => id));
  const letters = new Set((tables.Letter ?? []).map(({ id }) => id));
  const accountIds = new Set(accounts.map(({ id }) => String(id)));
  return (
    `${game.prefix}-${game.serial}` === number &&
    z.uuid().safeParse(game.id).success &&
    accountIds.has(game.gmId ?? '') &&
    accounts.every((account) => isDeletedAddress(account.email) || checkStoredPerson(account).ok) &&
    SINGLE_ROW_TABLES.every((name) => tables[name]?.length === 1) &&
    (tables.LetterCopy ?? []).every(({ letterId }) => letters.has(letterId ?? null)) &&
    Object.entries(tables).every(
      ([name, rows]) =>
        name === 'Game' ||
        rows.every(({ gameId, seatId }) => gameId === game.id && (seatId == null || seats.has(seatId))),
    )
  );
}
