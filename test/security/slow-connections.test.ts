import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startInboundMailServer } from '../../src/mail/inbound/inbound-mail-server.ts';
import type { ConnectionLimits } from '../../src/operations/connection-limits.ts';
import { createHealth } from '../../src/operations/health.ts';
import { startHealthServer } from '../../src/operations/health-server.ts';
import { connectionLimits } from '../../src/web/access/connections.ts';
import type { WebContext } from '../../src/web/web-context.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb } from '../web/visitor.ts';

/** Real connections that send slowly or not at all, to servers with shortened times. */

let own: TestContext;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const SHORT: Partial<ConnectionLimits> = { headers: 300, request: 600, keepAlive: 300, interval: 50 };
/** Milliseconds after which a test gives up: far longer than all times above, because the machine may be busy. */
const PATIENCE = 15_000;

async function aServer(
  connections: Partial<ConnectionLimits>,
  other: Partial<WebContext> = {},
): Promise<number> {
  const app: FastifyInstance = await aWeb(own.ctx, { connections, ...other });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => app.close());
  return (app.server.address() as { port: number }).port;
}

interface Caller {
  socket: Socket;
  /** Everything that was received until the server closed the connection. */
  ended: Promise<string>;
  /** Whether the connection is closed. */
  isClosed(): boolean;
}

/** Connects, sends a text at once, and then the same piece every 20 ms. */
function call(port: number, first: string, piece = ''): Caller {
  const socket = connect({ host: '127.0.0.1', port });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const timer = setInterval(() => piece !== '' && socket.writable && socket.write(piece), 20);
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(received);
    });
  });
  closers.push(async () => socket.destroy());
  return { socket, ended, isClosed: () => socket.closed };
}

const POST = 'POST /sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n';

describe('a connection is closed', () => {
  test.each([
    ['that sends nothing', '', '', /^(HTTP\/1\.1 408 |$)/],
    ['that sends its headers one byte at a time', 'GET / HTTP/1.1\r\nx: ', 'x', /^HTTP\/1\.1 408 /],
    [
      'that sends its body one byte at a time',
      `${POST}content-length: 9999\r\n\r\n`,
      'x',
      /^HTTP\/1\.1 408 /,
    ],
    ['that announces a body and sends none', `${POST}content-length: 9999\r\n\r\n`, '', /^HTTP\/1\.1 408 /],
    [
      'that sends a chunked body one byte at a time',
      `${POST}transfer-encoding: chunked\r\n\r\n`,
      '1\r\nx\r\n',
      /^HTTP\/1\.1 408 /,
    ],
    [
      'that has got its answer and asks for nothing more',
      'GET /health HTTP/1.1\r\nhost: x\r\n\r\n',
      '',
      /200 OK/,
    ],
    ['that is not HTTP', 'EHLO whistlestop\r\n\r\n', '', /^HTTP\/1\.1 400 /],
    ['with endless headers', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`, '', /^HTTP\/1\.1 431 /],
  ])(
    '%s',
    async (_what, first, piece, answer) => {
      const caller = call(await aServer(SHORT), first, piece);
      expect(await caller.ended).toMatch(answer);
    },
    PATIENCE,
  );

  test(
    'to the health server, too',
    async () => {
      const health = createHealth(own.ctx.log);
      const server = await startHealthServer({
        host: '127.0.0.1',
        port: 0,
        health,
        connections: SHORT,
        log: own.ctx.log,
      });
      closers.push(
        () => server.close(),
        async () => health.close(),
      );
      const port = Number(new URL(server.address).port);
      const callers = [
        call(port, ''),
        call(port, 'GET /ready HTTP/1.1\r\nx: ', 'x'),
        call(port, POST, 'x: y\r\n'),
      ];
      for (const { ended } of callers) await ended;
    },
    PATIENCE,
  );
});

test(
  '500 slow connections from one network leave the others to everyone else',
  async () => {
    const port = await aServer({ connectionsPerNetwork: 100 });
    const slow = Array.from({ length: 500 }, () => call(port, 'GET / HTTP/1.1\r\nx: ', 'x'));
    await expect.poll(() => slow.filter((one) => one.isClosed()).length, { timeout: PATIENCE }).toBe(400);
    const other = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' });
    closers.push(async () => other.destroy());
    const answered = new Promise<string>((resolve) =>
      other.once('data', (chunk) => resolve(chunk.toString())),
    );
    other.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  },
  2 * PATIENCE,
);

test(
  'slow connections from a whole block of networks leave the others to everyone else',
  async () => {
    const port = await aServer({ connectionsPerNetwork: 10 });
    const from = (address: string) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: address });
      socket.on('error', () => undefined);
      closers.push(async () => socket.destroy());
      return socket;
    };
    const slow = Array.from({ length: 80 }, (_, i) => from(`127.0.7.${1 + (i % 8)}`));
    await expect.poll(() => slow.filter((one) => one.closed).length, { timeout: PATIENCE }).toBe(40);
    const other = from('127.0.8.1');
    const answered = new Promise((resolve) => other.once('data', (chunk) => resolve(chunk.toString())));
    other.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  },
  PATIENCE,
);

test(
  'a network may open new connections once it has closed others',
  async () => {
    const port = await aServer({ connectionsPerNetwork: 2 });
    const held = [call(port, 'GET /'), call(port, 'GET /')];
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await call(port, 'GET /').ended).toBe('');
    held[0]?.socket.destroy();
    await held[0]?.ended;
    const status = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(status, { timeout: PATIENCE }).toBe(200);
  },
  PATIENCE,
);

test(
  'the number of connections of a process is limited, also behind a reverse proxy',
  async () => {
    const port = await aServer({ connections: 5 }, { trustProxy: 1 });
    const callers = Array.from({ length: 20 }, () => call(port, 'GET /'));
    await expect.poll(() => callers.filter((one) => one.isClosed()).length, { timeout: PATIENCE }).toBe(15);
  },
  PATIENCE,
);

test('behind a reverse proxy, whose address all connections have, networks are not counted', () => {
  expect(connectionLimits({}).connectionsPerNetwork).toBe(100);
  expect(connectionLimits({ trustProxy: 1 }).connectionsPerNetwork).toBeNull();
});

test(
  'a request may be worked on for longer than it may take to send',
  async () => {
    const app = await aWeb(own.ctx, { connections: SHORT });
    closers.push(() => app.close());
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    app.get('/slow', { config: { access: 'anyone' } }, async () => {
      await released;
      return 'done';
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const caller = call(port, 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    // Later than every time of the server: this connection is closed after the longest of them.
    await call(port, `${POST}content-length: 9999\r\n\r\n`, 'x').ended;
    expect(caller.isClosed()).toBe(false);
    release();
    expect(await caller.ended).toContain('done');
  },
  PATIENCE,
);

describe('the server for inbound mail', () => {
  async function aMailServer(): Promise<number> {
    const where = { host: '127.0.0.1', port: 0, domain: 'whistlestop.test', from: 'post@whistlestop.test' };
    const limits = { openConnections: 5, connectionsPerMinute: 1000 };
    const server = await startInboundMailServer({
      ...{ ctx: own.ctx, ...where, limits, maxDuration: 4_000 },
      // Loopback would be a front server, which has no limits of a network.
      frontServers: [],
    });
    closers.push(() => server.close());
    return server.port;
  }

  test(
    'keeps few slow connections of one network, ends them in time, and serves others meanwhile',
    async () => {
      const port = await aMailServer();
      const slow = Array.from({ length: 30 }, () => call(port, '', 'x'));
      const other = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' });
      closers.push(async () => other.destroy());
      const greeting = await new Promise((resolve) => other.once('data', (chunk) => resolve(String(chunk))));
      expect(greeting).toMatch(/^220 /);
      const answers = await Promise.all(slow.map(({ ended }) => ended));
      expect(answers.filter((answer) => answer.includes('421 4.7.0 Too many connections'))).toHaveLength(25);
    },
    2 * PATIENCE,
  );

  test(
    'refuses an endless command',
    async () => {
      const caller = call(await aMailServer(), '');
      caller.socket.once('data', () => caller.socket.write(`EHLO ${'x'.repeat(3000)}`));
      expect(await caller.ended).toMatch(/421 .*too long/);
    },
    PATIENCE,
  );
});
