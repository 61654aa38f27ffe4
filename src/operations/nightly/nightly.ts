import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { recordDepartures } from '../departures/record-departures.ts';
import { endOldMarks } from '../retention/end-old-marks.ts';
import { pruneAddressProofs } from '../retention/prune-address-proofs.ts';
import { pruneAttemptCounts } from '../retention/prune-attempt-counts.ts';
import { pruneDeliveries } from '../retention/prune-deliveries.ts';
import { pruneDowntimes } from '../retention/prune-downtimes.ts';
import { pruneFailedJobs } from '../retention/prune-jobs.ts';
import { pruneKnownNetworks } from '../retention/prune-known-networks.ts';
import { pruneLimitedActions } from '../retention/prune-limited-actions.ts';
import { pruneMailRequests } from '../retention/prune-mail-requests.ts';
import { pruneMailbox } from '../retention/prune-mailbox.ts';
import { prunePostalAddresses } from '../retention/prune-postal-addresses.ts';
import { prunePractice } from '../retention/prune-practice.ts';
import { pruneSessions } from '../retention/prune-sessions.ts';
import { pruneSignInLinks } from '../retention/prune-sign-in-links.ts';
import { pruneTakenMail } from '../retention/prune-taken-mail.ts';
import { pruneWebhookCalls } from '../retention/prune-webhook-calls.ts';
import { trimPostgresLog } from '../retention/trim-postgres-log.ts';
import { makeNightlyBackup, type NightlyBackupSettings } from './nightly-backup.ts';

/** What the nightly work needs to know. */
export interface NightlySettings extends NightlyBackupSettings {
  /** When it begins: hour and minute, UTC. */
  at: { hour: number; minute: number };
  /** For how many days records of mail, the built-in mailbox, failed jobs, and practice games are kept. */
  keepDays: { mail: number; jobs: number; practice: number };
}

/** How the work of one night is done. */
export interface NightOptions {
  /** Whether to delete what is old; false if it is not known what is, because a clock is wrong. True by default. */
  deletes?: boolean;
  /** Asked before each step whether to go on; always yes by default. */
  mayGoOn?: () => Promise<boolean>;
}

/** What one step has done: how much it deleted, or what it made; null if it failed. */
export type NightlyReport = Record<string, number | string | null>;

/**
 * Does the work of a night: makes a backup, and deletes what is no longer needed. A step that fails is logged and does
 * not stop the others. Safe to repeat.
 * @throws if it may not go on
 */
export async function runNightly(
  ctx: AppContext,
  settings: NightlySettings,
  { deletes = true, mayGoOn = async () => true }: NightOptions = {},
): Promise<NightlyReport> {
  const startedAt = performance.now();
  const report: NightlyReport = {};
  const steps = [...backupSteps(ctx, settings, deletes), ...(deletes ? deletions(ctx, settings) : [])];
  for (const [name, step] of steps) {
    if (!(await mayGoOn())) throw new Error(`The nightly work waits. Its next step is ${name}.`);
    try {
      report[name] = await step();
    } catch (error) {
      report[name] = null;
      ctx.log.error({ err: error, step: name }, 'a step of the nightly work failed');
    }
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  ctx.log.info({ ...report, seconds }, 'nightly work finished');
  return report;
}

type Step = [name: string, step: () => Promise<number | string>];

/** The backup comes first: it still has what the other steps delete. */
function backupSteps(ctx: AppContext, settings: NightlySettings, deletes: boolean): Step[] {
  return [
    ['backup', () => makeNightlyBackup(ctx, settings, deletes)],
    ['departures', () => recordDepartures(ctx, settings)],
  ];
}

function deletions(ctx: AppContext, settings: NightlySettings): Step[] {
  const { pool } = ctx.db;
  const { dataDir, keepDays } = settings;
  const now = ctx.now();
  return [
    ['failedJobs', () => pruneFailedJobs(pool, now, keepDays.jobs)],
    ['deliveries', () => pruneDeliveries(pool, now, keepDays.mail)],
    ['mailboxFiles', () => pruneMailbox(path.join(dataDir, 'mailbox'), now, keepDays.mail)],
    ['signInLinks', () => pruneSignInLinks(pool, now)],
    ['addressProofs', () => pruneAddressProofs(pool, now)],
    ['addressMarks', () => endOldMarks(pool, now)],
    ['sessions', () => pruneSessions(pool, now)],
    ['knownNetworks', () => pruneKnownNetworks(pool, now)],
    ['attemptCounts', () => pruneAttemptCounts(pool, now)],
    ['limitedActions', () => pruneLimitedActions(pool, now)],
    ['takenMail', () => pruneTakenMail(pool, now, keepDays.mail)],
    ['mailRequests', () => pruneMailRequests(pool, now)],
    ['practiceGames', () => prunePractice(pool, now, keepDays.practice)],
    ['postalAddresses', () => prunePostalAddresses(pool, now)],
    ['webhookCalls', () => pruneWebhookCalls(pool, now)],
    ['downtimes', () => pruneDowntimes(pool, now)],
    ['postgresLogBytes', () => trimPostgresLog(dataDir)],
  ];
}
