import { expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { anAccount } from '../games/game/play.ts';
import { testNow } from '../helpers/database.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn, testCode } from '../web/visitor.ts';

const { own, app } = useWeb();

test('the operator signs an account out everywhere, and no one else is signed out', async () => {
  const operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
  const ann = await anAccount(own.ctx, 'Ann Baker');
  const carl = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Carl Cole'));
  const browsers = [await signedIn(app, own.ctx, ann), await signedIn(app, own.ctx, ann)];
  expect((await operator.get('/operator')).body).toContain(`action="/operator/accounts/${ann.id}/sign-out"`);
  const done = await operator.post(`/operator/accounts/${ann.id}/sign-out`);
  expect(done.headers.location).toBe('/operator?done=account-signed-out');
  for (const browser of browsers) expect((await browser.get('/account')).statusCode).toBe(303);
  expect((await carl.get('/account')).statusCode).toBe(200);
  expect((await operator.get('/operator')).statusCode).toBe(200);
  expect((await operator.post('/operator/accounts/77777/sign-out')).statusCode).toBe(404);
});

test('an address is corrected together with the code and the passkeys, and the owner is told', async () => {
  const olive = await anOperator(own.ctx);
  const operator = await signedIn(app, own.ctx, olive);
  const [dan, eve] = [await anAccount(own.ctx, 'Dan Dunn'), await anAccount(own.ctx, 'Eve Ellis')];
  const { prisma } = own.ctx.db;
  const people = [dan, eve, olive];
  for (const person of people) {
    await signedIn(app, own.ctx, person);
    const key = {
      id: `key of ${person.id}`,
      accountId: person.id,
      name: 'x',
      publicKey: new Uint8Array([1]),
    };
    await prisma.passkey.create({ data: { ...key, createdAt: testNow } });
  }
  const page = (await operator.get('/operator')).body;
  expect(page).toContain(`id="keys-${dan.id}" name="removeKeys" value="yes" checked`);
  expect(page).not.toContain(`id="keys-${olive.id}"`);
  const keysOf = async ({ id: accountId }: Account) =>
    (await prisma.passkey.count({ where: { accountId } })) +
    (await prisma.securityCode.count({ where: { accountId } }));
  const correct = (person: Account, more: object) =>
    operator.post(`/operator/accounts/${person.id}/email`, {
      email: `right.${person.email}`,
      emailCode: testCode,
      ...more,
    });
  expect((await correct(eve, {})).statusCode).toBe(303);
  expect((await correct(dan, { removeKeys: 'yes' })).statusCode).toBe(303);
  // Operators change their own address on the page of their account, which asks for the code.
  expect((await correct(olive, { removeKeys: 'yes' })).statusCode).toBe(403);
  expect(await Promise.all(people.map(keysOf))).toEqual([0, 2, 2]);
  const told = await prisma.delivery.findMany({ where: { kind: 'confirmation' } });
  // Both have used their accounts, so their old addresses are told, too.
  const addresses = told.map(({ toAddress }) => toAddress);
  expect(addresses.sort()).toEqual([dan.email, eve.email, `right.${dan.email}`]);
  const publicUrl = 'https://games.example.org';
  const deps = { ctx: own.ctx, from: 'W <w@x.test>', publicUrl, renderPdf: async () => Buffer.alloc(0) };
  const textTo = async (address: string) => {
    const found = told.find(({ toAddress }) => toAddress === address);
    return (await composeDelivery(deps, found?.id as string)).text;
  };
  expect(await textTo(`right.${dan.email}`)).toContain('removed its security code');
  expect(await textTo(dan.email)).toContain('The operator of the server has changed the e-mail address');
});

test('no one but the operator signs others out', async () => {
  const ann = await anAccount(own.ctx, 'Nell North', true);
  const herself = await signedIn(app, own.ctx, ann);
  expect((await herself.post(`/operator/accounts/${ann.id}/sign-out`)).statusCode).toBe(403);
  expect((await herself.get('/account')).statusCode).toBe(200);
});
