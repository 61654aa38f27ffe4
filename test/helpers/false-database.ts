import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol. The first one of a client has no type. */
interface Message {
  type: string;
  body: Buffer;
}

/** What a program that is no database answers: to the start of a connection, to the first answer, and so on. */
export type Answers = readonly ((message: Message) => Buffer)[];

/** A program that has taken the address of a database. */
export interface FalseDatabase {
  port: number;
  /** How many connections there were. */
  connections(): number;
  /** Everything that it was told after the start of each connection: the types of messages, and their text. */
  told(): { types: string; text: string };
  /** The connections that are still open. */
  open(): number;
  close(): Promise<void>;
}

/** A message of a database. */
function message(type: string, ...parts: (number | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const OK = message('R', 0);
const READY = message('Z', 'I');
const askForScram = () => message('R', 10, 'SCRAM-SHA-256\0\0');
const goOnWithScram = ({ body }: Message) => {
  const nonce = /r=(.+)$/.exec(body.toString())?.[1];
  return message('R', 11, `r=${nonce}more,s=c2FsdHNhbHRzYWx0c2FsdA==,i=4096`);
};
const wrongSignature = message('R', 12, `v=${Buffer.alloc(32).toString('base64')}`);

/** The ways in which a program without the password may answer. */
export const FALSE_ANSWERS = {
  'asks for the password in clear text': [() => message('R', 3), () => Buffer.concat([OK, READY])],
  'asks for it by MD5': [() => message('R', 5, 'salt'), () => Buffer.concat([OK, READY])],
  'asks for nothing': [() => Buffer.concat([OK, READY])],
  'is ready at once': [() => READY],
  'signs wrong in SCRAM': [...[askForScram, goOnWithScram], () => Buffer.concat([wrongSignature, OK, READY])],
  'ends SCRAM without a signature': [askForScram, goOnWithScram, () => Buffer.concat([OK, READY])],
  'signs before SCRAM begins': [() => Buffer.concat([wrongSignature, OK, READY])],
} satisfies Record<string, Answers>;

/**
 * Listens where a database should be.
 * @param where a port of 127.0.0.1, 0 for any free one; or a socket file
 */
export async function startFalseDatabase(
  answers: Answers,
  where: number | string = 0,
): Promise<FalseDatabase> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const told: Message[] = [];
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let left = [...answers];
    readMessages(socket, (received) => {
      if (left.length < answers.length) told.push(received);
      const [answer, ...more] = left;
      left = more;
      if (answer !== undefined) socket.write(answer(received));
    });
  });
  server.listen(typeof where === 'number' ? { port: where, host: '127.0.0.1' } : { path: where });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => connections,
    told: () => ({
      types: told.map(({ type }) => type).join(''),
      text: told.map(({ body }) => body.toString('latin1')).join('\n'),
    }),
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function readMessages(socket: Socket, onMessage: (message: Message) => void): void {
  let unread = Buffer.alloc(0);
  let isFirst = true;
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (unread.length < head + 4) return;
      const end = head + unread.readInt32BE(head);
      if (unread.length < end) return;
      const received = { type: unread.toString('latin1', 0, head), body: unread.subarray(head + 4, end) };
      unread = unread.subarray(end);
      isFirst = false;
      onMessage(received);
    }
  });
}
