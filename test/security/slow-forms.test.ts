import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailRequestedAddress, mailRequestedSignUp } from '../../src/accounts/requested-mail.ts';
import { correctEmail } from '../../src/accounts/update-account.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { nameInHeader } from '../../src/mail/outbound/mail-headers.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { aWeb, signedIn } from '../web/visitor.ts';

/* Forms that arrive slowly, and other ways around what protects an address. */

let own: TestContext;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** Sends a form up to the middle of its body. Returns what sends the rest, and then the answer. */
async function beginForm(account: Account, path: string, fields: Record<string, string>) {
  const visitor = await signedIn(app, own.ctx, account);
  const body = new URLSearchParams({ _csrf: await visitor.token(), ...fields }).toString();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = [
    ...[`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `cookie: ${cookie}`, 'connection: close'],
    ...['content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`],
  ];
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  // The server has read the session once it has read the headers: it answers another request on this process after that.
  await visitor.get('/');
  return async () => {
    socket.write(body.slice(5));
    await closed;
    return heard;
  };
}

const DETAILS = { name: 'Back Again', timeZone: 'UTC', paper: 'a4' };

test('a form whose body was still arriving when the session was ended changes nothing', async () => {
  const ann = await anAccount(own.ctx, 'Ann Baker');
  const finish = await beginForm(ann, '/account', DETAILS);
  granted(await correctEmail(own.ctx, ann.id, 'right@players.test', { removeKeys: true }));
  expect(await finish()).toMatch(/^HTTP\/1\.1 401 /);
  const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
  expect([now.email, now.name]).toEqual(['right@players.test', 'Ann Baker']);
});

test('the same form is taken while the session is open', async () => {
  const carl = await anAccount(own.ctx, 'Carl Dunn');
  const finish = await beginForm(carl, '/account', DETAILS);
  expect(await finish()).toMatch(/^HTTP\/1\.1 303 /);
  const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: carl.id } });
  expect([now.email, now.name]).toEqual([carl.email, 'Back Again']);
});

test('operators cannot move their own account to another address without a proof of it', async () => {
  const operator = await anOperator(own.ctx);
  const visitor = await signedIn(app, own.ctx, operator);
  const path = `/operator/accounts/${operator.id}/email`;
  expect((await visitor.post(path, { email: 'thief@elsewhere.test' })).statusCode).toBe(403);
  const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: operator.id } });
  expect(now.email).toBe(operator.email);
});

test('someone who asks for another person’s address does not keep that person from signing up', async () => {
  const eve = await anAccount(own.ctx, 'Eve Farrow');
  const email = 'victim@players.test';
  for (let i = 0; i < 6; i += 1) await mailRequestedAddress(own.ctx, { accountId: eve.id, email });
  await mailRequestedSignUp(own.ctx, { name: 'Victor', email, next: '', minutes: 10 });
  const mails = await own.ctx.db.prisma.delivery.findMany({ where: { toAddress: email } });
  expect(mails.map(({ detail }) => (detail as { what: string }).what).sort()).toEqual([
    ...Array(4).fill('email'),
    'sign-up',
  ]);
});

test('a name in a header holds nothing that mail programs decode', () => {
  const name = nameInHeader('=?utf-8?Q?https=3A//evil=2Eexample/x?=');
  expect(name).not.toContain('=?');
  expect(nameInHeader('Ann = Baker?')).toBe('Ann = Baker?');
});
