import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { now } from './wait.ts';

/** One mail that the mail server has accepted. */
export interface AcceptedMail {
  /** Counted from 1; the mail itself is in mails/<number>.eml in the run's folder. */
  number: number;
  at: string;
  /** The recipients of the envelope. */
  to: string[];
  messageId: string;
  subject: string;
  /** The hash of the whole message as it came. */
  sha256: string;
  /** Whether the answer was sent; otherwise the connection was dropped, so the mail comes once more. */
  answered: boolean;
}

/** How the mail server treats mail. */
export type Behavior =
  | { kind: 'accepts' }
  /** So many milliseconds pass before the answer. */
  | { kind: 'slow'; wait: number }
  /** 421 to the connection, or 451 to the recipient. */
  | { kind: 'refuses'; what: 'connections' | 'recipients' }
  /** Takes the mail and drops the connection instead of answering. */
  | { kind: 'loses answers' }
  /** Drops the connection in the middle of the mail. */
  | { kind: 'drops' };

/** A mail server that keeps and counts everything. */
export interface Relay {
  port: number;
  mails: AcceptedMail[];
  /** Calls a function whenever a mail has been named (RCPT TO) but not yet accepted. */
  onSending(listener: () => void): void;
  behave(behavior: Behavior): void;
  /** How many mails were not accepted. */
  refused(): number;
  /** The largest number of mails that came at the same time since the last call. */
  peak(): number;
  close(): Promise<void>;
}

/** How long a healthy mail server takes to answer a mail, in milliseconds. */
const ANSWER_TIME = 20;

/** Starts the mail server on 127.0.0.1. Every mail is written into the folder. */
export async function startRelay(folder: string): Promise<Relay> {
  mkdirSync(folder, { recursive: true });
  const mails: AcceptedMail[] = [];
  const listeners: (() => void)[] = [];
  const sockets = new Set<Socket>();
  let behavior: Behavior = { kind: 'accepts' };
  let refused = 0;
  let coming = 0;
  let peak = 0;

  const store = (content: Buffer, to: string[], answered: boolean) => {
    const number = mails.length + 1;
    writeFileSync(path.join(folder, `${number}.eml`), content);
    const head = headOf(content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const about = { messageId: header(head, 'message-id'), subject: header(head, 'subject') };
    mails.push({ number, at: new Date().toISOString(), to, ...about, sha256, answered });
  };
  const refuse = (code: number, message: string) => {
    refused += 1;
    return Object.assign(new Error(message), { responseCode: code });
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onConnect(_session, reply) {
      const refuses = behavior.kind === 'refuses' && behavior.what === 'connections';
      if (refuses) return reply(refuse(421, 'Too busy, come back later'));
      reply();
    },
    onRcptTo(_address, _session, reply) {
      for (const listener of listeners) listener();
      const refuses = behavior.kind === 'refuses' && behavior.what === 'recipients';
      if (refuses) return reply(refuse(451, 'Come back later'));
      reply();
    },
    onData(stream, session, reply) {
      const { kind } = behavior;
      const wait = behavior.kind === 'slow' ? behavior.wait : ANSWER_TIME;
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const parts: Buffer[] = [];
      coming += 1;
      peak = Math.max(peak, coming);
      const dropConnections = () => {
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
      };
      // The connection can be lost in the middle of the mail, which then has not come.
      stream.on('error', () => {});
      stream.on('close', () => {
        if (!stream.readableEnded) coming -= 1;
      });
      stream.on('data', (part: Buffer) => {
        parts.push(part);
        if (kind === 'drops') dropConnections();
      });
      stream.on('end', () => {
        if (kind === 'drops') {
          coming -= 1;
          return;
        }
        const answer = () => {
          coming -= 1;
          // If the connection is gone, the sender does not know that the mail was accepted.
          store(Buffer.concat(parts), to, kind !== 'loses answers');
          if (kind === 'loses answers') dropConnections();
          else reply();
        };
        setTimeout(answer, wait);
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    onSending: (listener) => listeners.push(listener),
    behave(next) {
      behavior = next;
      // The server keeps connections open, and would not notice that new ones are refused.
      if (next.kind === 'refuses') for (const socket of sockets) socket.destroy();
    },
    refused: () => refused,
    peak() {
      const last = peak;
      peak = coming;
      return last;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  };
}

/** The header of a message, with folded lines unfolded. */
function headOf(content: Buffer): string {
  const end = content.indexOf('\r\n\r\n');
  return content
    .subarray(0, end < 0 ? content.length : end)
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ');
}

function header(head: string, name: string): string {
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

/** Waits for a mail that was accepted after some others. */
export async function mailAfter(
  relay: Relay,
  first: number,
  wanted: (mail: AcceptedMail) => boolean,
  limit: number,
): Promise<AcceptedMail | null> {
  const end = now() + limit;
  for (;;) {
    const found = relay.mails.slice(first).find(wanted);
    if (found !== undefined) return found;
    if (now() > end) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
