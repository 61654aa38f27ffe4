import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmEmailChange } from '../../src/accounts/email-verification.ts';
import { endAccess } from '../../src/accounts/end-access.ts';
import { lockAccount } from '../../src/accounts/lock-account.ts';
import { hasPasskeys } from '../../src/accounts/passkeys/passkeys.ts';
import { authenticate } from '../../src/accounts/security-codes.ts';
import { closeSessions, openSession } from '../../src/accounts/sessions.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { lockGame } from '../../src/games/game/game-store.ts';
import { anAccount, codesOf, formingGame, granted, runningGame } from '../games/game/play.ts';
import { anAuthenticator } from '../helpers/authenticator.ts';
import { beside } from '../helpers/beside.ts';
import { testNow } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { addPasskeyTo } from '../web/passkey-visitor.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A session that is ended changes nothing anymore, not even with a request that came before it was ended. */

const HOME = 'https://games.example.org';
const NEW_CODE = 'harbor candle window';
const { own, app } = useWeb({ publicUrl: HOME, limits: { forms: 1000, signInByAddress: 1000 } });
let ann: Account;
let thief: Visitor;

beforeEach(async () => {
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
  thief = await signedIn(app, own.ctx, ann);
});

describe('while an account is signed out everywhere', () => {
  /** Ends access to the account once the change has been checked and waits for the lock of the account's row. */
  const besideEnd = <T>(change: () => Promise<T>) =>
    beside(
      own.ctx,
      (tx) => lockAccount(tx, ann.id),
      change,
      (tx) => endAccess(tx, ann, null),
    );

  test('a new security code from one of its sessions is refused', async () => {
    const fields = { _csrf: await thief.token(), current: testCode, code: NEW_CODE, again: NEW_CODE };
    const refused = await besideEnd(() => thief.postBare('/account/code', fields));
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('You have been signed out, so nothing was changed.');
    const given = { account: String(ann.id), code: NEW_CODE };
    expect(codesOf(await authenticate(own.ctx, given))).toEqual(['wrong']);
    granted(await authenticate(own.ctx, { ...given, code: testCode }));
  });

  test('a new passkey from one of its sessions is refused', async () => {
    const fields = { name: 'Mine', addCode: testCode };
    const options = await thief.post('/account/passkeys/options', fields, { accept: 'application/json' });
    const response = JSON.stringify(anAuthenticator(HOME).create(options.json()));
    const form = { _csrf: await thief.token(), name: 'Mine', _passkey: response };
    const refused = await besideEnd(() => thief.postBare('/account/passkeys', form));
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('You have been signed out, so nothing was changed.');
    expect(await hasPasskeys(own.ctx, ann.id)).toBe(false);
  });
});

describe('while all sessions of an account end, a form that waits for its game', () => {
  /** Ends the sessions once the form waits for the lock of the game. */
  const besideEnd = (gameId: string, form: () => Promise<LightMyRequestResponse>) =>
    beside(
      own.ctx,
      (tx) => lockGame(tx, gameId),
      form,
      (tx) => closeSessions(tx, ann.id, null),
    );

  test('gives up no seat', async () => {
    const { game, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const { id } = seats[0] as Seat;
    await own.ctx.db.prisma.seat.update({ where: { id }, data: { accountId: ann.id } });
    const form = { _csrf: await thief.token(), seat: id, giveUpCode: testCode };
    const path = `/my/games/${gameNumber(game)}/give-up`;
    const refused = await besideEnd(game.id, () => thief.postBare(path, form));
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('You have been signed out, so nothing was changed.');
    expect(await own.ctx.db.prisma.seat.findUnique({ where: { id } })).toMatchObject({ accountId: ann.id });
  });

  test('makes no invitation link', async () => {
    const { game } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
    await own.ctx.db.prisma.game.update({ where: { id: game.id }, data: { gmId: ann.id } });
    const form = { _csrf: await thief.token() };
    const path = `/gm/games/${gameNumber(game)}/players/invitation-link`;
    const refused = await besideEnd(game.id, () => thief.postBare(path, form));
    expect(refused.statusCode).toBe(409);
    const policy = await own.ctx.db.prisma.gamePolicy.findUniqueOrThrow({ where: { gameId: game.id } });
    expect(policy.joinLink).toBeNull();
  });
});

describe('while the owner of an account ends all other sessions', () => {
  test('a sign-in that is under way elsewhere opens none, and the own one stays open', async () => {
    const account = granted(await authenticate(own.ctx, { account: String(ann.id), code: testCode }));
    const here = await signedIn(app, own.ctx, ann);
    own.setNow(new Date(testNow.getTime() + 60_000));
    const newer = await signedIn(app, own.ctx, ann);
    await here.post('/account/sessions/end-others', { endCode: testCode });
    expect((await newer.get('/account')).statusCode).toBe(303);
    expect(await openSession(own.ctx, { account, method: 'code' })).toBeNull();
    expect((await here.get('/account')).statusCode).toBe(200);
    expect((await thief.get('/account')).statusCode).toBe(303);
    const again = aVisitor(app);
    const fields = { account: String(ann.id), code: testCode };
    expect((await again.post('/sign-in', fields)).statusCode).toBe(303);
    expect((await again.get('/account')).statusCode).toBe(200);
  });

  test('a passkey can still be added here', async () => {
    const here = await signedIn(app, own.ctx, ann);
    await here.post('/account/sessions/end-others');
    await addPasskeyTo(here, anAuthenticator(HOME));
  });
});

describe('a link to a new address', () => {
  const addressOf = async () =>
    (await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } })).email;

  async function tokenTo(email: string): Promise<string> {
    await answerRequests(own.ctx);
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { toAddress: email } });
    return (mail.detail as { token: string }).token;
  }

  /** A link that the thief's session asked for. */
  async function aLink(): Promise<{ email: string; page: string }> {
    const email = `thief.${ann.email}`;
    await thief.post('/account/email', { email, emailCode: testCode });
    return { email, page: `/account/email/${await tokenTo(email)}` };
  }

  test('does nothing for a session that is ended at the same moment', async () => {
    const { page } = await aLink();
    const form = { _csrf: await thief.token() };
    const refused = await beside(
      own.ctx,
      (tx) => lockAccount(tx, ann.id),
      () => thief.postBare(page, form),
      (tx) => tx.session.deleteMany({ where: { accountId: ann.id } }),
    );
    expect(refused.statusCode).toBe(410);
    expect(await addressOf()).toBe(ann.email);
  });

  test('ends when the owner ends all other sessions, a single one, or adds the first passkey', async () => {
    const here = await signedIn(app, own.ctx, ann);
    const ends = [
      () => here.post('/account/sessions/end-others'),
      async () => {
        const { body } = await here.get('/account/sessions');
        return here.post(/action="(\/account\/sessions\/[^"/]+\/end)"/.exec(body)?.[1] ?? '');
      },
      () => addPasskeyTo(here, anAuthenticator(HOME)),
    ];
    for (const end of ends) {
      thief = await signedIn(app, own.ctx, ann);
      const { page } = await aLink();
      await end();
      expect((await thief.get('/account')).statusCode).toBe(303);
      const opened = await here.get(page);
      expect(opened.statusCode).toBe(410);
      expect(opened.body).toContain('It also ends when a session of your account is ended.');
      expect((await here.post(page)).statusCode).toBe(410);
      expect(await addressOf()).toBe(ann.email);
      await own.ctx.db.prisma.delivery.deleteMany();
    }
  });

  test('is not mailed if the session that asked for it was ended before the request was answered', async () => {
    const here = await signedIn(app, own.ctx, ann);
    for (const which of ['end-others', 'single']) {
      thief = await signedIn(app, own.ctx, ann);
      const email = `${which}.${ann.email}`;
      await thief.post('/account/email', { email, emailCode: testCode });
      const { body } = await here.get('/account/sessions');
      const single = /action="(\/account\/sessions\/[^"/]+\/end)"/.exec(body)?.[1] ?? '';
      await here.post(which === 'single' ? single : '/account/sessions/end-others');
      await answerRequests(own.ctx);
      expect(await own.ctx.db.prisma.delivery.count({ where: { toAddress: email } })).toBe(0);
    }
  });

  test('is not mailed if the first passkey is added before the request was answered', async () => {
    const here = await signedIn(app, own.ctx, ann);
    const email = `new.${ann.email}`;
    await here.post('/account/email', { email, emailCode: testCode });
    await addPasskeyTo(here, anAuthenticator(HOME));
    await answerRequests(own.ctx);
    expect(await own.ctx.db.prisma.delivery.count({ where: { toAddress: email } })).toBe(0);
    expect(await own.ctx.db.prisma.addressProof.count({ where: { accountId: ann.id } })).toBe(0);
  });

  test('says which account gets which address before it is used, and only to the account that asked', async () => {
    const { email, page } = await aLink();
    const { body } = await thief.get(page);
    expect(body).toContain(email);
    expect(body).toContain(`#${ann.id}`);
    const bob = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Bob Cole'));
    const other = await bob.get(page);
    expect(other.statusCode).toBe(410);
    expect(other.body).not.toContain(email);
    expect((await thief.post(page)).headers.location).toBe('/account?done=email-changed');
    expect(await addressOf()).toBe(email);
  });
});

test('a new address that another account gets at the same moment is refused with a page that says so', async () => {
  const email = `wanted.${ann.email}`;
  await thief.post('/account/email', { email, emailCode: testCode });
  await answerRequests(own.ctx);
  const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { toAddress: email } });
  const { token } = mail.detail as { token: string };
  const form = { _csrf: await thief.token() };
  const taken = { name: 'Eve', email, createdAt: own.ctx.now() };
  const refused = await beside(
    own.ctx,
    (tx) => tx.account.create({ data: taken }),
    () => thief.postBare(`/account/email/${token}`, form),
  );
  expect(refused.statusCode).toBe(410);
  expect(refused.body).toContain('another account has the address by now');
  expect(await confirmEmailChange(own.ctx, ann.id, { token, keepSession: null })).toBe(false);
  const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
  expect(now.email).toBe(ann.email);
});
