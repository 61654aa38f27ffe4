import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type Bundle, bundleProgram } from '../../helpers/bundle.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrAll } from '../../helpers/long.ts';
import { deliver } from '../../helpers/smtp-client.ts';

/* Mail servers send a mail again if they missed the reply to it. Its sheet is stored once and has one receipt. */

const DOMAIN = 'mail.whistlestop.test';

let own: TestContext;
let game: TestGame;
let inbound: InboundMailServer;
/** The address of the sheet of the only human player, who has the first seat. */
let address: string;
let seatId: string;
let sender: string;
/** A server that kills itself. */
let dying: Bundle;

beforeAll(async () => {
  dying = await bundleProgram(path.join(import.meta.dirname, 'receive-and-die.ts'));
  own = await testContext();
  const { ctx } = own;
  ctx.inbound = { domain: DOMAIN };
  game = await runningGame(ctx, { humans: 1, opponents: 3 });
  const [seat] = game.seats;
  const [account] = game.players;
  if (!seat || !account) throw new Error('There is no player.');
  const about = {
    game: game.game,
    seat,
    turn: game.game.turn,
    attempt: 1,
    target: { kind: 'open' as const },
    account,
  };
  address = `${await sheetAddress(ctx, about)}@${DOMAIN}`;
  seatId = seat.id;
  sender = account.email;
  const limits = { mailsPerAddressPerMinute: 10_000 };
  const open = { ctx, host: '127.0.0.1', port: 0, domain: DOMAIN, from: 'post@whistlestop.test', limits };
  inbound = await startInboundMailServer(open);
});
afterAll(async () => {
  await inbound.close();
  await own.close();
  await dying.remove();
});

beforeEach(async () => {
  const { prisma } = own.ctx.db;
  await prisma.limitedAction.deleteMany();
  await prisma.delivery.deleteMany();
  await prisma.sheet.deleteMany();
});

let serial = 0;
function newId(): string {
  serial += 1;
  return `<${serial}@players.test>`;
}

const mailOf = (messageId: string | null, body: string, more: readonly string[] = []) =>
  [
    ...more,
    `From: Ann Baker <${sender}>`,
    `To: ${address}`,
    'Subject: My sheet',
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    ...['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', body],
  ].join('\n');

const hand = async (source: string, { port } = inbound) =>
  (await deliver(port, { from: sender, to: [address] }, source)).data;

async function stored(): Promise<{ sheets: number; receipts: number; answers: number }> {
  const { prisma } = own.ctx.db;
  return {
    sheets: await prisma.sheet.count({ where: { seatId } }),
    receipts: await prisma.delivery.count({ where: { kind: 'receipt' } }),
    answers: await prisma.delivery.count({ where: { kind: 'answer' } }),
  };
}

test('a sheet that is sent again through other mail servers is stored once', async () => {
  const messageId = newId();
  const body = 'Fundraising trips: CA';
  expect(await hand(mailOf(messageId, body))).toMatch(/^250 /);
  const received = 'Received: from a.example by b.example; Mon, 1 Mar 2027 12:00:00 +0000';
  expect(await hand(mailOf(messageId, body, [received]))).toMatch(/^250 /);
  expect(await stored()).toEqual({ sheets: 1, receipts: 1, answers: 0 });
});

test('on two connections at the same time it is stored once, and no one is told that it failed', async () => {
  const source = mailOf(newId(), 'Fundraising trips: CA');
  const replies = await Promise.all([hand(source), hand(source), hand(source)]);
  for (const reply of replies) expect(reply).toMatch(/^(?:250|451) /);
  for (const reply of replies) if (reply.startsWith('451')) expect(await hand(source)).toMatch(/^250 /);
  expect(await stored()).toEqual({ sheets: 1, receipts: 1, answers: 0 });
});

test('two sheets to which a program gave the same Message-ID are both stored', async () => {
  const messageId = newId();
  for (const state of ['CA', 'NY']) await hand(mailOf(messageId, `Fundraising trips: ${state}`));
  expect((await stored()).sheets).toBe(2);
});

test('equal mails that are not the same are all taken', async () => {
  for (const messageId of [newId(), newId(), null, null]) await hand(mailOf(messageId, 'STATUS'));
  expect((await stored()).answers).toBe(4);
});

test('a mail that was refused may come again', async () => {
  const { prisma } = own.ctx.db;
  const accountId = game.players[0]?.id as number;
  const one = { gameId: game.game.id, accountId, kind: 'mailCommand' as const, at: own.ctx.now() };
  await prisma.limitedAction.createMany({ data: Array.from({ length: 30 }, () => one) });
  const source = mailOf(newId(), 'Fundraising trips: CA');
  expect(await hand(source)).toMatch(/^550 5\.7\.1 You have sent too many e-mails/);
  await prisma.limitedAction.deleteMany();
  expect(await hand(source)).toMatch(/^250 /);
  expect((await stored()).sheets).toBe(1);
});

test('while another connection is at work on it, its sender is told to try again later', async () => {
  const { prisma } = own.ctx.db;
  const source = mailOf(newId(), 'Fundraising trips: CA');
  expect(await hand(source)).toMatch(/^250 /);
  // What the other connection has committed before it ends.
  await prisma.takenMail.updateMany({ where: { state: 'taken' }, data: { state: 'acting' } });
  expect(await hand(source)).toMatch(/^451 /);
  await prisma.takenMail.updateMany({ where: { state: 'acting' }, data: { state: 'taken' } });
  expect(await hand(source)).toMatch(/^250 /);
  expect(await stored()).toEqual({ sheets: 1, receipts: 1, answers: 0 });
});

/** The statement after which the mail is parsed. */
const WHILE_READ = 6;

/** More statements than taking a sheet needs. */
const STATEMENTS = 44;

test('after a kill at any moment the sheet is stored once, or its sender is told to look', async () => {
  const results = new Set<string>();
  for (const last of shortOrAll(STATEMENTS, 8)) {
    const { prisma } = own.ctx.db;
    await prisma.sheet.deleteMany();
    await prisma.delivery.deleteMany();
    await prisma.limitedAction.deleteMany();
    const source = mailOf(newId(), `Fundraising trips: CA\nPress release: After statement ${last}.`);
    const first = await handToDying(source, last);
    // The sender's mail server tries again unless it heard a final answer.
    const reply = /^[25]/.test(first) ? first : await handLater(source);
    results.add(`${first === '' ? 'killed' : 'alive'}, then ${reply.slice(0, 3)}`);
    if (!reply.startsWith('250'))
      expect(reply).toMatch(/^550 5\.7\.1 This server stopped while it took your/);
    expect(await stored(), `killed after ${last}`).toEqual({ sheets: 1, receipts: 1, answers: 0 });
  }
  expect(results).toContain('killed, then 250');
  expect(results).toContain('alive, then 250');
}, 600_000);

test('a mail with which the server dies again and again is refused, and others are not', async () => {
  const source = mailOf(newId(), 'Fundraising trips: CA');
  for (let i = 0; i < 5; i += 1) expect(await handToDying(source, WHILE_READ)).toBe('');
  expect(await hand(source)).toMatch(/^550 5\.7\.1 This server could not read it/);
  expect(await stored()).toEqual({ sheets: 0, receipts: 0, answers: 0 });
  const other = mailOf(newId(), 'Fundraising trips: NY');
  const replies = await Promise.all(Array.from({ length: 7 }, () => hand(other)));
  for (const reply of replies) expect(reply).toMatch(/^(?:250|451) /);
  // Nothing is left of attempts that ended.
  expect(await own.ctx.db.prisma.takenMail.count({ where: { state: 'begun' } })).toBe(1);
}, 120_000);

/** Hands a mail as mail servers try again: after minutes. */
async function handLater(source: string): Promise<string> {
  own.setNow(new Date(own.ctx.now().getTime() + 5 * 60_000));
  return await hand(source);
}

/** Hands a mail to a server that kills itself; returns its reply, or '' if it was killed before. */
async function handToDying(source: string, last: number): Promise<string> {
  const args = [...dying.args, own.url, DOMAIN, own.ctx.now().toISOString(), String(last)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const reply = await hand(source, { port: Number(port), listens: () => true, close: async () => {} });
  child.kill('SIGKILL');
  await ended;
  return reply;
}
