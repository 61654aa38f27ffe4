import net, { type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mail to a recipient. */
export type Behavior =
  | 'accept'
  /** 550 to RCPT TO. */
  | 'refuse'
  /** 451 to RCPT TO. */
  | 'postpone'
  /** 421 to RCPT TO, and closes the connection. */
  | 'close'
  /** Never replies to RCPT TO. */
  | 'stallAtRecipient'
  /** Takes the whole mail and never replies. */
  | 'stall'
  /** Cuts the connection in the middle of the mail. */
  | 'drop'
  /** Takes the whole mail and cuts the connection instead of replying. */
  | 'takeAndDrop'
  /** Takes the mail and replies after `lateBy`. */
  | 'late'
  /** Takes the mail and replies when `release` is called. */
  | 'hold';

/** An SMTP server on loopback that behaves as a test wants. */
export interface MailServer {
  url: string;
  /** The mails that it accepted, parsed, in order. */
  taken: Email[];
  /** The same mails as they came, byte for byte. */
  sources: Buffer[];
  /** How often each recipient was named in RCPT TO. */
  asked: Map<string, number>;
  /** Sets what it does with the next mails to an address; the last behavior stays in force. */
  behave(address: string, ...behaviors: Behavior[]): void;
  /** Accepts the mails that are held. */
  release(): void;
  close(): Promise<void>;
}

/**
 * Starts an SMTP server.
 * @param lateBy milliseconds
 * @param port 0 for any free port
 */
export async function startMailServer({ lateBy = 300, port = 0 } = {}): Promise<MailServer> {
  const plans = new Map<string, Behavior[]>();
  const asked = new Map<string, number>();
  const taken: Email[] = [];
  const sources: Buffer[] = [];
  let held: (() => void)[] = [];
  const current = new Map<string, Behavior>();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, session, reply) {
      asked.set(address, (asked.get(address) ?? 0) + 1);
      const plan = plans.get(address) ?? ['accept'];
      const behavior = (plan.length > 1 ? plan.shift() : plan[0]) as Behavior;
      current.set(session.id, behavior);
      if (behavior === 'stallAtRecipient') return;
      if (behavior === 'refuse') return reply(refusal(550, '5.1.1 no such mailbox here'));
      if (behavior === 'postpone') return reply(refusal(451, '4.7.1 greylisted, come back later'));
      if (behavior === 'close') return reply(refusal(421, '4.7.0 too many mails to this mailbox'));
      reply();
    },
    onData(stream, session, reply) {
      const behavior = current.get(session.id);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => {
        parts.push(part);
        if (behavior === 'drop') for (const socket of sockets) socket.destroy();
      });
      stream.on('end', async () => {
        if (behavior === 'stall' || behavior === 'drop') return;
        const source = Buffer.concat(parts);
        const mail = await PostalMime.parse(source);
        if (behavior === 'late') await new Promise((resolve) => setTimeout(resolve, lateBy));
        taken.push(mail);
        sources.push(source);
        if (behavior === 'hold') held.push(() => reply());
        else if (behavior === 'takeAndDrop') for (const socket of sockets) socket.destroy();
        else reply();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    sources,
    asked,
    behave: (address, ...behaviors) => plans.set(address, behaviors),
    release() {
      for (const accept of held) accept();
      held = [];
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Starts a server that accepts connections and never sends anything. */
export async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
