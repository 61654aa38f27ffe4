import type { Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import type { AppContext } from '../../context.ts';
import { isIn, networks } from '../../outgoing/networks.ts';
import { listen, SmtpRefusal } from '../smtp/receive-mail.ts';
import type { AddressOwner } from './address-handler.ts';
import { type HeldConnections, holdConnections } from './held-connections.ts';
import { createInboundLimiter, type InboundLimits } from './inbound-limiter.ts';
import { createParseInTurn, type MailPlaceInQueue, type ParseInTurn } from './parse-in-turn.ts';
import { findRecipient, type Recipient } from './recipient.ts';
import { countReturnedRefusals, RETURNS_A_DAY, type ReturnedRefusals } from './returned-refusals.ts';
import {
  CROWDED_OUT,
  contentRefusal,
  SENDER_GONE,
  STORAGE_FULL,
  TEMPORARY_FAILURE,
  TOO_MANY_CONNECTIONS,
  TOO_MANY_MAILS,
  TOO_MANY_RECIPIENTS,
  UNKNOWN_ADDRESS,
} from './smtp-refusals.ts';
import { type InboundOutcome, MAX_BYTES, takeInboundMail } from './take-inbound-mail.ts';

/** The SMTP server for mail to the games. */
export interface InboundMailServer {
  port: number;
  /** Whether it listens at the port itself. */
  listens(): boolean;
  /** Takes no new mail, finishes the mail being received, and closes. */
  close(): Promise<void>;
}

/** All times are in milliseconds. */
export interface InboundMailOptions {
  ctx: AppContext;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Mail is accepted for addresses in this domain. */
  domain: string;
  /** The mailbox whose name all our addresses begin with, if there is one: see `inboundAddress`. */
  mailbox?: string | null;
  /** The sender of the server's own mail: `Whistlestop <post@example.org>`. */
  from: string;
  /** Whether it speaks LMTP (RFC 2033), for a mail server that hands mail over to it, instead of SMTP. */
  lmtp?: boolean;
  /** Networks of mail servers that hand over everyone's mail, `192.0.2.7` or `127.0.0.0/8`; if it is missing, this machine. */
  frontServers?: readonly string[];
  limits?: Partial<InboundLimits>;
  /** Refusals that mail servers in front return for one account within 24 hours; RETURNS_A_DAY by default. */
  returnsPerDay?: number;
  /** Whether mail can be stored now; if it is missing, always. Otherwise senders are told to try again later. */
  canStore?: () => boolean;
  /** How long a connection may be idle. */
  idleTimeout?: number;
  /** How long a connection may last in all, however busy it is. */
  maxDuration?: number;
  /** Bytes that the mails of all connections may take in memory together. */
  maxHeldBytes?: number;
}

/** Where a mail comes from. */
type Origin = Omit<MailPlaceInQueue, 'recipient'>;

interface ReceiveOptions extends InboundMailOptions {
  parse: ParseInTurn;
  held: HeldConnections;
  returns: ReturnedRefusals;
  origin: Origin;
}

/** The end of the greeting, by which other workers recognize this server. A mail server of the machine may have the same name. */
export const BANNER = 'Whistlestop';

/** The reply to a mail that is neither taken nor returned: see `returned-refusals.ts`. */
const DROPPED_REFUSAL = '2.0.0 OK, dropped: too much mail to its recipient was refused today';

/** Connections that have not been greeted yet, or are being closed. */
const MAX_BETWEEN = 150;

/** The longest command in bytes. RFC 5321, 4.5.3.1.4, has 512, and extensions add some. */
const MAX_COMMAND = 2048;

/** So many recipients one LMTP transaction may have. */
const MAX_LMTP_RECIPIENTS = 20;

/** How long `close` waits for connections to end, in milliseconds. */
const CLOSE_TIMEOUT = 5_000;

/** A mail server that delivers to people of one network names few addresses that are no longer valid. */
const DEFAULT_LIMITS: InboundLimits = {
  connectionsPerMinute: 60,
  openConnections: 20,
  mailsPerMinute: 60,
  unknownPerMinute: 20,
  wideFactor: 2,
  recipientsPerConnection: 100,
  // Postfix opens 20 at most by default. The rest is for mail servers that come directly.
  openFrontConnections: 150,
  openStrangers: 200,
  mailsPerAddressPerMinute: 10,
};

/**
 * Starts an SMTP server that accepts mail for existing addresses of the games and nothing else: it relays nothing, has
 * no passwords and stores no mail. A mail is accepted once its effect is committed. A refusal contains a message that
 * the sender's own server returns to the sender; if the database fails, that server tries again later.
 * @throws if the port is in use or not allowed
 */
export async function startInboundMailServer(options: InboundMailOptions): Promise<InboundMailServer> {
  const { ctx, host, domain } = options;
  const pending = new Set<Promise<unknown>>();
  const server = createServer(options, pending);
  let listens = false;
  // Only the code: the error has the address of the sender. Until it listens, the error is that of the port, which is thrown.
  server.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (listens) ctx.log.info({ code }, 'lost a connection of inbound mail');
  });
  // Clients that are told to come back later have a connection for some seconds more.
  server.server.maxConnections = 2 * maxClients(options);
  server.server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), options.maxDuration ?? 300_000);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  });
  const port = await listen(server, options.port, host);
  listens = true;
  ctx.log.info({ host, port, domain }, 'listening for inbound mail');
  return {
    port,
    listens: () => server.server.listening,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
      // The connection may be cut, but mail that is being handled must be finished before the database closes.
      await Promise.allSettled(pending);
    },
  };
}

function createServer(options: InboundMailOptions, pending: Set<Promise<unknown>>): SMTPServer {
  const frontServers = networks(options.frontServers ?? ['127.0.0.0/8', '::1']);
  const limiter = createInboundLimiter(
    { ...DEFAULT_LIMITS, ...options.limits },
    { now: options.ctx.now, isFront: (address) => isIn(frontServers, address) },
  );
  const parse = createParseInTurn();
  const held = holdConnections(() => server, limiter, options.maxHeldBytes);
  const returns = countReturnedRefusals(options.returnsPerDay ?? RETURNS_A_DAY, options.ctx.now);
  const leaving = new Map<string, AbortController>();
  const server: SMTPServer = new SMTPServer({
    name: options.domain,
    banner: BANNER,
    // Without a certificate of the operator's own, STARTTLS would use one whose private key is public.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: maxClients(options),
    maxCommandLength: MAX_COMMAND,
    lmtp: options.lmtp === true,
    // With one, senders deliver to each recipient separately (RFC 5321, 4.5.3.1.10), so that each gets its own reply. LMTP
    // has a reply for each recipient (RFC 2033, 4.2).
    maxRecipients: options.lmtp === true ? MAX_LMTP_RECIPIENTS : 1,
    socketTimeout: options.idleTimeout ?? 60_000,
    closeTimeout: CLOSE_TIMEOUT,
    onConnect({ id, remoteAddress }, callback) {
      leaving.set(id, new AbortController());
      if (!limiter.allowConnection(id, remoteAddress)) callback(TOO_MANY_CONNECTIONS);
      else callback(held.makeRoom(id) ? null : CROWDED_OUT);
    },
    onClose({ id }) {
      limiter.closeConnection(id);
      leaving.get(id)?.abort(SENDER_GONE);
      leaving.delete(id);
    },
    onRcptTo({ address }, { id }, callback) {
      if (!limiter.allowRecipient(id)) return callback(TOO_MANY_RECIPIENTS);
      if (options.canStore?.() === false) return callback(STORAGE_FULL);
      checkRecipient(options, address)
        .then(() => (limiter.allowMail(id, address.toLowerCase()) ? null : TOO_MANY_MAILS))
        .catch((error: unknown) => {
          if (error === UNKNOWN_ADDRESS) limiter.countUnknown(id);
          throw error;
        })
        .then(callback, callback);
    },
    onData(stream, session, callback) {
      const signal = leaving.get(session.id)?.signal ?? AbortSignal.abort(SENDER_GONE);
      const origin = { networks: limiter.networksOf(session.id), signal };
      const taking = receive({ ...options, parse, held, returns, origin }, stream, session);
      pending.add(taking);
      taking
        .then((replies) => answerData(callback, replies, options.lmtp === true), callback)
        .finally(() => pending.delete(taking));
    },
  });
  return server;
}

/** As many as the limits of the limiter together, so that strangers take no place of a front server. */
function maxClients({ limits }: InboundMailOptions): number {
  const { openStrangers, openFrontConnections } = { ...DEFAULT_LIMITS, ...limits };
  return openStrangers + openFrontConnections + MAX_BETWEEN;
}

type DataCallback = Parameters<NonNullable<SMTPServerOptions['onData']>>[2];

/** Answers the sending server: with LMTP about each recipient, otherwise about the only one. */
function answerData(callback: DataCallback, replies: (string | SmtpRefusal)[], lmtp: boolean): void {
  const [reply = TEMPORARY_FAILURE] = replies;
  if (lmtp) callback(null, replies);
  else if (typeof reply === 'string') callback(null, reply);
  else callback(reply);
}

/** @throws SmtpRefusal if there is no such recipient, or if the database fails */
async function checkRecipient(options: InboundMailOptions, address: string): Promise<void> {
  const recipient = findRecipient(address, options);
  const owner = recipient === null ? null : await findOwner(options, recipient);
  if (owner === null) throw UNKNOWN_ADDRESS;
}

/** Whose address it is; null if there is no such address. @throws SmtpRefusal if the database fails */
function findOwner({ ctx }: InboundMailOptions, { handler, key }: Recipient): Promise<AddressOwner | null> {
  return handler.find(ctx, key).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'could not look up an address of inbound mail');
    throw TEMPORARY_FAILURE;
  });
}

/**
 * Receives a mail and does what it is for, for each recipient.
 * @returns the reply to the sending server about each recipient
 * @throws SmtpRefusal if no recipient gets it
 */
async function receive(
  options: ReceiveOptions,
  stream: SMTPServerDataStream,
  { id, envelope: { mailFrom, rcptTo } }: SMTPServerSession,
): Promise<(string | SmtpRefusal)[]> {
  const { raw, done } = await options.held.receive(id, stream).catch((error: unknown) => {
    options.ctx.log.info({ err: error }, 'an inbound mail was incomplete or too large');
    throw error;
  });
  try {
    const envelopeFrom = mailFrom === false ? '' : mailFrom.address;
    const replies: (string | SmtpRefusal)[] = [];
    for (const { address } of rcptTo) replies.push(await take(options, address, { raw, envelopeFrom }));
    return replies;
  } finally {
    done();
  }
}

/** Takes a mail for one recipient. @returns the reply to the sending server */
async function take(
  options: ReceiveOptions,
  address: string,
  mail: { raw: Buffer; envelopeFrom: string },
): Promise<string | SmtpRefusal> {
  const recipient = findRecipient(address, options);
  if (recipient === null) return UNKNOWN_ADDRESS;
  // Nothing of the mail may be logged: neither its sender nor its recipient nor its text.
  const log = options.ctx.log.child({ handler: recipient.handler.prefix });
  try {
    const { accountId = null } = (await findOwner(options, recipient)) ?? {};
    const place = {
      ...options.origin,
      recipient: accountId === null ? `${recipient.handler.prefix}-${recipient.key}` : `account ${accountId}`,
    };
    const outcome = await takeInboundMail(options, recipient, { ...mail, place });
    const isFront = options.origin.networks === null;
    if (isFront && outcome.kind === 'refused' && !options.returns.mayReturn(place.recipient)) {
      log.warn('a refused mail is dropped: too many were refused today for the same owner');
      return DROPPED_REFUSAL;
    }
    return replyTo(outcome);
  } catch (error) {
    if (error instanceof SmtpRefusal) {
      log.info({ responseCode: error.responseCode }, 'inbound mail refused');
      return error;
    }
    log.error({ err: error }, 'inbound mail failed');
    return TEMPORARY_FAILURE;
  }
}

/** The reply to the sending server. */
function replyTo(outcome: InboundOutcome): string | SmtpRefusal {
  if (outcome.kind === 'refused') return contentRefusal(outcome.messages);
  return outcome.kind === 'taken'
    ? '2.0.0 OK, passed on'
    : '2.0.0 OK, dropped: automatic messages are not passed on';
}
