import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../web/visitor.ts';

/* Requests that no browser sends: ambiguous ones, and ones with fields that no form has. */

let own: TestContext;
let app: FastifyInstance;
let ann: Account;
let address: URL;
const lines: string[] = [];

beforeAll(async () => {
  own = await testContext();
  const write = (line: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(line));
    done();
  };
  const log = pino({ level: 'debug' }, new Writable({ write }));
  app = await aWeb({ ...own.ctx, log }, { limits: { forms: 1000 } });
  address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  ann = await anAccount(own.ctx, 'Ann Baker');
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** Sends these lines as they are, and returns everything that comes back until the server closes the connection. */
async function sent(...request: string[]): Promise<string> {
  const socket = connect({ host: address.hostname, port: Number(address.port) });
  socket.end(request.join('\r\n'));
  return text(socket);
}

describe('a request whose end is ambiguous is refused, so that no second one is hidden in it:', () => {
  const head = ['POST /sign-in HTTP/1.1', 'Host: whistlestop.test', 'Connection: close'];
  const hidden = ['GET /health HTTP/1.1', 'Host: whistlestop.test', '', ''];
  test.each<[string, string[]]>([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', ...hidden]],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 44', '', ...hidden]],
    ['chunks under a hidden name', ['Transfer-Encoding: xchunked', '', '0', '', ...hidden]],
    ['a length with a sign', ['Content-Length: +5', '', 'a=b&c', ...hidden]],
    ['a name with a space', ['Content-Length : 5', '', 'a=b&c', ...hidden]],
  ])('%s', async (_what, rest) => {
    const response = await sent(...head, ...rest);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).not.toContain('alive');
  });
});

describe('fields that a form does not have', () => {
  test('are not stored, whatever column they name', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    const saved = await visitor.post('/account', {
      ...{ name: 'Ann B. Baker', timeZone: 'UTC', paper: 'a4' },
      ...{ operator: 'yes', mayRunGames: 'yes', id: '10001', email: 'ann@elsewhere.test', deletedAt: '' },
    });
    expect(saved.statusCode).toBe(303);
    const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
    expect(now).toMatchObject({ name: 'Ann B. Baker', operator: false, mayRunGames: false });
    expect(now.email).toBe(ann.email);
  });

  test('cannot change what all objects inherit', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    const fields = { name: 'Ann', timeZone: 'UTC', paper: 'a4' };
    await visitor.post('/account', { ...fields, '__proto__[polluted]': 'yes', 'constructor.prototype': 'x' });
    const basic = `Basic ${Buffer.from(`${ann.id}:${testCode}`).toString('base64')}`;
    const json = await app.inject({
      ...{ method: 'POST', url: '/api/games/EY-1/sheet' },
      headers: { authorization: basic, 'content-type': 'application/json' },
      payload: '{"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}}',
    });
    expect(json.statusCode).toBe(400);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('and fields that are sent twice are refused, not joined or picked from', async () => {
    const visitor = aVisitor(app);
    const token = await visitor.token();
    const payload = `_csrf=${token}&account=${ann.id}&account=10001&code=${encodeURIComponent(testCode)}`;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const response = await app.inject({ method: 'POST', url: '/sign-in', headers, payload });
    expect(response.statusCode).toBe(400);
  });

  test('in the address do not stand in for those of the form', async () => {
    const visitor = aVisitor(app);
    const address = `/sign-in?account=${ann.id}&code=${encodeURIComponent(testCode)}`;
    expect((await visitor.post(address, {})).statusCode).toBe(422);
  });
});

test('what people send cannot add a line to the log, or hide one', async () => {
  const forged = '{"level":30,"msg":"forged"}';
  const visitor = aVisitor(app);
  await visitor.get(`/nothing?x=${encodeURIComponent(`\n${forged}\n`)}`);
  await visitor.get('/nothing', { 'user-agent': `x\u001b[2K${forged}` });
  await visitor.post('/sign-in', { account: `\n${forged}\n`, code: `\n${forged}\n` });
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    expect(line.split('\n').length).toBe(2);
    expect(JSON.parse(line).msg).not.toBe('forged');
  }
});
