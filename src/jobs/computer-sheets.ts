import type { JobPayloads } from '../database/outbox.ts';
import { makeComputerSheets } from '../games/processing/computer-sheets.ts';
import type { JobDeps } from './job-definitions.ts';

/** The computer opponents send their sheets. */
export async function computerSheetsJob(
  deps: JobDeps,
  payload: JobPayloads['computerSheets'],
): Promise<void> {
  await makeComputerSheets(deps.ctx, payload);
}
