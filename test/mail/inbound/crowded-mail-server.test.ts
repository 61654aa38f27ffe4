import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

/* Someone with many networks who opens connections and says nothing. */

let own: TestContext;
let inbound: InboundMailServer;
const held: net.Socket[] = [];

beforeAll(async () => {
  own = await testContext();
  const open = { ctx: own.ctx, host: '127.0.0.1', port: 0, domain: 'mail.whistlestop.test' };
  const limits = { openStrangers: 12, openConnections: 4 };
  inbound = await startInboundMailServer({
    ...open,
    ...{ from: 'Whistlestop <post@whistlestop.test>', frontServers: ['127.0.0.1'], limits },
  });
});
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await inbound?.close();
  await own.close();
});

function connect(localAddress: string): net.Socket {
  const socket = net.connect({ host: '127.0.0.1', port: inbound.port, localAddress });
  socket.on('error', () => undefined);
  return socket;
}

/** The code with which a new connection is greeted. */
function greeting(localAddress: string): Promise<string> {
  const socket = connect(localAddress);
  return new Promise((resolve) => {
    socket.once('data', (text) => {
      resolve(text.toString().slice(0, 3));
      socket.destroy();
    });
    socket.once('close', () => resolve('closed'));
  });
}

test('keeps neither others nor front servers out', async () => {
  for (let network = 1; network <= 6; network += 1) {
    for (let i = 0; i < 4; i += 1) held.push(connect(`127.${network}.0.1`).resume());
  }
  await sleep(1_000);
  expect(held.filter((socket) => !socket.destroyed && !socket.readableEnded).length).toBe(12);
  expect(await greeting('127.9.9.9')).toBe('220');
  expect(await greeting('127.0.0.1')).toBe('220');
});
