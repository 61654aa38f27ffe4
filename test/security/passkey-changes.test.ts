import { beforeEach, describe, expect, test } from 'vitest';
import { lockAccount } from '../../src/accounts/lock-account.ts';
import { hasPasskeys, removeAllPasskeys } from '../../src/accounts/passkeys/passkeys.ts';
import { readPendingSession, readSession } from '../../src/accounts/sessions.ts';
import { newToken, tokenHash } from '../../src/accounts/tokens.ts';
import { removePasskeys } from '../../src/cli/remove-passkeys.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type Authenticator, anAuthenticator } from '../helpers/authenticator.ts';
import { beside } from '../helpers/beside.ts';
import { testNow } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { addPasskeyTo, confirm, pendingVisitor } from '../web/passkey-visitor.ts';
import { useWeb } from '../web/use-web.ts';
import { aWeb, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* Adding, renaming and removing passkeys. */

const HOME = 'https://games.example.org';

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

async function mailsOf(account: Account): Promise<unknown[]> {
  const where = { accountId: account.id, kind: 'confirmation' as const };
  const mails = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
  return mails.map(({ detail }) => (detail as { what: string }).what);
}

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
    for (let i = 2; i <= 6; i += 1) await addPasskeyTo(annHere, anAuthenticator(HOME), `Key ${i}`);
    // A day has a limit of its own.
    own.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
    annHere = await pendingVisitor(app, ann);
    await confirm(annHere, phone);
    for (let i = 7; i <= 10; i += 1) await addPasskeyTo(annHere, anAuthenticator(HOME), `Key ${i}`);
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
    const response = await operator.post(`/operator/accounts/${ann.id}/remove-passkeys`, {
      removeCode: testCode,
    });
    expect(response.headers.location).toBe('/operator?done=passkeys-removed');
    expect(await mailsOf(ann)).toEqual(['passkeyAdded', 'passkeysRemoved']);
    expect(await isSignedIn(await signedIn(app, own.ctx, ann))).toBe(true);
  });

  test('leave no session behind that waits for one if someone signs in while they are removed', async () => {
    const token = newToken();
    const at = own.ctx.now();
    const pending = {
      ...{ id: tokenHash(token), accountId: ann.id, method: 'code' as const, passkeyPending: true },
      ...{ createdAt: at, seenAt: at, expiresAt: new Date(at.getTime() + 900_000) },
    };
    await beside(
      own.ctx,
      async (tx) => {
        await lockAccount(tx, ann.id);
        await tx.session.create({ data: pending });
      },
      () => removeAllPasskeys(own.ctx, ann.id),
    );
    expect(await readPendingSession(own.ctx, token)).toBeNull();
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
