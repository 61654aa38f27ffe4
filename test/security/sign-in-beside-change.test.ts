import { describe, expect, test } from 'vitest';
import { confirmSignUp } from '../../src/accounts/email-verification.ts';
import { endAccess } from '../../src/accounts/end-access.ts';
import { requestSignUp } from '../../src/accounts/requested-mail.ts';
import { authenticate, setSecurityCode } from '../../src/accounts/security-codes.ts';
import { openSession, readSession } from '../../src/accounts/sessions.ts';
import { issueSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { beside } from '../helpers/beside.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode } from '../web/visitor.ts';

/* No one may stay signed in who signs in while the code or the address of the account is being changed. */

const { own, app } = useWeb({ limits: { forms: 1000, signInByAddress: 1000 } });

const sessionsOf = ({ id }: Account) => own.ctx.db.prisma.session.count({ where: { accountId: id } });

/** Ends access to an account while someone signs in. */
const besideEnd = <T>(account: Account, signIn: () => Promise<T>) =>
  beside(own.ctx, (tx) => endAccess(tx, account, null), signIn);

describe('a sign-in while the code of the account is being changed', () => {
  test('with the old code opens no session, and says to sign in again', async () => {
    const ann = await anAccount(own.ctx, 'Ann Ash');
    await signedIn(app, own.ctx, ann);
    const thief = aVisitor(app);
    const fields = { _csrf: await thief.token(), account: String(ann.id), code: testCode };
    const refused = await besideEnd(ann, () => thief.postBare('/sign-in', fields));
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('You were not signed in. Sign in again.');
    expect(await sessionsOf(ann)).toBe(0);
    expect((await thief.get('/account')).statusCode).toBe(303);
    expect((await thief.post('/sign-in', fields)).statusCode).toBe(303);
  });

  test('with a mailed link opens no session', async () => {
    const bob = await anAccount(own.ctx, 'Bob Birch');
    const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, bob.id, 10);
    const used = await redeemSignInLink(own.ctx, token);
    if (used === null) throw new Error('the link did not work');
    expect(await besideEnd(bob, () => openSession(own.ctx, { account: used, method: 'link' }))).toBeNull();
    expect(await sessionsOf(bob)).toBe(0);
  });

  test('is refused, too, if the code was changed between the check of the code and the session', async () => {
    const carl = await anAccount(own.ctx, 'Carl Cedar');
    granted(await setSecurityCode(own.ctx, carl.id, 'old lantern tower'));
    const given = { account: String(carl.id), code: 'old lantern tower' };
    const account = granted(await authenticate(own.ctx, given));
    granted(await setSecurityCode(own.ctx, carl.id, 'new harbor candle'));
    expect(await openSession(own.ctx, { account, method: 'code' })).toBeNull();
    const again = granted(await authenticate(own.ctx, { ...given, code: 'new harbor candle' }));
    const token = await openSession(own.ctx, { account: again, method: 'code' });
    expect(await readSession(own.ctx, token ?? '')).not.toBeNull();
  });

  test('never leaves anyone signed in with the old code, whichever comes first', async () => {
    const vera = await anAccount(own.ctx, 'Vera Vine');
    for (let round = 0; round < 12; round += 1) {
      const code = `old lantern tower ${round}`;
      granted(await setSecurityCode(own.ctx, vera.id, code));
      const thief = aVisitor(app);
      const fields = { _csrf: await thief.token(), account: String(vera.id), code };
      await Promise.all([
        thief.postBare('/sign-in', fields),
        setSecurityCode(own.ctx, vera.id, `new harbor candle ${round}`).then(granted),
      ]);
      expect((await thief.get('/account')).statusCode).toBe(303);
    }
  });
});

describe('a sign-in while the operator signs the account out everywhere', () => {
  test('opens no session, and links that were not used no longer work', async () => {
    const operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
    const dora = await anAccount(own.ctx, 'Dora Dogwood');
    const [early, late] = [
      await issueSignInLink(own.ctx.db.prisma, own.ctx, dora.id, 10),
      await issueSignInLink(own.ctx.db.prisma, own.ctx, dora.id, 10),
    ];
    const account = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: dora.id } });
    expect((await operator.post(`/operator/accounts/${dora.id}/sign-out`)).statusCode).toBe(303);
    expect(await openSession(own.ctx, { account, method: 'code' })).toBeNull();
    for (const token of [early, late]) expect(await redeemSignInLink(own.ctx, token)).toBeNull();
  });
});

test('a sign-up signs its owner in, although it ends what gave access to the account before', async () => {
  const email = 'eve@elm.example';
  granted(await requestSignUp(own.ctx, { name: 'Eve Elm', email, next: '', minutes: 10 }));
  await answerRequests(own.ctx);
  const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { toAddress: email } });
  const account = await confirmSignUp(own.ctx, String((mail.detail as { token: string }).token));
  if (account === null) throw new Error('the link did not work');
  const token = await openSession(own.ctx, { account, method: 'signUp' });
  expect(await readSession(own.ctx, token ?? '')).not.toBeNull();
});
