import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { answerRefused, REFUSALS_A_DAY } from '../../../src/mail/fetching/answer-refused.ts';
import type { AddressOwner } from '../../../src/mail/inbound/address-handler.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { startMailServer } from '../../helpers/mail-server.ts';

/* Answers to fetched mail that was refused have limits. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const answer = (returnPath: string, accountId: number | null = null, from = returnPath) =>
  answerAbout({ accountId }, returnPath, from);
const answerAbout = (owner: AddressOwner | null, returnPath: string, from: string) =>
  own.ctx.db.prisma.$transaction((tx) =>
    answerRefused(tx, own.ctx, {
      headers: { returnPath, from, messageId: null, automatic: null },
      ...{ owner, messages: ['It has no text.'] },
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

test('if only the address in From is that of an account, the answer goes there, within the same limits', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 2 * 86_400_000));
  const { prisma } = own.ctx.db;
  const createdAt = own.ctx.now();
  const data = { name: 'Ida', email: 'ida@players.test', createdAt, addressProvedAt: createdAt };
  const { id, email } = await prisma.account.create({ data });
  for (let i = 0; i < REFUSALS_A_DAY.toAddress; i += 1)
    expect(await answer(`bounces+${i}@service.test`, id, email)).toBe(true);
  expect(await answer('bounces+9@service.test', id, email)).toBe(false);
  const told = await prisma.delivery.findMany({ where: { kind: 'refusal', createdAt } });
  expect(new Set(told.map(({ toAddress }) => toAddress))).toEqual(new Set([email]));
  expect(await answer('', id, 'someone@else.test')).toBe(false);
});

test('a stranger who knows no secret address cannot use up the answers to a player with a forged From', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 2 * 86_400_000));
  const { email, id } = await own.ctx.db.prisma.account.findUniqueOrThrow({
    where: { email: 'ida@players.test' },
  });
  for (let i = 0; i < REFUSALS_A_DAY.toAddress; i += 1)
    expect(await answerAbout(null, `spam${i}@evil.test`, email)).toBe(i < REFUSALS_A_DAY.toForgeable);
  expect(await answerAbout(null, email, email)).toBe(true);
  expect(await answer(email, id)).toBe(true);
});

test('answers that were sent count like those that wait', async () => {
  const { ctx } = own;
  own.setNow(new Date(ctx.now().getTime() + 2 * 86_400_000));
  const createdAt = ctx.now();
  const { id } = await ctx.db.prisma.account.create({
    data: { name: 'Mal', email: 'mal@players.test', createdAt },
  });
  const server = await startMailServer();
  const transport = openTransport({ url: server.url });
  const worker = await startWorker({ ctx, transport, from: 'W <w@games.test>', publicUrl: 'https://w.test' });
  try {
    for (let i = 0; i < REFUSALS_A_DAY.perAccount; i += 1)
      expect(await answer(`sent${i}@forged.test`, id)).toBe(true);
    const where = { kind: 'refusal' as const, toAddress: { startsWith: 'sent' }, status: 'sent' as const };
    const sent = () => ctx.db.prisma.delivery.count({ where });
    await expect.poll(sent, { timeout: 30_000 }).toBe(REFUSALS_A_DAY.perAccount);
    expect(await answer('one.more@forged.test', id)).toBe(false);
  } finally {
    await worker.stop();
    await server.close();
  }
}, 60_000);
