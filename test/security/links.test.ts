import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmEmailChange, confirmSignUp } from '../../src/accounts/email-verification.ts';
import { requestEmailChange, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { readSession } from '../../src/accounts/sessions.ts';
import { issueInvitationLink, issueSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import { tokenHash } from '../../src/accounts/tokens.ts';
import { correctEmail } from '../../src/accounts/update-account.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { replacePlayer } from '../../src/games/seats/replace-player.ts';
import { anAccount, formingGame, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aSession } from '../helpers/session.ts';
import { openTestMailbox, type TestMailbox } from '../mail/outbound/test-mailbox.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../web/visitor.ts';

/* Only a link that someone asked for signs anyone in, for a few minutes; and a new code or address ends all links. */

let own: TestContext;
let app: FastifyInstance;
let mailbox: TestMailbox;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, linksByAddress: 1000 }, signInLinkMinutes: 25 });
  mailbox = await openTestMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
  await own.close();
});

const tokenIn = (detail: unknown) => String((detail as { token?: string }).token);

async function lastTo(toAddress: string) {
  await answerRequests(own.ctx);
  const where = { toAddress, kind: { in: ['signInLink' as const, 'confirmation' as const] } };
  return await own.ctx.db.prisma.delivery.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } });
}

/** An account with everything that gives access to it. */
async function openAccount(account: Account) {
  const { ctx } = own;
  const email = `wanted.${account.email}`;
  granted(await requestSignUp(ctx, { name: 'Early', email: account.email, next: '', minutes: 10 }));
  granted(await requestEmailChange(ctx, account, email));
  const proof = tokenIn((await lastTo(email)).detail);
  await ctx.db.prisma.addressProof.create({
    data: {
      ...{ id: tokenHash(account.email), accountId: null, name: 'Early', email: account.email },
      ...{ createdAt: testNow, expiresAt: new Date(testNow.getTime() + 3_600_000) },
    },
  });
  return {
    link: await issueSignInLink(ctx.db.prisma, ctx, account.id, 10),
    invitation: (await issueInvitationLink(ctx.db.prisma, ctx, account.id)).token,
    session: await aSession(ctx, { accountId: account.id, method: 'code' }),
    kept: await aSession(ctx, { accountId: account.id, method: 'code' }),
    proof,
  };
}

type Open = Awaited<ReturnType<typeof openAccount>>;

/** @param signUps how many sign-ups with the address of the account go on */
async function everythingEnded(account: Account, open: Open, kept: boolean, signUps = 0): Promise<void> {
  const { ctx } = own;
  expect(await redeemSignInLink(ctx, open.link)).toBeNull();
  expect(await ctx.db.prisma.signInLink.count({ where: { accountId: account.id } })).toBe(0);
  expect(await readSession(ctx, open.session)).toBeNull();
  expect((await readSession(ctx, open.kept)) !== null).toBe(kept);
  const used = { token: open.proof, keepSession: null };
  expect(await confirmEmailChange(ctx, account.id, used)).toBe(false);
  expect(await ctx.db.prisma.addressProof.count({ where: { accountId: account.id } })).toBe(0);
  expect(await ctx.db.prisma.addressProof.count({ where: { email: account.email } })).toBe(signUps);
  const waiting = { accountId: account.id, kind: 'signInLink' as const, status: 'queued' as const };
  expect(await ctx.db.prisma.delivery.count({ where: waiting })).toBe(0);
}

describe('all links, all proofs under way and all other sessions end', () => {
  test('with a new security code', async () => {
    const ann = await anAccount(own.ctx, 'Ann Code');
    const open = await openAccount(ann);
    granted(await setSecurityCode(own.ctx, ann.id, testCode, open.kept));
    await everythingEnded(ann, open, true);
  });

  test('with a new address', async () => {
    const ann = await anAccount(own.ctx, 'Ann Moves');
    const open = await openAccount(ann);
    const email = `second.${ann.email}`;
    granted(await requestEmailChange(own.ctx, ann, email));
    const token = tokenIn((await lastTo(email)).detail);
    expect(await confirmEmailChange(own.ctx, ann.id, { token, keepSession: open.kept })).toBe(true);
    await everythingEnded(ann, open, true);
  });

  test('with a correction by the operator', async () => {
    const ann = await anAccount(own.ctx, 'Ann Corrected');
    const open = await openAccount(ann);
    granted(await correctEmail(own.ctx, ann.id, `right.${ann.email}`));
    await everythingEnded(ann, open, false);
  });

  test('with a correction by the GM', async () => {
    const { game, gm, players, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const ann = players[0] as Account;
    const open = await openAccount(ann);
    const wanted = { gameId: game.id, by: gm.id, turn: 1, seatId: (seats[0] as Seat).id };
    granted(await correctAddress(own.ctx, { ...wanted, email: `right.${ann.email}` }));
    // Whoever reads the mail of the wrong address may sign up with it.
    await everythingEnded(ann, open, false, 1);
  });

  test('with the deletion of the account', async () => {
    const ann = await anAccount(own.ctx, 'Ann Deleted');
    const open = await openAccount(ann);
    granted(await deleteAccount(own.ctx, ann.id));
    await everythingEnded(ann, open, false);
  });
});

test('a confirmed new address gets the mail that waits, and other browsers are signed out', async () => {
  const { players, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const ann = players[0] as Account;
  const [here, elsewhere] = [await signedIn(app, own.ctx, ann), await signedIn(app, own.ctx, ann)];
  const email = `new.${ann.email}`;
  await here.post('/account/email', { email, emailCode: testCode });
  const confirmed = await here.post(`/account/email/${tokenIn((await lastTo(email)).detail)}`);
  expect(confirmed.headers.location).toBe('/account?done=email-changed');
  expect((await here.get('/account')).statusCode).toBe(200);
  expect((await elsewhere.get('/account')).statusCode).toBe(303);
  const where = { seatId: (seats[0] as Seat).id };
  const waiting = await own.ctx.db.prisma.delivery.findMany({ where });
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(['invitation', 'printout']);
  for (const { kind, toAddress } of waiting) expect(toAddress, kind).toBe(email);
});

describe('a sign-in link', () => {
  test('works for the minutes that the operator has set, and page and mail say so', async () => {
    const ann = await anAccount(own.ctx, 'Ann Late');
    const page = await aVisitor(app).post('/sign-in/link', { who: ann.email });
    expect(page.body).toContain('The link works once within 25 minutes.');
    const mail = await lastTo(ann.email);
    const token = tokenIn(mail.detail);
    expect((await mailbox.send(own.ctx, mail)).text).toContain('It works once within 25 minutes.');
    own.setNow(new Date(testNow.getTime() + 25 * 60_000));
    const late = await aVisitor(app).post(`/sign-in/link/${token}`);
    own.setNow(testNow);
    expect(late.statusCode).toBe(410);
  });

  test('ends the other links of its account when it is used', async () => {
    const ann = await anAccount(own.ctx, 'Ann Twice');
    const open = await openAccount(ann);
    expect(await redeemSignInLink(own.ctx, open.link)).not.toBeNull();
    const left = { accountId: ann.id, usedAt: null };
    expect(await own.ctx.db.prisma.signInLink.count({ where: left })).toBe(0);
  });
});

test('a sign-up link signs no one in to an account that was used before', async () => {
  const email = 'twice@players.test';
  const tokens: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    own.setNow(new Date(testNow.getTime() + i * 1000));
    granted(await requestSignUp(own.ctx, { name: 'Twice', email, next: '', minutes: 10 }));
    tokens.push(tokenIn((await lastTo(email)).detail));
  }
  own.setNow(testNow);
  expect(await confirmSignUp(own.ctx, tokens[1] ?? '')).not.toBeNull();
  expect(await confirmSignUp(own.ctx, tokens[0] ?? '')).toBeNull();
});

describe('an invitation', () => {
  const invitationOf = async ({ seats }: TestGame, index = 0) =>
    await own.ctx.db.prisma.delivery.findFirstOrThrow({
      where: { kind: 'invitation', seatId: (seats[index] as Seat).id },
    });
  const pathIn = (text: string | null) => /https:\/\/whistlestop\.test(\/\S+)/.exec(text ?? '')?.[1] ?? '';

  test('does not sign in: its page mails a sign-in link to the address of the account', async () => {
    const play = await formingGame(own.ctx, { humans: 1, opponents: 3 });
    const ann = play.players[0] as Account;
    const mail = await invitationOf(play);
    const token = tokenIn(mail.detail);
    const path = pathIn((await mailbox.send(own.ctx, mail)).text);
    expect(path).toBe(`/invitation/EY-${play.game.serial}/${token}`);
    const visitor = aVisitor(app);
    expect((await visitor.post(`/sign-in/link/${token}`)).statusCode).toBe(410);

    const page = await visitor.get(path);
    for (const words of [play.game.title, 'Greta Master', `EY-${play.game.serial}`, '25 minutes'])
      expect(page.body).toContain(words);
    const sent = await visitor.post(path);
    for (const { body } of [page, sent]) expect(body).not.toContain(ann.email);
    expect((await visitor.get('/account')).statusCode).toBe(303);

    const link = await lastTo(ann.email);
    const signIn = pathIn((await mailbox.send(own.ctx, link)).text);
    expect(signIn).toContain(`?next=%2Fmy%2Fgames%2FEY-${play.game.serial}`);
    // It can be opened again until the person has signed in.
    expect((await aVisitor(app).get(path)).statusCode).toBe(200);
    await visitor.post(signIn.split('?')[0] ?? '');
    expect((await visitor.get(`/my/games/EY-${play.game.serial}`)).statusCode).toBe(200);
    const ended = await aVisitor(app).get(path);
    expect(ended.statusCode).toBe(410);
    expect(ended.body).toContain(`/sign-in?next=%2Fmy%2Fgames%2FEY-${play.game.serial}`);
    expect((await aVisitor(app).post(path)).statusCode).toBe(410);
  });

  test('works for 14 days, and only for a game in which the account has a seat', async () => {
    const [play, other] = [
      await formingGame(own.ctx, { humans: 1, opponents: 3 }),
      await formingGame(own.ctx, { humans: 1, opponents: 3 }),
    ];
    const token = tokenIn((await invitationOf(play)).detail);
    const open = (number: number) => aVisitor(app).get(`/invitation/EY-${number}/${token}`);
    expect((await open(other.game.serial)).statusCode).toBe(410);
    own.setNow(new Date(testNow.getTime() + 14 * 86_400_000 - 1));
    expect((await open(play.game.serial)).statusCode).toBe(200);
    own.setNow(new Date(testNow.getTime() + 14 * 86_400_000));
    expect((await open(play.game.serial)).statusCode).toBe(410);
    own.setNow(testNow);
  });

  test('has no secret link for someone who has a security code, now or when it is sent', async () => {
    const play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [ann, carl] = play.players as [Account, Account];
    granted(await setSecurityCode(own.ctx, carl.id, testCode));
    const waiting = await invitationOf(play, 1);
    const game = pathIn((await mailbox.send(own.ctx, waiting)).text);
    expect(game).toBe(`/my/games/EY-${play.game.serial}`);

    const other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    granted(await setSecurityCode(own.ctx, ann.id, testCode));
    const seatId = (other.seats[0] as Seat).id;
    const wanted = { gameId: other.game.id, by: other.gm.id, turn: 1, seatId };
    granted(await replacePlayer(own.ctx, { ...wanted, name: 'Ann', email: ann.email }));
    const where = { kind: 'invitation' as const, accountId: ann.id, gameId: other.game.id };
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    expect(mail.detail).toEqual({});
    expect(pathIn((await mailbox.send(own.ctx, mail)).text)).toBe(`/my/games/EY-${other.game.serial}`);
  });
});

test('no mail but the one that was asked for has a link that signs in', async () => {
  const play = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const where = { gameId: play.game.id, status: 'queued' as const };
  const mails = await own.ctx.db.prisma.delivery.findMany({ where });
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['invitation', 'printout']));
  for (const mail of mails) {
    const { source, text, html } = await mailbox.send(own.ctx, mail);
    for (const part of [source, text ?? '', html ?? '']) expect(part).not.toContain('/sign-in/link/');
  }
});

test('the page of a sign-in link says whose account it opens, and that another one is signed in', async () => {
  const [ann, eve] = [await anAccount(own.ctx, 'Ann Here'), await anAccount(own.ctx, 'Eve Sender')];
  const page = `/sign-in/link/${await issueSignInLink(own.ctx.db.prisma, own.ctx, eve.id, 10)}`;
  const stranger = (await aVisitor(app).get(page)).body;
  expect(stranger).toContain(`#${eve.id}`);
  expect(stranger).not.toContain('will be signed out of it');
  const here = await signedIn(app, own.ctx, ann);
  const shown = (await here.get(page)).body;
  expect(shown).toContain(`#${eve.id}`);
  expect(shown).toMatch(new RegExp(`#${ann.id}</span> in this browser now, and will be signed out of it`));
  const toHerself = `/sign-in/link/${await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 10)}`;
  expect((await here.get(toHerself)).body).not.toContain('will be signed out of it');
  expect((await here.get(`/sign-in/link/${'A'.repeat(43)}`)).body).not.toContain('will be signed out of it');
});
