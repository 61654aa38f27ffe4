import type { FastifyInstance } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { broadcast } from '../../../src/games/notices/broadcast.ts';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { aWeb, signedIn, type Visitor } from '../../web/visitor.ts';

/** A player and the GM write to each other by mail alone, over real SMTP in both directions. */

const DOMAIN = 'mail.whistlestop.test';
const FROM = 'Whistlestop <post@whistlestop.test>';

let own: TestContext;
let game: TestGame;
let mailServer: MailServer;
let worker: Worker;
let inbound: InboundMailServer;
let app: FastifyInstance;
let ann: Account;
let annHere: Visitor;
let gmHere: Visitor;

beforeAll(async () => {
  own = await testContext();
  const { ctx } = own;
  ctx.inbound = { domain: DOMAIN };
  game = await runningGame(ctx, { humans: 2, opponents: 2 });
  ann = game.players[0] as Account;
  mailServer = await startMailServer();
  const transport = openTransport({ url: mailServer.url });
  worker = await startWorker({ ctx, transport, from: FROM, publicUrl: 'https://whistlestop.test' });
  inbound = await startInboundMailServer({ ctx, host: '127.0.0.1', port: 0, domain: DOMAIN, from: FROM });
  app = await aWeb(ctx);
  annHere = await signedIn(app, ctx, ann);
  granted(await broadcast(ctx, { gameId: game.game.id, by: game.gm.id, turn: 1, text: 'Dear all' }));
  gmHere = await signedIn(app, ctx, game.gm);
});
afterAll(async () => {
  await app.close();
  await inbound.close();
  await worker.stop();
  await mailServer.close();
  await own.close();
});

/** The newest mail to an account whose subject contains these words. */
async function mailTo(account: Account, words: string): Promise<Email> {
  await worker.idle();
  const found = mailServer.taken.filter(
    ({ to, subject }) => to?.[0]?.address === account.email && subject?.includes(words),
  );
  return found.at(-1) as Email;
}

/** Replies to a mail the way Thunderbird does. */
async function reply(
  mail: Email,
  account: Account,
  words: string,
  more: SendMailOptions = {},
): Promise<void> {
  const transport = openTransport({ url: `smtp://127.0.0.1:${inbound.port}` });
  const quoted = (mail.text ?? '').trimEnd().replace(/^/gm, '> ');
  const sender = `${mail.from?.name} <${mail.from?.address}>`;
  const text = `${words}\n\nOn 01/03/2027 13:00, ${sender} wrote:\n${quoted}\n\n-- \nbest regards\n`;
  const to = mail.replyTo?.[0]?.address as string;
  const thread = { inReplyTo: mail.messageId as string, references: [mail.messageId as string] };
  const subject = `Re: ${mail.subject}`;
  try {
    await transport.send({ from: account.email, to, subject, ...thread, text, ...more });
  } finally {
    transport.close();
  }
}

test('a reply to a notice reaches the GM, whose reply reaches the player, and no address is shown', async () => {
  const notice = await mailTo(ann, 'a message from the GM');
  await reply(notice, ann, `May I pause?\nMy address is ${ann.email}`);
  const asked = await mailTo(game.gm, 'a message from');
  expect(asked.text).toContain('May I pause?');
  expect(asked.text).toContain('[address hidden]');
  expect(asked.text).not.toMatch(/wrote:|best regards|CAMPAIGN FUNDS/i);
  expect(JSON.stringify(asked)).not.toContain(ann.email);

  await reply(asked, game.gm, 'Until Monday.');
  const answered = await mailTo(ann, 'a message from the GM');
  expect(answered.text).toContain('Until Monday.');
  expect(JSON.stringify(answered)).not.toContain(game.gm.email);
  await reply(answered, ann, 'Thank you.');
  expect((await mailTo(game.gm, 'a message from')).text).toContain('Thank you.');

  const page = (await annHere.get('/games/EY-1/messages')).body;
  expect(page.indexOf('Thank you.')).toBeLessThan(page.indexOf('Until Monday.'));
  expect(page.indexOf('Until Monday.')).toBeLessThan(page.indexOf('May I pause?'));
  const gmPage = (await gmHere.get('/gm/games/EY-1')).body;
  expect(gmPage).toContain('Messages to you');
  expect(gmPage).toContain('Thank you.');
});

test('replies from another address and automatic replies become no message', async () => {
  const notice = await mailTo(ann, 'a message from the GM');
  const count = () => own.ctx.db.prisma.gmMessage.count();
  const before = await count();
  const carl = game.players[1] as Account;
  await expect(reply(notice, carl, 'I am Ann')).rejects.toThrow(/550 5\.7\.1 Reply to an e-mail about EY-1/);
  await reply(notice, ann, 'I am away', { headers: { 'Auto-Submitted': 'auto-replied' } });
  await expect(reply(notice, ann, '')).rejects.toThrow(/only quoted text/);
  const nowhere = `gm-ey-1-${ann.id}-${'0'.repeat(24)}@${DOMAIN}`;
  await expect(reply(notice, ann, 'Guess', { to: nowhere })).rejects.toThrow(/5\.1\.1/);
  expect(await count()).toBe(before);
});
