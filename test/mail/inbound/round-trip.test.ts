import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configFrom } from '../../../src/config.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { type Server, startServer } from '../../../src/server.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { call } from '../../helpers/smtp-client.ts';
import { aWeb, signedIn, type Visitor } from '../../web/visitor.ts';

/** Letters by mail and on the web, in both directions, with all parts of a server. */

const DOMAIN = 'mail.whistlestop.test';
const FROM = 'Whistlestop <post@whistlestop.test>';

describe('a letter written on the web and answered by mail', () => {
  let own: TestContext;
  let game: TestGame;
  let mailServer: MailServer;
  let worker: Worker;
  let inbound: InboundMailServer;
  let app: FastifyInstance;
  let ann: Visitor;
  let carl: Visitor;
  let players: [Account, Account];
  const page = '/my/games/EY-1/letters';

  beforeAll(async () => {
    own = await testContext();
    const { ctx } = own;
    ctx.inbound = { domain: DOMAIN };
    game = await runningGame(ctx, { humans: 2, opponents: 2 });
    await ctx.db.prisma.gamePolicy.update({ where: { gameId: game.game.id }, data: { letters: 'open' } });
    players = game.players as [Account, Account];
    mailServer = await startMailServer();
    const transport = openTransport({ url: mailServer.url });
    worker = await startWorker({ ctx, transport, from: FROM, publicUrl: 'https://whistlestop.test' });
    inbound = await startInboundMailServer({ ctx, host: '127.0.0.1', port: 0, domain: DOMAIN, from: FROM });
    app = await aWeb(ctx);
    [ann, carl] = await Promise.all([signedIn(app, ctx, players[0]), signedIn(app, ctx, players[1])]);
    await worker.idle();
  });
  afterAll(async () => {
    await app.close();
    await inbound.close();
    await worker.stop();
    await mailServer.close();
    await own.close();
  });

  /** The newest letter mailed to an account. */
  async function mailTo(account: Account): Promise<Email> {
    await worker.idle();
    const found = mailServer.taken.filter(
      ({ to, subject }) => to?.[0]?.address === account.email && subject?.includes('a letter from'),
    );
    return found.at(-1) as Email;
  }

  /** Replies to a mail the way Thunderbird does. */
  async function reply(mail: Email, account: Account, words: string): Promise<void> {
    const { port } = inbound;
    const transport = openTransport({ url: `smtp://127.0.0.1:${port}` });
    const quoted = (mail.text ?? '').trimEnd().replace(/^/gm, '> ');
    const text = `${words}\n\nOn 01/03/2027 13:00, ${mail.from?.name} wrote:\n${quoted}\n\n-- \nbest regards\n`;
    const to = mail.replyTo?.[0]?.address as string;
    const thread = { inReplyTo: mail.messageId as string, references: [mail.messageId as string] };
    const subject = `Re: ${mail.subject}`;
    await transport.send({ from: account.email, to, subject, ...thread, text });
    transport.close();
  }

  test('reaches both players, and reveals no address', async () => {
    const [annAccount, carlAccount] = players;
    const to = `to_${game.seats[1]?.identifier}`;
    const sent = await ann.post(page, { [to]: 'yes', text: 'Shall we share Ohio?' });
    expect(sent.statusCode).toBe(303);

    const first = await mailTo(carlAccount);
    expect(first.text).toContain('Shall we share Ohio?');
    expect(first.replyTo?.[0]?.address).toMatch(/^letter-[\w-]{43}@mail\.whistlestop\.test$/);
    await reply(first, carlAccount, `Yes. Ohio for me, Texas for you.\nWrite to me: ${carlAccount.email}`);

    const read = await ann.get(page);
    expect(read.body).toContain('Ohio for me, Texas for you.');
    expect(read.body).toContain('[address hidden]');
    // The quoted mail, its instructions and the signature are removed.
    expect(read.body).not.toMatch(/wrote:|reply to this e-mail|best regards/);
    expect(read.body).not.toContain(carlAccount.email);

    const back = await mailTo(annAccount);
    expect(back.text).toContain('Ohio for me, Texas for you.');
    expect(JSON.stringify(back)).not.toContain(carlAccount.email);
    await reply(back, annAccount, 'Agreed.');
    expect((await carl.get(page)).body).toContain('Agreed.');
    expect(JSON.stringify(await mailTo(carlAccount))).not.toContain(annAccount.email);
  });
});

describe('the server', () => {
  let own: TestContext;
  let mailServer: MailServer;
  const log = pino({ level: 'silent' });
  const dataDir = path.join(tmpdir(), 'whistlestop-round-trip');

  const start = (more: Record<string, string>): Promise<Server> =>
    startServer(
      configFrom({
        DATABASE_URL: own.url,
        SMTP_URL: mailServer.url,
        PORT: '0',
        HEALTH_PORT: '0',
        DATA_DIR: dataDir,
        MAIL_IN_DOMAIN: DOMAIN,
        ...more,
      }),
      log,
    );

  beforeAll(async () => {
    own = await testContext();
    mailServer = await startMailServer();
  });
  afterAll(async () => {
    await mailServer.close();
    await own.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('receives mail if a port is set, until it stops', async () => {
    const server = await start({ MAIL_IN_PORT: '0', ROLE: 'worker' });
    expect(server.ctx.inbound).toEqual({ domain: DOMAIN, mailbox: null });
    const port = server.inboundMail?.port as number;
    const talk = call(port);
    expect(await talk.hear()).toBe(`220 ${DOMAIN} ESMTP Whistlestop`);
    await talk.say('QUIT');
    await server.stop();
    expect(await call(port).hear()).toBe('');
  });

  test('receives no mail without a port; a process for pages receives none either, but knows the domain', async () => {
    const without = await start({ ROLE: 'worker' });
    expect(without.inboundMail).toBeNull();
    expect(without.ctx.inbound).toBeNull();
    await without.stop();
    const pages = await start({ MAIL_IN_PORT: '0', ROLE: 'web' });
    expect(pages.inboundMail).toBeNull();
    expect(pages.ctx.inbound).toEqual({ domain: DOMAIN, mailbox: null });
    await pages.stop();
  });
});
