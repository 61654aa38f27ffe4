import { beforeEach, describe, expect, test } from 'vitest';
import { rememberNetwork } from '../../src/accounts/known-networks.ts';
import { issueInvitationLink, issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { anAccount, formingGame } from '../games/game/play.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* What neighbors on a network do must not keep others on it from what links in mail lead to. */

const MAX = 2;
const INVENTED = 'x'.repeat(43);
const { own, app } = useWeb({ limits: { forms: 1000, linksByAddress: MAX, signInByAddress: MAX } });

let networks = 0;
let here: string;
beforeEach(() => {
  here = aNetwork();
});

function aNetwork(): string {
  networks += 1;
  return `198.51.${networks}.7`;
}

const inside = (remoteAddress: string) => ({
  inject: (options: object) => app.inject({ ...options, remoteAddress }),
});

/** The statuses of a form that is sent several times, by someone on the network who is not signed in. */
async function sendOften(path: string, times: number, fields: Record<string, string> = {}) {
  const neighbor = aVisitor(inside(here));
  const _csrf = await neighbor.token();
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    statuses.push((await neighbor.postBare(path, { ...fields, _csrf })).statusCode);
  }
  return statuses;
}

async function post(visitor: Visitor, path: string, fields: Record<string, string> = {}): Promise<number> {
  const _csrf = await visitor.token();
  return (await visitor.postBare(path, { ...fields, _csrf })).statusCode;
}

async function linksTo({ id: accountId }: Account): Promise<number> {
  await answerRequests(own.ctx);
  return own.ctx.db.prisma.delivery.count({ where: { accountId, kind: 'signInLink' } });
}

test('invented sign-in links are refused after some, and those that work are not', async () => {
  const ann = await anAccount(own.ctx, 'Ann Mailed');
  const link = await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 10);
  expect(await sendOften(`/sign-in/link/${INVENTED}`, MAX + 1)).toEqual([410, 410, 429]);
  const visitor = aVisitor(inside(here));
  expect(await post(visitor, `/sign-in/link/${link}`)).toBe(303);
  // A link that was used is like an invented one.
  expect(await post(aVisitor(inside(here)), `/sign-in/link/${link}`)).toBe(429);
});

test('so are sign-up links', async () => {
  const email = 'new.person@post.test';
  expect(await post(aVisitor(inside(here)), '/sign-up', { name: 'Nell New', email })).toBe(200);
  await answerRequests(own.ctx);
  const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { toAddress: email } });
  const { token } = mail.detail as { token: string };
  expect(await sendOften(`/sign-up/${INVENTED}`, MAX + 1)).toEqual([410, 410, 429]);
  expect(await post(aVisitor(inside(here)), `/sign-up/${token}`)).toBe(303);
});

test('and links of invitations, each of which mails so many sign-in links', async () => {
  const { game, players } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  const [player, other] = players as [Account, Account];
  const pathOf = async ({ id }: Account) => {
    const { token = '' } = await issueInvitationLink(own.ctx.db.prisma, own.ctx, id);
    return `/invitation/${gameNumber(game)}/${token}`;
  };
  const number = gameNumber(game);
  expect(await sendOften(`/invitation/${number}/${INVENTED}`, MAX + 1)).toEqual([410, 410, 429]);
  expect(await sendOften(await pathOf(player), MAX + 1)).toEqual([200, 200, 429]);
  // Nor do requests that use up the mails of the network keep it from anyone.
  for (let i = 0; i < 25; i += 1) {
    await post(await signedIn(inside(here), own.ctx, player), '/account/confirm-address');
  }
  expect(await post(aVisitor(inside(here)), await pathOf(other))).toBe(200);
  expect(await linksTo(other)).toBe(1);
});

test('requests for links by neighbors keep no one from theirs in a browser in which they have signed in', async () => {
  const [bob, cay] = [await anAccount(own.ctx, 'Bob Known'), await anAccount(own.ctx, 'Cay Elsewhere')];
  const browser = await signedIn(inside(here), own.ctx, bob);
  await browser.post('/sign-out');
  await own.ctx.db.prisma.knownNetwork.deleteMany({ where: { accountId: bob.id } });
  const answers = await sendOften('/sign-in/link', 21 * MAX + 1, { who: 'nobody@post.test' });
  expect(answers.slice(0, MAX)).toEqual(Array(MAX).fill(200));
  expect(new Set(answers.slice(MAX))).toEqual(new Set([429]));
  // The mails of the network are used up, too.
  for (let i = 0; i < 25; i += 1) {
    await post(await signedIn(inside(here), own.ctx, cay), '/account/confirm-address');
  }
  await own.ctx.db.prisma.knownNetwork.deleteMany({ where: { accountId: cay.id } });
  const before = await linksTo(cay);
  expect(await post(browser, '/sign-in/link', { who: bob.email })).toBe(200);
  expect(await linksTo(bob)).toBe(1);
  // The browser is not known for other accounts.
  expect(await post(browser, '/sign-in/link', { who: cay.email })).toBe(200);
  expect(await linksTo(cay)).toBe(before);
});

test('nor do they keep someone who is signed in from the link that proves their address again, of which each session has so many', async () => {
  const [fay, gil] = [await anAccount(own.ctx, 'Fay Confirms'), await anAccount(own.ctx, 'Gil Neighbor')];
  const browser = await signedIn(inside(here), own.ctx, fay);
  await own.ctx.db.prisma.knownNetwork.deleteMany({ where: { accountId: fay.id } });
  // The mails of the network are used up.
  for (let i = 0; i < 25; i += 1) {
    await post(await signedIn(inside(here), own.ctx, gil), '/account/confirm-address');
  }
  await answerRequests(own.ctx);
  const statuses: number[] = [];
  for (let i = 0; i < MAX + 1; i += 1) statuses.push(await post(browser, '/account/confirm-address'));
  expect(statuses).toEqual([303, 303, 429]);
  expect(await linksTo(fay)).toBe(MAX);
  const another = await signedIn(inside(here), own.ctx, fay);
  expect(await post(another, '/account/confirm-address')).toBe(303);
});

test('a browser in which someone has signed in can have 12 links a day mailed to its account from all networks, and then what they can have mailed', async () => {
  const dan = await anAccount(own.ctx, 'Dan Shared');
  const browser = await signedIn(inside(here), own.ctx, dan);
  await browser.post('/sign-out');
  await own.ctx.db.prisma.knownNetwork.deleteMany({ where: { accountId: dan.id } });
  const cookies = [...browser.cookies];
  for (let i = 0; i < 15; i += 1) {
    own.setNow(new Date(own.ctx.now().getTime() + 16 * 60_000));
    const elsewhere = aVisitor(inside(aNetwork()));
    for (const [name, value] of cookies) elsewhere.cookies.set(name, value);
    expect(await post(elsewhere, '/sign-in/link', { who: dan.email })).toBe(200);
    await answerRequests(own.ctx);
  }
  const counted = (kind: 'knownNetworkLink' | 'signInLink') =>
    own.ctx.db.prisma.mailRequest.count({ where: { accountId: dan.id, kind } });
  // Further ones count like those of browsers that no one knows.
  expect([await counted('knownNetworkLink'), await counted('signInLink')]).toEqual([12, 3]);
  expect(await linksTo(dan)).toBe(15);
  // The owner still gets links in a network of their own.
  const home = aNetwork();
  await rememberNetwork(own.ctx, dan.id, home);
  own.setNow(new Date(own.ctx.now().getTime() + 16 * 60_000));
  expect(await post(aVisitor(inside(home)), '/sign-in/link', { who: dan.email })).toBe(200);
  expect(await linksTo(dan)).toBe(16);
  expect([await counted('knownNetworkLink'), await counted('signInLink')]).toEqual([13, 3]);
});

describe('someone with a session who asks for links that prove the address again', () => {
  const QUARTER = 16 * 60_000;
  const wait = (milliseconds: number) => own.setNow(new Date(own.ctx.now().getTime() + milliseconds));

  /**
   * Asks in a session as often as links are mailed, and then asks for a sign-in link in a browser of the owner.
   * @returns whether the owner got it
   */
  async function ownerGets(where: { thief: string; owner: string; isKnown: boolean }): Promise<boolean> {
    const owner = await anAccount(own.ctx, 'Olga Robbed');
    const browser = await signedIn(inside(where.owner), own.ctx, owner);
    await browser.post('/sign-out');
    await own.ctx.db.prisma.knownNetwork.deleteMany({ where: { accountId: owner.id } });
    if (where.thief === where.owner) await rememberNetwork(own.ctx, owner.id, where.owner);
    for (let i = 0; i < 30; i += 1) {
      wait(QUARTER);
      // The limit of a session is one of real time, so each request has one of its own.
      const thief = await signedIn(inside(where.thief), own.ctx, owner);
      if (where.thief !== where.owner)
        await own.ctx.db.prisma.knownNetwork.deleteMany({ where: { accountId: owner.id } });
      expect(await post(thief, '/account/confirm-address')).toBe(303);
      await answerRequests(own.ctx);
    }
    const before = await linksTo(owner);
    expect(before).toBeLessThan(30);
    wait(QUARTER);
    const visitor = where.isKnown ? browser : aVisitor(inside(where.owner));
    expect(await post(visitor, '/sign-in/link', { who: owner.email })).toBe(200);
    return (await linksTo(owner)) === before + 1;
  }

  test('does not keep the owner from links in a browser of theirs, on a new network or on the same one', async () => {
    const [theirs, home] = [aNetwork(), aNetwork()];
    expect(await ownerGets({ thief: theirs, owner: aNetwork(), isKnown: true })).toBe(true);
    expect(await ownerGets({ thief: home, owner: home, isKnown: true })).toBe(true);
  });

  test('nor in one that no one knows, in another network', async () => {
    expect(await ownerGets({ thief: aNetwork(), owner: aNetwork(), isKnown: false })).toBe(true);
  });
});

test('neighbors who use up the links of a network that is known for the account leave its browser its own', async () => {
  const eve = await anAccount(own.ctx, 'Eve Home');
  const home = aNetwork();
  const browser = await signedIn(inside(home), own.ctx, eve);
  await browser.post('/sign-out');
  const ask = async (visitor: Visitor) => {
    own.setNow(new Date(own.ctx.now().getTime() + 16 * 60_000));
    expect(await post(visitor, '/sign-in/link', { who: eve.email })).toBe(200);
    await answerRequests(own.ctx);
    return await linksTo(eve);
  };
  expect(await ask(aVisitor(inside(home)))).toBe(1);
  // As if neighbors had asked eleven times more.
  const where = { accountId: eve.id, kind: 'knownNetworkLink' as const };
  const { id: _, ...asked } = await own.ctx.db.prisma.mailRequest.findFirstOrThrow({ where });
  await own.ctx.db.prisma.mailRequest.createMany({ data: Array(11).fill(asked) });
  expect(await ask(browser)).toBe(2);
});

test('changes of address by one account do not keep its neighbors from theirs', async () => {
  const ned = await signedIn(inside(here), own.ctx, await anAccount(own.ctx, 'Ned Neighbor'));
  const ola = await signedIn(inside(here), own.ctx, await anAccount(own.ctx, 'Ola Owner'));
  const change = (visitor: Visitor) =>
    post(visitor, '/account/email', { email: 'same@post.test', emailCode: testCode });
  const statuses = [];
  for (let i = 0; i < MAX + 1; i += 1) statuses.push(await change(ned));
  expect(statuses).toEqual([303, 303, 429]);
  expect(await change(ola)).toBe(303);
});
