import type { JobPayloads } from '../database/outbox.ts';
import { playOpponents } from '../games/processing/computer-sheets.ts';
import type { JobDeps } from './job-definitions.ts';

/** The computer opponents send their sheets. */
export async function opponentsJob(deps: JobDeps, payload: JobPayloads['opponents']): Promise<void> {
  await playOpponents(deps.house, payload);
}
