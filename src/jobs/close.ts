import type { JobPayloads } from '../database/outbox.ts';
import { processWhenFinal } from '../games/processing/process-turn.ts';
import type { JobDeps } from './job-definitions.ts';

/** Processes a turn of which every sheet is its player's last word, unless one has been taken back. */
export async function closeJob(deps: JobDeps, payload: JobPayloads['close']): Promise<void> {
  const { kind } = await processWhenFinal(deps.house, payload);
  deps.house.log.info({ ...payload, kind }, 'turn of which every sheet was final');
}
