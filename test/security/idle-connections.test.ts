import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb } from '../web/visitor.ts';

/* Someone with many networks who opens connections and sends nothing. */

let own: TestContext;
let port: number;
let close: () => Promise<unknown>;
const sockets: Socket[] = [];

beforeAll(async () => {
  own = await testContext();
  const app = await aWeb(own.ctx, { connections: { connections: 10, connectionsPerNetwork: 4 } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
  close = () => app.close();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await close?.();
  await own.close();
});

function open(localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket.resume();
}

/** The first line of the answer to a request; 'closed' if there is none. */
function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once('data', (text) => resolve(text.toString().split('\r\n')[0] ?? ''));
    socket.once('close', () => resolve('closed'));
  });
}

test('makes room for others, the oldest connection first', async () => {
  const first = open('127.1.0.1');
  await sleep(100);
  for (let network = 2; network <= 6; network += 1) for (let i = 0; i < 4; i += 1) open(`127.${network}.0.1`);
  await sleep(300);
  expect(first.closed).toBe(true);
  expect(sockets.filter((socket) => !socket.closed)).toHaveLength(10);
  expect(await ask(open('127.99.0.1'), '/help')).toBe('HTTP/1.1 200 OK');
});
