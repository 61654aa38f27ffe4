import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureOperator } from './accounts/operator-account.ts';
import { type Config, mailDomainOf } from './config.ts';
import type { AppContext } from './context.ts';
import { openDatabase } from './database/client.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { openTransport } from './mail/delivery/transport.ts';
import { type InboundMailServer, startInboundMailServer } from './mail/inbound/inbound-mail-server.ts';
import { type Mailbox, openMailbox } from './mail/mailbox/mailbox.ts';
import { buildApp } from './web/app.ts';

/** A running server. */
export interface Server {
  ctx: AppContext;
  /** Where it listens: `http://127.0.0.1:8080`; null for a worker without web pages. */
  address: string | null;
  app: FastifyInstance | null;
  worker: Worker | null;
  mailbox: Mailbox | null;
  /** Where mail to the games comes in; null where it does not, or at another process. */
  mailDoor: InboundMailServer | null;
  /** The operator's one-time sign-in link, on the very first start only. */
  operatorLink: string | null;
  /** Lets what is under way finish, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** The very first start went wrong after the operator's account was made: the link is good as soon as a start goes well. */
export class FirstStartError extends Error {
  override name = 'FirstStartError';
  readonly operatorLink: string;

  constructor(operatorLink: string, cause: unknown) {
    super('the operator’s account is made, the server does not run', { cause });
    this.operatorLink = operatorLink;
  }
}

/** A house with what has to be closed after it: for commands that need the games but not the server. */
export interface OpenHouse {
  ctx: AppContext;
  close(): Promise<void>;
}

/** Opens the database that the settings name (starting the embedded one if they name none), migrated. */
export async function openHouse(config: Config, log: Logger): Promise<OpenHouse> {
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const url = config.databaseUrl ?? (embedded as { url: string }).url;
  try {
    const { applied } = await migrate(url);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const db = await openDatabase(url);
    const ctx: AppContext = {
      db,
      now: () => new Date(),
      log,
      mailDomain: mailDomainOf(config.publicUrl),
      inbound: config.mailIn && { domain: config.mailIn.domain },
    };
    return {
      ctx,
      async close() {
        await db.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * Starts what the settings ask for: database, worker, door for mail, web pages. Whatever was started is closed
 * again if a later part cannot start.
 * @throws FirstStartError where the operator's account was made before that
 */
export async function startServer(config: Config, log: Logger): Promise<Server> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = once(async () => {
    for (const close of closers.reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'could not close cleanly'));
    }
  });
  let operatorLink: string | null = null;
  try {
    const opened = await openHouse(config, log);
    const { ctx } = opened;
    closers.push(opened.close);
    const operator = await ensureOperator(ctx, config.operator);
    if (operator !== null) operatorLink = `${config.publicUrl}/sign-in/link/${operator.signInToken}`;
    const mailbox = await mailboxOf(config, log, closers);
    const worker = config.role === 'web' ? null : await workerOf(config, ctx, mailbox, closers);
    const mailDoor = config.role === 'web' ? null : await mailDoorOf(config, ctx, closers);
    const app = config.role === 'worker' ? null : await appOf(config, ctx, mailbox, closers);
    const address = app === null ? null : await app.listen({ host: config.host, port: config.port });
    return { ctx, address, app, worker, mailbox, mailDoor, operatorLink, stop };
  } catch (error) {
    await stop();
    throw operatorLink === null ? error : new FirstStartError(operatorLink, error);
  }
}

async function mailboxOf(config: Config, log: Logger, closers: (() => Promise<unknown>)[]) {
  if (config.smtpUrl !== null) return null;
  const mailbox = await openMailbox({ dir: path.join(config.dataDir, 'mailbox'), log });
  closers.push(() => mailbox.close());
  log.warn('SMTP_URL is not set: mail goes to the built-in mailbox (/mailbox), not to the world');
  return mailbox;
}

async function workerOf(
  config: Config,
  ctx: AppContext,
  mailbox: Mailbox | null,
  closers: (() => Promise<unknown>)[],
) {
  const transport = openTransport({ url: config.smtpUrl ?? (mailbox as Mailbox).smtpUrl });
  closers.push(async () => transport.close());
  const worker = await startWorker({ ctx, transport, from: config.mailFrom, publicUrl: config.publicUrl });
  closers.push(() => worker.stop());
  return worker;
}

async function mailDoorOf(config: Config, ctx: AppContext, closers: (() => Promise<unknown>)[]) {
  if (config.mailIn === null) return null;
  const door = await startInboundMailServer({ ctx, ...config.mailIn, from: config.mailFrom });
  closers.push(() => door.close());
  return door;
}

async function appOf(
  config: Config,
  ctx: AppContext,
  mailbox: Mailbox | null,
  closers: (() => Promise<unknown>)[],
) {
  const app = await buildApp({
    ctx,
    publicUrl: config.publicUrl,
    mailbox,
    trustProxy: config.proxies > 0 && config.proxies,
    signUp: config.signUp,
  });
  closers.push(() => app.close());
  return app;
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= run();
    return running;
  };
}
