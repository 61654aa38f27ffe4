import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureOperator } from './accounts/operator-account.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { type RelayWatch, startRelayWatch } from './mail/delivery/relay-watch.ts';
import { openTransport } from './mail/delivery/transport.ts';
import { type InboundMailServer, startInboundMailServer } from './mail/inbound/inbound-mail-server.ts';
import { type Mailbox, openMailbox } from './mail/mailbox/mailbox.ts';
import type { Alerts } from './operations/alerts/alerts.ts';
import { clockCheck } from './operations/checks/clock.ts';
import { databaseCheck } from './operations/checks/database.ts';
import { deadlinesCheck } from './operations/checks/deadlines.ts';
import { mailCheck } from './operations/checks/mail.ts';
import { createHealth, type Health } from './operations/health.ts';
import { type HealthServer, startHealthServer } from './operations/health-server.ts';
import { registerMetrics } from './operations/metrics/metrics-route.ts';
import { type Run, recordStart } from './operations/starts.ts';
import { type Closers, createClosers } from './server/closers.ts';
import { openContext } from './server/open-context.ts';
import {
  metricsAccess,
  nightlySettings,
  startAlerts,
  systemSettings,
  tellWhileOpening,
  watchHealth,
} from './server/operations.ts';
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
  worker: Worker | null;
  mailbox: Mailbox | null;
  /** The server for inbound mail; null if none is configured or another process runs it. */
  inboundMail: InboundMailServer | null;
  /** The operator's one-time sign-in link, only on the first start. */
  operatorLink: string | null;
  /** Waits for running work, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
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
  mailbox: Mailbox | null;
  run: Run;
  alerts: Alerts;
  closers: Closers;
}

/**
 * Starts what the settings ask for: database, worker, inbound mail, pages. If a part cannot start, the parts that have
 * started are closed again.
 * @throws FirstStartError if the operator's account was created before the failure
 */
export async function startServer(config: Config, log: Logger): Promise<Server> {
  const closers = createClosers(log);
  const run = await recordStart(config.dataDir, config.role, { now: new Date(), log });
  let operatorLink: string | null = null;
  try {
    const mailbox = await startMailbox(config, log, closers);
    const alerts = await startAlerts(config, log, { smtpUrl: smtpUrlOf(config, mailbox), run, closers });
    const { ctx, close } = await tellWhileOpening(alerts, openContext(config, log));
    closers.add(close);
    const operator = await ensureOperator(ctx, config.operator);
    if (operator !== null) operatorLink = `${config.publicUrl}/sign-in/link/${operator.signInToken}`;
    const startup = { config, ctx, mailbox, run, alerts, closers };
    const { worker, relayWatch } =
      config.role === 'web' ? { worker: null, relayWatch: null } : await startWorkerFor(startup);
    const inboundMail = config.role === 'web' ? null : await startInboundMail(startup);
    const health = await startHealth(startup, { worker, relayWatch });
    const healthAddress = config.role === 'worker' ? (await startHealthPages(startup, health)).address : null;
    const app = config.role === 'worker' ? null : await startApp(startup, health);
    const address = app === null ? null : await app.listen({ host: config.host, port: config.port });
    const stop = () => closers.closeAll().then(run.endCleanly);
    return { ctx, address, app, healthAddress, health, worker, mailbox, inboundMail, operatorLink, stop };
  } catch (error) {
    await closers.closeAll();
    throw operatorLink === null ? error : new FirstStartError(operatorLink, error);
  }
}

async function startMailbox(config: Config, log: Logger, closers: Closers): Promise<Mailbox | null> {
  if (config.smtpUrl !== null) return null;
  const mailbox = await openMailbox({ dir: path.join(config.dataDir, 'mailbox'), log });
  closers.add(() => mailbox.close());
  log.warn('SMTP_URL is not set: mail goes to the built-in mailbox (/mailbox) and is not sent to anyone');
  return mailbox;
}

/** The configured mail server, or the built-in mailbox. */
function smtpUrlOf(config: Config, mailbox: Mailbox | null): string {
  return config.smtpUrl ?? (mailbox as Mailbox).smtpUrl;
}

async function startWorkerFor({
  config,
  ctx,
  mailbox,
  closers,
}: Startup): Promise<{ worker: Worker; relayWatch: RelayWatch }> {
  const transport = openTransport({ url: smtpUrlOf(config, mailbox) });
  closers.add(() => transport.stop());
  const { mailFrom: from, publicUrl } = config;
  const worker = await startWorker({ ctx, transport, from, publicUrl, nightly: nightlySettings(config) });
  closers.add(() => worker.stop());
  const relayWatch = startRelayWatch({ ctx, transport });
  closers.add(() => relayWatch.stop());
  return { worker, relayWatch };
}

async function startInboundMail({ config, ctx, closers }: Startup): Promise<InboundMailServer | null> {
  if (config.mailIn === null) return null;
  const server = await startInboundMailServer({ ctx, ...config.mailIn, from: config.mailFrom });
  closers.add(() => server.close());
  return server;
}

/** Starts checking the server. The first results are there. */
async function startHealth(
  { config, ctx, run, alerts, closers }: Startup,
  { worker, relayWatch }: { worker: Worker | null; relayWatch: RelayWatch | null },
): Promise<Health> {
  const health = createHealth(ctx.log);
  watchHealth({ config, ctx, health }, { alerts, run });
  closers.add(() => health.close());
  if (worker !== null) health.add({ name: 'workers', run: () => worker.health() });
  health.add(databaseCheck(ctx.db.pool));
  health.add(clockCheck(ctx));
  health.add(deadlinesCheck(ctx));
  health.add(mailCheck(ctx, relayWatch));
  await health.check();
  return health;
}

async function startHealthPages({ config, ctx, closers }: Startup, health: Health): Promise<HealthServer> {
  const access = metricsAccess(config, ctx, health);
  const routes = (app: FastifyInstance) => access && registerMetrics(app, access);
  const server = await startHealthServer({ host: config.host, port: config.healthPort, health, routes });
  closers.add(() => server.close());
  return server;
}

async function startApp(
  { config, ctx, mailbox, closers }: Startup,
  health: Health,
): Promise<FastifyInstance> {
  const app = await buildApp({
    ctx,
    publicUrl: config.publicUrl,
    mailbox,
    trustProxy: config.proxies > 0 && config.proxies,
    signUp: config.signUp,
    health,
    metrics: metricsAccess(config, ctx, health),
    system: systemSettings(config),
  });
  closers.add(() => app.close());
  return app;
}
