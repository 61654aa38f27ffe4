import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { clockCheck } from '../operations/checks/clock.ts';
import { databaseCheck } from '../operations/checks/database.ts';
import { deadlinesCheck } from '../operations/checks/deadlines.ts';
import { type DiskCheckOptions, diskCheck } from '../operations/checks/disk.ts';
import { heldCheck } from '../operations/checks/held.ts';
import type { ClockDoubts } from '../operations/downtime/clock-doubts.ts';
import { createHealth, type Health } from '../operations/health.ts';
import type { Closers } from './closers.ts';

/** Starts checking the server. The check of the workers is added when they have started. */
export function startHealth(given: {
  ctx: AppContext;
  config: Config;
  doubts: ClockDoubts;
  closers: Closers;
}): Health {
  const { ctx, config, doubts, closers } = given;
  const health = createHealth(ctx.log);
  closers.add(() => health.close());
  health.add(heldCheck(ctx));
  health.add(databaseCheck(ctx.db.pool));
  health.add(diskCheck(disksOf(config)));
  health.add(clockCheck(ctx, doubts));
  health.add(deadlinesCheck(ctx));
  return health;
}

/** The folders of a server, and how much space they need. */
function disksOf({ dataDir, databaseUrl, smtpUrl, backups, minFreeMb }: Config): DiskCheckOptions {
  const needed = databaseUrl === null || smtpUrl === null;
  return { dataDir, needed, backupDir: backups.kept > 0 ? backups.dir : null, minFreeMb };
}
