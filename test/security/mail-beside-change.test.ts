import { describe, expect, test } from 'vitest';
import { endAccess } from '../../src/accounts/end-access.ts';
import { mailRequestedLink, mailRequestedSignUp } from '../../src/accounts/requested-mail.ts';
import { issueInvitationLink, useInvitationLink } from '../../src/accounts/sign-in-links.ts';
import { correctEmail, moveToAddress } from '../../src/accounts/update-account.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { answerByMail, writeLetter } from '../../src/games/letters/write-letter.ts';
import { anAccount, codesOf, formingGame, granted, runningGame } from '../games/game/play.ts';
import { beside } from '../helpers/beside.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn } from '../web/visitor.ts';

/* A link that is made while the address of its account changes must not lead the old reader into the account. */

const { own, app } = useWeb({ limits: { forms: 1000, linksByAddress: 1000 } });

const linksTo = (toAddress: string) =>
  own.ctx.db.prisma.delivery.count({ where: { toAddress, kind: 'signInLink' } });

/** Corrects the address of an account while `work` makes a link for it. */
const besideCorrection = <T>(account: Account, work: () => Promise<T>) =>
  beside(own.ctx, (tx) => moveToAddress(tx, account, `right.${account.email}`, null), work);

describe('a sign-in link that is made while the address is corrected', () => {
  test('goes to the new address, if the account was named by its number', async () => {
    const ann = await anAccount(own.ctx, 'Ann Ash');
    await besideCorrection(ann, () => mailRequestedLink(own.ctx, { account: ann.id, next: '', minutes: 10 }));
    expect([await linksTo(ann.email), await linksTo(`right.${ann.email}`)]).toEqual([0, 1]);
  });

  test('is not mailed, if the account was named by its old address', async () => {
    const bob = await anAccount(own.ctx, 'Bob Birch');
    const next = { next: '', minutes: 10 };
    await besideCorrection(bob, () => mailRequestedLink(own.ctx, { account: bob.email, ...next }));
    expect([await linksTo(bob.email), await linksTo(`right.${bob.email}`)]).toEqual([0, 0]);
    const cora = await anAccount(own.ctx, 'Cora Cedar');
    await besideCorrection(cora, () =>
      mailRequestedSignUp(own.ctx, { name: 'Cora', email: cora.email, ...next }),
    );
    expect([await linksTo(cora.email), await linksTo(`right.${cora.email}`)]).toEqual([0, 0]);
    const where = { accountId: cora.id };
    expect(await own.ctx.db.prisma.signInLink.count({ where })).toBe(0);
  });

  test('goes to the new address, if the operator sends it', async () => {
    const operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
    const dora = await anAccount(own.ctx, 'Dora Dogwood');
    const fields = { _csrf: await operator.token() };
    const sent = await besideCorrection(dora, () =>
      operator.postBare(`/operator/accounts/${dora.id}/link`, fields),
    );
    expect(sent.statusCode).toBe(303);
    expect([await linksTo(dora.email), await linksTo(`right.${dora.email}`)]).toEqual([0, 1]);
  });
});

test('of two corrections of an address at the same time, the second knows the first', async () => {
  const eve = await anAccount(own.ctx, 'Eve Elm');
  await own.ctx.db.prisma.account.update({ where: { id: eve.id }, data: { addressProvedAt: own.ctx.now() } });
  granted(await besideCorrection(eve, () => correctEmail(own.ctx, eve.id, 'third@elsewhere.test')));
  const where = { kind: 'confirmation' as const, toAddress: { contains: eve.email } };
  const told = await own.ctx.db.prisma.delivery.findMany({ where, select: { toAddress: true } });
  expect(told).toEqual([{ toAddress: `right.${eve.email}` }]);
});

describe('the link of an invitation that is used while access is ended', () => {
  test('proves no address', async () => {
    const fay = await anAccount(own.ctx, 'Fay Fir');
    const { token = '' } = await issueInvitationLink(own.ctx.db.prisma, own.ctx, fay.id);
    const end = (tx: Parameters<typeof endAccess>[0]) => endAccess(tx, fay, null);
    expect(await beside(own.ctx, end, () => useInvitationLink(own.ctx, token))).toBe(false);
    const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: fay.id } });
    expect(now.addressProvedAt).toBeNull();
  });

  test('shows the page of a link that has ended', async () => {
    const { game, players } = await formingGame(own.ctx, { humans: 1, opponents: 3 });
    const [player] = players as [Account];
    const { token = '' } = await issueInvitationLink(own.ctx.db.prisma, own.ctx, player.id);
    const visitor = aVisitor(app);
    const fields = { _csrf: await visitor.token() };
    const path = `/invitation/${gameNumber(game)}/${token}`;
    const end = (tx: Parameters<typeof endAccess>[0]) => endAccess(tx, player, null);
    const answer = await beside(own.ctx, end, () => visitor.postBare(path, fields));
    expect(answer.statusCode).toBe(410);
    const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: player.id } });
    expect(now.addressProvedAt).toBeNull();
  });
});

test('a reply by mail from the old reader, while the address is corrected, proves no address', async () => {
  const ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  const { game, gm, players, seats } = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = players as [Account, Account];
  granted(await setLettersPolicy(ctx, { gameId: game.id, by: gm.id, letters: 'open', lettersBefore: null }));
  const to = [seats[1]?.id as string];
  granted(await writeLetter(ctx, { gameId: game.id, by: ann.id, to, text: 'Ohio?', via: 'web' }));
  const where = { accountId: carl.id, kind: 'letter' as const };
  const { detail } = await ctx.db.prisma.delivery.findFirstOrThrow({ where });
  await ctx.db.prisma.delivery.updateMany({
    where,
    data: { status: 'sent', nextAttempt: null, sentAt: ctx.now() },
  });
  await ctx.db.prisma.account.update({ where: { id: carl.id }, data: { addressProvedAt: null } });
  const answer = { token: (detail as { token: string }).token, from: carl.email, text: 'Yes' };
  const answered = await besideCorrection(carl, () => answerByMail(ctx, answer));
  expect(codesOf(answered)).toEqual(['unknown-address']);
  const now = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: carl.id } });
  expect(now.addressProvedAt).toBeNull();
});
