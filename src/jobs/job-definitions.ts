import { z } from 'zod';
import type { JobName, JobPayloads } from '../database/outbox.ts';
import type { DeliverDeps } from '../mail/delivery/deliver.ts';
import { computerSheetsJob } from './computer-sheets.ts';
import { deadlineJob } from './deadline.ts';
import { deliverJob } from './deliver.ts';
import { processJob } from './process.ts';
import { processEarlyJob } from './process-early.ts';
import { remindJob } from './remind.ts';

/** What the jobs work with. */
export type JobDeps = DeliverDeps;

/** One kind of job: what it must be told, and what it does. It may be run twice, and must not mind. */
export interface JobDefinition<Payload> {
  payload: z.ZodType<Payload>;
  run(deps: JobDeps, payload: Payload): Promise<void>;
  /** Jobs of one lane wait for each other only: mails never keep a turn waiting. */
  lane: 'mail' | 'turns';
}

const ofTurn = z.object({ gameId: z.uuid(), turn: z.int().positive() });

/** Every kind of job. */
export const JOBS: { readonly [Name in JobName]: JobDefinition<JobPayloads[Name]> } = {
  deliver: { payload: z.object({ deliveryId: z.uuid() }), run: deliverJob, lane: 'mail' },
  computerSheets: { payload: ofTurn, run: computerSheetsJob, lane: 'turns' },
  process: { payload: ofTurn, run: processJob, lane: 'turns' },
  deadline: { payload: ofTurn.extend({ due: z.iso.datetime() }), run: deadlineJob, lane: 'turns' },
  remind: { payload: ofTurn, run: remindJob, lane: 'turns' },
  processEarly: { payload: ofTurn.extend({ at: z.iso.datetime() }), run: processEarlyJob, lane: 'turns' },
};

/** The kinds of job of a lane. */
export function jobsOf(lane: 'mail' | 'turns'): JobName[] {
  return (Object.keys(JOBS) as JobName[]).filter((name) => JOBS[name].lane === lane);
}
