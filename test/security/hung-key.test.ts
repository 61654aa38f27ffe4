import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { startTcpProxy } from '../helpers/tcp-proxy.ts';
import { aWeb } from '../web/visitor.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

test('a database that hangs does not hold up what needs none, also in a browser that is known', async () => {
  const proxy = await startTcpProxy(own.url);
  const db = await openDatabase(proxy.url, {});
  const app = await aWeb({ ...own.ctx, db });
  await db.prisma.account.count();
  proxy.stall();
  const headers = { cookie: `whistlestop-known=${'a'.repeat(32)}.${'b'.repeat(64)}` };
  const addresses = ['/health', '/assets/site.css', '/help'];
  const begun = performance.now();
  const answers = await Promise.all(addresses.map((url) => app.inject({ url, headers })));
  // Without the cookie it is a fraction of a second; the database is given up after fifteen.
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(answers.slice(1).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await proxy.restore();
  await app.close();
  await db.close();
  await proxy.close();
}, 60_000);
