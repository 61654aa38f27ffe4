import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { accountNumber, setSecurityCode, signIn } from '../../src/accounts/security-codes.ts';
import { openSession, readSession } from '../../src/accounts/sessions.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

const code = 'whistle at every stop';
let t: TestContext;
let ann: Account;
let codeless: Account;

beforeAll(async () => {
  t = await testContext();
  ann = await account('Ann Baker', 'ann@example.org');
  codeless = await account('Cody Less', 'cody@example.org');
  await setSecurityCode(t.ctx, ann.id, code);
});
afterAll(() => t.close());

async function account(name: string, email: string): Promise<Account> {
  const made = await createAccount(t.ctx, { name, email });
  if (!made.ok) throw new Error('not made');
  return made.value;
}

describe('signing in', () => {
  test('takes the account number with or without #', async () => {
    for (const number of [`#${ann.id}`, `${ann.id}`, ` # ${ann.id} `]) {
      expect(await signIn(t.ctx, { account: number, code })).toMatchObject({
        ok: true,
        value: { id: ann.id },
      });
    }
  });

  test('takes the code however its letters are composed', async () => {
    await setSecurityCode(t.ctx, codeless.id, 'Zoë im Café!');
    const given = { account: String(codeless.id), code: 'Zoë im Café!'.normalize('NFD') };
    expect(await signIn(t.ctx, given)).toMatchObject({ ok: true });
    await t.ctx.db.prisma.securityCode.delete({ where: { accountId: codeless.id } });
  });

  test('answers alike to every failure', async () => {
    const failures = [
      { account: String(ann.id), code: 'whistle at every shop' },
      { account: String(ann.id), code: '' },
      { account: String(ann.id), code: 'x'.repeat(100_000) },
      { account: '99999', code },
      { account: '99999999999999999999', code },
      { account: "1' or '1'='1", code },
      { account: '', code },
      { account: String(codeless.id), code },
      { account: String(codeless.id), code: '' },
    ];
    const answers = await Promise.all(failures.map((given) => signIn(t.ctx, given)));
    expect(answers[0]).toMatchObject({ ok: false, problems: [{ field: 'code', code: 'wrong' }] });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('takes as long where there is no account as where the code is wrong', async () => {
    const median = async (given: { account: string; code: string }) => {
      const times: number[] = [];
      for (let n = 0; n < 9; n += 1) {
        const begun = performance.now();
        await signIn(t.ctx, given);
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    await median({ account: '99999', code });
    const unknown = await median({ account: '99999', code });
    const wrong = await median({ account: String(ann.id), code: 'wrong, but long enough' });
    expect(unknown).toBeGreaterThan(wrong / 2);
    expect(unknown).toBeLessThan(wrong * 2);
  });
});

describe('a security code', () => {
  test('is kept as argon2id, differently for equal codes', async () => {
    const bob = await account('Bob', 'bob@example.org');
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
    expect(await signIn(t.ctx, { account: String(ann.id), code })).toMatchObject({ ok: true });
  });

  test('is not the account number', async () => {
    for (const own of [`#${ann.id}${ann.id}`, `${ann.id} ${ann.id}`]) {
      const result = await setSecurityCode(t.ctx, ann.id, own);
      expect(result).toMatchObject({ ok: false, problems: [{ code: 'code-too-easy' }] });
    }
  });

  test('may hold the letters of a very short name', async () => {
    const al = await account('Al', 'al@example.org');
    expect(await setSecurityCode(t.ctx, al.id, 'a valley in spring')).toMatchObject({ ok: true });
  });

  test('ends the other sessions of its account when it changes', async () => {
    const here = await openSession(t.ctx, ann.id);
    const elsewhere = await openSession(t.ctx, ann.id);
    const others = await openSession(t.ctx, codeless.id);
    expect(await setSecurityCode(t.ctx, ann.id, code, here)).toMatchObject({ ok: true });
    expect(await readSession(t.ctx, here)).not.toBeNull();
    expect(await readSession(t.ctx, elsewhere)).toBeNull();
    expect(await readSession(t.ctx, others)).not.toBeNull();
  });
});

test('reads account numbers', () => {
  expect(
    ['#10468', '10468', '# 10468', 'x', '', '-1', '1.5', '2147483648', '10468 10469'].map(accountNumber),
  ).toEqual([10468, 10468, 10468, null, null, null, null, null, null]);
});
