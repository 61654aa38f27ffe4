import { beforeEach, expect, test } from 'vitest';
import { issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount } from '../games/game/play.ts';
import { testNow } from '../helpers/database.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A browser in which an operator was left signed in, and the accounts of others. */

const MINUTE = 60_000;
const { own, app } = useWeb({ limits: { forms: 1000, linksByAddress: 1000 } });
let ann: Account;
let olive: Account;

beforeEach(async () => {
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
  olive = await anOperator(own.ctx);
  const passkey = { accountId: ann.id, name: 'Phone', publicKey: new Uint8Array([1]), createdAt: testNow };
  await own.ctx.db.prisma.passkey.create({ data: { ...passkey, id: `phone-${ann.id}` } });
});

async function signedInByLink(account: Account): Promise<Visitor> {
  const visitor = aVisitor(app);
  const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, account.id, 10);
  expect((await visitor.post(`/sign-in/link/${token}`)).statusCode).toBe(303);
  return visitor;
}

/** What gives access to the account. */
const accessTo = async ({ id }: Account) => ({
  email: (await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } })).email,
  passkeys: await own.ctx.db.prisma.passkey.count({ where: { accountId: id } }),
});

const moved = (code: string) => ({ email: 'thief@elsewhere.test', removeKeys: 'yes', emailCode: code });

test('no address is changed and no passkey is removed without the operator’s code', async () => {
  const thief = await signedIn(app, own.ctx, olive);
  const before = await accessTo(ann);
  for (const code of ['', 'not my code at all']) {
    const refused = await thief.post(`/operator/accounts/${ann.id}/email`, moved(code));
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('This is not your current security code.');
    expect(refused.body).toContain('value="thief@elsewhere.test"');
    const kept = await thief.post(`/operator/accounts/${ann.id}/remove-passkeys`, { removeCode: code });
    expect(kept.statusCode).toBe(422);
    expect(kept.body).toMatch(/<details open>\s*<summary>Remove passkeys/);
  }
  expect(await accessTo(ann)).toEqual(before);
  const right = { removeCode: testCode };
  expect((await thief.post(`/operator/accounts/${ann.id}/remove-passkeys`, right)).statusCode).toBe(303);
  expect((await thief.post(`/operator/accounts/${ann.id}/email`, moved(testCode))).statusCode).toBe(303);
  expect(await accessTo(ann)).toEqual({ email: 'thief@elsewhere.test', passkeys: 0 });
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email: before.email } });
});

test('a box that was cleared stays cleared when the form is shown again', async () => {
  const operator = await signedIn(app, own.ctx, olive);
  const box = (body: string) => new RegExp(`id="keys-${ann.id}" [^>]*`).exec(body)?.[0] ?? '';
  expect(box((await operator.get('/operator')).body)).toContain('checked');
  const sent = { email: 'moved@elsewhere.test', emailCode: 'not my code at all' };
  const cleared = await operator.post(`/operator/accounts/${ann.id}/email`, sent);
  expect(box(cleared.body)).not.toContain('checked');
  const ticked = await operator.post(`/operator/accounts/${ann.id}/email`, { ...sent, removeKeys: 'yes' });
  expect(box(ticked.body)).toContain('checked');
});

test('a session of an operator can have 12 links an hour mailed to an account, and 120 in all', async () => {
  const thief = await signedIn(app, own.ctx, olive);
  const links = (where: object) =>
    own.ctx.db.prisma.delivery.count({ where: { kind: 'signInLink', ...where } });
  const before = await links({});
  const answers: number[] = [];
  for (let i = 0; i < 13; i += 1)
    answers.push((await thief.post(`/operator/accounts/${ann.id}/link`)).statusCode);
  expect(answers).toEqual([...Array.from({ length: 12 }, () => 303), 429]);
  expect(await links({ accountId: ann.id })).toBe(12);
  const token = await thief.token();
  let refused = 0;
  for (let i = 0; i < 110; i += 1) {
    const fields = { _csrf: token, name: 'Stranger', email: `stranger-${i}@strangers.test`, sendLink: 'yes' };
    if ((await thief.postBare('/operator/accounts', fields)).statusCode === 429) refused += 1;
  }
  expect(refused).toBe(2);
  expect((await links({})) - before).toBe(120);
  // Without a link, accounts can still be made.
  const fields = { _csrf: token, name: 'Friend', email: 'friend@strangers.test' };
  expect((await thief.postBare('/operator/accounts', fields)).statusCode).toBe(303);
});

test('operators without a code need a new mailed link, and can ask for it there', async () => {
  const operator = await signedInByLink(olive);
  const before = await accessTo(ann);
  own.setNow(new Date(testNow.getTime() + 16 * MINUTE));
  const page = (await operator.get('/operator')).body;
  expect(page).toContain('Before you change e-mail addresses or passkeys of others');
  expect(page).toContain('Mail me a sign-in link');
  const refused = await operator.post(`/operator/accounts/${ann.id}/email`, moved(''));
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Sign in with a new mailed link first');
  expect((await operator.post(`/operator/accounts/${ann.id}/remove-passkeys`)).statusCode).toBe(422);
  expect(await accessTo(ann)).toEqual(before);
  const again = await signedInByLink(olive);
  expect((await again.get('/operator')).body).not.toContain('name="emailCode"');
  expect((await again.post(`/operator/accounts/${ann.id}/remove-passkeys`)).statusCode).toBe(303);
});
