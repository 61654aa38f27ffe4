import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb } from '../web/visitor.ts';

/* Connections that send request after request without waiting for the answers. */

let own: TestContext;
let port: number;
let close: () => Promise<unknown>;

beforeAll(async () => {
  own = await testContext();
  const app = await aWeb(own.ctx, {});
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
  close = () => app.close();
});
afterAll(async () => {
  await close?.();
  await own.close();
});

const FILE = '/assets/pico/pico.min.css';

/** Connects and sends the same request so many times at once. */
function requests(path: string, count: number): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(count));
  return socket;
}

/** How many answers come until the connection is closed, or until nothing comes anymore. */
async function answersOf(socket: Socket, wanted: number): Promise<{ answers: number; closed: boolean }> {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  const answers = () => received.split('HTTP/1.1 ').length - 1;
  for (let i = 0; i < 200 && !socket.closed && answers() < wanted; i += 1) await sleep(20);
  const seen = { answers: answers(), closed: socket.closed };
  socket.destroy();
  return seen;
}

const openFiles = () => readdirSync('/proc/self/fd').length;

describe('requests that do not wait for answers', () => {
  test('are answered if they are few', async () => {
    expect(await answersOf(requests('/help', 8), 8)).toEqual({ answers: 8, closed: false });
    expect(await answersOf(requests(FILE, 8), 8)).toEqual({ answers: 8, closed: false });
  });

  test.each([FILE, '/help'])('for %s close the connection if they are many', async (path) => {
    const { answers, closed } = await answersOf(requests(path, 1_000), 1_000);
    expect(closed).toBe(true);
    expect(answers).toBeLessThanOrEqual(8);
  });

  test.runIf(process.platform === 'linux')('leave no file open, however the connection ends', async () => {
    await answersOf(requests(FILE, 1), 1);
    const before = openFiles();
    for (const count of [8, 1_000]) {
      const sockets = Array.from({ length: 12 }, () => requests(FILE, count).pause());
      await sleep(500);
      for (const socket of sockets) socket.destroy();
    }
    for (let i = 0; i < 100 && openFiles() > before; i += 1) await sleep(50);
    expect(openFiles()).toBeLessThanOrEqual(before);
  });
});
