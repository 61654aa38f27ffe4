import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { removeUnfinished, writeDurably } from '../../mail/mailbox/durable-files.ts';

/*
 * The data folder remembers the last heartbeat that the database is known to have. A database that lacks it was replaced
 * by an older one.
 */

const FILE = 'last-seen.json';

const Stored = z.object({ databaseId: z.uuid(), seenAt: z.coerce.date() });

/** A database and its last heartbeat. */
export interface LastSeen {
  databaseId: string;
  seenAt: Date;
}

/** Writes the last heartbeat of a database to the data folder. @throws if the file cannot be written */
export async function writeLastSeen(dataDir: string, { databaseId, seenAt }: LastSeen): Promise<void> {
  const content = JSON.stringify({ databaseId, seenAt: seenAt.toISOString() });
  await mkdir(dataDir, { recursive: true });
  await writeDurably(dataDir, FILE, Buffer.from(`${content}\n`));
}

/**
 * The heartbeat that the data folder remembers if the database should have it and does not: the database is older than
 * it was. Null if all is well, or if the folder remembers another database or nothing.
 */
export async function heartbeatMissingIn(ctx: AppContext, dataDir: string): Promise<LastSeen | null> {
  const remembered = await readLastSeen(ctx, dataDir);
  if (remembered === null) return null;
  const { databaseId, seenAt } = await ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  if (databaseId !== remembered.databaseId) return null;
  return seenAt === null || seenAt < remembered.seenAt ? remembered : null;
}

/** Null if there is no such file, or it cannot be read. */
async function readLastSeen(ctx: AppContext, dataDir: string): Promise<LastSeen | null> {
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
