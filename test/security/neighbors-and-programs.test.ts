import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import type { WebContext } from '../../src/web/web-context.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type HeldLock, holdLock } from '../helpers/game-lock.ts';
import { aVisitor, aWeb, testCode } from '../web/visitor.ts';

/*
 * Codes are tried one after the other in each network. Programs that send one with each request must not keep their neighbors
 * waiting for it. A lock holds the first one, so that the others wait.
 */

/** All requests come from here, also those through a socket. */
const HERE = '127.0.0.1';

/** How many requests of one account may be under way in a network, and how many may wait there. */
const [OF_ACCOUNT, WAITING] = [10, 100];

let own: TestContext;
let app: FastifyInstance;
let lock: HeldLock | undefined;
const lines: string[] = [];

beforeAll(async () => {
  own = await testContext();
});
beforeEach(async () => {
  lines.length = 0;
  await own.ctx.db.prisma.attemptCount.deleteMany();
  await open();
});
afterEach(async () => {
  await lock?.release();
  await app.close();
});
afterAll(() => own.close());

async function open(other: Partial<WebContext> = {}): Promise<void> {
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  app = await aWeb({ ...own.ctx, log }, other);
  vi.spyOn(app, 'tryCode');
}

/** From now on the first code that is tried in the network is held, and all others wait for it. */
async function hold(): Promise<void> {
  lock = await holdLock(own.url, 'LOCK TABLE "AttemptCount"');
}

/** Waits until so many codes are under way or were tried, the first of them held. */
async function arrived(codes: number): Promise<void> {
  await lock?.waiting(1);
  await expect.poll(() => vi.mocked(app.tryCode).mock.calls.length, { timeout: 20_000 }).toBe(codes);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

async function aPlayer(name: string): Promise<Account> {
  const account = await anAccount(own.ctx, name);
  granted(await setSecurityCode(own.ctx, account.id, testCode));
  return account;
}

const basic = (account: number, code: string) => ({
  authorization: `Basic ${Buffer.from(`${account}:${code}`).toString('base64')}`,
});

/** A request of a program: 404 if the code is right, because there is no such game. */
function asProgram(account: number, code = testCode) {
  const headers = basic(account, code);
  return app.inject({ url: '/api/games/EY-1/sheet', remoteAddress: HERE, headers });
}

/** Requests of programs that are sent at once. */
function sendMany(accounts: readonly number[]) {
  const answers: Awaited<ReturnType<typeof asProgram>>[] = [];
  const all = Promise.all(accounts.map(async (id) => answers.push(await asProgram(id))));
  const statuses = () => answers.map(({ statusCode }) => statusCode);
  return {
    /** The answers that have come. */
    answers,
    all,
    /** Waits until this many have been refused, and nothing else was answered. */
    refused: (count: number) =>
      expect.poll(statuses, { timeout: 20_000 }).toEqual(Array<number>(count).fill(429)),
    /** How many of the answers had this status. */
    count: (status: number) => statuses().filter((one) => one === status).length,
  };
}

/** The sign-in of someone on the pages, whose form is open. */
async function onPage() {
  const visitor = aVisitor({ inject: (options) => app.inject({ ...options, remoteAddress: HERE }) });
  const _csrf = await visitor.token();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie,
    _csrf,
    send: (account: number, code: string) =>
      visitor.postBare('/sign-in', { _csrf, account: String(account), code }),
  };
}

/** The accounts whose codes were tried and wrong, in their order, as the log shows them. */
const tried = () =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; accountHash: string })
    .filter(({ msg }) => msg === 'sign-in failed')
    .map(({ accountHash }) => accountHash);

test('someone who signs in on the page does not wait for the programs that wait', async () => {
  const { send } = await onPage();
  await hold();
  const programs = [1, 2, 3, 4, 5].map(() => asProgram(77_777, 'wrong'));
  await arrived(5);
  const signIn = send(88_888, 'wrong');
  await arrived(6);
  await lock?.release();
  expect((await signIn).statusCode).toBe(422);
  for (const one of programs) expect((await one).statusCode).toBe(401);
  const [program, person, ...others] = tried();
  expect(person).not.toBe(program);
  expect(others).toEqual(Array(4).fill(program));
});

test('of one account only so many requests are under way, and further ones are refused at once', async () => {
  const [mal, ann] = [await aPlayer('Mal Neighbor'), await aPlayer('Ann Player')];
  await hold();
  const flood = sendMany(Array(OF_ACCOUNT + 20).fill(mal.id));
  await arrived(OF_ACCOUNT + 20);
  await flood.refused(20);
  for (const { headers, body } of flood.answers) {
    expect(headers['retry-after']).toBe('1');
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'too-often' } });
  }
  const player = asProgram(ann.id);
  await lock?.release();
  expect((await player).statusCode).toBe(404);
  await flood.all;
  expect(flood.count(404)).toBe(OF_ACCOUNT);
  // Once they are done, there is room again.
  expect((await asProgram(mal.id)).statusCode).toBe(404);
});

test('neighbors with many accounts make room for one who has few requests', async () => {
  const ann = await aPlayer('Ann Player');
  const neighbors: Account[] = [];
  for (let i = 0; i <= WAITING / OF_ACCOUNT; i += 1)
    neighbors.push(await aPlayer(`Neighbor ${'I'.repeat(i + 1)}`));
  await hold();
  const requests = neighbors.flatMap(({ id }) => Array(OF_ACCOUNT).fill(id) as number[]);
  const flood = sendMany(requests);
  await arrived(requests.length);
  const tooMany = requests.length - WAITING - 1;
  await flood.refused(tooMany);
  const player = asProgram(ann.id);
  await arrived(requests.length + 1);
  await flood.refused(tooMany + 1);
  await lock?.release();
  expect((await player).statusCode).toBe(404);
  await flood.all;
  expect(flood.count(429)).toBe(tooMany + 1);
});

test('the code of a request whose connection is gone is not tried', async () => {
  await app.listen({ host: HERE, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const closed: Promise<unknown>[] = [];
  app.server.on('request', (_request, response) => closed.push(once(response, 'close')));
  const { cookie, _csrf } = await onPage();
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const form = new URLSearchParams({ _csrf, account: '77777', code: 'wrong' }).toString();
  const to = { host: HERE, port, agent: false };
  await hold();
  const first = asProgram(88_888, 'wrong');
  await arrived(1);
  const gone = [
    http.request({ ...to, path: '/api/games/EY-1/sheet', headers: basic(77_777, 'wrong') }).end(),
    http.request({ ...to, path: '/sign-in', method: 'POST', headers }).end(form),
  ];
  for (const one of gone) one.on('error', () => undefined);
  await arrived(3);
  for (const one of gone) one.destroy();
  await Promise.all(closed);
  const last = asProgram(88_888, 'wrong');
  await lock?.release();
  expect([(await first).statusCode, (await last).statusCode]).toEqual([401, 401]);
  const [account] = tried();
  expect(tried()).toEqual([account, account]);
});

test('nor is that of one that was answered because it took too long', async () => {
  await app.close();
  await open({ timeout: 3_000 });
  await hold();
  const late = [asProgram(77_777, 'wrong')];
  await arrived(1);
  late.push(asProgram(88_888, 'wrong'));
  expect((await Promise.all(late)).map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  await lock?.release();
  expect((await asProgram(77_777, 'wrong')).statusCode).toBe(401);
  expect(tried()).toHaveLength(1);
});
