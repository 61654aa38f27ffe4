import type { JobPayloads } from '../database/outbox.ts';
import { processFinalTurn } from '../games/processing/process-turn.ts';
import type { JobDeps } from './job-definitions.ts';

/** Processes a turn of which every sheet is its player's last word, unless one has been taken back. */
export async function processEarlyJob(deps: JobDeps, payload: JobPayloads['processEarly']): Promise<void> {
  const { kind } = await processFinalTurn(deps.ctx, payload);
  deps.ctx.log.info({ ...payload, kind }, 'turn of which every sheet was final');
}
