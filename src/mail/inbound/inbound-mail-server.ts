import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { AppContext } from '../../context.ts';
import { bareAddress } from '../outbound/mail-headers.ts';
import { type Recipient, recipientOf } from './inbound-address.ts';
import { createInboundLimiter, type InboundLimits } from './inbound-limits.ts';
import { parseInboundMail } from './parse-inbound-mail.ts';
import { listen, SmtpRefusal, takeMail } from './smtp-stream.ts';

/** The door at which mail to the games comes in. */
export interface InboundMailServer {
  port: number;
  /** Takes no new mail, finishes the one under way, and closes. */
  close(): Promise<void>;
}

/** All times in milliseconds. */
export interface InboundMailOptions {
  ctx: AppContext;
  host: string;
  /** 0: any free one. */
  port: number;
  /** Mail is taken for addresses of this domain. */
  domain: string;
  /** The sender of our own mails: `Whistlestop <post@example.org>`. */
  from: string;
  limits?: Partial<InboundLimits>;
  /** How long a line may be silent. */
  silence?: number;
  /** How long a connection may last in all, however busy it is. */
  lasting?: number;
}

/** The largest mail, in bytes: words, with a signature's pictures, which are dropped. */
const MAX_BYTES = 1024 * 1024;

const MAX_CLIENTS = 100;

/** How long `close` waits for connections to come to their end. */
const PATIENCE = 5_000;

/** Room for a mail server in front of this one, from which then all mail comes. */
const LIMITS: InboundLimits = { aMinute: 60, atOnce: 20, recipients: 100, toOne: 10 };

/*
 * The numbers with points in what is said to the sending server are those of RFC 3463: 4.3.0, some fault of ours;
 * 4.7.0, too much from there; 5.1.1, no such address; 5.7.1, refused for what it is.
 */

/**
 * Opens the door: an SMTP server that takes mail for addresses that exist here, and nothing else; it relays nothing,
 * knows no passwords and keeps no mail. A mail is accepted when what it does is committed, and refused in words that
 * its sender's own server returns to the sender; when the database fails, that server tries again later.
 * @throws when the port is taken or not allowed
 */
export async function startInboundMailServer(options: InboundMailOptions): Promise<InboundMailServer> {
  const underWay = new Set<Promise<unknown>>();
  const server = serverOf(options, underWay);
  server.on('error', (error) => options.ctx.log.info({ err: error }, 'a connection with mail was lost'));
  server.server.on('connection', (socket: Socket) => {
    const end = setTimeout(() => socket.destroy(), options.lasting ?? 300_000);
    end.unref();
    socket.once('close', () => clearTimeout(end));
  });
  const port = await listen(server, options.port, options.host);
  options.ctx.log.info({ host: options.host, port, domain: options.domain }, 'mail can come in');
  return {
    port,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
      // The line may be cut, but what was begun is brought to its end before the database closes.
      await Promise.allSettled(underWay);
    },
  };
}

function serverOf(options: InboundMailOptions, underWay: Set<Promise<unknown>>): SMTPServer {
  const gate = createInboundLimiter({ ...LIMITS, ...options.limits }, options.ctx.now);
  const busy = new SmtpRefusal(421, '4.7.0 Too many connections from your network. Try again later.');
  const enough = new SmtpRefusal(421, '4.5.3 Enough recipients on one connection. Begin another one.');
  const flood = new SmtpRefusal(451, '4.7.0 Too many mails to this address. Try again later.');
  return new SMTPServer({
    name: options.domain,
    // Without a certificate of the operator's own, STARTTLS would offer one whose key everybody knows.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    // Senders deliver to others one by one then (RFC 5321, 4.5.3.1.10): each gets an answer of its own.
    maxRecipients: 1,
    socketTimeout: options.silence ?? 60_000,
    closeTimeout: PATIENCE,
    onConnect: ({ id, remoteAddress }, answer) => answer(gate.enter(id, remoteAddress) ? null : busy),
    onClose: ({ id }) => gate.leave(id),
    onRcptTo({ address }, { id }, answer) {
      if (!gate.name(id)) return answer(enough);
      admit(options, address)
        .then(() => (gate.knock(address.toLowerCase()) ? null : flood))
        .then(answer, answer);
    },
    onData(stream, session, answer) {
      const handling = receive(options, stream, session);
      underWay.add(handling);
      handling.then((words) => answer(null, words), answer).finally(() => underWay.delete(handling));
    },
  });
}

/**
 * Is there such a recipient?
 * @throws SmtpRefusal if not, or if it cannot be found out now
 */
async function admit({ ctx, domain }: InboundMailOptions, address: string): Promise<void> {
  const recipient = recipientOf(address, domain);
  const known = await recipient?.door.knows(ctx, recipient.key).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'it could not be found out whether an address for mail exists');
    throw fault();
  });
  if (known !== true) {
    throw new SmtpRefusal(550, '5.1.1 There is no such address here, or it is no longer good.');
  }
}

/**
 * Takes a mail and does what it is for.
 * @returns what is said to the sending server
 * @throws SmtpRefusal
 */
async function receive(
  options: InboundMailOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string> {
  const { ctx, domain } = options;
  const { mailFrom, rcptTo } = session.envelope;
  const recipient = recipientOf(rcptTo[0]?.address ?? '', domain);
  if (recipient === null) throw new SmtpRefusal(550, '5.1.1 There is no such address here.');
  // Nothing of the mail goes into the log: not from whom, not to whom, not a word.
  const log = ctx.log.child({ door: recipient.door.prefix });
  const raw = await takeMail(stream, MAX_BYTES).catch((error: unknown) => {
    log.info({ err: error }, 'a mail did not come in whole, or is too large');
    throw error;
  });
  try {
    return await handle(options, recipient, raw, mailFrom === false ? '' : mailFrom.address, log);
  } catch (error) {
    if (error instanceof SmtpRefusal) {
      log.info({ answer: error.responseCode }, 'mail was refused');
      throw error;
    }
    log.error({ err: error }, 'mail could not be taken');
    throw fault();
  }
}

async function handle(
  { ctx, from }: InboundMailOptions,
  { door, key }: Recipient,
  raw: Buffer,
  envelopeFrom: string,
  log: AppContext['log'],
): Promise<string> {
  const incoming = await parseInboundMail(raw, envelopeFrom);
  if (incoming.kind === 'refused') throw refusal([incoming.words]);
  const why = incoming.kind === 'machine' ? incoming.why : await loops(ctx, incoming.mail.messageId);
  if (incoming.kind === 'machine' || why !== null) {
    log.info({ why }, 'a mail that a program wrote was dropped');
    return '2.0.0 OK, dropped: no mail of a program is passed on';
  }
  const taken = await door.take(ctx, { key, sender: bareAddress(from) }, incoming.mail);
  if (!taken.ok) throw refusal(taken.problems.map(({ message }) => message));
  log.info('mail was taken');
  return '2.0.0 OK, passed on';
}

/** Said when the world, not the mail, is at fault: the sending server tries again, for days if need be. */
function fault(): SmtpRefusal {
  return new SmtpRefusal(451, '4.3.0 Something is wrong here at the moment. Try again later.');
}

/** Our own mail, sent on to us: passed on it would go round for ever. */
async function loops(ctx: AppContext, messageId: string | null): Promise<string | null> {
  if (messageId === null) return null;
  const where = { messageId };
  const own = await ctx.db.prisma.delivery.findUnique({ where, select: { id: true } });
  return own === null ? null : 'a mail of our own';
}

/** Refused for what it is; the sender's own server tells the sender why (RFC 5321, 4.2: ASCII, one short line). */
function refusal(words: readonly string[]): SmtpRefusal {
  const ascii = words
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '?');
  return new SmtpRefusal(550, `5.7.1 ${ascii.slice(0, 440)}`);
}
