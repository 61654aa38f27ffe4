import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAccountNumber } from '../../src/accounts/account-number.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { authenticate, setSecurityCode } from '../../src/accounts/security-codes.ts';
import { readSession } from '../../src/accounts/sessions.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';

const code = 'whistle at every stop';
let t: TestContext;
let ann: Account;
let withoutCode: Account;

beforeAll(async () => {
  t = await testContext();
  ann = await newAccount('Ann Baker', 'ann@example.org');
  withoutCode = await newAccount('Cody Less', 'cody@example.org');
  await setSecurityCode(t.ctx, ann.id, code);
});
afterAll(() => t.close());

async function newAccount(name: string, email: string): Promise<Account> {
  const made = await createAccount(t.ctx, { name, email });
  if (!made.ok) throw new Error('not made');
  return made.value;
}

describe('authentication', () => {
  test('accepts the account number with or without #', async () => {
    for (const number of [`#${ann.id}`, `${ann.id}`, ` # ${ann.id} `]) {
      expect(await authenticate(t.ctx, { account: number, code })).toMatchObject({
        ok: true,
        value: { id: ann.id },
      });
    }
  });

  test('accepts the code however its letters are composed', async () => {
    await setSecurityCode(t.ctx, withoutCode.id, 'Zoë im Café!');
    const given = { account: String(withoutCode.id), code: 'Zoë im Café!'.normalize('NFD') };
    expect(await authenticate(t.ctx, given)).toMatchObject({ ok: true });
    await t.ctx.db.prisma.securityCode.delete({ where: { accountId: withoutCode.id } });
  });

  test('gives the same result for every failure', async () => {
    const failures = [
      { account: String(ann.id), code: 'whistle at every shop' },
      { account: String(ann.id), code: '' },
      { account: String(ann.id), code: 'x'.repeat(100_000) },
      { account: '99999', code },
      { account: '99999999999999999999', code },
      { account: "1' or '1'='1", code },
      { account: '', code },
      { account: String(withoutCode.id), code },
      { account: String(withoutCode.id), code: '' },
    ];
    const results = await Promise.all(failures.map((given) => authenticate(t.ctx, given)));
    expect(results[0]).toMatchObject({ ok: false, problems: [{ field: 'code', code: 'wrong' }] });
    for (const result of results) expect(result).toEqual(results[0]);
  });

  test('takes as long without an account as with a wrong code', async () => {
    const durationOf = async (given: { account: string; code: string }) => {
      const begun = performance.now();
      await authenticate(t.ctx, given);
      return performance.now() - begun;
    };
    const median = (durations: number[]) => durations.sort((a, b) => a - b)[durations.length >> 1] ?? 0;
    const durations: { unknown: number[]; wrong: number[] } = { unknown: [], wrong: [] };
    await durationOf({ account: '99999', code });
    // Both kinds take turns, so that other work on the machine slows both alike.
    for (let n = 0; n < 15; n += 1) {
      durations.unknown.push(await durationOf({ account: '99999', code }));
      durations.wrong.push(await durationOf({ account: String(ann.id), code: 'wrong, but long enough' }));
    }
    const [unknown, wrong] = [median(durations.unknown), median(durations.wrong)];
    expect(unknown).toBeGreaterThan(wrong / 2);
    expect(unknown).toBeLessThan(wrong * 2);
  });
});

describe('a security code', () => {
  test('is stored as argon2id, differently for equal codes', async () => {
    const bob = await newAccount('Bob', 'bob@example.org');
    await setSecurityCode(t.ctx, bob.id, code);
    const hashes = await t.ctx.db.prisma.securityCode.findMany({
      where: { accountId: { in: [ann.id, bob.id] } },
    });
    for (const { codeHash } of hashes) expect(codeHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(hashes.map(({ codeHash }) => codeHash)).size).toBe(2);
  });

  test.each([
    ['1234567', 'code-too-short'],
    ['🚂🚃🚃🚃', 'code-too-short'],
    ['x y'.repeat(67), 'code-too-long'],
    ['aaaaaaaa', 'code-too-easy'],
    ['12345678', 'code-too-easy'],
    ['87654321', 'code-too-easy'],
    ['Password1', 'code-too-easy'],
    ['Whistle Stop 27', 'code-too-easy'],
    ['AnnBaker!', 'code-too-easy'],
    ['my ann@example.org', 'code-too-easy'],
  ])('%j is refused: %s', async (weak, problem) => {
    const result = await setSecurityCode(t.ctx, ann.id, weak);
    expect(result).toMatchObject({ ok: false, problems: [{ field: 'code', code: problem }] });
    expect(await authenticate(t.ctx, { account: String(ann.id), code })).toMatchObject({ ok: true });
  });

  test('cannot be the account number', async () => {
    for (const own of [`#${ann.id}${ann.id}`, `${ann.id} ${ann.id}`]) {
      const result = await setSecurityCode(t.ctx, ann.id, own);
      expect(result).toMatchObject({ ok: false, problems: [{ code: 'code-too-easy' }] });
    }
  });

  test('may contain the letters of a very short name', async () => {
    const al = await newAccount('Al', 'al@example.org');
    expect(await setSecurityCode(t.ctx, al.id, 'a valley in spring')).toMatchObject({ ok: true });
  });

  test('closes the other sessions of its account when it changes', async () => {
    const here = await aSession(t.ctx, { accountId: ann.id, method: 'code' });
    const elsewhere = await aSession(t.ctx, { accountId: ann.id, method: 'code' });
    const others = await aSession(t.ctx, { accountId: withoutCode.id, method: 'code' });
    expect(await setSecurityCode(t.ctx, ann.id, code, here)).toMatchObject({ ok: true });
    expect(await readSession(t.ctx, here)).not.toBeNull();
    expect(await readSession(t.ctx, elsewhere)).toBeNull();
    expect(await readSession(t.ctx, others)).not.toBeNull();
  });
});

test('account numbers are read with or without #, up to the largest integer', () => {
  expect(
    ['#10468', '10468', '# 10468', 'x', '', '-1', '1.5', '2147483648', '10468 10469'].map(parseAccountNumber),
  ).toEqual([10468, 10468, 10468, null, null, null, null, null, null]);
});
