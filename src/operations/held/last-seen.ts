import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { ServerState } from '../../database/generated/client.ts';
import { removeUnfinished, writeDurably } from '../../mail/mailbox/durable-files.ts';
import { lookAt } from '../slow-folder.ts';

/*
 * The data folder remembers the last heartbeat that the database is known to have. A database that lacks it was replaced
 * by an older one.
 */

const FILE = 'last-seen.json';

const Stored = z.object({ databaseId: z.uuid(), beats: z.int().optional(), seenAt: z.coerce.date() });

/** A database and one of its heartbeats. */
export interface LastSeen {
  databaseId: string;
  /** The number of the heartbeat; missing in files of older versions. */
  beats?: number | undefined;
  seenAt: Date;
}

/** The last heartbeat of a database that has one. */
export function lastSeenOf({ databaseId, beats, seenAt }: ServerState & { seenAt: Date }): LastSeen {
  return { databaseId, beats: Number(beats), seenAt };
}

/** Writes the last heartbeat of a database to the data folder. @throws if the file cannot be written, or the folder does not answer */
export async function writeLastSeen(dataDir: string, { databaseId, beats, seenAt }: LastSeen): Promise<void> {
  const content = JSON.stringify({ databaseId, beats, seenAt: seenAt.toISOString() });
  await lookAt(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    await writeDurably(dataDir, FILE, Buffer.from(`${content}\n`));
  });
}

/** The heartbeat that the data folder remembers. Null if there is no such file, or it cannot be read. */
export async function readLastSeen(ctx: Pick<AppContext, 'log'>, dataDir: string): Promise<LastSeen | null> {
  try {
    const content = await readFile(path.join(dataDir, FILE), 'utf8');
    await removeUnfinished(dataDir);
    return Stored.parse(JSON.parse(content));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    ctx.log.warn(
      { err: error },
      `${FILE} in the data folder cannot be read: it is not known if the database is older`,
    );
    return null;
  }
}
