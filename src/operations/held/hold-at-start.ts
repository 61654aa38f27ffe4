import type { AppContext } from '../../context.ts';
import { endUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { createDatabaseMemory, type DatabaseMemory } from './database-memory.ts';
import { holdServer, lookIfHeld } from './held-state.ts';
import { type LastSeen, readLastSeen } from './last-seen.ts';

/**
 * Holds the server at its start if the operator wants it, if a restore was interrupted before it could be held, or if the data
 * folder remembers another state: if the database is
 * older, it was restored, and what players sent since is missing. If it is a new one without people or games, the one that the
 * folder knows may be lost or elsewhere, and nights of backups of the new one would replace the good ones. Must be called before
 * the first heartbeat, and after the operator's account was created.
 * @returns what the process remembers of the database from now on
 */
export async function holdIfNeeded(
  ctx: AppContext,
  { dataDir, held }: { dataDir: string; held: boolean },
): Promise<DatabaseMemory> {
  await endUnfinishedRestore(ctx);
  const lastSeen = await readLastSeen(ctx, dataDir);
  const memory = createDatabaseMemory(lastSeen);
  await lookIfHeld(ctx, memory);
  if (lastSeen !== null && (await isNewInPlaceOf(ctx, lastSeen))) {
    ctx.log.error(
      'The database is new and empty, but the data folder knows another one. The server is held: see that DATABASE_URL names the right database, or restore a backup. If you want to begin anew, release the server with “whistlestop release”.',
    );
    await holdServer(ctx, 'otherDatabase');
  }
  if (held) await holdServer(ctx, 'operator');
  return memory;
}

/** Whether no server has ever run with this database, it has nobody but an operator, and it is not the one of this heartbeat. */
async function isNewInPlaceOf({ db: { prisma } }: AppContext, lastSeen: LastSeen): Promise<boolean> {
  const { databaseId, seenAt } = await prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  if (databaseId === lastSeen.databaseId || seenAt !== null) return false;
  const [games, people] = [
    await prisma.game.count(),
    await prisma.account.count({ where: { operator: false } }),
  ];
  return games === 0 && people === 0;
}
