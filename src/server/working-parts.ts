import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { MailWay } from '../games/schedule/mail-signs.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { startRelayWatch } from '../mail/delivery/relay-watch.ts';
import { openTransport } from '../mail/delivery/transport.ts';
import { startMailFetcher } from '../mail/fetching/mail-fetcher.ts';
import type { InboundMailServer } from '../mail/inbound/inbound-mail-server.ts';
import { shareInboundPort } from '../mail/inbound/share-port.ts';
import { mailCheck } from '../operations/checks/mail.ts';
import { mailInCheck } from '../operations/checks/mail-in.ts';
import { otherPagesCheck } from '../operations/checks/other-pages.ts';
import { otherWorkersCheck } from '../operations/checks/other-workers.ts';
import { canTakeSheets } from '../operations/downtime/heartbeat.ts';
import {
  createMailSign,
  forgetMailSigns,
  type MailSignOptions,
  startMailSigns,
} from '../operations/downtime/mail-signs.ts';
import type { Condition, Health, HealthCheck } from '../operations/health.ts';
import type { HeldWatch } from '../operations/held/held-state.ts';
import { type Closers, createClosers } from './closers.ts';
import { readDkimKey } from './dkim-key.ts';
import { nightlySettings } from './operations.ts';
import { listenError } from './start-error.ts';

/** What the working parts are started with. */
export interface WorkingPartsOptions {
  config: Config;
  ctx: AppContext;
  /** With connections of its own, for health checks. */
  watchCtx: AppContext;
  /** The mail server, or the built-in mailbox. */
  smtpUrl: string;
  health: Health;
  watch: HeldWatch;
  closers: Closers;
}

/** The parts that do nothing while the server is held. They are null then, and in processes that leave them to others. */
export interface WorkingParts {
  worker: Worker | null;
  inboundMail: InboundMailServer | null;
}

/** What one part is started with: it stops when its own closers close. */
type Startup = WorkingPartsOptions & { parts: WorkingParts };

/**
 * Starts worker and inbound mail: now, or once the server is released. They stop whenever the server is held later, by
 * whichever process, and start again when it is released.
 * @throws if a part cannot start now
 */
export async function startWorkingParts(options: WorkingPartsOptions): Promise<WorkingParts> {
  const parts: WorkingParts = { worker: null, inboundMail: null };
  const { config, ctx, watchCtx, health, watch, closers } = options;
  if (config.role === 'web') {
    health.add(mailCheck(watchCtx, null));
    health.add(otherWorkersCheck(watchCtx));
    return parts;
  }
  if (config.role === 'worker') health.add(otherPagesCheck(watchCtx, () => watch.held() !== null));
  // Also while the server is held, so that a key that cannot be used is seen now, and not when it is released.
  await readDkimKey(config);
  // Before the connections that they need are closed.
  closers.add(() => watch.close());
  for (const { startPart, whatFails } of [
    { startPart: startWorkerFor, whatFails: NO_WORKER },
    { startPart: startInboundMail, whatFails: NO_INBOUND_MAIL },
  ]) {
    const failure = failedStartCheck(options, whatFails);
    await watch.whileReleased(async () => {
      const own = createClosers(ctx.log);
      try {
        await startPart({ ...options, parts, closers: own });
        failure.clear();
      } catch (error) {
        await own.closeAll();
        failure.set(error);
        throw error;
      }
      return own.closeAll;
    });
  }
  return parts;
}

/** What is wrong if a part cannot start once the server is released. */
interface FailedStart extends Omit<Condition, 'message'> {
  /** What does not work then. */
  effect: string;
}

const NO_WORKER: FailedStart = {
  ...{ check: 'workers', level: 'down' },
  effect: 'No turn is processed and no mail is sent, because the worker could not start',
};
const NO_INBOUND_MAIL: FailedStart = {
  ...{ check: 'mailIn', level: 'warning' },
  effect: 'No replies by mail are received, because what receives them could not start',
};

/**
 * A check of a part that could not start when the server was released. It is tried again every few seconds. A part that cannot start
 * with the server ends it instead.
 */
function failedStartCheck(
  { health, watch }: Pick<WorkingPartsOptions, 'health' | 'watch'>,
  { check: name, level, effect }: FailedStart,
): { set(error: unknown): void; clear(): void } {
  let remove = () => {};
  const clear = () => {
    remove();
    remove = () => {};
  };
  return {
    clear,
    set(error) {
      clear();
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
      const failed = { level, message: `${effect}: ${reason}.` };
      const held = { level: 'ok', message: 'It starts once the server is released.' } as const;
      remove = health.add({ name, run: async () => (watch.held() === null ? failed : held) });
    },
  };
}

async function startWorkerFor(startup: Startup): Promise<void> {
  const { config, ctx, watchCtx, smtpUrl, watch, closers, parts } = startup;
  const dkim = await readDkimKey(config);
  const transport = openTransport({ url: smtpUrl, dkim });
  closers.add(() => transport.stop());
  const { mailFrom: from, publicUrl } = config;
  const nightly = nightlySettings(config);
  const upkeep = nightly === undefined ? { concurrency: { upkeep: 0 } } : { nightly };
  const isHeldNow = () => watch.isHeldNow();
  const worker = await startWorker({ ctx, transport, from, publicUrl, isHeldNow, ...upkeep });
  closers.add(() => worker.stop());
  const relayWatch = startRelayWatch({ ctx, transport });
  closers.add(() => relayWatch.stop());
  addCheck(startup, { name: 'workers', run: () => worker.health() });
  addCheck(startup, mailCheck(watchCtx, relayWatch));
  parts.worker = worker;
  closers.add(async () => {
    parts.worker = null;
  });
}

async function startInboundMail(startup: Startup): Promise<void> {
  const { config, ctx, closers, parts } = startup;
  await forgetMailSigns(ctx, [
    ...(config.mailIn === null ? (['port'] as const) : []),
    ...(config.mailInUrl === null ? (['mailbox'] as const) : []),
  ]);
  if (config.mailIn !== null) {
    const settings = { hostSetting: 'MAIL_IN_HOST', portSetting: 'MAIL_IN_PORT' };
    const where = { ...config.mailIn, ...settings };
    const server = await shareInboundPort({
      ...{ ctx, ...config.mailIn, mailbox: config.inbound?.mailbox ?? null, from: config.mailFrom },
      canStore: () => canStore(startup),
    }).catch((error: unknown) => {
      throw listenError(error, where);
    });
    closers.add(() => server.close());
    const canReceive = () => server.listens() && canStore(startup);
    const signs = startMailSigns({ ...signOptions(startup, 'port'), canReceive });
    closers.add(() => signs.stop());
    parts.inboundMail = server;
    closers.add(async () => {
      parts.inboundMail = null;
    });
  }
  startFetching(startup);
}

/** Starts to fetch mail from the mailbox that the settings name, if they name one. */
function startFetching(startup: Startup): void {
  const { config, ctx, closers } = startup;
  const { mailInUrl: url, mailFrom: from } = config;
  if (url === null) return;
  const sign = createMailSign(signOptions(startup, 'mailbox'));
  const fetcher = startMailFetcher({ ctx, url, from, sign, canStore: () => canStore(startup) });
  closers.add(() => fetcher.stop());
  addCheck(startup, mailInCheck(fetcher));
}

function signOptions({ ctx, watch }: Startup, way: MailWay): MailSignOptions {
  return { ctx, way, isHeldNow: () => watch.isHeldNow() };
}

function canStore({ health, watch }: Startup): boolean {
  return watch.held() === null && canTakeSheets(health.conditions());
}

/** Adds a check that ends with the part. */
function addCheck({ health, closers }: Startup, check: HealthCheck): void {
  const remove = health.add(check);
  closers.add(async () => remove());
}
