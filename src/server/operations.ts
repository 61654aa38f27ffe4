import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, mailDomainOf } from '../config.ts';
import type { AppContext } from '../context.ts';
import { type JobLane, jobsInLane, LANES } from '../jobs/job-definitions.ts';
import { openTransport } from '../mail/delivery/transport.ts';
import { alertFile, alertFiles } from '../operations/alerts/alert-file.ts';
import { type Alerts, createAlerts } from '../operations/alerts/alerts.ts';
import { readOperatorAddresses } from '../operations/alerts/operator-addresses.ts';
import { backupsCheck } from '../operations/checks/backups.ts';
import { departuresCheck } from '../operations/checks/departures.ts';
import { nightlyElsewhereCheck } from '../operations/checks/nightly-elsewhere.ts';
import { operatorsCheck } from '../operations/checks/operators.ts';
import { restartsCheck } from '../operations/checks/restarts.ts';
import type { Health } from '../operations/health.ts';
import { createMetrics } from '../operations/metrics/metrics.ts';
import type { MetricsAccess } from '../operations/metrics/metrics-route.ts';
import type { NightlySettings } from '../operations/nightly/nightly.ts';
import { processNames, type Run } from '../operations/starts.ts';
import type { SystemSettings } from '../operations/system/system-view.ts';
import type { Closers } from './closers.ts';
import { readDkimKey } from './dkim-key.ts';
import { startCommandCheck } from './start-command.ts';

/** How long a start waits for the mail that says that the server crashes again and again, in milliseconds. */
const CRASH_ALERT_TIMEOUT = 10_000;

/** Milliseconds between two looks at whether the database is open. */
const OPENING_INTERVAL = 5_000;

/** How long a process without workers leaves it to the one with workers to tell what is wrong, in milliseconds. */
const WEB_PATIENCE = 180_000;

/** How many milliseconds later each process tells than the one before it in the data folder, which may have told by then. */
const TURN = 10_000;

/**
 * Opens what tells the operators by mail what is wrong.
 * @param where.smtpUrl the mail server, or the built-in mailbox
 * @param where.name the name of the process, see `chooseProcessName`
 * @param where.patience milliseconds for which a condition must last before it is told
 */
export async function openAlerts(
  config: Config,
  log: Logger,
  { smtpUrl, name, patience }: { smtpUrl: string; name: string; patience?: number },
): Promise<Alerts> {
  const { dataDir, publicUrl, role } = config;
  const file = alertFile(dataDir, name);
  return await createAlerts({
    file,
    otherFiles: async () => (await alertFiles(dataDir)).filter((other) => other !== file),
    turn: async () => TURN * Math.max(0, (await processNames(dataDir)).indexOf(name)),
    ...(role === 'web' && { patience: WEB_PATIENCE }),
    ...(patience !== undefined && { patience }),
    ...(role !== 'all' && { process: `${name} on ${hostname()}` }),
    ...{ publicUrl, from: config.mailFrom, mailDomain: mailDomainOf(publicUrl) },
    // Signed like all other mail. Without a key that can be used, the start fails later: that is told unsigned.
    transport: openTransport({
      ...{ url: smtpUrl, connections: 1 },
      dkim: await readDkimKey(config).catch(() => null),
    }),
    firstAddress: config.operator.email,
    log,
  });
}

/**
 * Starts what tells the operators by mail what is wrong. If the server crashes again and again, they are told before
 * anything else starts, because that may be what crashes.
 * @param smtpUrl the mail server, or the built-in mailbox
 */
export async function startAlerts(
  config: Config,
  log: Logger,
  { smtpUrl, run, closers }: { smtpUrl: string; run: Run; closers: Closers },
): Promise<Alerts> {
  const alerts = await openAlerts(config, log, { smtpUrl, name: run.name });
  closers.add(() => alerts.close());
  const restarts = await restartsCheck(run.crashes, () => new Date()).run();
  alerts.observe([{ check: 'restarts', ...restarts }]);
  if (restarts.level !== 'ok') {
    await Promise.race([alerts.settled(), sleep(CRASH_ALERT_TIMEOUT, undefined, { ref: false })]);
  }
  return alerts;
}

/**
 * Tells the operators if it takes long to open the database, while the other checks do not run yet.
 * @param interval milliseconds between two looks at it
 */
export async function tellWhileOpening<T>(
  alerts: Alerts,
  opening: Promise<T>,
  interval = OPENING_INTERVAL,
): Promise<T> {
  const message =
    'The server has not opened its database since it started. It waits for it, or is still updating its tables: look at the log.';
  const timer = setInterval(() => alerts.observe([{ check: 'database', level: 'down', message }]), interval);
  return await opening.finally(() => clearInterval(timer));
}

/** Adds the checks of restarts, operators, backups, departures and the start command, and tells the operators what all checks find. */
export function watchHealth(
  { config, ctx, health }: { config: Config; ctx: AppContext; health: Health },
  { alerts, run, closers }: { alerts: Alerts; run: Run; closers: Closers },
): void {
  health.add(restartsCheck(run.crashes, ctx.now));
  health.add(startCommandCheck());
  // The built-in mailbox has mail for any address.
  if (config.smtpUrl !== null) health.add(operatorsCheck(ctx));
  // A process without workers may run on another machine, without the backups.
  if (config.role !== 'web' && config.nightlyWork) {
    health.add(backupsCheck(config, ctx.now));
    const departures = departuresCheck(ctx, config);
    health.add(departures);
    closers.add(() => departures.stop());
  }
  if (!config.nightlyWork) health.add(nightlyElsewhereCheck(ctx));
  alerts.readAddressesFrom(() => readOperatorAddresses(ctx));
  health.onChecked((conditions) => alerts.observe(conditions));
  health.untoldFrom(() => alerts.untold());
}

/** What the nightly work needs; undefined if this process leaves it to others. */
export function nightlySettings(config: Config): NightlySettings | undefined {
  const { dataDir, nightlyAt, backups, keepDays, minFreeMb } = config;
  if (!config.nightlyWork) return undefined;
  return { dataDir, at: nightlyAt, backups, keepDays, minFreeMb };
}

/** What the operator's System page looks at besides the database. */
export function systemSettings({ dataDir, databaseUrl, backups, nightlyAt }: Config): SystemSettings {
  return { dataDir, embedded: databaseUrl === null, backups, nightlyAt };
}

/** The metrics of a server; undefined if they are off. */
export function metricsAccess(config: Config, ctx: AppContext, health: Health): MetricsAccess | undefined {
  if (config.metricsToken === null) return undefined;
  const lanes = Object.fromEntries((Object.keys(LANES) as JobLane[]).map((lane) => [lane, jobsInLane(lane)]));
  const { dataDir, backups } = config;
  const metrics = createMetrics({
    pool: ctx.db.pool,
    health,
    lanes,
    dataDir,
    backupDir: backups.dir,
    now: ctx.now,
  });
  return { metrics, token: config.metricsToken };
}
