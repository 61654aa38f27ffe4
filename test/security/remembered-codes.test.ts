import { beforeEach, describe, expect, test } from 'vitest';
import { authenticate, setSecurityCode } from '../../src/accounts/security-codes.ts';
import { rememberVerified, wasVerified } from '../../src/accounts/verified-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { cpuTime } from '../helpers/cpu.ts';
import { testNow } from '../helpers/database.ts';
import { useWeb } from '../web/use-web.ts';
import { testCode } from '../web/visitor.ts';

/* Programs send their security code with every request. It is compared with its hash, which costs much, once in five minutes. */

const { own, app } = useWeb({});
let pat: Account;

beforeEach(async () => {
  own.setNow(testNow);
  pat = await anAccount(own.ctx, 'Pat Program');
  granted(await setSecurityCode(own.ctx, pat.id, testCode));
});

/** A request of a program for a sheet of a game that does not exist: 404 if it is signed in. */
async function ask(code: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${pat.id}:${code}`).toString('base64')}`;
  const url = '/api/games/EY-9999/sheet/facts';
  return (await app.inject({ method: 'GET', url, headers: { authorization } })).statusCode;
}

/** The least processor time in milliseconds that comparing a code takes, of some times. */
async function timeOf(code: string, { remember, times = 5 }: { remember: boolean; times?: number }) {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    taken.push(await cpuTime(() => authenticate(own.ctx, { account: String(pat.id), code, remember })));
  }
  return Math.min(...taken);
}

describe('a program that sends the same security code again', () => {
  test('is signed in without much work, for five minutes', async () => {
    // The first comparisons take longer, until their code is compiled as well as it can be.
    await timeOf(testCode, { remember: false, times: 30 });
    // On the pages, every code is compared.
    const compared = await timeOf(testCode, { remember: false });
    expect(await timeOf(testCode, { remember: true })).toBeLessThan(compared / 2);
    expect(await timeOf(testCode, { remember: false })).toBeGreaterThan(compared / 2);
    expect(await timeOf('a wrong code', { remember: true })).toBeGreaterThan(compared / 2);
    own.setNow(new Date(testNow.getTime() + 5 * 60_000));
    expect(await timeOf(testCode, { remember: true, times: 1 })).toBeGreaterThan(compared / 2);
  });

  test('is refused as soon as the code has changed', async () => {
    expect([await ask(testCode), await ask(testCode), await ask('a wrong code')]).toEqual([404, 404, 401]);
    granted(await setSecurityCode(own.ctx, pat.id, 'new harbor candle'));
    expect([await ask(testCode), await ask('new harbor candle')]).toEqual([401, 404]);
    await own.ctx.db.prisma.securityCode.delete({ where: { accountId: pat.id } });
    expect(await ask('new harbor candle')).toBe(401);
  });
});

test('only so many codes are remembered, each with its own hash and not for longer by being used', () => {
  const at = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);
  const first = { codeHash: 'hash 0', code: 'code' };
  rememberVerified(first, at(0));
  expect(wasVerified(first, at(299))).toBe(true);
  expect(wasVerified(first, at(300))).toBe(false);
  expect(wasVerified({ ...first, code: 'other' }, at(1))).toBe(false);
  expect(wasVerified({ ...first, codeHash: 'hash 1' }, at(1))).toBe(false);
  for (let i = 1; i <= 1000; i += 1) rememberVerified({ codeHash: `hash ${i}`, code: 'code' }, at(10));
  expect(wasVerified(first, at(10))).toBe(false);
  expect(wasVerified({ codeHash: 'hash 1', code: 'code' }, at(10))).toBe(true);
});
