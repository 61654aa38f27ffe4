import type { JobPayloads } from '../database/outbox.ts';
import { processAtDeadline } from '../games/processing/process-turn.ts';
import type { JobDeps } from './job-definitions.ts';

/** Processes a turn whose time is over. Where its date has moved since, that date has a job of its own. */
export async function deadlineJob(deps: JobDeps, payload: JobPayloads['deadline']): Promise<void> {
  const { kind } = await processAtDeadline(deps.ctx, payload);
  deps.ctx.log.info({ ...payload, kind }, 'deadline');
}
