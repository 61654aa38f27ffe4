import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { createUploadPlaces } from '../../../src/web/access/upload-places.ts';
import { registerUploads, type UploadBody } from '../../../src/web/access/uploads.ts';

/* Files are read into memory, so only so many are read at the same time. Real connections send them slowly. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Sender {
  account: number;
  /** The token of the session; that of the account by default. */
  session?: string;
  /** The address from which the sender connects: all of 127.0.0.0/8 are this machine. */
  from: string;
  path?: string;
}

let port: number;
/** Lets the handler of `/slow` end. */
let release: () => void;

async function serve(): Promise<void> {
  const app: FastifyInstance = fastify();
  app.decorateRequest('account', null);
  app.decorateRequest('sessionToken', null);
  app.addHook('onRequest', async (request) => {
    request.account = { id: Number(request.headers.account) } as Account;
    request.sessionToken = String(request.headers.session);
  });
  await registerUploads(app);
  app.addHook('preValidation', async (request) => {
    if (request.url === '/refused') throw new Error('refused');
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const aborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  for (const path of ['/file', '/refused', '/fails', '/slow', '/waits']) {
    app.post(path, { config: { upload: true } }, async (request) => {
      if (path === '/waits') await Promise.race([released, aborted(app.uploadWaits(request).signal)]);
      if (path === '/fails') throw new Error('fails');
      if (path === '/slow') await released;
      return { kept: (request.body as UploadBody).file?.length ?? 0 };
    });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
  closers.push(
    () => app.close(),
    () => release(),
  );
}

const START = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n0123456789';
const END = '\r\n--b--\r\n';

/** Sends the beginning of a form with a file, or all of it. */
function send({ account, session = '', from, path = '/file' }: Sender, body: string, length = 5_000_000) {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => undefined);
  closers.push(() => socket.destroy());
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\naccount: ${account}\r\nsession: ${session}\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
      `content-length: ${length}\r\n\r\n${body}`,
  );
  const status = new Promise<number>((resolve) => {
    socket.once('data', (chunk) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1])));
    socket.once('close', () => resolve(0));
  });
  return { socket, status };
}

/** How many of the connections are still open. */
const open = (sent: ReturnType<typeof send>[]) => sent.filter(({ socket }) => !socket.closed).length;

const stalled = (sender: Sender) => send(sender, START);

async function statusOf(sender: Sender, body = START + END): Promise<number> {
  const { socket, status } = send(sender, body, Buffer.byteLength(body));
  const answered = await status;
  socket.destroy();
  return answered;
}

const becomes = (sender: Sender, status: number) =>
  expect.poll(() => statusOf(sender), { timeout: 10_000 }).toBe(status);

const ANN = { account: 1, from: '127.0.5.1' };
const BOB = { account: 2, from: '127.0.6.1' };

describe('at the same time, files are read', () => {
  test('two of one person, and more once one of them has given up', async () => {
    await serve();
    const [one] = [stalled(ANN), stalled(ANN)];
    await becomes(ANN, 503);
    expect(await statusOf(BOB)).toBe(200);
    one.socket.destroy();
    await becomes(ANN, 200);
  });

  test('two of one session, so that the owner of the account can send one beside it, and four of an account', async () => {
    await serve();
    const thief = { account: 1, session: 'stolen', from: '127.0.7.1' };
    stalled(thief);
    stalled(thief);
    await becomes(thief, 503);
    expect(await statusOf(ANN)).toBe(200);
    const second = { account: 1, session: 'stolen, too', from: '127.0.8.1' };
    stalled(second);
    stalled(second);
    await becomes(ANN, 503);
  });

  test('three of one network', async () => {
    await serve();
    for (const account of [1, 2, 3]) stalled({ account, from: '127.0.5.1' });
    await becomes({ account: 4, from: '127.0.5.1' }, 503);
    expect(await statusOf({ account: 4, from: '127.0.5.2' })).toBe(200);
  });

  test('five of one block of networks', async () => {
    await serve();
    for (const account of [1, 2, 3, 4, 5]) stalled({ account, from: `127.0.5.${account}` });
    await becomes({ account: 6, from: '127.0.5.6' }, 503);
    expect(await statusOf({ account: 6, from: '127.0.6.6' })).toBe(200);
  });

  test('ten in all, and one that has not come whole makes room for others', async () => {
    await serve();
    // The first one is the only one of its block.
    const first = stalled({ account: 9, from: '127.0.9.1' });
    const all = [1, 2, 3, 4, 5].map((account) => ({ account, from: `127.0.${account}.1` }));
    const held = all.flatMap((sender) => [stalled(sender), stalled(sender)]);
    await expect.poll(() => open(held)).toBeLessThan(10);
    const others = [6, 7, 8].map((account) => ({ account, from: `127.0.${account}.1` }));
    for (const other of others) expect(await statusOf(other)).toBe(200);
    // Those who take most make room first, with an answer, and their connections are closed.
    const [ended] = held.filter(({ socket }) => socket.closed);
    expect(await ended?.status).toBe(503);
    expect(open([first])).toBe(1);
  });

  test('ten in all, and those that only wait to be read make room for people who have fewer', async () => {
    await serve();
    const all = [1, 2, 3, 4, 5].map((account) => ({ account, from: `127.0.${account}.1`, path: '/waits' }));
    const whole = START + END;
    const held = all.flatMap((sender) => [1, 2].map(() => send(sender, whole, whole.length)));
    await sleep(500);
    const slow = stalled({ account: 6, from: '127.0.6.1' });
    await becomes({ account: 7, from: '127.0.7.1' }, 200);
    // What others send does not push out the slow one.
    for (const account of [1, 2, 3, 4, 5, 1, 2, 3]) stalled({ account, from: `127.0.${account}.1` });
    await sleep(500);
    expect(open([slow])).toBe(1);
    release();
    const statuses = await Promise.all(held.map(({ status }) => status));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  });

  test('ten in all, and of two that come at the same moment, one is refused and no error is left over', async () => {
    const errors: unknown[] = [];
    const note = (error: unknown) => errors.push(error);
    process.on('unhandledRejection', note);
    closers.push(() => process.off('unhandledRejection', note));
    const app = fastify();
    closers.push(() => app.close());
    app.decorateRequest('account', null);
    app.decorateRequest('sessionToken', null);
    const places = createUploadPlaces(app);
    const both = new Promise<void>((resolve) => setTimeout(resolve, 500));
    app.post('/file', { config: { upload: true } }, async () => 'ok');
    app.addHook('preValidation', async (request, reply) => {
      const number = Number(request.headers.account);
      request.account = { id: number } as Account;
      if (number >= 20) await both;
      await places.read(request, reply, async () => (number < 20 ? await sleep(1_000) : null));
    });
    const answers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 21].map((account) =>
      app.inject({
        method: 'POST',
        url: '/file',
        remoteAddress: `198.${account}.100.1`,
        headers: { account: String(account) },
      }),
    );
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(errors).toEqual([]);
  });

  test('ten in all, and those that are being handled make no room', async () => {
    await serve();
    const all = [1, 2, 3, 4, 5].map((account) => ({ account, from: `127.0.${account}.1`, path: '/slow' }));
    const whole = START + END;
    const held = all.flatMap((sender) => [1, 2].map(() => send(sender, whole, whole.length)));
    const other = { account: 6, from: '127.0.6.1' };
    await becomes(other, 503);
    release();
    for (const { status } of held) expect(await status).toBe(200);
    await becomes(other, 200);
  });
});

describe('the place of a file is free again', () => {
  test.each([
    ['if the form cannot be read', '/file', '--b\r\nnonsense\r\n\r\n--b\r\n'],
    ['if the request is refused later', '/refused', START + END],
    ['if its route fails', '/fails', START + END],
  ])('%s', async (_, path, body) => {
    await serve();
    for (let i = 0; i < 4; i += 1) {
      const status = await statusOf({ ...ANN, path }, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).not.toBe(503);
    }
    expect(await statusOf(ANN)).toBe(200);
  });

  test('only when its route has ended, even if its sender has gone', async () => {
    await serve();
    const whole = { ...ANN, path: '/slow' };
    const sent = [
      send(whole, START + END, (START + END).length),
      send(whole, START + END, (START + END).length),
    ];
    await becomes(ANN, 503);
    for (const { socket } of sent) {
      socket.destroy();
      await new Promise((resolve) => socket.once('close', resolve));
    }
    for (let i = 0; i < 5; i += 1) expect(await statusOf(ANN)).toBe(503);
    release();
    await becomes(ANN, 200);
  });
});
