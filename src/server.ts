import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureOperator } from './accounts/operator-account.ts';
import { isPlaceholderAddress, replacePlaceholderAddress } from './accounts/operator-address.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import type { Worker } from './jobs/worker.ts';
import type { InboundMailServer } from './mail/inbound/inbound-mail-server.ts';
import { type Mailbox, openMailbox } from './mail/mailbox/mailbox.ts';
import { createProxyWatch } from './operations/checks/proxies.ts';
import { tryToApplyDepartures } from './operations/departures/apply-departures.ts';
import { tryToRecordDepartures } from './operations/departures/record-departures.ts';
import { type ClockDoubts, createClockDoubts } from './operations/downtime/clock-doubts.ts';
import { canTakeSheets, startHeartbeat } from './operations/downtime/heartbeat.ts';
import type { Health } from './operations/health.ts';
import { type HealthServer, startHealthServer } from './operations/health-server.ts';
import type { DatabaseMemory } from './operations/held/database-memory.ts';
import { type HeldWatch, watchHeld } from './operations/held/held-state.ts';
import { holdIfNeeded } from './operations/held/hold-at-start.ts';
import { registerMetrics } from './operations/metrics/metrics-route.ts';
import { startPresence } from './operations/processes/server-processes.ts';
import { chooseProcessName, recordStart } from './operations/starts.ts';
import { type Closers, createClosers } from './server/closers.ts';
import { dataDirError } from './server/data-dir.ts';
import { watchForNewerVersion } from './server/newer-version.ts';
import { DATABASE_PATIENCE, openContext, openWatchContext } from './server/open-context.ts';
import {
  metricsAccess,
  startAlerts,
  systemSettings,
  tellWhileOpening,
  watchHealth,
} from './server/operations.ts';
import { listenError } from './server/start-error.ts';
import { startHealth } from './server/start-health.ts';
import { waitForDataDir } from './server/wait-for-data-dir.ts';
import { startWorkingParts } from './server/working-parts.ts';
import { buildApp } from './web/app.ts';

/** A running server. */
export interface Server {
  ctx: AppContext;
  /** The address where it listens: `http://127.0.0.1:8080`; null for a worker without pages. */
  address: string | null;
  app: FastifyInstance | null;
  /** Where a worker without pages answers /health and /ready; null for a server with pages. */
  healthAddress: string | null;
  health: Health;
  /** Null while the server is held. */
  readonly worker: Worker | null;
  mailbox: Mailbox | null;
  /** The server for inbound mail; null if none is configured, another process runs it, or the server is held. */
  readonly inboundMail: InboundMailServer | null;
  /** The operator's one-time sign-in link, only on the first start. */
  operatorLink: string | null;
  /**
   * Waits for running work, then closes everything. Safe to call twice.
   * @param why `fault` if the server cannot go on, which counts as a crash; `told` by default
   */
  stop(why?: 'told' | 'fault'): Promise<void>;
}

/** The first start failed after the operator's account was created. The link works once a start succeeds. */
export class FirstStartError extends Error {
  override name = 'FirstStartError';
  readonly operatorLink: string;

  constructor(operatorLink: string, cause: unknown) {
    super('The operator’s account was created, but the server did not start.', { cause });
    this.operatorLink = operatorLink;
  }
}

/** What the parts of the server are started with. */
interface Startup {
  config: Config;
  ctx: AppContext;
  /** With connections of its own, for health checks and heartbeats. */
  watchCtx: AppContext;
  mailbox: Mailbox | null;
  health: Health;
  memory: DatabaseMemory;
  doubts: ClockDoubts;
  watch: HeldWatch;
  closers: Closers;
}

export interface StartOptions {
  /** Whether to hold the server: nothing is processed and no mail is sent until the operator releases it. */
  held?: boolean;
  /** Called if the server cannot go on: the process must end. */
  onFatal?: (error: Error) => void;
}

/**
 * Starts what the settings ask for: database, pages, worker, inbound mail. If a part cannot start, the parts that have
 * started are closed again.
 * @throws FirstStartError if the operator's account was created before the failure
 */
export async function startServer(config: Config, log: Logger, options: StartOptions = {}): Promise<Server> {
  const closers = createClosers(log);
  let operatorLink: string | null = null;
  try {
    await waitForDataDir(config, log);
    const name = await chooseProcessName(config.dataDir, config.role, config.processName);
    const run = await recordStart(config.dataDir, name, { now: new Date(), log });
    const mailbox = await startMailbox(config, log, closers);
    const alerts = await startAlerts(config, log, { smtpUrl: smtpUrlOf(config, mailbox), run, closers });
    const databasePatience = DATABASE_PATIENCE.server;
    const opening = openContext(config, log, { databasePatience, ...options });
    const { ctx, close } = await tellWhileOpening(alerts, opening);
    closers.add(close);
    const operator = await ensureOperator(ctx, config.operator);
    if (operator !== null) operatorLink = `${config.publicUrl}/sign-in/link/${operator.signInToken}`;
    await replacePlaceholderAddress(ctx, config.operator.email);
    await watchVersion(ctx, closers, options);
    const memory = await holdIfNeeded(ctx, {
      ...{ dataDir: config.dataDir, backupDir: config.backups.dir, held: options.held === true },
    });
    await tryToApplyDepartures(ctx, config);
    const { ctx: watchCtx, close: closeWatch } = await openWatchContext(ctx);
    closers.add(closeWatch);
    const watch = await watchHeld(watchCtx, { memory });
    closers.add(() => watch.close());
    // A database that was away may be another one when it is back.
    ctx.db.pool.on('connect', () => void watch.check().catch(() => {}));
    await followDepartures(ctx, config, watch);
    const doubts = createClockDoubts();
    const health = startHealth({ ctx: watchCtx, config, doubts, closers });
    const presence = await startPresence(watchCtx, health, { name, role: config.role });
    closers.add(() => presence.stop());
    watchHealth({ ctx: watchCtx, config, health }, { alerts, run, closers });
    const smtpUrl = smtpUrlOf(config, mailbox);
    const startup = { config, ctx, watchCtx, mailbox, smtpUrl, health, memory, doubts, watch, closers };
    const healthAddress = config.role === 'worker' ? (await startHealthPages(startup)).address : null;
    const app = config.role === 'worker' ? null : await startApp(startup);
    const address = app === null ? null : await listen(app, config);
    if (app !== null) await startHeartbeatFor(startup);
    const parts = await startWorkingParts(startup);
    await health.check();
    const stop = async (why: 'told' | 'fault' = 'told') => {
      await closers.closeAll();
      if (why === 'told') await run.endCleanly();
    };
    return Object.assign(parts, { ctx, address, app, healthAddress, health, mailbox, operatorLink, stop });
  } catch (error) {
    await closers.closeAll();
    throw operatorLink === null ? error : new FirstStartError(operatorLink, error);
  }
}

async function startMailbox(config: Config, log: Logger, closers: Closers): Promise<Mailbox | null> {
  if (config.smtpUrl !== null) return null;
  const mailbox = await openMailbox({ dir: path.join(config.dataDir, 'mailbox'), log }).catch(
    (error: unknown) => {
      throw dataDirError(error, config.dataDir);
    },
  );
  closers.add(() => mailbox.close());
  log.warn('SMTP_URL is not set: mail goes to the built-in mailbox (/mailbox) and is not sent to anyone');
  return mailbox;
}

/** Without anyone who ends the process, it is only logged that it should end. */
async function watchVersion(ctx: AppContext, closers: Closers, { onFatal }: StartOptions): Promise<void> {
  const watch = await watchForNewerVersion(ctx, onFatal ?? ((error) => ctx.log.fatal(error.message)));
  closers.add(() => watch.stop());
}

/** Records what has left the server when it is released, and applies the list whenever the server is held while it runs. */
async function followDepartures(ctx: AppContext, config: Config, watch: HeldWatch): Promise<void> {
  await watch.whileReleased(async () => {
    await tryToRecordDepartures(ctx, config);
    return async () => {
      if (watch.held() !== null) await tryToApplyDepartures(ctx, config);
    };
  });
}

/** Before the worker starts: turns whose due dates passed during downtime must not be processed. */
async function startHeartbeatFor(startup: Startup): Promise<void> {
  const { config, watchCtx: ctx, health, memory, doubts, closers } = startup;
  await health.check();
  const heartbeat = await startHeartbeat({
    ...{ ctx, dataDir: config.dataDir, memory, doubts },
    canTakeSheets: () => canTakeSheets(health.conditions()),
  });
  closers.add(() => heartbeat.stop());
}

/** The configured mail server, or the built-in mailbox. */
function smtpUrlOf(config: Config, mailbox: Mailbox | null): string {
  return config.smtpUrl ?? (mailbox as Mailbox).smtpUrl;
}

async function startHealthPages({ config, ctx, health, closers }: Startup): Promise<HealthServer> {
  const access = metricsAccess(config, ctx, health);
  const routes = (app: FastifyInstance) => access && registerMetrics(app, access);
  const { host, healthPort: port } = config;
  const server = await startHealthServer({ host, port, health, log: ctx.log, routes });
  closers.add(() => server.close());
  return server;
}

async function startApp({ config, ctx, mailbox, health, watch, closers }: Startup): Promise<FastifyInstance> {
  const proxyWatch = createProxyWatch(ctx.now);
  health.add(proxyWatch.check);
  const app = await buildApp({
    ctx,
    publicUrl: config.publicUrl,
    mailbox,
    health,
    held: watch,
    metrics: metricsAccess(config, ctx, health),
    system: systemSettings(config),
    trustProxy: config.proxies > 0 && config.proxies,
    ...(config.proxies === 0 && { proxyWatch }),
    limits: { peoplePerNetwork: config.peoplePerNetwork },
    signUp: config.signUp,
    securityContact: config.securityContact,
    signInLinkMinutes: config.signInLinkMinutes,
    keepMailDays: config.keepDays.mail,
    keepPracticeDays: config.keepDays.practice,
    ...contactOf(config),
  });
  closers.add(() => app.close());
  return app;
}

/** The operator's address, unless it is the default, which does not exist. */
function contactOf({ operator }: Config): { contact?: string } {
  return isPlaceholderAddress(operator.email) ? {} : { contact: operator.email };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  return await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, { host, port, hostSetting: 'HOST', portSetting: 'PORT' });
  });
}
