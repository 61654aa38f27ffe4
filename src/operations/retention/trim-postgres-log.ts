import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../mail/mailbox/durable-files.ts';

/** The log of the embedded PostgreSQL is trimmed if it is larger than this, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** How much of its end is kept in `postgres.log.1`, in bytes. */
const KEPT_BYTES = 5 * 1024 * 1024;

/** Where the embedded PostgreSQL of a data folder writes its log. */
export function postgresLogFile(dataDir: string): string {
  return path.join(dataDir, 'postgres', 'postgres.log');
}

/**
 * Keeps the log of the embedded PostgreSQL below 10 MB: copies its end to `postgres.log.1` and empties it. PostgreSQL
 * has the file open and appends to it, so it goes on writing at the new end. A line that it writes between the copy
 * and the cut is lost. The time plays no part: a log that is small enough is left alone.
 * @returns how many bytes were cut, 0 if the log is small or there is none
 */
export async function trimPostgresLog(dataDir: string): Promise<number> {
  const file = postgresLogFile(dataDir);
  const log = await openIfThere(file);
  if (log === null) return 0;
  try {
    const { size } = await log.stat();
    if (size <= MAX_BYTES) return 0;
    const end = await lastLines(log, size);
    await writeDurably(path.dirname(file), `${path.basename(file)}.1`, end);
    await log.truncate(0);
    return size;
  } finally {
    await log.close();
  }
}

/** The end of the log, from the beginning of a line. */
async function lastLines(log: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(KEPT_BYTES);
  const { bytesRead } = await log.read(buffer, 0, KEPT_BYTES, size - KEPT_BYTES);
  const end = buffer.subarray(0, bytesRead);
  return end.subarray(end.indexOf('\n') + 1);
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
