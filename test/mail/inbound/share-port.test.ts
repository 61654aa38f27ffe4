import net from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { findFreePort } from '../../../src/database/embedded/free-port.ts';
import type { InboundMailServer } from '../../../src/mail/inbound/inbound-mail-server.ts';
import { shareInboundPort } from '../../../src/mail/inbound/share-port.ts';
import { useContext } from '../../helpers/use-context.ts';

/** Two workers on one machine have the same port for inbound mail. */

const own = useContext();
let servers: InboundMailServer[] = [];
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function start(
  port: number,
  domain = 'games.example.org',
  ctx: AppContext = own.ctx,
): Promise<InboundMailServer> {
  const from = 'Whistlestop <post@example.org>';
  const server = await shareInboundPort({ ctx, host: '127.0.0.1', port, domain, from }, 100);
  servers.push(server);
  return server;
}

/** What a server at the port says first; empty if there is none. */
function greetingAt(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once('error', () => resolve(''));
  });
}

test('the second worker takes the port over when the first one ends', async () => {
  const port = await findFreePort(0);
  const first = await start(port);
  await start(port);
  expect(await greetingAt(port)).toContain('220 games.example.org ');
  await first.close();
  await expect.poll(() => greetingAt(port), { timeout: 10_000 }).toContain('220 games.example.org ');
});

test('a worker that waits for the port can be closed', async () => {
  const port = await findFreePort(0);
  const first = await start(port);
  await (await start(port)).close();
  await first.close();
  expect(await greetingAt(port)).toBe('');
});

test('a worker that waits for the port logs once that it does', async () => {
  const port = await findFreePort(0);
  await start(port);
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  await start(port, 'games.example.org', { ...own.ctx, log: pino({ level: 'info' }, sink) });
  await sleep(1_000);
  expect(lines).toEqual(['another worker receives mail at this port; this one takes over when it ends']);
});

test('another program at the port is an error', async () => {
  const port = await findFreePort(0);
  await start(port, 'mail.example.org');
  await expect(start(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('another mail server with the same name is none of ours', async () => {
  const other = net.createServer((socket) => socket.end('220 games.example.org ESMTP Postfix\r\n'));
  const port = await findFreePort(0);
  await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve));
  try {
    await expect(start(port)).rejects.toThrow('EADDRINUSE');
  } finally {
    await new Promise((resolve) => void other.close(resolve));
  }
});
