import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createProxyWatch, type ProxyWatch } from '../../../src/operations/checks/proxies.ts';
import { useContext } from '../../helpers/use-context.ts';
import { aWeb } from '../../web/visitor.ts';

const own = useContext();
const HOUR = 3_600_000;
let now: Date;
let watch: ProxyWatch;
let app: FastifyInstance | null = null;

beforeEach(async () => {
  now = new Date('2027-03-01T12:00:00Z');
  watch = createProxyWatch(() => now);
  await app?.close();
  app = await aWeb(own.ctx, { proxyWatch: watch });
});
afterAll(() => app?.close());

async function levelAfter(remoteAddress: string, headers: Record<string, string>): Promise<string> {
  await app?.inject({ url: '/sign-in', remoteAddress, headers });
  return (await watch.check.run()).level;
}

test.each(['127.0.0.1', '::1', '::ffff:10.0.0.7', '192.168.1.2', 'fd00::1'])(
  'a request that was forwarded from %s is a warning for a day',
  async (address) => {
    expect(await levelAfter(address, { 'x-forwarded-for': '198.51.100.7' })).toBe('warning');
    now = new Date(now.getTime() + 23 * HOUR);
    expect(await watch.check.run()).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('TRUSTED_PROXIES is 0'),
    });
    now = new Date(now.getTime() + 2 * HOUR);
    expect((await watch.check.run()).level).toBe('ok');
  },
);

test('a request without the header, or one that a stranger on the internet makes up, is none', async () => {
  expect(await levelAfter('127.0.0.1', {})).toBe('ok');
  for (const address of ['198.51.100.7', '2001:db8::1', '172.32.0.1']) {
    expect(await levelAfter(address, { 'x-forwarded-for': '127.0.0.1' })).toBe('ok');
  }
});
