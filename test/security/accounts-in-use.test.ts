import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmEmailChange, confirmSignUp } from '../../src/accounts/email-verification.ts';
import { ensureOperator } from '../../src/accounts/operator-account.ts';
import { requestEmailChange, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { issueSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import { correctEmail } from '../../src/accounts/update-account.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { answerByMail, writeLetter } from '../../src/games/letters/write-letter.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { pruneSessions } from '../../src/operations/retention/prune-sessions.ts';
import { pruneSignInLinks } from '../../src/operations/retention/prune-sign-in-links.ts';
import { codesOf, formingGame, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aVisitor, aWeb, testCode } from '../web/visitor.ts';

/* A GM can move an account to another address only until someone has used it. That it was used is never forgotten. */

let own: TestContext;
let play: TestGame;
let ann: Account;
let seat: Seat;

beforeAll(async () => {
  own = await testContext();
  own.ctx.inbound = { domain: 'whistlestop.test' };
});
afterAll(() => own.close());

async function anInvitedPlayer(): Promise<void> {
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = play.players[0] as Account;
  seat = play.seats[0] as Seat;
}

/** The GM tries to move the account to an address of their own. */
function takeOver() {
  const email = `gm.${randomBytes(6).toString('hex')}@players.test`;
  return correctAddress(own.ctx, {
    ...{ gameId: play.game.id, by: play.gm.id, turn: play.game.turn },
    ...{ seatId: seat.id, email },
  });
}

const link = (minutes = 10) => issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, minutes);

/** The token in the last delivery of a kind to an address. */
async function tokenTo(toAddress: string): Promise<string> {
  await answerRequests(own.ctx);
  const found = await own.ctx.db.prisma.delivery.findFirstOrThrow({
    where: { toAddress, kind: { in: ['confirmation', 'letter'] } },
    orderBy: { createdAt: 'desc' },
  });
  return String((found.detail as { token?: string }).token);
}

/** How someone shows that they read the mail of the address. */
const USES: Record<string, () => Promise<void>> = {
  'used a sign-in link': async () => {
    expect(await redeemSignInLink(own.ctx, await link())).not.toBeNull();
  },
  'pressed the button of the invitation': async () => {
    const app = await aWeb(own.ctx);
    const where = { accountId: ann.id, kind: 'invitation' as const };
    const { detail } = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    const path = `/invitation/EY-${play.game.serial}/${(detail as { token: string }).token}`;
    expect((await aVisitor(app).post(path)).statusCode).toBe(200);
    await app.close();
  },
  'set a security code': async () => {
    granted(await setSecurityCode(own.ctx, ann.id, testCode));
    await own.ctx.db.prisma.securityCode.deleteMany({ where: { accountId: ann.id } });
  },
  'confirmed a new address': async () => {
    const email = `new.${ann.email}`;
    granted(await requestEmailChange(own.ctx, ann, email));
    const token = await tokenTo(email);
    expect(await confirmEmailChange(own.ctx, ann.id, { token, keepSession: null })).toBe(true);
  },
  'used a sign-up link, which was mailed before the invitation': async () => {
    const email = `early.${ann.email}`;
    granted(await requestSignUp(own.ctx, { name: 'Ann', email, next: '', minutes: 10 }));
    const token = await tokenTo(email);
    await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email } });
    expect(await confirmSignUp(own.ctx, token)).toMatchObject({ id: ann.id });
  },
  'replied to a letter by mail': async () => {
    const by = play.gm.id;
    const policy = { gameId: play.game.id, by, letters: 'open' as const, lettersBefore: null };
    granted(await setLettersPolicy(own.ctx, policy));
    const carl = (play.players[1] as Account).id;
    const letter = { gameId: play.game.id, by: carl, to: [seat.id], text: 'Ann?', via: 'web' as const };
    granted(await writeLetter(own.ctx, letter));
    const token = await tokenTo(ann.email);
    granted(await answerByMail(own.ctx, { token, from: ann.email, text: 'Yes.' }));
    // No other trace of it is left.
    const { prisma } = own.ctx.db;
    await prisma.letter.deleteMany({ where: { gameId: play.game.id } });
  },
};

describe('a GM cannot take over the account of someone who', () => {
  test.each(Object.keys(USES))('%s, even if they have signed out and old rows are deleted', async (use) => {
    await anInvitedPlayer();
    await USES[use]?.();
    const { session, signInLink } = own.ctx.db.prisma;
    await session.deleteMany({ where: { accountId: ann.id } });
    // Mailing the next link and the nightly work delete links that were used.
    own.setNow(new Date(testNow.getTime() + 86_400_000));
    await link();
    own.setNow(testNow);
    const later = new Date(testNow.getTime() + 90 * 86_400_000);
    await pruneSignInLinks(own.ctx.db.pool, later);
    await pruneSessions(own.ctx.db.pool, later);
    await signInLink.deleteMany({ where: { accountId: ann.id } });
    expect(codesOf(await takeOver())).toEqual(['in-use']);
  });

  test('used it before the operator corrected its address', async () => {
    await anInvitedPlayer();
    await redeemSignInLink(own.ctx, await link());
    granted(await correctEmail(own.ctx, ann.id, `right.${ann.email}`));
    expect(codesOf(await takeOver())).toEqual(['in-use']);
  });

  test('signs in at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await anInvitedPlayer();
      const token = await link();
      const [signedIn, taken] = await Promise.all([redeemSignInLink(own.ctx, token), takeOver()]);
      expect([signedIn !== null, taken.ok].filter(Boolean)).toHaveLength(1);
    }
  });
});

test('a GM can correct the address of an account that no one has used, more than once', async () => {
  await anInvitedPlayer();
  granted(await takeOver());
  granted(await takeOver());
  granted(await correctEmail(own.ctx, ann.id, `by.operator.${ann.email}`));
  granted(await takeOver());
});

test('the account of the first start and accounts that sign up count as used from the beginning', async () => {
  const fresh = await testContext();
  try {
    const first = await ensureOperator(fresh.ctx, { name: 'Olive', email: 'olive@example.org' });
    expect(first?.account.addressProvedAt).toEqual(fresh.ctx.now());
  } finally {
    await fresh.close();
  }
  const email = 'fresh@players.test';
  granted(await requestSignUp(own.ctx, { name: 'Fresh', email, next: '', minutes: 10 }));
  const made = await confirmSignUp(own.ctx, await tokenTo(email));
  const { addressProvedAt } = await own.ctx.db.prisma.account.findUniqueOrThrow({
    where: { id: made?.id ?? 0 },
  });
  expect(addressProvedAt).toEqual(own.ctx.now());
});

test('someone who signs up is called what they entered, and not what a GM who invited them did', async () => {
  const email = 'invited.first@players.test';
  const { game, gm } = await formingGame(own.ctx, { humans: 0, opponents: 2 });
  granted(await requestSignUp(own.ctx, { name: 'Ida Jones', email, next: '', minutes: 10 }));
  await answerRequests(own.ctx);
  granted(await addSeat(own.ctx, { gameId: game.id, by: gm.id, name: 'Silly Name', email }));
  const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({
    where: { toAddress: email, kind: 'confirmation' },
  });
  const account = await confirmSignUp(own.ctx, (mail.detail as { token: string }).token);
  expect(account?.name).toBe('Ida Jones');
});
