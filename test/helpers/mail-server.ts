import net, { type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mail to a recipient. */
export type Behaviour =
  | 'accept'
  /** 550 to RCPT TO. */
  | 'refuse'
  /** 451 to RCPT TO. */
  | 'postpone'
  /** Takes the whole mail and never answers. */
  | 'stall'
  /** Cuts the line in the middle of the mail. */
  | 'drop'
  /** Takes the mail, answers after `lateBy`. */
  | 'late';

/** A mail server on loopback that does what a test tells it. */
export interface MailServer {
  url: string;
  /** What it took over, in order, taken apart. */
  taken: Email[];
  /** How often each recipient was named to it. */
  asked: Map<string, number>;
  /** Tells it what to do with mails to an address, one after the other; the last stays. */
  behave(address: string, ...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server. */
export async function startMailServer({ lateBy = 300 } = {}): Promise<MailServer> {
  const plans = new Map<string, Behaviour[]>();
  const asked = new Map<string, number>();
  const taken: Email[] = [];
  const current = new Map<string, Behaviour>();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, session, answer) {
      asked.set(address, (asked.get(address) ?? 0) + 1);
      const plan = plans.get(address) ?? ['accept'];
      const behaviour = (plan.length > 1 ? plan.shift() : plan[0]) as Behaviour;
      current.set(session.id, behaviour);
      if (behaviour === 'refuse') return answer(refusal(550, '5.1.1 no such mailbox here'));
      if (behaviour === 'postpone') return answer(refusal(451, '4.7.1 greylisted, come back later'));
      answer();
    },
    onData(stream, session, answer) {
      const behaviour = current.get(session.id);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => {
        parts.push(part);
        if (behaviour === 'drop') for (const socket of sockets) socket.destroy();
      });
      stream.on('end', async () => {
        if (behaviour === 'stall' || behaviour === 'drop') return;
        const mail = await PostalMime.parse(Buffer.concat(parts));
        if (behaviour === 'late') await new Promise((resolve) => setTimeout(resolve, lateBy));
        taken.push(mail);
        answer();
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
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    asked,
    behave: (address, ...behaviours) => plans.set(address, behaviours),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A server that takes connections and never says a word. */
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

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
