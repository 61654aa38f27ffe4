import { beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, beginPasskey } from '../../src/accounts/passkeys/add-passkey.ts';
import { isWithoutCertificates } from '../../src/accounts/passkeys/attestation.ts';
import { openSession } from '../../src/accounts/sessions.ts';
import { issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, codesOf } from '../games/game/play.ts';
import { type Authenticator, anAuthenticator } from '../helpers/authenticator.ts';
import { testNow } from '../helpers/database.ts';
import { addPasskeyTo, confirm, pendingVisitor, signedBy } from '../web/passkey-visitor.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* What a passkey protects, and which ones are refused. */

const HOME = 'https://games.example.org';
const MINUTE = 60_000;

const { own, app } = useWeb({ publicUrl: HOME, limits: { forms: 10_000, signInByAddress: 10_000 } });
let ann: Account;
let annHere: Visitor;
let phone: Authenticator;

beforeEach(async () => {
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
  annHere = await signedIn(app, own.ctx, ann);
  phone = anAuthenticator(HOME);
  await addPasskeyTo(annHere, phone);
});

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).statusCode === 200;

test.each(['android-key', 'fido-u2f', 'apple', 'tpm', 'android-safetynet'])(
  'a new passkey that comes with certificates (%s) is refused before they are looked at',
  async (format) => {
    const party = { id: 'games.example.org', origin: HOME };
    const bob = await anAccount(own.ctx, 'Bob Birch');
    const token = (await openSession(own.ctx, { account: bob, method: 'code' })) ?? '';
    const begun = await beginPasskey(own.ctx, party, { account: bob, token });
    if (!begun.ok) throw new Error('The passkey could not be begun.');
    const response = anAuthenticator(HOME).create(begun.value, { format });
    expect(isWithoutCertificates(response)).toBe(false);
    const reasons: string[] = [];
    const log = Object.assign(Object.create(own.ctx.log), {
      warn: ({ err }: { err: Error }) => reasons.push(err.message),
    });
    const ctx = { ...own.ctx, log };
    const added = await addPasskey(ctx, party, { account: bob, token, name: 'Phone', response });
    expect(codesOf(added)).toEqual(['refused']);
    expect(reasons).toEqual(['The passkey comes with certificates.']);
  },
);

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
