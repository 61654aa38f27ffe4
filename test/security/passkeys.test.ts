import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasPasskeys } from '../../src/accounts/passkeys/passkeys.ts';
import { readSession } from '../../src/accounts/sessions.ts';
import { issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import { removePasskeys } from '../../src/cli/remove-passkeys.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type Authenticator, anAuthenticator } from '../helpers/authenticator.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { addPasskeyTo, confirm, pendingVisitor, signedBy } from '../web/passkey-visitor.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../web/visitor.ts';

const HOME = 'https://games.example.org';
const MINUTE = 60_000;

let own: TestContext;
let app: FastifyInstance;
let ann: Account;
let annHere: Visitor;
let phone: Authenticator;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { publicUrl: HOME, limits: { forms: 10_000, signInByAddress: 10_000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});
beforeEach(async () => {
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
  annHere = await signedIn(app, own.ctx, ann);
  phone = anAuthenticator(HOME);
  await addPasskeyTo(annHere, phone);
});

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).statusCode === 200;

async function mailsOf(account: Account): Promise<unknown[]> {
  const where = { accountId: account.id, kind: 'confirmation' as const };
  const mails = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
  return mails.map(({ detail }) => (detail as { what: string }).what);
}

describe('an account with a passkey', () => {
  test('is not open to someone who has only its security code', async () => {
    const thief = await pendingVisitor(app, ann);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await thief.get('/sign-in')).headers.location).toMatch(/^\/sign-in\/passkey/);
    const unsigned = await thief.post('/sign-in/passkey', { _passkey: '{}' });
    expect(unsigned.statusCode).toBe(422);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('leads its owner to the page that was wanted, with the code and with a link', async () => {
    const next = '/my/games/EY-1/sheet?version=2';
    const byCode = aVisitor(app);
    const byLink = aVisitor(app);
    const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 2);
    const first = [
      await byCode.post('/sign-in', { account: ann.email, code: testCode, next }),
      await byLink.post(`/sign-in/link/${token}`, { next }),
    ];
    for (const [i, visitor] of [byCode, byLink].entries()) {
      const passkeyPage = String(first[i]?.headers.location);
      expect(passkeyPage).toBe(`/sign-in/passkey?next=${encodeURIComponent(next)}`);
      expect((await visitor.get(passkeyPage)).body).toContain(`name="next" value="${next}"`);
      const confirmed = await visitor.post('/sign-in/passkey', {
        _passkey: await signedBy(visitor, phone),
        next,
      });
      expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, next]);
    }
  });

  test('is not open to someone who has only a mailed link', async () => {
    const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 2);
    const thief = aVisitor(app);
    const response = await thief.post(`/sign-in/link/${token}`, { next: '/account' });
    expect(response.headers.location).toBe('/sign-in/passkey?next=%2Faccount');
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('is open after the passkey, with a new token: the one from before is worth nothing', async () => {
    const visitor = await pendingVisitor(app, ann);
    const before = new Map(visitor.cookies);
    const response = await confirm(visitor, phone);
    expect(response.headers.location).toBe('/my/games');
    expect(await isSignedIn(visitor)).toBe(true);
    const thief = aVisitor(app);
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await thief.get('/sign-in/passkey')).headers.location).toBe('/sign-in');
    const passkey = await own.ctx.db.prisma.passkey.findUniqueOrThrow({ where: { id: phone.id } });
    expect(passkey).toMatchObject({ counter: 1n, usedAt: testNow });
  });

  test('is not open to programs that have only its security code, and they are told so', async () => {
    const authorization = `Basic ${Buffer.from(`${ann.id}:${testCode}`).toString('base64')}`;
    const response = await app.inject({ url: '/api/games/EY-1/sheet', headers: { authorization } });
    expect(response.statusCode).toBe(403);
    expect(response.json().error).toMatchObject({ code: 'passkey', message: /requires a passkey/ });
  });

  test('waits 15 minutes for the passkey, then the code is needed again', async () => {
    const visitor = await pendingVisitor(app, ann);
    const response = await signedBy(visitor, phone);
    own.setNow(new Date(testNow.getTime() + 15 * MINUTE));
    expect((await visitor.post('/sign-in/passkey', { _passkey: response })).headers.location).toBe(
      '/sign-in',
    );
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

describe('a passkey is refused', () => {
  const LIES = {
    'on a page of another site': { origin: 'https://games.example.com' },
    'on a page of the same host without https': { origin: 'http://games.example.org' },
    'for another host': { rpId: 'example.com' },
    'with a challenge that the server did not give': { challenge: Buffer.alloc(32).toString('base64url') },
  };
  for (const [lie, lies] of Object.entries(LIES)) {
    test(lie, async () => {
      const visitor = await pendingVisitor(app, ann);
      expect((await confirm(visitor, phone, lies)).statusCode).toBe(422);
      expect(await isSignedIn(visitor)).toBe(false);
      expect((await confirm(visitor, phone)).statusCode).toBe(303);
    });
  }

  test('if its counter did not rise, as that of a copy', async () => {
    await confirm(await pendingVisitor(app, ann), phone, { counter: 7 });
    for (const counter of [7, 6, 0]) {
      const copy = await pendingVisitor(app, ann);
      expect((await confirm(copy, phone, { counter })).statusCode).toBe(422);
      expect(await isSignedIn(copy)).toBe(false);
    }
    expect((await confirm(await pendingVisitor(app, ann), phone, { counter: 8 })).statusCode).toBe(303);
  });

  test('but not if it never counts', async () => {
    for (let i = 0; i < 2; i += 1) {
      expect((await confirm(await pendingVisitor(app, ann), phone, { counter: 0 })).statusCode).toBe(303);
    }
  });

  test('if what it signed was sent before, even by someone who was refused', async () => {
    const visitor = await pendingVisitor(app, ann);
    const wrong = await signedBy(visitor, phone, { origin: 'https://games.example.com' });
    expect((await visitor.post('/sign-in/passkey', { _passkey: wrong })).statusCode).toBe(422);
    // The challenge is spent, so even the right answer to it comes too late.
    const { challenge } = JSON.parse(
      Buffer.from(JSON.parse(wrong).response.clientDataJSON, 'base64url').toString(),
    );
    const late = JSON.stringify(phone.use({ challenge, rpId: 'games.example.org' }));
    const response = await visitor.post('/sign-in/passkey', { _passkey: late });
    expect(response.statusCode).toBe(422);
    const good = await signedBy(visitor, phone);
    expect((await visitor.post('/sign-in/passkey', { _passkey: good })).statusCode).toBe(303);
    const other = await pendingVisitor(app, ann);
    await signedBy(other, anAuthenticator(HOME));
    expect((await other.post('/sign-in/passkey', { _passkey: good })).statusCode).toBe(422);
  });

  test('after 5 minutes', async () => {
    const visitor = await pendingVisitor(app, ann);
    const response = await signedBy(visitor, phone);
    own.setNow(new Date(testNow.getTime() + 5 * MINUTE));
    const late = await visitor.post('/sign-in/passkey', { _passkey: response });
    expect(late.statusCode).toBe(422);
    expect(late.body).toContain('more than 5 minutes');
  });

  test('if it belongs to another account', async () => {
    const bert = await anAccount(own.ctx, 'Bert Cole');
    const berts = anAuthenticator(HOME);
    await addPasskeyTo(await signedIn(app, own.ctx, bert), berts);
    const thief = await pendingVisitor(app, ann);
    expect((await confirm(thief, berts)).statusCode).toBe(422);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('if it was removed meanwhile, and its session must begin anew', async () => {
    const visitor = await pendingVisitor(app, ann);
    const response = await signedBy(visitor, phone);
    await annHere.post('/account/passkeys/remove', { passkey: phone.id, removeCode: testCode });
    const late = await visitor.post('/sign-in/passkey', { _passkey: response });
    expect(late.headers.location).toBe('/sign-in');
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

describe('adding a passkey', () => {
  const JSON_ONLY = { accept: 'application/json' };

  test('requires the current security code', async () => {
    const fields = { name: 'Thief’s phone', addCode: 'wrong code' };
    const response = await annHere.post('/account/passkeys/options', fields, JSON_ONLY);
    expect(response.statusCode).toBe(422);
    const bare = JSON.stringify(
      anAuthenticator(HOME).create({
        ...{ challenge: 'AAAA', rp: { name: 'Whistlestop', id: 'games.example.org' }, pubKeyCredParams: [] },
        user: { id: 'x', name: 'x', displayName: 'x' },
      }),
    );
    const added = await annHere.post('/account/passkeys', { name: 'Thief’s phone', _passkey: bare });
    expect(added.statusCode).toBe(422);
    expect(await own.ctx.db.prisma.passkey.count({ where: { accountId: ann.id } })).toBe(1);
  });

  test('is refused if the device signed for another site', async () => {
    for (const lies of [{ origin: 'https://games.example.com' }, { rpId: 'example.com' }]) {
      const fields = { name: 'My key', addCode: testCode };
      const options = await annHere.post('/account/passkeys/options', fields, JSON_ONLY);
      const response = JSON.stringify(anAuthenticator(HOME).create(options.json(), lies));
      const added = await annHere.post('/account/passkeys', { name: 'My key', _passkey: response });
      expect(added.statusCode).toBe(422);
    }
  });

  test('mails the owner, and the first one ends all other sessions', async () => {
    const bert = await anAccount(own.ctx, 'Bert Cole');
    const [here, elsewhere] = [await signedIn(app, own.ctx, bert), await signedIn(app, own.ctx, bert)];
    await addPasskeyTo(here, anAuthenticator(HOME));
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await mailsOf(bert)).toEqual(['passkeyAdded']);
  });

  test('is not possible more than ten times, nor twice with the same device', async () => {
    const again = await annHere.post(
      '/account/passkeys/options',
      { name: 'x', addCode: testCode },
      JSON_ONLY,
    );
    const same = JSON.stringify(phone.create(again.json()));
    expect((await annHere.post('/account/passkeys', { name: 'x', _passkey: same })).body).toContain(
      'already added',
    );
    for (let i = 2; i <= 10; i += 1) await addPasskeyTo(annHere, anAuthenticator(HOME), `Key ${i}`);
    const options = await annHere.post(
      '/account/passkeys/options',
      { name: 'x', addCode: testCode },
      JSON_ONLY,
    );
    expect(options.statusCode).toBe(422);
    expect(options.json().error.message).toContain('at most 10 passkeys');
  });

  test('is not possible where browsers allow none', async () => {
    const plain = await aWeb(own.ctx, { publicUrl: 'http://192.0.2.7:8080' });
    const visitor = await signedIn(plain, own.ctx, await anAccount(own.ctx, 'Cora Dunn'));
    expect((await visitor.get('/account/passkeys')).body).toContain('Browsers allow passkeys only at');
    const fields = { name: 'x', addCode: testCode };
    expect((await visitor.post('/account/passkeys/options', fields, JSON_ONLY)).statusCode).toBe(422);
    await plain.close();
  });

  test('counts for a session that begins at the same moment', async () => {
    const dan = await anAccount(own.ctx, 'Dan Dunn');
    const { prisma } = own.ctx.db;
    let opening: Promise<string> | undefined;
    let settled = false;
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${dan.id} FOR UPDATE`;
      const key = {
        id: 'dans',
        accountId: dan.id,
        name: 'x',
        publicKey: new Uint8Array([1]),
        createdAt: testNow,
      };
      await tx.passkey.create({ data: key });
      opening = aSession(own.ctx, { accountId: dan.id, method: 'code' }).finally(() => {
        settled = true;
      });
      // Until it waits for the lock of the row, or has not done so.
      while (!settled) {
        const [{ waiting } = { waiting: 0n }] = await prisma.$queryRaw<{ waiting: bigint }[]>`
          SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted`;
        if (waiting > 0n) break;
      }
    });
    expect(await readSession(own.ctx, (await opening) ?? '')).toBeNull();
  });
});

describe('passkeys of a lost device', () => {
  test('are removed by their owner with the current code only', async () => {
    const wrong = await annHere.post('/account/passkeys/remove', { passkey: phone.id, removeCode: 'no' });
    expect(wrong.statusCode).toBe(422);
    expect(await hasPasskeys(own.ctx, ann.id)).toBe(true);
    const right = await annHere.post('/account/passkeys/remove', { passkey: phone.id, removeCode: testCode });
    expect(right.statusCode).toBe(303);
    expect(await mailsOf(ann)).toEqual(['passkeyAdded', 'passkeyRemoved']);
    expect(await isSignedIn(await signedIn(app, own.ctx, ann))).toBe(true);
  });

  test('are removed and renamed by no one else', async () => {
    const thief = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Eve Farrow'));
    const fields = { passkey: phone.id, removeCode: testCode, name: 'Mine' };
    expect((await thief.post('/account/passkeys/remove', fields)).statusCode).toBe(422);
    expect((await thief.post('/account/passkeys/rename', fields)).statusCode).toBe(422);
    expect((await thief.post(`/operator/accounts/${ann.id}/remove-passkeys`)).statusCode).toBe(403);
    const passkey = await own.ctx.db.prisma.passkey.findUniqueOrThrow({ where: { id: phone.id } });
    expect(passkey.name).toBe('My phone');
    expect((await annHere.post('/account/passkeys/rename', fields)).statusCode).toBe(303);
  });

  test('are removed by the operator, but not the operator’s own; the owner is told', async () => {
    const olive = await anAccount(own.ctx, 'Olive Operator');
    await own.ctx.db.prisma.account.update({ where: { id: olive.id }, data: { operator: true } });
    const operator = await signedIn(app, own.ctx, olive);
    await addPasskeyTo(operator, anAuthenticator(HOME));
    expect((await operator.post(`/operator/accounts/${olive.id}/remove-passkeys`)).statusCode).toBe(403);
    expect((await operator.get('/operator')).body).toContain('Remove the passkey');
    const response = await operator.post(`/operator/accounts/${ann.id}/remove-passkeys`);
    expect(response.headers.location).toBe('/operator?done=passkeys-removed');
    expect(await mailsOf(ann)).toEqual(['passkeyAdded', 'passkeysRemoved']);
    expect(await isSignedIn(await signedIn(app, own.ctx, ann))).toBe(true);
  });

  test('are removed on the command line', async () => {
    const printed: string[] = [];
    const stream = { write: (text: string) => printed.push(text) };
    const streams = { stdout: stream, stderr: stream };
    expect(await removePasskeys(own.ctx, ann.id, streams)).toBe(0);
    expect(await removePasskeys(own.ctx, ann.id, streams)).toBe(0);
    expect(await removePasskeys(own.ctx, 99_999, streams)).toBe(2);
    expect(printed.join('')).toMatch(/Removed 1 passkey of Ann.*has no passkeys.*no account #99999/s);
    expect(await mailsOf(ann)).toEqual(['passkeyAdded', 'passkeysRemoved']);
  });

  test('are deleted with their account', async () => {
    granted(await deleteAccount(own.ctx, ann.id));
    expect(await own.ctx.db.prisma.passkey.count({ where: { accountId: ann.id } })).toBe(0);
  });
});
