import type { AppContext } from '../../context.ts';
import { createDatabaseMemory, type DatabaseMemory } from './database-memory.ts';
import { holdServer, lookIfHeld } from './held-state.ts';
import { readLastSeen } from './last-seen.ts';

/**
 * Holds the server at its start if the operator wants it, or if the database is older than what the data folder remembers:
 * then it was restored, and what players sent since is missing. Must be called before the first heartbeat.
 * @returns what the process remembers of the database from now on
 */
export async function holdIfNeeded(
  ctx: AppContext,
  { dataDir, held }: { dataDir: string; held: boolean },
): Promise<DatabaseMemory> {
  const memory = createDatabaseMemory(await readLastSeen(ctx, dataDir));
  await lookIfHeld(ctx, memory);
  if (held) await holdServer(ctx, 'operator');
  return memory;
}
