import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import type { AppContext } from '../../context.ts';
import { createParseInTurn } from '../inbound/parse-in-turn.ts';
import { type BreakingMail, countBreakingMail } from './breaking-mail.ts';
import { rememberDoneMail } from './done-mail.ts';
import { rememberFailedSheets } from './failed-sheets.ts';
import { type FetchFailure, type FetchFailures, watchFailures } from './fetch-failures.ts';
import { type FetchOptions, fetchNewMail } from './fetch-new-mail.ts';
import { rememberHeldBackMail } from './held-back-mail.ts';
import { createJunkFolder } from './junk-folder.ts';
import type { Cursor } from './mail-place.ts';
import { createMailShares } from './mail-shares.ts';
import { mailboxHash, type RemoteMailbox, readMailboxUrl } from './mailbox-url.ts';
import { holdMailbox } from './only-fetcher.ts';
import { countUnreadableMail, type UnreadableMail } from './unreadable-mail.ts';

/** Fetches mail for the games from a mailbox as long as the server runs. */
export interface MailFetcher {
  /** Why no mail can be fetched, and since when; null if it can be. */
  failure(): FetchFailure | null;
  /** How many mails are passed over because they could not be fetched again and again: see `BreakingMail`. */
  passedOver(): number;
  /** How many mails to our addresses were passed over in the last 24 hours because their headers cannot be read. */
  unreadable(): number;
  /** Finishes the mail that is being taken, and leaves. Safe to call twice. */
  stop(): Promise<void>;
}

/** All times are in milliseconds. */
export interface MailFetcherOptions {
  ctx: AppContext;
  /** The mailbox: see `readMailboxUrl`. */
  url: string;
  /** The sender of the server's own mail. */
  from: string;
  /** Whether mail can be stored now; if it is missing, always. */
  canStore?: () => boolean;
  /**
   * Is told before each look through the mailbox, whenever it has been looked through as a whole while mail could be stored and no
   * sheet failed, and otherwise after each look and each mail. It must not throw.
   */
  sign?: { begin(): Promise<void>; complete(): Promise<void>; progress(): Promise<void> };
  /** Between two looks at the mailbox, if the mail server does not tell of new mail before. */
  interval?: number;
  /** The first wait after a failure, and the longest one. */
  pause?: { first: number; longest: number };
  /** By a clock that cannot be set; for tests. */
  uptime?: () => number;
}

/** A turn whose time is over waits for the next look, see `awaitedMail`. */
const INTERVAL = 20_000;

const PAUSE = { first: 1_000, longest: 300_000 };

/** How long the mail server may take to answer. A connection that is silently lost must be noticed before it counts as downtime. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** After so many milliseconds without a command, the mail server is asked to tell of new mail (RFC 2177). */
const IDLE_DELAY = 500;

/** No answer of a mail server is longer than a mail with its frame. */
const MAX_ANSWER = 8 * 1024 * 1024;

/** Starts fetching. It never fails: without the mail server it tries again, ever more rarely. */
export function startMailFetcher(options: MailFetcherOptions): MailFetcher {
  const { ctx, pause = PAUSE, uptime = () => performance.now() } = options;
  const mailbox = readMailboxUrl(options.url);
  const stopping = new AbortController();
  const failures = watchFailures({ ctx, mailbox, pause, uptime });
  const breaking = countBreakingMail(uptime);
  const unreadable = countUnreadableMail(ctx.now);
  const about = { mailbox, failures, breaking, unreadable, uptime, signal: stopping.signal };
  const session = createSession(options, about);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await session().catch((error: unknown) => {
        if (!stopping.signal.aborted) failures.fail(error);
      });
      await sleep(failures.pause(), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    failure: failures.latest,
    passedOver: () => breaking.passedOver(),
    unreadable: () => unreadable.lastDay(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** What all connections to a mailbox have in common. */
interface Fetching {
  mailbox: RemoteMailbox;
  failures: FetchFailures;
  breaking: BreakingMail;
  unreadable: UnreadableMail;
  uptime: () => number;
  signal: AbortSignal;
}

/** Returns a function that fetches mail over one connection until it ends. It throws if it was lost. */
function createSession(options: MailFetcherOptions, about: Fetching): () => Promise<void> {
  const { ctx, interval = INTERVAL, canStore = () => true, sign } = options;
  const { mailbox, failures, signal } = about;
  const fetching = fetchOptions(options, about);
  const { inbound, isStopped } = fetching;
  const { uptime } = about;
  const junk = createJunkFolder({ ctx, inbound, folder: mailbox.folder, isStopped, uptime });
  let cursor: Cursor = { uidValidity: -1n, next: 1 };
  return async () => {
    const hold = await holdMailbox(ctx, fetching.mailbox);
    if (hold === null) return failures.waitForOther();
    const client = openClient(mailbox);
    const waiter = createWaiter(client, signal);
    try {
      await client.connect();
      await client.mailboxOpen(mailbox.folder);
      while (!signal.aborted) {
        hold.check();
        await sign?.begin();
        await junk.rescue(client);
        // The folder was selected again, which looks like new mail. What has come is found now.
        waiter.rest();
        const look = await fetchNewMail(client, fetching, cursor);
        cursor = look.cursor;
        failures.succeed();
        if (canStore() && !signal.aborted) await (look.isComplete ? sign?.complete() : sign?.progress());
        await waiter.wait(interval);
        // Without a command, some mail servers never tell of new mail.
        if (!signal.aborted) await client.noop();
      }
    } catch (error) {
      throw waiter.error() ?? error;
    } finally {
      waiter.end();
      await leave(client);
      hold.release();
    }
  };
}

function fetchOptions(
  { ctx, from, canStore = () => true, sign }: MailFetcherOptions,
  { mailbox, breaking, unreadable, signal }: Fetching,
): FetchOptions {
  if (!ctx.inbound) throw new Error('the server has no addresses for inbound mail');
  const shares = createMailShares(ctx.now);
  return {
    ...{ ctx, from, canStore, breaking, unreadable, inbound: ctx.inbound, mailbox: mailboxHash(mailbox) },
    parse: createParseInTurn(),
    heldBack: rememberHeldBackMail(shares.mayTake),
    failedSheets: rememberFailedSheets(),
    done: rememberDoneMail(),
    shares,
    isStopped: () => signal.aborted,
    onProgress: async () => sign?.progress(),
  };
}

function openClient({ host, port, secure, requireTls, user, password }: RemoteMailbox): ImapFlow {
  return new ImapFlow({
    ...{ host, port, secure, auth: { user, pass: password }, ...TIMEOUTS },
    ...(requireTls && { doSTARTTLS: true }),
    autoIdleDelay: IDLE_DELAY,
    maxLiteralSize: MAX_ANSWER,
    maxLineLength: MAX_ANSWER,
    maxResponseSize: 2 * MAX_ANSWER,
    clientInfo: { name: 'Whistlestop' },
    // It would log addresses and subjects.
    logger: false,
  });
}

/** Waits for new mail. */
function createWaiter(client: ImapFlow, signal: AbortSignal) {
  let wake = () => {};
  let isAwake = false;
  let failure: Error | null = null;
  const wakeUp = () => {
    isAwake = true;
    wake();
  };
  client.on('exists', wakeUp);
  client.on('close', wakeUp);
  client.on('error', (error: Error) => {
    failure ??= error;
    wakeUp();
  });
  signal.addEventListener('abort', wakeUp);
  return {
    /** The error with which the connection ended. */
    error: () => failure,
    /** Listens no more: the signal lasts as long as the process, and there are many connections in that time. */
    end: () => signal.removeEventListener('abort', wakeUp),
    /** Forgets that it was woken up, unless the connection has ended. */
    rest() {
      if (client.usable && !signal.aborted) isAwake = false;
    },
    /** Resolves when there is new mail, after so many milliseconds, or when the connection ends. */
    async wait(longest: number): Promise<void> {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longest);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isAwake = false;
    },
  };
}

/** Says goodbye, but does not wait long for an answer. */
async function leave(client: ImapFlow): Promise<void> {
  if (client.usable) await Promise.race([client.logout().catch(() => {}), sleep(2_000)]);
  client.close();
}
