// The format of a backup: gzip over lines of text. docs/decisions/0011-backups.md explains it.
//
//   {"format":"whistlestop-backup","formatVersion":1,…}   the header
//   {"table":"Account"}                                   for each table of the header, in its order:
//   10001⇥Ann Baker⇥…                                     its rows as PostgreSQL's COPY writes them,
//   \.                                                    and the end of the rows
//   {"sequences":[…]}
//   {"jobs":["identifier",…]}                             the waiting jobs of the queue, as the rows of a table
//   \.
//   {"end":{…},"sha256":"…"}                              the row counts; the hash of all bytes before this line
import { z } from 'zod';
import { fail, type Result } from '../../rules/result.ts';

export const FORMAT = 'whistlestop-backup';

/** Raised when an older version could not read a backup anymore. */
export const FORMAT_VERSION = 1;

/** The line after the rows of a table. No row can look like it, because COPY escapes backslashes. */
export const END_OF_ROWS = '\\.\n';

const count = z.number().int().min(0);

/** A migration that the database has applied, with the SHA-256 of its file. */
const AppliedMigration = z.object({ name: z.string(), checksum: z.string() });

const BackupTable = z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: count });

/** What the first line says. */
export const BackupHeader = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  /** The version of Whistlestop that made the backup. */
  whistlestop: z.string(),
  /** The version of PostgreSQL that it came from: `18.4`. */
  postgres: z.string(),
  /** Tells the database from others; null for a database of a version that did not have this yet. */
  databaseId: z.string().nullable(),
  /** When a server could last take sheets (ISO 8601); null if none has ever started. */
  seenAt: z.iso.datetime().nullable(),
  /** The moment whose data the backup has (ISO 8601), by the database's clock. */
  madeAt: z.iso.datetime(),
  migrations: z.array(AppliedMigration),
  /** In an order in which they can be written: tables that others refer to come first. */
  tables: z.array(BackupTable),
  jobs: z.object({ rows: count }),
});

/** The value of a sequence, as text because it can be larger than a safe integer. */
const SequenceValue = z.object({ name: z.string(), value: z.string(), called: z.boolean() });
export const SequencesLine = z.object({ sequences: z.array(SequenceValue) });

/** The last line. */
export const EndLine = z.object({
  end: z.object({ rows: z.record(z.string(), count), jobs: count }),
  sha256: z.string(),
});

export type AppliedMigration = z.infer<typeof AppliedMigration>;
export type BackupTable = z.infer<typeof BackupTable>;
export type BackupHeader = z.infer<typeof BackupHeader>;
export type SequenceValue = z.infer<typeof SequenceValue>;

/** All rows that a backup has, those of the queue included. */
export function totalRows({ tables, jobs }: Pick<BackupHeader, 'tables' | 'jobs'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, jobs.rows);
}

/** Reads the first line of a file. Problems: `unknown-format`, `newer-version`. */
export function parseHeader(file: string, line: string): Result<BackupHeader> {
  const json = parseJson(line);
  const named = z.object({ format: z.literal(FORMAT), formatVersion: z.number() }).safeParse(json);
  if (!named.success) {
    return fail(
      'file',
      'unknown-format',
      `${file} is not a backup, or its beginning is damaged. Use a file written by "whistlestop backup".`,
    );
  }
  if (named.data.formatVersion > FORMAT_VERSION) {
    return fail(
      'file',
      'newer-version',
      `${file} was written by a newer version of Whistlestop. Restore it with that version or a newer one.`,
    );
  }
  const header = BackupHeader.safeParse(json);
  return header.success ? { ok: true, value: header.data } : damaged(file, 'its first line is not valid');
}

/** The problem of a file that is not as it was written. */
export function damaged(file: string, what: string): ReturnType<typeof fail> {
  return fail('file', 'damaged', `${file} is damaged: ${what}. Use another backup.`);
}

/** Parses JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The number of line ends. COPY writes one row in one line. */
export function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
