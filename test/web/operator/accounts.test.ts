import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../../../src/accounts/sessions.ts';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { anAccount, codesOf, granted, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, signedIn, testCode } from '../visitor.ts';
import { anOperator } from './an-operator.ts';

let own: TestContext;
let app: FastifyInstance;
let operator: Account;

beforeAll(async () => {
  own = await testContext();
  // Without games for friends, the right to run games is needed.
  app = await aWeb({ ...own.ctx, friendGames: 0 }, { limits: { forms: 1000 } });
  operator = await anOperator(own.ctx);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

test('the operator creates accounts, allows them to run games, and mails sign-in links', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const bad = await visitor.post('/operator/accounts', { name: 'Nell', email: 'nell' });
  expect(bad.statusCode).toBe(422);
  expect(bad.body).toContain('value="nell"');
  const made = await visitor.post('/operator/accounts', {
    name: 'Nell North',
    email: 'Nell@Players.test',
    sendLink: 'yes',
  });
  expect(made.headers.location).toBe('/operator?done=account-created');
  const { account, delivery } = own.ctx.db.prisma;
  const nell = await account.findUniqueOrThrow({ where: { email: 'nell@players.test' } });
  expect(nell.mayRunGames).toBe(false);
  expect(await delivery.count({ where: { accountId: nell.id, kind: 'signInLink' } })).toBe(1);
  await visitor.post(`/operator/accounts/${nell.id}/rights`, { mayRunGames: 'yes' });
  expect((await account.findUniqueOrThrow({ where: { id: nell.id } })).mayRunGames).toBe(true);
  const herself = await signedIn(app, own.ctx, nell);
  expect((await herself.get('/gm/new')).statusCode).toBe(200);
  await visitor.post(`/operator/accounts/${nell.id}/rights`, {});
  expect((await herself.get('/gm/new')).statusCode).toBe(403);
  await visitor.post(`/operator/accounts/${nell.id}/link`);
  expect(await delivery.count({ where: { accountId: nell.id, kind: 'signInLink' } })).toBe(2);
  expect((await visitor.post('/operator/accounts/77777/link')).statusCode).toBe(404);
});

test('a deleted account stays deleted: it is not listed, and no form gives it an address, a link or rights', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const { account, delivery } = own.ctx.db.prisma;
  const { id } = await anAccount(own.ctx, 'Dora Deleted');
  granted(await deleteAccount(own.ctx, id));
  expect((await visitor.get(`/operator?after=${id - 1}`)).body).not.toContain(`#${id}<`);
  const before = await account.findUniqueOrThrow({ where: { id } });
  const forms = {
    email: { email: 'dora.again@players.test', emailCode: testCode },
    link: {},
    rights: { mayRunGames: 'yes' },
  };
  for (const [form, fields] of Object.entries(forms)) {
    expect((await visitor.post(`/operator/accounts/${id}/${form}`, fields)).statusCode).toBe(404);
  }
  // The account can be deleted while a form is on its way.
  expect(codesOf(await correctEmail(own.ctx, id, 'dora.again@players.test'))).toEqual(['deleted']);
  expect(await account.findUnique({ where: { id } })).toEqual(before);
  expect(await delivery.count({ where: { accountId: id } })).toBe(0);
  expect(await openSession(own.ctx, { account: before, method: 'link' })).toBeNull();
});

test('the operator corrects an e-mail address, and links that went to the old one stop working', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const { account, signInLink, delivery } = own.ctx.db.prisma;
  const { seats, players, game, gm } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = players as [Account, Account];
  const letters = { gameId: game.id, by: gm.id, letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, letters));
  const to = [(seats[0] as Seat).id];
  granted(await writeLetter(own.ctx, { gameId: game.id, by: carl.id, to, text: 'For you', via: 'web' }));
  const herself = await signedIn(app, own.ctx, ann);
  await visitor.post(`/operator/accounts/${ann.id}/link`);
  await own.ctx.db.prisma.delivery.updateMany({
    where: { seatId: seats[0]?.id, kind: { in: ['printout', 'letter'] } },
    data: { status: 'retrying', nextAttempt: own.ctx.now() },
  });
  const path = `/operator/accounts/${ann.id}/email`;
  const taken = await visitor.post(path, { email: operator.email, emailCode: testCode });
  expect(taken.statusCode).toBe(422);
  expect(taken.body).toContain('Another account has this e-mail address');
  expect(taken.body).toContain(`id="email-${ann.id}" name="email" type="email" required`);
  expect((await herself.get('/my/games')).statusCode).toBe(200);
  expect((await herself.post(path, { email: 'mine@example.org' })).statusCode).toBe(403);

  const email = `right-${ann.id}@example.org`;
  expect((await visitor.post(path, { email, emailCode: testCode })).headers.location).toBe(
    '/operator?done=email-corrected',
  );
  expect((await account.findUniqueOrThrow({ where: { id: ann.id } })).email).toBe(email);
  expect(await signInLink.count({ where: { accountId: ann.id, usedAt: null } })).toBe(0);
  expect((await herself.get('/my/games')).statusCode).toBe(303);
  for (const kind of ['printout', 'notice', 'letter'] as const) {
    const waiting = await delivery.findFirstOrThrow({ where: { accountId: ann.id, kind } });
    expect(waiting.toAddress, kind).toBe(email);
  }
  // She has signed in with a code, so someone reads the mail of the old address.
  const told = await delivery.findMany({ where: { toAddress: ann.email, kind: 'confirmation' } });
  expect(told.map(({ detail }) => detail)).toEqual([{ what: 'changed', account: ann.id, by: 'operator' }]);
});

test('an old address that no one has proved gets no mail about the correction: it may be a stranger’s', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const paul = await anAccount(own.ctx, 'Paul Wrong');
  const fields = { email: `right-${paul.id}@example.org`, emailCode: testCode };
  const corrected = await visitor.post(`/operator/accounts/${paul.id}/email`, fields);
  expect(corrected.headers.location).toBe('/operator?done=email-corrected');
  expect(await own.ctx.db.prisma.delivery.count({ where: { toAddress: paul.email } })).toBe(0);
});
