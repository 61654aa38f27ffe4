import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { ServerState } from '../../database/generated/client.ts';
import { formatDateTime } from '../../text/dates.ts';
import { type LastSeen, lastSeenOf } from './last-seen.ts';

/*
 * A database can be replaced by an older copy while servers run: it is restored by its own tools, or another machine takes
 * over that had not received everything. What players sent since is missing then. So each process remembers the newest
 * heartbeat that the database has had, and a process which finds that the database lacks it holds the server. Heartbeats are
 * compared by their number, because clocks can be set back.
 */

/** The newest heartbeat that a process knows the database to have had. */
export interface DatabaseMemory {
  /** The heartbeat that this database should have and lacks; null if all is well. */
  missingIn(state: ServerState): LastSeen | null;
  /**
   * Remembers the heartbeat of a database that lacks nothing, or of a held one, which counts as known with all that it lacks.
   * Does nothing if the state was read before what is remembered.
   */
  remember(state: ServerState): void;
}

/**
 * Creates the memory of a process.
 * @param lastSeen what is known when it starts; null if that is nothing
 */
export function createDatabaseMemory(lastSeen: LastSeen | null = null): DatabaseMemory {
  let newest = lastSeen;
  return {
    missingIn: (state) => (newest !== null && lacks(state, newest) ? newest : null),
    remember(state) {
      const { seenAt, heldAt } = state;
      if (seenAt === null || (heldAt === null && newest !== null && lacks(state, newest))) return;
      newest = lastSeenOf({ ...state, seenAt });
    },
  };
}

/** Heartbeats have the same number only if the file of an older version has none. */
function lacks(state: ServerState, { databaseId, beats, seenAt }: LastSeen): boolean {
  if (state.databaseId !== databaseId) return false;
  const number = Number(state.beats);
  if (beats !== undefined && beats !== number) return number < beats;
  return state.seenAt === null || state.seenAt < seenAt;
}

/**
 * Holds the server because its database lacks a heartbeat, and logs it. Does nothing if the database has the heartbeat by now:
 * what the process has read may be older than what it remembers.
 * @returns whether the database lacks it
 */
export async function holdOlderDatabase(
  ctx: Pick<AppContext, 'log'>,
  tx: Tx,
  { databaseId, beats, seenAt }: LastSeen,
): Promise<boolean> {
  // The heartbeat counts as known from now on, so that a release is newer than everything that anyone remembers.
  const changed = await tx.$executeRaw`
    UPDATE "ServerState"
    SET "beats" = GREATEST("beats", ${beats ?? 0}::bigint), "heldAt" = COALESCE("heldAt", clock_timestamp()),
      "heldReason" = COALESCE("heldReason", 'olderDatabase')
    WHERE "id" = 1 AND "databaseId" = ${databaseId}::uuid AND ("beats" < ${beats ?? 0}::bigint
      OR "beats" = COALESCE(${beats ?? null}::bigint, "beats") AND ("seenAt" IS NULL OR "seenAt" < ${seenAt}))`;
  if (changed === 0) return false;
  ctx.log.error(
    { lastRan: seenAt },
    `The database is older than when the server last ran (${formatDateTime(seenAt, 'UTC')}), so it was probably restored from a backup. The server is held: nothing is processed and no mail is sent until the operator releases it.`,
  );
  return true;
}
