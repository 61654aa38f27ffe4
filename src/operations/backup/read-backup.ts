import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Failure, Result } from '../../rules/result.ts';
import { fail, ok } from '../../rules/result.ts';
import {
  type BackupHeader,
  type BackupTable,
  countLines,
  damaged,
  END_OF_ROWS,
  EndLine,
  parseHeader,
  parseJson,
  SequencesLine,
  type SequenceValue,
} from './backup-format.ts';
import { areJobColumns } from './queue-jobs.ts';

/** What is done with the parts of a backup, in their order. All rows of a part must be read. */
export interface BackupVisitor {
  header?(header: BackupHeader): Promise<void>;
  table(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void>;
  sequences?(values: readonly SequenceValue[]): Promise<void>;
  jobs(columns: readonly string[], rows: AsyncIterable<Buffer>): Promise<void>;
}

/** Why a file cannot be read as a backup: thrown within this file only. */
class UnreadableBackup extends Error {
  override name = 'UnreadableBackup';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.problems[0]?.message);
    this.failure = failure;
  }
}

/**
 * Reads a backup. A damaged file may be recognized only at its end, when the visitor has seen everything before: what
 * the visitor does must be undone if the result is a failure. Memory does not grow with the data.
 * Problems: `unreadable`, `unknown-format`, `newer-version`, `damaged`.
 * @throws what the visitor throws
 */
export async function readBackup(file: string, visitor: BackupVisitor): Promise<Result<BackupHeader>> {
  const reader = createLineReader(file);
  try {
    return ok(await readParts(file, reader, visitor));
  } catch (error) {
    if (error instanceof UnreadableBackup) return error.failure;
    throw error;
  } finally {
    reader.close();
  }
}

/**
 * Reads only the beginning of a backup, which takes as long for a large one as for a small one.
 * Problems: those of `readBackup`.
 */
export async function readBackupHeader(file: string): Promise<Result<BackupHeader>> {
  const reader = createLineReader(file);
  try {
    return parseHeader(file, (await reader.line()).toString());
  } catch (error) {
    if (error instanceof UnreadableBackup) return error.failure;
    throw error;
  } finally {
    reader.close();
  }
}

async function readParts(file: string, reader: LineReader, visitor: BackupVisitor): Promise<BackupHeader> {
  const broken = (what: string) => new UnreadableBackup(damaged(file, what));
  const parsed = parseHeader(file, (await reader.line()).toString());
  if (!parsed.ok) throw new UnreadableBackup(parsed);
  const header = parsed.value;
  await visitor.header?.(header);
  const rows: Record<string, number> = {};
  for (const table of header.tables) {
    const start = parseJson((await reader.line()).toString()) as { table?: unknown } | undefined;
    if (start?.table !== table.name) throw broken(`the table ${table.name} is missing`);
    const part = counting(reader.rows());
    await visitor.table(table, part.rows);
    if (part.count() !== table.rows) throw broken(`rows of the table ${table.name} are missing`);
    rows[table.name] = part.count();
  }
  const sequences = SequencesLine.safeParse(parseJson((await reader.line()).toString()));
  if (!sequences.success) throw broken('the values of its sequences are missing');
  await visitor.sequences?.(sequences.data.sequences);
  const columns = (parseJson((await reader.line()).toString()) as { jobs?: unknown } | undefined)?.jobs;
  if (!areJobColumns(columns)) throw broken('its jobs are missing, or their columns are not known');
  const jobs = counting(reader.rows());
  await visitor.jobs(columns, jobs.rows);
  const digest = reader.digest();
  const end = EndLine.safeParse(parseJson((await reader.line()).toString()));
  if (!end.success) throw broken('its last line is missing');
  if (end.data.sha256 !== digest) throw broken('its content is not what was written');
  const counted = { rows, jobs: jobs.count() };
  if (JSON.stringify(end.data.end) !== JSON.stringify(counted)) throw broken('rows are missing');
  if (!(await reader.atEnd())) throw broken('something follows its last line');
  return header;
}

function counting(source: AsyncIterable<Buffer>): { rows: AsyncIterable<Buffer>; count(): number } {
  let count = 0;
  async function* rows() {
    for await (const chunk of source) {
      count += countLines(chunk);
      yield chunk;
    }
  }
  return { rows: rows(), count: () => count };
}

/** Reads the text of a backup. Everything that it returns is hashed. Throws UnreadableBackup. */
interface LineReader {
  /** The next line. */
  line(): Promise<Buffer>;
  /** Whole lines, up to the end of the rows. */
  rows(): AsyncGenerator<Buffer>;
  /** The SHA-256 of all bytes that were returned. */
  digest(): string;
  /** Whether there is nothing more. */
  atEnd(): Promise<boolean>;
  close(): void;
}

function createLineReader(file: string): LineReader {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // Errors of both streams end the loop over the second one.
  const source = pipeline(createReadStream(file), gunzip, () => {});
  const lines = wholeLines(file, source);
  const hash = createHash('sha256');
  let current: Buffer = Buffer.alloc(0);
  const fill = async () => {
    while (current.length === 0) {
      const next = await lines.next();
      if (next.done) return false;
      current = next.value;
    }
    return true;
  };
  const take = (length: number) => {
    const taken = current.subarray(0, length);
    current = current.subarray(length);
    hash.update(taken);
    return taken;
  };
  const endsTooSoon = () => new UnreadableBackup(damaged(file, 'it ends too soon'));
  return {
    async line() {
      if (!(await fill())) throw endsTooSoon();
      return take(current.indexOf(10) + 1 || current.length);
    },
    async *rows() {
      while (await fill()) {
        const end = endOfRows(current);
        if (end !== 0) yield take(end === -1 ? current.length : end);
        if (end !== -1) {
          take(END_OF_ROWS.length);
          return;
        }
      }
      throw endsTooSoon();
    },
    digest: () => hash.copy().digest('hex'),
    atEnd: async () => !(await fill()),
    close: () => source.destroy(),
  };
}

/** Where the end of the rows is in whole lines; -1 if it is not there. */
function endOfRows(lines: Buffer): number {
  if (lines.subarray(0, END_OF_ROWS.length).toString('latin1') === END_OF_ROWS) return 0;
  const before = lines.indexOf(`\n${END_OF_ROWS}`);
  return before === -1 ? -1 : before + 1;
}

/** The longest line in bytes: far longer than any row, and short enough for the memory of a small machine. */
const MAX_LINE = 256 * 1024 * 1024;

/** The source in pieces that end with a line. */
async function* wholeLines(file: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let waiting = 0;
  try {
    for await (const chunk of source) {
      const end = chunk.lastIndexOf(10) + 1;
      if (end > 0) {
        yield Buffer.concat([...rest, chunk.subarray(0, end)]);
        rest = [];
        waiting = 0;
      }
      if (end < chunk.length) rest.push(chunk.subarray(end));
      waiting += chunk.length - end;
      if (waiting > MAX_LINE) throw new UnreadableBackup(damaged(file, 'a line is too long'));
    }
  } catch (error) {
    if (error instanceof UnreadableBackup) throw error;
    throw new UnreadableBackup(describe(file, error as NodeJS.ErrnoException));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function describe(file: string, { code = 'unknown reason', message }: NodeJS.ErrnoException): Failure {
  if (!code.startsWith('Z_')) {
    return fail('file', 'unreadable', `${file} cannot be read (${code}). Check its name and permissions.`);
  }
  if (message === 'incorrect header check') {
    return fail(
      'file',
      'unknown-format',
      `${file} is not a backup, or its beginning is damaged. Use a file written by "whistlestop backup".`,
    );
  }
  return damaged(file, message === 'unexpected end of file' ? 'it ends too soon' : message);
}
