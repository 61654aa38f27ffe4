import { expect, test } from 'vitest';
import { rememberNetwork } from '../../src/accounts/known-networks.ts';
import { requestSignInLink, requestSignUp } from '../../src/accounts/requested-mail.ts';
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

async function ask(account: Account, network: string): Promise<void> {
  await requestSignInLink(own.ctx, `#${account.id}`, { next: '', minutes: 10, network });
  await answerRequests(own.ctx);
}

const wait = (minutes: number) => own.setNow(new Date(own.ctx.now().getTime() + minutes * MINUTE));

test('networks that are new for an account can have 24 a day mailed to it; its own still gets one', async () => {
  const ann = await anAccount(own.ctx, 'Ann Asked');
  await rememberNetwork(own.ctx, ann.id, HOME);
  for (let i = 0; i < 60; i += 1) {
    await ask(ann, i % 2 === 0 ? STRANGER : `203.0.113.${100 + i}`);
    wait(6);
  }
  expect(await mailed(ann)).toBe(24);
  // A sign-up for the address mails a sign-in link, too.
  const signUp = { name: 'Ann', email: ann.email, next: '', minutes: 10 };
  granted(await requestSignUp(own.ctx, { ...signUp, network: STRANGER }));
  await answerRequests(own.ctx);
  expect(await mailed(ann)).toBe(24);
  await ask(ann, HOME);
  expect(await mailed(ann)).toBe(25);
  granted(await requestSignUp(own.ctx, { ...signUp, network: HOME }));
  await answerRequests(own.ctx);
  expect(await mailed(ann)).toBe(26);
});

test('the server mails only so many in an hour for new networks, and then warns the operator', async () => {
  wait(25 * 60);
  const people = await Promise.all(
    Array.from({ length: NEW_NETWORK_LINKS_PER_HOUR / 4 + 1 }, (_, i) => anAccount(own.ctx, `Person ${i}`)),
  );
  const [last] = people.splice(-1) as [Account];
  for (const person of people) for (let i = 0; i < 4; i += 1) await ask(person, STRANGER);
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
