import type { AppContext } from '../context.ts';
import { clockCheck } from '../operations/checks/clock.ts';
import { databaseCheck } from '../operations/checks/database.ts';
import { deadlinesCheck } from '../operations/checks/deadlines.ts';
import { heldCheck } from '../operations/checks/held.ts';
import { createHealth, type Health } from '../operations/health.ts';
import type { Closers } from './closers.ts';

/** Starts checking the server. The check of the workers is added when they have started. */
export function startHealth(ctx: AppContext, closers: Closers): Health {
  const health = createHealth(ctx.log);
  closers.add(() => health.close());
  health.add(heldCheck(ctx));
  health.add(databaseCheck(ctx.db.pool));
  health.add(clockCheck(ctx));
  health.add(deadlinesCheck(ctx));
  return health;
}
