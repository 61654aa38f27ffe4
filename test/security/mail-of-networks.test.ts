import { beforeEach, describe, expect, test } from 'vitest';
import { rememberNetwork } from '../../src/accounts/known-networks.ts';
import { commonPart } from '../../src/accounts/network-mail.ts';
import { requestEmailChange, requestSignInLink, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { SIGN_UPS_PER_HOUR } from '../../src/accounts/verification-limits.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { useContext } from '../helpers/use-context.ts';

/*
 * A network causes so many mails to strangers an hour. Someone can use up all but one with mails to addresses of their own, ask
 * for one to another address, and see whether the next one to themselves comes. It must not tell anything of that address.
 */

const own = useContext();

/** What is mailed in an hour for strangers in one network. */
const LIMIT = 20;

// The limits of the whole server are not to be reached.
beforeEach(() => own.setNow(new Date(own.ctx.now().getTime() + 25 * 3_600_000)));

let networks = 0;

function aNetwork() {
  networks += 1;
  const network = `203.0.${networks}.9`;
  return { network, wideNetwork: network, block: `203.0.${networks}` };
}

type Network = ReturnType<typeof aNetwork>;

const MINE = 'stranger.test';
const link = (from: Network) => ({ next: '', minutes: 10, networks: from });

async function signUp(from: Network, email: string): Promise<void> {
  granted(await requestSignUp(own.ctx, { name: 'Someone', email, ...link(from) }));
  await answerRequests(own.ctx);
}

const toMe = (from: Network) =>
  own.ctx.db.prisma.delivery.count({ where: { toAddress: { endsWith: `${from.block}.${MINE}` } } });

/** How many mails someone gets in a network who asks for one to another address before the last one. */
async function mailsBeside(from: Network, request: () => Promise<void>): Promise<number> {
  for (let i = 0; i < LIMIT - 1; i += 1) await signUp(from, `me.${i}@${from.block}.${MINE}`);
  await request();
  await answerRequests(own.ctx);
  await signUp(from, `last@${from.block}.${MINE}`);
  return toMe(from);
}

const signIn = (from: Network, who: string) => requestSignInLink(own.ctx, who, link(from));

describe('someone on a network gets as many mails after asking for one to', () => {
  test.each(['a sign-in link', 'a sign-up link'])(
    'an address with and without an account: %s',
    async (what) => {
      const ask = what === 'a sign-in link' ? signIn : signUp;
      const ann = await anAccount(own.ctx, 'Ann Known');
      const home = aNetwork();
      await rememberNetwork(own.ctx, ann.id, home.network);
      const [elsewhere, without] = [aNetwork(), aNetwork()];
      const found = [
        await mailsBeside(elsewhere, () => ask(elsewhere, ann.email)),
        await mailsBeside(home, () => ask(home, ann.email)),
        await mailsBeside(without, () => ask(without, `nobody.${networks}@players.test`)),
      ];
      expect(found).toEqual([LIMIT - 1, LIMIT - 1, LIMIT - 1]);
    },
  );

  test('an account that got too many links', async () => {
    const bob = await anAccount(own.ctx, 'Bob Often');
    for (let i = 0; i < 5; i += 1) {
      await signIn(aNetwork(), bob.email);
      await answerRequests(own.ctx);
    }
    const here = aNetwork();
    expect(await mailsBeside(here, () => signIn(here, bob.email))).toBe(LIMIT - 1);
  });

  test('a new address that another account has, or that got too many', async () => {
    const [cay, dan] = [await anAccount(own.ctx, 'Cay Moves'), await anAccount(own.ctx, 'Dan There')];
    const change = (from: Network, email: string) => async () => {
      granted(await requestEmailChange(own.ctx, cay, email, from));
    };
    for (let i = 0; i < 4; i += 1) {
      await change(aNetwork(), 'full@players.test')();
      await answerRequests(own.ctx);
    }
    for (const email of [dan.email, 'free@players.test', 'full@players.test']) {
      const here = aNetwork();
      expect(await mailsBeside(here, change(here, email))).toBe(LIMIT - 1);
    }
  });
});

test('once strangers have used up two thirds of what the server mails, a new network does not tell by its second mail who has an account', async () => {
  const gus = await anAccount(own.ctx, 'Gus Found');
  for (let n = 0; n < commonPart(SIGN_UPS_PER_HOUR) / LIMIT; n += 1) {
    const here = aNetwork();
    for (let i = 0; i < LIMIT; i += 1) await signUp(here, `me.${i}@${here.block}.${MINE}`);
    expect(await toMe(here)).toBe(LIMIT);
  }
  const [known, unknown, quiet] = [aNetwork(), aNetwork(), aNetwork()];
  await signIn(known, gus.email);
  await signIn(unknown, 'no.one.at.all@players.test');
  const mails = [];
  for (const here of [known, unknown, quiet]) {
    await signUp(here, `last@${here.block}.${MINE}`);
    mails.push(await toMe(here));
  }
  expect(mails).toEqual([0, 0, 1]);
});

test('a network that has used up its limit still gets links to accounts that are used there, and by invitations', async () => {
  const [eva, fay] = [await anAccount(own.ctx, 'Eva Here'), await anAccount(own.ctx, 'Fay Invited')];
  const here = aNetwork();
  await rememberNetwork(own.ctx, eva.id, here.network);
  for (let i = 0; i < LIMIT + 2; i += 1) await signUp(here, `me.${i}@${here.block}.${MINE}`);
  expect(await toMe(here)).toBe(LIMIT);
  await signIn(here, eva.email);
  await signIn(here, fay.email);
  await answerRequests(own.ctx);
  const links = (accountId: number) =>
    own.ctx.db.prisma.delivery.count({ where: { accountId, kind: 'signInLink' } });
  expect([await links(eva.id), await links(fay.id)]).toEqual([1, 0]);
  await requestSignInLink(own.ctx, `#${fay.id}`, { ...link(here), isInvited: true });
  await answerRequests(own.ctx);
  expect(await links(fay.id)).toBe(1);
});

test('neighbors who ask for links to an invited account keep no one from the link by its invitation, 12 a day', async () => {
  const ida = await anAccount(own.ctx, 'Ida Invited');
  const here = aNetwork();
  const later = () => own.setNow(new Date(own.ctx.now().getTime() + 16 * 60_000));
  const links = () => own.ctx.db.prisma.delivery.count({ where: { accountId: ida.id, kind: 'signInLink' } });
  for (let i = 0; i < 6; i += 1) {
    await signIn(here, ida.email);
    await answerRequests(own.ctx);
    later();
  }
  expect(await links()).toBe(4);
  for (let i = 0; i < 14; i += 1) {
    await requestSignInLink(own.ctx, `#${ida.id}`, { ...link(here), isInvited: true });
    await answerRequests(own.ctx);
    later();
  }
  expect(await links()).toBe(4 + 12);
});
