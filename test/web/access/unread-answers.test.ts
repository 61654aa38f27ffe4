import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerUnreadAnswers } from '../../../src/web/access/unread-answers.ts';

/* Answers that someone asks for and does not read. */

const MB = 2 ** 20;

let app: FastifyInstance;
let sockets: net.Socket[];
beforeEach(async () => {
  sockets = [];
  app = fastify({ trustProxy: true });
  registerUnreadAnswers(app, { perNetwork: 100 * MB, inAll: 180 * MB });
  // More than the buffers of both ends of a connection hold.
  const large = Buffer.alloc(40 * MB, 'x');
  app.get('/large', (_request, reply) => reply.type('text/plain').send(large));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Asks for a page from a network, and reads no more of it than its first bytes. */
async function ask(address: string): Promise<net.Socket> {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET /large HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

/** Which of the connections the server has ended, once it is as many as expected. All others get their whole answer. */
async function ended(expected: number): Promise<number[]> {
  const count = promisify(app.server.getConnections.bind(app.server));
  await vi.waitFor(async () => expect(await count()).toBe(sockets.length - expected), { timeout: 20_000 });
  const ends = sockets.map(
    (socket, i) =>
      new Promise<number | null>((resolve) => {
        let size = 0;
        socket.once('close', () => resolve(i));
        socket.on('data', (chunk) => {
          size += chunk.length;
          if (size >= 40 * MB) resolve(null);
        });
      }),
  );
  return (await Promise.all(ends)).filter((i) => i !== null);
}

test('of one network, the oldest are ended', async () => {
  for (let i = 0; i < 4; i += 1) await ask('203.0.113.1');
  expect(await ended(2)).toEqual([0, 1]);
});

test('of all networks together, the oldest are ended', async () => {
  for (let i = 0; i < 6; i += 1) await ask(`203.0.113.${i}`);
  expect(await ended(2)).toEqual([0, 1]);
});

test('answers that were read do not count', async () => {
  for (let i = 0; i < 4; i += 1) {
    const socket = await ask('203.0.113.1');
    let size = 0;
    for await (const chunk of socket) {
      size += (chunk as Buffer).length;
      if (size >= 40 * MB) break;
    }
    sockets.pop();
  }
  await ask('203.0.113.1');
  await ask('203.0.113.1');
  expect(await ended(0)).toEqual([]);
});
