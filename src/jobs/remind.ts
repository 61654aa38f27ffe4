import type { JobPayloads } from '../database/outbox.ts';
import { remindPlayers } from '../games/schedule/reminders.ts';
import type { JobDeps } from './job-definitions.ts';

/** Reminds those whose sheet is missing. */
export async function remindJob(deps: JobDeps, payload: JobPayloads['remind']): Promise<void> {
  await remindPlayers(deps.ctx, payload);
}
