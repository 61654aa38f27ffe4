import { rm } from 'node:fs/promises';
import path from 'node:path';
import { listMailIds, mailArrival } from '../../mail/mailbox/eml.ts';
import { daysBefore } from './delete-in-batches.ts';

/**
 * Deletes the mails of the built-in mailbox that arrived more than so many days ago.
 * @param dir the folder of the mailbox; it may be missing
 * @returns how many were deleted
 */
export async function pruneMailbox(dir: string, now: Date, keepDays: number): Promise<number> {
  const before = daysBefore(now, keepDays);
  const old = (await mailIdsIn(dir)).filter((id) => mailArrival(id) < before);
  for (const id of old) await rm(path.join(dir, `${id}.eml`), { force: true });
  return old.length;
}

async function mailIdsIn(dir: string): Promise<string[]> {
  try {
    return await listMailIds(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
