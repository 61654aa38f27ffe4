import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import type { WebContext } from '../../src/web/web-context.ts';
import { anAccount, runningGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb, signedIn } from '../web/visitor.ts';

/* Someone who begins to send forms, and never finishes them. */

let own: TestContext;
let app: FastifyInstance;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  own = await testContext();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});
afterAll(() => own.close());

async function serve(deps: Partial<WebContext>): Promise<void> {
  app = await aWeb(own.ctx, { limits: { forms: 10_000, peoplePerNetwork: 1_000 }, ...deps });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
}

function open(localAddress: string, text: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => undefined);
  socket.write(text);
  sockets.push(socket);
  return socket;
}

const header = (length: number, forwarded = '', cookie = '') =>
  `POST /sign-in HTTP/1.1\r\nhost: a\r\n${forwarded && `x-forwarded-for: ${forwarded}\r\n`}` +
  `${cookie && `cookie: ${cookie}\r\n`}` +
  `accept: application/json\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${length}\r\n\r\n`;

/** The status of the answer; 'closed' if there is none. */
function statusOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (text) => resolve(text.toString().split(' ')[1] ?? ''));
    socket.once('close', () => resolve('closed'));
  });
}

test('does not keep others out by using up all connections', async () => {
  await serve({ connections: { connections: 10, connectionsPerNetwork: 4 } });
  for (let network = 1; network <= 5; network += 1) {
    for (let i = 0; i < 4; i += 1) open(`127.${network}.0.1`, `${header(99)}a`).resume();
  }
  await sleep(500);
  expect(await statusOf(open('127.99.0.1', 'GET /help HTTP/1.1\r\nhost: a\r\n\r\n'))).toBe('200');
  expect(await statusOf(open('127.99.0.1', `${header(2)}ab`))).toBe('403');
});

test('does not cut off requests that are being answered', async () => {
  await serve({ connections: { connections: 4, connectionsPerNetwork: 4 } });
  const requests = Array.from({ length: 4 }, (_, i) =>
    statusOf(open(`127.0.${i + 1}.1`, 'GET /help HTTP/1.1\r\nhost: a\r\n\r\n')),
  );
  for (let i = 0; i < 4; i += 1) open(`127.1.${i + 1}.1`, `${header(99)}a`).resume();
  expect(await Promise.all(requests)).toEqual(['200', '200', '200', '200']);
});

test('keeps only some connections of a reverse proxy that does not wait for bodies, and neighbors can send forms', async () => {
  await serve({ trustProxy: 1 });
  const unfinished = Array.from({ length: 60 }, () =>
    open('127.0.0.1', `${header(99, '198.51.100.7')}a`).resume(),
  );
  await expect.poll(() => unfinished.filter(({ closed }) => !closed).length, { timeout: 5_000 }).toBe(20);
  expect(await statusOf(open('127.0.0.1', `${header(2, '198.51.100.7')}ab`))).toBe('403');
  const others = Array.from({ length: 10 }, (_, i) =>
    Array.from({ length: 20 }, () => open('127.0.0.1', `${header(99, `203.0.113.${i + 1}`)}a`).resume()),
  ).flat();
  const more = Array.from({ length: 20 }, () => open('127.0.0.1', `${header(99, '203.0.113.99')}a`).resume());
  const openOnes = () => [...others, ...more].filter(({ closed }) => !closed).length;
  await expect.poll(openOnes, { timeout: 5_000 }).toBe(200);
  await sleep(500);
  expect(openOnes()).toBe(200);
});

/** The cookies of someone who is signed in. */
async function cookieOf(account: Account): Promise<string> {
  const { cookies } = await signedIn(app, own.ctx, account);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Begins a form, lets others send the beginnings of so many that connections are closed, and sends the rest. */
async function slowly(
  begin: string,
  others: readonly { address: string; cookie?: string; times: number }[],
): Promise<string> {
  const slow = open('127.0.0.1', begin);
  const status = statusOf(slow);
  await sleep(200);
  const flood = others.flatMap(({ address, cookie, times }) =>
    Array.from({ length: times }, () => open('127.0.0.1', `${header(99, address, cookie)}a`).resume()),
  );
  await expect.poll(() => slow.closed || flood.some(({ closed }) => closed), { timeout: 20_000 }).toBe(true);
  await sleep(500);
  if (!slow.closed) slow.write('b'.repeat(19));
  return status;
}

test('neighbors with many networks of a block cannot cut off a form that comes slowly', async () => {
  await serve({ trustProxy: 1 });
  const customers = Array.from({ length: 6 }, (_, i) => ({ address: `2001:db8:1:${i + 1}::1`, times: 20 }));
  expect(await slowly(`${header(20, '2001:db8:1:ffff::1')}a`, customers)).toBe('403');
  const hosts = Array.from({ length: 11 }, (_, i) => ({ address: `198.51.100.${i + 1}`, times: 20 }));
  expect(await slowly(`${header(20, '198.51.100.250')}a`, hosts)).toBe('403');
}, 60_000);

test('neighbors on the same network with new accounts cannot cut off a form that comes slowly', async () => {
  await serve({ trustProxy: 1 });
  const home = '198.51.100.7';
  const ann = await cookieOf(await anAccount(own.ctx, 'Ann Baker'));
  const loud = [1, 2, 3, 4, 5].map(async (i) => await cookieOf(await anAccount(own.ctx, `Loud ${i}`)));
  const neighbors = (await Promise.all(loud)).map((cookie) => ({ address: home, cookie, times: 12 }));
  expect(await slowly(`${header(20, home, ann)}a`, neighbors)).toBe('403');
}, 60_000);

test('neither can as many new accounts as the network may have forms, if it is from someone in a running game', async () => {
  await serve({ trustProxy: 1 });
  const home = '198.51.100.8';
  const { players } = await runningGame(own.ctx, { humans: 1, opponents: 6 });
  const ann = await cookieOf(players[0] as Account);
  const neighbors: { address: string; cookie: string; times: number }[] = [];
  for (let i = 1; i <= 52; i += 1) {
    neighbors.push({ address: home, cookie: await cookieOf(await anAccount(own.ctx, `New ${i}`)), times: 1 });
  }
  expect(await slowly(`${header(20, home, ann)}a`, neighbors)).toBe('403');
}, 60_000);

test('someone else who has a session of the account cannot cut off a form of its owner that comes slowly', async () => {
  await serve({ trustProxy: 1 });
  const account = await anAccount(own.ctx, 'Sue Stolen');
  const [hers, stolen] = [await cookieOf(account), await cookieOf(account)];
  const thief = [{ address: '203.0.113.7', cookie: stolen, times: 40 }];
  expect(await slowly(`${header(20, '198.51.100.9', hers)}a`, thief)).toBe('403');
}, 60_000);
