import { z } from 'zod';
import { mailRequestedAddress, mailRequestedLink, mailRequestedSignUp } from '../accounts/requested-mail.ts';
import type { JobName, JobPayloads } from '../database/outbox.ts';
import { mailDigest } from '../games/notices/digest.ts';
import { makeComputerSheets } from '../games/processing/computer-sheets.ts';
import {
  processAtDeadline,
  processWhenAllIn,
  processWhenOrdersFinal,
} from '../games/processing/scheduled-processing.ts';
import { remindPlayers } from '../games/schedule/reminders.ts';
import { attemptDelivery, type DeliverDeps } from '../mail/delivery/deliver.ts';
import { putOffDates } from '../operations/downtime/put-off-dates.ts';
import { clocksAgree } from '../operations/nightly/clocks-agree.ts';
import { type NightlySettings, runNightly } from '../operations/nightly/nightly.ts';
import { scheduleNextNight } from '../operations/nightly/nightly-schedule.ts';
import { attemptNext, attemptTest } from '../webhooks/attempt-call.ts';

/** What jobs work with. */
export interface JobDeps extends DeliverDeps {
  /** What the nightly work needs; if it is missing, nothing is done at night. */
  nightly?: NightlySettings;
  /** Whether the server is held at this moment, so that no job may begin; if it is missing, it never is. */
  isHeldNow?: () => Promise<boolean>;
}

/** Jobs of one lane wait only for each other, so that neither mail nor a program that is called delays a turn. */
export type JobLane = 'mail' | 'mailRetries' | 'turns' | 'upkeep' | 'calls';

/** How many jobs of each lane run at the same time. */
export const LANES: { readonly [Lane in JobLane]: number } = {
  mail: 4,
  mailRetries: 4,
  turns: 2,
  upkeep: 1,
  calls: 2,
};

/** One kind of job. Its handler must be safe to run twice: the queue repeats jobs that fail or are interrupted. */
export interface JobDefinition<Payload> {
  lane: JobLane;
  payload: z.ZodType<Payload>;
  run(deps: JobDeps, payload: Payload): Promise<void>;
}

const turnPayload = z.object({ gameId: z.uuid(), turn: z.int().positive() });

const linkPayload = z.object({
  next: z.string(),
  minutes: z.int().positive(),
  /** Jobs of older versions have none. */
  network: z.string().optional(),
  wideNetwork: z.string().optional(),
  block: z.string().optional(),
});

const deliveryPayload = z.object({ deliveryId: z.uuid() });

/** The attempt itself schedules what follows. Throwing makes the queue ask again a little later. */
async function deliver(deps: JobDeps, deliveryId: string, options: { handOver: boolean }): Promise<void> {
  const attempt = await attemptDelivery(deps, deliveryId, options);
  if (attempt === 'busy') throw new Error('Another worker is sending this mail.');
}

/** All kinds of jobs. */
export const JOBS: { readonly [Name in JobName]: JobDefinition<JobPayloads[Name]> } = {
  deliver: {
    lane: 'mail',
    payload: deliveryPayload,
    run: (deps, { deliveryId }) => deliver(deps, deliveryId, { handOver: true }),
  },
  deliverAgain: {
    lane: 'mailRetries',
    payload: deliveryPayload,
    run: (deps, { deliveryId }) => deliver(deps, deliveryId, { handOver: false }),
  },
  computerSheets: {
    lane: 'turns',
    payload: turnPayload,
    async run({ ctx }, payload) {
      await makeComputerSheets(ctx, payload);
    },
  },
  process: {
    lane: 'turns',
    payload: turnPayload,
    async run({ ctx }, payload) {
      const { kind } = await processWhenAllIn(ctx, payload);
      ctx.log.info({ ...payload, kind }, 'process job finished');
    },
  },
  deadline: {
    lane: 'turns',
    payload: turnPayload.extend({ due: z.iso.datetime() }),
    // Does nothing if the due date has moved: the new date has a job of its own.
    async run({ ctx }, payload) {
      const { kind } = await processAtDeadline(ctx, payload);
      ctx.log.info({ ...payload, kind }, 'deadline job finished');
    },
  },
  remind: {
    lane: 'turns',
    payload: turnPayload,
    async run({ ctx }, payload) {
      await remindPlayers(ctx, payload);
    },
  },
  processEarly: {
    lane: 'turns',
    payload: turnPayload.extend({ at: z.iso.datetime() }),
    // Does nothing if a player has reopened their orders.
    async run({ ctx }, payload) {
      const { kind } = await processWhenOrdersFinal(ctx, payload);
      ctx.log.info({ ...payload, kind }, 'processEarly job finished');
    },
  },
  nightly: {
    lane: 'upkeep',
    payload: z.object({}),
    // Its successor is scheduled last: if the server dies before, the queue repeats this job.
    async run({ ctx, nightly, isHeldNow }) {
      if (nightly === undefined) return;
      const mayGoOn = async () => (await isHeldNow?.()) !== true;
      await runNightly(ctx, nightly, { deletes: await clocksAgree(ctx), mayGoOn });
      await scheduleNextNight(ctx, nightly.at);
    },
  },
  requestedLink: {
    lane: 'mail',
    payload: linkPayload.extend({
      account: z.union([z.int(), z.string()]),
      onlyIfKnown: z.boolean().optional(),
      isInvited: z.boolean().optional(),
      isConfirmation: z.boolean().optional(),
      browser: z.string().optional(),
    }),
    run: ({ ctx }, payload) => mailRequestedLink(ctx, payload),
  },
  requestedSignUp: {
    lane: 'mail',
    payload: linkPayload.extend({ name: z.string(), email: z.string() }),
    run: ({ ctx }, payload) => mailRequestedSignUp(ctx, payload),
  },
  requestedAddress: {
    lane: 'mail',
    payload: linkPayload.pick({ wideNetwork: true, block: true }).extend({
      accountId: z.int(),
      accessEpoch: z.int().optional(),
      session: z.string().optional(),
      email: z.string(),
    }),
    run: ({ ctx }, payload) => mailRequestedAddress(ctx, payload),
  },
  digest: {
    lane: 'mail',
    payload: z.object({ accountId: z.int() }),
    run: ({ ctx }, { accountId }) => mailDigest(ctx, accountId),
  },
  callWebhook: {
    lane: 'calls',
    payload: z.object({ callId: z.uuid() }),
    run: (deps, { callId }) => attemptTest(deps, callId),
  },
  callWebhookNext: {
    lane: 'calls',
    payload: z.object({ webhookId: z.uuid() }),
    run: (deps, { webhookId }) => attemptNext(deps, webhookId),
  },
  putOffDates: {
    lane: 'turns',
    payload: z.object({
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      ofMailOnly: z.boolean().default(false),
    }),
    async run({ ctx }, { from, until, ofMailOnly }) {
      const games = await putOffDates(ctx, { from: new Date(from), until: new Date(until), ofMailOnly });
      ctx.log.info({ from, until, ofMailOnly, games }, 'putOffDates job finished');
    },
  },
};

/** The kinds of jobs in a lane. */
export function jobsInLane(lane: JobLane): JobName[] {
  return (Object.keys(JOBS) as JobName[]).filter((name) => JOBS[name].lane === lane);
}
