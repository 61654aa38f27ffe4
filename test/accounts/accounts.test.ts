import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPerson } from '../../src/accounts/account-details.ts';
import { createAccount, findOrCreateAccount } from '../../src/accounts/accounts.ts';
import { updateAccount } from '../../src/accounts/update-account.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

const ann = { name: 'Ann Baker', email: 'ann@example.org' };
const details = {
  ...ann,
  timeZone: 'America/Chicago',
  paper: 'a4' as const,
  address: null,
  publishAddress: false,
};

async function newAccount(email: string): Promise<number> {
  const result = await createAccount(t.ctx, { name: 'Somebody', email });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value.id;
}

function codesOf(
  result: { ok: true } | { ok: false; problems: { field: string; code: string }[] },
): string[] {
  return result.ok ? [] : result.problems.map(({ field, code }) => `${field} ${code}`);
}

describe('a new account', () => {
  test('is stored normalized, with a number of five digits and no rights', async () => {
    const result = await createAccount(t.ctx, { name: '  Zoë Łukasiewicz ', email: ' Zoe@Example.ORG ' });
    expect(result).toMatchObject({
      ok: true,
      value: {
        id: 10001,
        name: 'Zoë Łukasiewicz',
        email: 'zoe@example.org',
        operator: false,
      },
    });
    expect(await t.ctx.db.prisma.securityCode.count()).toBe(0);
    expect(result.ok && result.value.createdAt).toEqual(t.ctx.now());
  });

  test('is refused if the address has one, in upper or lower case', async () => {
    await newAccount('taken@example.org');
    const result = await createAccount(t.ctx, { name: 'Other', email: 'TAKEN@example.org' });
    expect(codesOf(result)).toEqual(['email email-taken']);
  });

  test('is created once if it is requested twenty times at once', async () => {
    const requests = Array.from({ length: 20 }, () =>
      createAccount(t.ctx, { name: 'Eager', email: 'eager@example.org' }),
    );
    const results = await Promise.all(requests);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.flatMap(codesOf)).toEqual(Array(19).fill('email email-taken'));
  });
});

describe('names and addresses', () => {
  test.each([
    ['', 'name-missing'],
    [' \t ', 'name-missing'],
    ['a'.repeat(81), 'name-too-long'],
    ['Ann\r\nBcc: all@example.org', 'name-characters'],
    ['Ann\u0000', 'name-characters'],
    ['Ann\u202Enna', 'name-characters'],
    ['Ann\uD800', 'name-characters'],
    ['Ann\u200B Baker', 'name-characters'],
    ['\u3164', 'name-characters'],
    ['Ann\u00AD', 'name-characters'],
  ])('are refused if the name is %j: %s', (name, code) => {
    expect(codesOf(checkPerson({ ...ann, name }))).toContain(`name ${code}`);
  });

  test('are measured in characters as people count them', () => {
    expect(checkPerson({ ...ann, name: '🚂'.repeat(80) }).ok).toBe(true);
    expect(checkPerson({ ...ann, name: '🚂'.repeat(81) }).ok).toBe(false);
  });

  test.each([
    '',
    'ann',
    'ann@',
    '@example.org',
    'ann@example.org, bob@example.org',
    'ann@example.org\nBcc: bob@example.org',
    'Ann <ann@example.org>',
    `${'a'.repeat(250)}@example.org`,
  ])('are refused if the address is %j', (email) => {
    expect(codesOf(checkPerson({ ...ann, email }))).toEqual(['email email-invalid']);
  });

  test('are refused with every problem at once', () => {
    expect(codesOf(checkPerson({ name: '', email: '' }))).toEqual([
      'name name-missing',
      'email email-invalid',
    ]);
  });
});

describe('findOrCreateAccount', () => {
  test('finds the account of an address, whatever name is given', async () => {
    const id = await newAccount('found@example.org');
    const found = await t.ctx.db.prisma.$transaction((tx) =>
      findOrCreateAccount(tx, t.ctx, { name: 'Nickname', email: 'Found@example.org' }),
    );
    expect(found).toMatchObject({ id, name: 'Somebody' });
  });

  test('creates one account if several transactions invite the same person at once', async () => {
    const { prisma } = t.ctx.db;
    const invite = () =>
      prisma.$transaction(async (tx) => {
        const account = await findOrCreateAccount(tx, t.ctx, { name: 'Twice', email: 'twice@example.org' });
        await tx.signInLink.count();
        return account.id;
      });
    const ids = await Promise.all(Array.from({ length: 8 }, invite));
    expect(new Set(ids).size).toBe(1);
  });

  test('throws on input that callers should have validated', async () => {
    const wrong = { name: 'Ann', email: 'not an address' };
    await expect(findOrCreateAccount(t.ctx.db.prisma, t.ctx, wrong)).rejects.toThrow('e-mail address');
  });
});

describe('account details', () => {
  test('are stored, with null for an empty address', async () => {
    const id = await newAccount('details@example.org');
    const result = await updateAccount(t.ctx, id, {
      ...details,
      address: ' 1 Main St\r\nSpringfield ',
      publishAddress: true,
    });
    expect(result).toMatchObject({
      ok: true,
      value: { id, email: 'details@example.org', address: '1 Main St\nSpringfield', paper: 'a4' },
    });
    const emptied = await updateAccount(t.ctx, id, {
      ...details,
      address: '  ',
    });
    expect(emptied).toMatchObject({ ok: true, value: { address: null } });
  });

  test('are refused together if one is not valid', async () => {
    const id = await newAccount('refused@example.org');
    const result = await updateAccount(t.ctx, id, {
      ...details,
      name: '\u0007',
      timeZone: 'Mars/Olympus',
      paper: 'b5' as 'a4',
      address: 'x'.repeat(501),
    });
    expect(codesOf(result)).toEqual([
      'name name-characters',
      'timeZone time-zone-unknown',
      'paper invalid',
      'address address-too-long',
    ]);
    const stored = await t.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ name: 'Somebody', timeZone: 'UTC' });
  });

  test('never change the e-mail address', async () => {
    const id = await newAccount('mine@example.org');
    const withAddress = { ...details, email: 'other@example.org' };
    const result = await updateAccount(t.ctx, id, withAddress);
    expect(result).toMatchObject({ ok: true, value: { email: 'mine@example.org' } });
  });
});
