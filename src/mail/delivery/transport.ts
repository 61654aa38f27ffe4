import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer, { type NodemailerError, type SendMailOptions } from 'nodemailer';
import { type BusyAddresses, createBusyAddresses, SLOW_MAILS } from './busy-addresses.ts';
import { InterruptedError, isRefusedSender, reasonOf } from './delivery-failure.ts';
import { type DkimKey, dkimOptions } from './dkim.ts';
import { createRefusedAddresses, type RefusedAddresses } from './refused-addresses.ts';
import { type SmtpTarget, smtpTarget } from './smtp-encryption.ts';

/** A pool of connections to one mail server. */
export interface Transport {
  /**
   * Sends one mail. Resolves with the server's response when it has accepted the mail.
   * @param plainSender the envelope sender with which the mail is sent if the server refuses the given one for good: some
   * services accept neither an empty sender nor any but the account's own
   * @throws an error that `classifyFailure` understands
   */
  send(mail: SendMailOptions, plainSender?: string): Promise<string>;
  /**
   * Asks on a connection of its own whether the server takes mail: connects, greets, signs in, and leaves. Takes a few
   * seconds at most. Calls at the same time share one connection.
   * @returns null if it does, or why it does not
   */
  probe(): Promise<string | null>;
  /** The addresses to which mail is being sent. */
  readonly addresses: BusyAddresses;
  /** The addresses to which the mail server refuses mail. */
  readonly refused: RefusedAddresses;
  /** Closes all connections. Mail that is being sent is dropped and tried again later. */
  close(): void;
  /**
   * Gives mail that goes on in the background a few seconds, closes all connections, and resolves when every outcome is
   * stored. Jobs must have stopped before.
   */
  stop(): Promise<void>;
}

/** All times in milliseconds. */
export interface TransportOptions {
  /** `smtp://host:port`, `smtps://user:password@host`, `smtp://relay?tls=optional`. */
  url: string;
  /** Whether to send mail only if the server offers STARTTLS; by default, what `smtpTarget` says. */
  requireTls?: boolean;
  /** What all mail is signed with; if it is missing, nothing. */
  dkim?: DkimKey | null;
  /** The maximum number of connections, and so of mails sent at the same time. */
  connections?: number;
  /** How long to wait for a connection. */
  connectTimeout?: number;
  /** How long to wait for the server's greeting. */
  greetingTimeout?: number;
  /** How long to wait for a response on an idle connection. */
  idleTimeout?: number;
  /** How long a whole mail may take: a server that responds very slowly never lets the connection idle. */
  sendTimeout?: number;
  /** After how long a mail is slow, and goes on in the background. */
  patience?: number;
}

/** The default for `sendTimeout`. Leases on deliveries are longer. */
export const SEND_TIMEOUT = 240_000;

/** A server that does not even greet in this time cannot be reached. */
const CONNECT_TIMEOUT = 10_000;

/**
 * A server may scan a mail for minutes before it accepts it. A sender that hangs up too early sends it twice (RFC
 * 5321, 4.5.3.2.6). Slow mails are sent in the background, so that no other mail waits for them.
 */
const IDLE_TIMEOUT = 120_000;

/** How long each step of a probe may take, and the whole of it. */
const PROBE_TIMEOUTS = { step: 5_000, whole: 10_000 };

/** How long `stop` waits for mail that is being sent before it drops the connections. */
const STOP_TIMEOUT = 5_000;

/** One connection for each of the four mails in both lanes (see LANES), and those for slow mails. */
const CONNECTIONS = 4 + 4 + SLOW_MAILS;

/** Creates the transport to a mail server. It connects when the first mail is sent. */
export function openTransport(options: TransportOptions): Transport {
  const { sendTimeout = SEND_TIMEOUT } = options;
  const target = { ...smtpTarget(options.url) };
  if (options.requireTls !== undefined) target.requireTls = options.requireTls;
  const pool = openPool(target, options);
  const addresses = createBusyAddresses(options.patience);
  let closed = false;
  let probing: Promise<string | null> | null = null;
  const close = () => {
    closed = true;
    pool.close({ force: true });
  };
  return {
    addresses,
    refused: createRefusedAddresses(),
    async send(mail, plainSender) {
      // One time for both senders: leases on deliveries are only somewhat longer.
      const timed = { ...mail, signal: AbortSignal.timeout(sendTimeout) };
      try {
        const { response } = await pool.sendMail(timed).catch((error) => {
          const { from, to } = mail.envelope ?? {};
          if (plainSender === undefined || from === plainSender || !isRefusedSender(error)) throw error;
          return pool.sendMail({ ...timed, envelope: { from: plainSender, to } });
        });
        return response;
      } catch (error) {
        throw closed ? new InterruptedError() : error;
      }
    },
    probe() {
      probing ??= probeServer(target).finally(() => {
        probing = null;
      });
      return probing;
    },
    close,
    async stop() {
      const patience = new AbortController();
      const over = sleep(STOP_TIMEOUT, null, { signal: patience.signal }).catch(() => {});
      await Promise.race([addresses.idle(), over]);
      patience.abort();
      close();
      await addresses.idle();
    },
  };
}

function openPool({ url, requireTls }: SmtpTarget, options: TransportOptions) {
  return nodemailer.createTransport(
    {
      url,
      requireTLS: requireTls,
      ...(options.dkim && { dkim: dkimOptions(options.dkim) }),
      pool: true,
      maxConnections: options.connections ?? CONNECTIONS,
      connectionTimeout: options.connectTimeout ?? CONNECT_TIMEOUT,
      greetingTimeout: options.greetingTimeout ?? CONNECT_TIMEOUT,
      dnsTimeout: CONNECT_TIMEOUT,
      socketTimeout: options.idleTimeout ?? IDLE_TIMEOUT,
      // Once, for a mail that was not begun because the server had just closed the idle connection. All other
      // attempts are counted by the delivery's own rules, which also say how long to wait between them.
      maxRequeues: 1,
      // All content is passed in: text in a mail must never make the server read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  );
}

async function probeServer({ url, requireTls }: SmtpTarget): Promise<string | null> {
  const { step, whole } = PROBE_TIMEOUTS;
  const timeouts = { connectionTimeout: step, greetingTimeout: step, dnsTimeout: step, socketTimeout: step };
  const server = nodemailer.createTransport({ url, requireTLS: requireTls, ...timeouts }, {});
  const patience = new AbortController();
  const tooLate = sleep(whole, 'The mail server did not answer in time.', { signal: patience.signal });
  const answer = server.verify().then(
    () => null,
    (error: NodemailerError) => reasonOf(error),
  );
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    patience.abort();
    tooLate.catch(() => {});
  }
}
