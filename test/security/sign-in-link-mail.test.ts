import { expect, test } from 'vitest';
import { rememberNetwork } from '../../src/accounts/known-networks.ts';
import { commonPart } from '../../src/accounts/network-mail.ts';
import { requestEmailChange, requestSignInLink, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { NEW_NETWORK_LINKS_PER_HOUR } from '../../src/accounts/sign-in-link-limits.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { mailCheck } from '../../src/operations/checks/mail.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { useContext } from '../helpers/use-context.ts';

/* Anyone can ask for a sign-in link to anyone's account. */

const own = useContext();

const MINUTE = 60_000;
const [STRANGER, HOME] = ['203.0.113.9', '198.51.100.4'];

const mailed = (account: Account) =>
  own.ctx.db.prisma.delivery.count({ where: { accountId: account.id, kind: 'signInLink' } });

/** A network, in a block of its own unless given. */
const from = (network: string, block = network) => ({ network, wideNetwork: network, block });

async function ask(account: Account, network: string, block?: string): Promise<void> {
  const networks = from(network, block);
  await requestSignInLink(own.ctx, `#${account.id}`, { next: '', minutes: 10, networks });
  await answerRequests(own.ctx);
}

const wait = (minutes: number) => own.setNow(new Date(own.ctx.now().getTime() + minutes * MINUTE));

test('a network that is new for an account can have 4 a day mailed to it, and all others still get theirs', async () => {
  const ann = await anAccount(own.ctx, 'Ann Asked');
  await rememberNetwork(own.ctx, ann.id, HOME);
  for (let i = 0; i < 30; i += 1) {
    await ask(ann, STRANGER);
    wait(6);
  }
  expect(await mailed(ann)).toBe(4);
  // A sign-up for the address mails a sign-in link, too.
  const signUp = { name: 'Ann', email: ann.email, next: '', minutes: 10 };
  granted(await requestSignUp(own.ctx, { ...signUp, networks: from(STRANGER) }));
  await answerRequests(own.ctx);
  expect(await mailed(ann)).toBe(4);
  await ask(ann, '192.0.2.77');
  expect(await mailed(ann)).toBe(5);
  await ask(ann, HOME);
  expect(await mailed(ann)).toBe(6);
  granted(await requestSignUp(own.ctx, { ...signUp, networks: from(HOME) }));
  await answerRequests(own.ctx);
  expect(await mailed(ann)).toBe(7);
  wait(24 * 60);
  await ask(ann, STRANGER);
  expect(await mailed(ann)).toBe(8);
});

test('a network that is known for an account can have 12 a day mailed to it, and other networks still get theirs', async () => {
  wait(25 * 60);
  const ann = await anAccount(own.ctx, 'Anna Shares');
  const office = '198.51.100.80';
  await rememberNetwork(own.ctx, ann.id, office);
  for (let i = 0; i < 20; i += 1) {
    await ask(ann, office);
    wait(16);
  }
  expect(await mailed(ann)).toBe(12);
  await ask(ann, '192.0.2.81');
  expect(await mailed(ann)).toBe(13);
  // All requests of a network count, so its strangers have to wait, but people who sign in there do not.
  const people = await Promise.all(Array.from({ length: 22 }, (_, i) => anAccount(own.ctx, `Clerk ${i}`)));
  for (const person of people) {
    await rememberNetwork(own.ctx, person.id, office);
    await ask(person, office);
    expect(await mailed(person)).toBe(1);
  }
  const guest = await anAccount(own.ctx, 'Guest There');
  await ask(guest, office);
  expect(await mailed(guest)).toBe(0);
  wait(61);
  await ask(guest, office);
  expect(await mailed(guest)).toBe(1);
  wait(24 * 60);
  await ask(ann, office);
  expect(await mailed(ann)).toBe(14);
});

test('the networks of a thief are new ones once the owner has a new code', async () => {
  wait(25 * 60);
  const ann = await anAccount(own.ctx, 'Ann Robbed');
  const networks = Array.from({ length: 20 }, (_, i) => `203.0.113.${150 + i}`);
  for (const network of networks) await rememberNetwork(own.ctx, ann.id, network);
  granted(await setSecurityCode(own.ctx, ann.id, 'four words nobody thinks of'));
  for (let i = 0; i < 60; i += 1) {
    await ask(ann, networks[i % 20] as string);
    wait(16);
  }
  // More than 24 only because some networks ask for the first time then; as known ones they got all 60.
  expect(await mailed(ann)).toBeLessThan(30);
});

test('many networks together get 24 a day, and more only if they ask for the first time', async () => {
  wait(25 * 60);
  const ann = await anAccount(own.ctx, 'Anne Often');
  for (let i = 0; i < 24; i += 1) {
    await ask(ann, `203.0.113.${100 + (i % 12)}`);
    wait(16);
  }
  expect(await mailed(ann)).toBe(24);
  await ask(ann, '203.0.113.100');
  expect(await mailed(ann)).toBe(24);
  await ask(ann, '192.0.2.78');
  expect(await mailed(ann)).toBe(25);
  await ask(ann, '192.0.2.78');
  expect(await mailed(ann)).toBe(25);
  for (let i = 0; i < 50; i += 1) {
    wait(16);
    await ask(ann, `192.0.2.${100 + i}`);
  }
  expect(await mailed(ann)).toBe(72);
});

test('one network has one limit an hour for sign-ups, sign-in links, and new addresses', async () => {
  wait(25 * 60);
  const people = await Promise.all(Array.from({ length: 9 }, (_, i) => anAccount(own.ctx, `Guest ${i}`)));
  for (const [i, person] of people.entries()) {
    await ask(person, STRANGER);
    const name = `New ${i}`;
    const email = `new.${i}@stranger.test`;
    const signUp = { name, email, next: '', minutes: 10, networks: from(STRANGER) };
    granted(await requestSignUp(own.ctx, signUp));
    granted(await requestEmailChange(own.ctx, person, `moved.${i}@stranger.test`, from(STRANGER)));
    await answerRequests(own.ctx);
  }
  const kind = { in: ['verification' as const, 'signInLink' as const] };
  const counted = await own.ctx.db.prisma.mailRequest.count({ where: { kind, at: { gt: hourAgo() } } });
  expect(counted).toBe(20);
  const [first] = people as [Account];
  await ask(first, '192.0.2.79');
  expect(await mailed(first)).toBe(2);
  wait(61);
  await ask(first, STRANGER);
  expect(await mailed(first)).toBe(3);
});

test('256 addresses side by side have two limits an hour, and all others still get theirs', async () => {
  wait(25 * 60);
  const people = await Promise.all(Array.from({ length: 61 }, (_, i) => anAccount(own.ctx, `Neighbor ${i}`)));
  const [elsewhere, ...asked] = people as [Account, ...Account[]];
  for (const [i, person] of asked.entries()) await ask(person, `203.0.113.${i}`, '203.0.113');
  const all = await Promise.all(asked.map((person) => mailed(person)));
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(40);
  await ask(elsewhere, '192.0.2.9', '192.0.2');
  expect(await mailed(elsewhere)).toBe(1);
  wait(61);
  await ask(asked.at(-1) as Account, '203.0.113.60', '203.0.113');
  expect(await mailed(asked.at(-1) as Account)).toBe(1);
});

const hourAgo = () => new Date(own.ctx.now().getTime() - 60 * MINUTE);

test('the server mails only so many in an hour for new networks, and then warns the operator', async () => {
  wait(25 * 60);
  const people = await Promise.all(
    Array.from({ length: NEW_NETWORK_LINKS_PER_HOUR / 4 + 1 }, (_, i) => anAccount(own.ctx, `Person ${i}`)),
  );
  const [last] = people.splice(-1) as [Account];
  for (const [i, person] of people.entries()) {
    // The last third goes to networks that ask for the first time.
    for (let k = 0; k < 4; k += 1) await ask(person, i < 50 ? `203.0.113.${i}` : `192.0.${k}.${i}`);
  }
  const check = mailCheck(own.ctx, null);
  expect(await check.run()).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(/sign-in links/),
  });
  await ask(last, STRANGER);
  expect(await mailed(last)).toBe(0);
  await rememberNetwork(own.ctx, last.id, HOME);
  await ask(last, HOME);
  expect(await mailed(last)).toBe(1);
  wait(61);
  await ask(last, STRANGER);
  expect(await mailed(last)).toBe(2);
});

test('a few networks cannot use up what the server mails in an hour: a third is kept for networks that have asked for none', async () => {
  wait(25 * 60);
  const check = mailCheck(own.ctx, null);
  const people = await Promise.all(
    Array.from({ length: commonPart(NEW_NETWORK_LINKS_PER_HOUR) }, (_, i) => anAccount(own.ctx, `Many ${i}`)),
  );
  // Ten networks ask for as many as each of them may.
  for (const [i, person] of people.entries()) await ask(person, `203.0.113.${i % 10}`);
  expect((await Promise.all(people.map(mailed))).every((n) => n === 1)).toBe(true);
  expect(await check.run()).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(/At least 200 sign-in links .* asked for no mail within a day/),
  });
  const late = await anAccount(own.ctx, 'Late Guest');
  // A network that has not used up its own limit, but has asked within the day.
  wait(5);
  await ask(late, '192.0.2.201');
  await ask(late, '192.0.2.201');
  expect(await mailed(late)).toBe(1);
  await ask(late, '192.0.2.202');
  expect(await mailed(late)).toBe(2);
  wait(56);
  await ask(late, '192.0.2.201');
  expect(await mailed(late)).toBe(3);
});
