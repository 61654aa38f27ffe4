import type { AppContext } from '../../context.ts';
import { formatDateTime } from '../../text/dates.ts';
import { holdServer } from './held-state.ts';
import { heartbeatMissingIn } from './last-seen.ts';

/**
 * Holds the server at its start if the operator wants it, or if the database is older than what the data folder remembers:
 * then it was restored, and what players sent since is missing. Must be called before the first heartbeat.
 */
export async function holdIfNeeded(
  ctx: AppContext,
  { dataDir, held }: { dataDir: string; held: boolean },
): Promise<void> {
  const missing = await heartbeatMissingIn(ctx, dataDir);
  if (missing !== null) {
    const lastRan = formatDateTime(missing.seenAt, 'UTC');
    ctx.log.error(
      { lastRan: missing.seenAt },
      `The database is older than when the server last ran (${lastRan}), so it was probably restored from a backup. The server is held: nothing is processed and no mail is sent until the operator releases it.`,
    );
    await holdServer(ctx, 'olderDatabase');
  }
  if (held) await holdServer(ctx, 'operator');
}
