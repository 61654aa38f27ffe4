import type { JobPayloads } from '../database/outbox.ts';
import { processWhenAllIn } from '../games/processing/process-turn.ts';
import type { JobDeps } from './job-definitions.ts';

/** Processes a turn of which all sheets are in, if that is still so. */
export async function processJob(deps: JobDeps, payload: JobPayloads['process']): Promise<void> {
  const { kind } = await processWhenAllIn(deps.ctx, payload);
  deps.ctx.log.info({ ...payload, kind }, 'turn that was complete');
}
