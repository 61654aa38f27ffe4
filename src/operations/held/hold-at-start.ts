import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { listBackups } from '../backup/prune-backups.ts';
import { readBackupHeader } from '../backup/read-backup.ts';
import { endUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { lookAt } from '../slow-folder.ts';
import { createDatabaseMemory, type DatabaseMemory } from './database-memory.ts';
import { holdServer, lookIfHeld } from './held-state.ts';
import { type LastSeen, readLastSeen } from './last-seen.ts';

/**
 * Holds the server at its start if the operator wants it, if a restore was interrupted before it could be held, or if the data
 * folder remembers another state: if the database is
 * older, it was restored, and what players sent since is missing. If it is a new one without people or games, the one that the
 * folder knows may be lost or elsewhere, and nights of backups of the new one would replace the good ones. The data folder may be
 * lost, too, as when its disk is missing; then the backups show that there was another database, or that this one is older. Must be called before the first heartbeat, and after the operator's account was created.
 * @returns what the process remembers of the database from now on
 */
export async function holdIfNeeded(
  ctx: AppContext,
  { dataDir, backupDir, held }: { dataDir: string; backupDir: string; held: boolean },
): Promise<DatabaseMemory> {
  await endUnfinishedRestore(ctx);
  const lastSeen = await readLastSeen(ctx, dataDir);
  const memory = createDatabaseMemory(lastSeen);
  await lookIfHeld(ctx, memory);
  if ((await isNew(ctx, lastSeen)) && (lastSeen !== null || (await hasBackups(backupDir)))) {
    ctx.log.error(
      'The database is new and empty, but the data folder knows another one, or there are backups of another one. The server is held: see that DATA_DIR and DATABASE_URL name the right folder and database, or restore a backup. If you want to begin anew, release the server with “whistlestop release”.',
    );
    await holdServer(ctx, 'otherDatabase');
  }
  if (await isOlderThanBackup(ctx, { backupDir, lastSeen })) {
    ctx.log.error(
      'There is a nightly backup of a later state of this database, so the database was put back from a copy that is older. The server is held: see “whistlestop held”.',
    );
    await holdServer(ctx, 'olderDatabase');
  }
  if (held) await holdServer(ctx, 'operator');
  return memory;
}

/** Whether there are nightly backups. A folder that cannot be read or does not answer does not keep a new server from starting. */
function hasBackups(dir: string): Promise<boolean> {
  return lookAt(dir, async () => (await listBackups(dir)).length > 0).catch(() => false);
}

/**
 * Whether the newest backup of the database has a later heartbeat than the database, while the data folder remembers nothing of it. That
 * happens if it was put back with the tools of PostgreSQL beside a new data folder.
 */
async function isOlderThanBackup(
  { db: { prisma } }: AppContext,
  { backupDir, lastSeen }: { backupDir: string; lastSeen: LastSeen | null },
): Promise<boolean> {
  const { databaseId, seenAt } = await prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  if (databaseId === lastSeen?.databaseId || seenAt === null) return false;
  const newest = await lookAt(backupDir, async () => {
    for (const name of await listBackups(backupDir)) {
      const header = await readBackupHeader(path.join(backupDir, name));
      if (header.ok && header.value.databaseId === databaseId) return header.value.seenAt;
    }
    return null;
  }).catch(() => null);
  return newest !== null && new Date(newest) > seenAt;
}

/**
 * Whether no server has ever run with this database, it has nobody but an operator, and it is not the one of this heartbeat, if
 * there is one.
 */
async function isNew({ db: { prisma } }: AppContext, lastSeen: LastSeen | null): Promise<boolean> {
  const { databaseId, seenAt } = await prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  if (databaseId === lastSeen?.databaseId || seenAt !== null) return false;
  const [games, people] = [
    await prisma.game.count(),
    await prisma.account.count({ where: { operator: false } }),
  ];
  return games === 0 && people === 0;
}
