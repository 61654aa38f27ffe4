import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerRefused, REFUSALS_A_DAY } from '../../../src/mail/fetching/answer-refused.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

/* Answers to fetched mail that was refused have limits. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const answer = (returnPath: string, accountId: number | null = null) =>
  own.ctx.db.prisma.$transaction((tx) =>
    answerRefused(tx, own.ctx, {
      headers: { returnPath, messageId: null, automatic: null },
      owner: { accountId },
      messages: ['It has no text.'],
    }),
  );

test('mail with many forged senders does not use up the answers to players', async () => {
  const { prisma } = own.ctx.db;
  const email = 'ann@players.test';
  const createdAt = own.ctx.now();
  await prisma.account.create({ data: { name: 'Ann', email, createdAt, addressProvedAt: createdAt } });
  for (let i = 0; i < REFUSALS_A_DAY.toStrangers; i += 1)
    expect(await answer(`stranger${i}@forged.test`)).toBe(true);
  expect(await answer('one.more@forged.test')).toBe(false);
  for (let i = 0; i < REFUSALS_A_DAY.toAddress; i += 1) expect(await answer(email)).toBe(true);
  expect(await answer(email)).toBe(false);
}, 60_000);

test('one account, with all of its addresses, uses up only a few answers', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 2 * 86_400_000));
  const { prisma } = own.ctx.db;
  const createdAt = own.ctx.now();
  const { id } = await prisma.account.create({ data: { name: 'Eve', email: 'eve@players.test', createdAt } });
  for (let i = 0; i < REFUSALS_A_DAY.perAccount; i += 1)
    expect(await answer(`victim${i}@forged.test`, id)).toBe(true);
  expect(await answer('one.more@forged.test', id)).toBe(false);
  expect(await answer('someone@else.test', id + 1)).toBe(true);
});
