import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Email } from 'postal-mime';
import type { Account, Sheet } from '../../../src/database/generated/client.ts';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { startInboundMailServer } from '../../../src/mail/inbound/inbound-mail-server.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { startMailServer } from '../../helpers/mail-server.ts';

/** The domain of the addresses for inbound mail. */
export const DOMAIN = 'mail.whistlestop.test';
const FROM = 'Whistlestop <post@whistlestop.test>';

/** A running game of two people and two computer candidates who do everything by mail, over real SMTP in both directions. */
export interface MailPlayers {
  own: TestContext;
  game: TestGame;
  worker: Worker;
  ann: Account;
  bert: Account;
  /** All mails that the server sent. */
  taken: readonly Email[];
  /** The mails to an account, the newest last. */
  mailsTo(account: Account): Promise<Email[]>;
  /** The newest mail to an account whose subject has these words. */
  mailTo(account: Account, words: string): Promise<Email>;
  /** Sends a mail to where a mail wants its replies. The sender is Ann. */
  send(mail: Email, more: SendMailOptions): Promise<void>;
  /** Sends flowed text as it is (RFC 3676) to where a mail wants its replies. The sender is Ann. */
  sendFlowed(mail: Email, text: string): Promise<void>;
  /** Replies above the quoted mail, as Thunderbird does. */
  reply(mail: Email, words: string, more?: SendMailOptions): Promise<void>;
  sheetsOf(account: Account): Promise<Sheet[]>;
  close(): Promise<void>;
}

/** Starts the game, the worker that sends its mail, and the server that takes the players' mail. */
export async function startMailPlayers({ ruleset }: { ruleset?: string } = {}): Promise<MailPlayers> {
  const own = await testContext();
  const { ctx } = own;
  ctx.inbound = { domain: DOMAIN };
  const mailServer = await startMailServer();
  const transport = openTransport({ url: mailServer.url });
  const worker = await startWorker({ ctx, transport, from: FROM, publicUrl: 'https://whistlestop.test' });
  const limits = { mailsPerAddressPerMinute: 1_000 };
  const open = { ctx, host: '127.0.0.1', port: 0, domain: DOMAIN, from: FROM, limits, returnsPerDay: 1_000 };
  const inbound = await startInboundMailServer(open);
  const game = await runningGame(ctx, { ruleset, humans: 2, opponents: 2 });
  const [ann, bert] = game.players as [Account, Account];
  const mailsTo = async (account: Account) => {
    await worker.idle();
    return mailServer.taken.filter(({ to }) => to?.[0]?.address === account.email);
  };
  const send = async (mail: Email, more: SendMailOptions) => {
    const out = openTransport({ url: `smtp://127.0.0.1:${inbound.port}` });
    const to = mail.replyTo?.[0]?.address as string;
    const thread = { inReplyTo: mail.messageId as string, references: [mail.messageId as string] };
    try {
      await out.send({ from: ann.email, to, subject: `Re: ${mail.subject}`, ...thread, ...more });
    } finally {
      out.close();
    }
  };
  return {
    ...{ own, game, worker, ann, bert, taken: mailServer.taken, mailsTo, send },
    async mailTo(account, words) {
      const found = (await mailsTo(account)).filter(({ subject }) => subject?.includes(words));
      const mail = found.at(-1);
      if (mail === undefined) throw new Error(`no mail to ${account.email} about “${words}”`);
      return mail;
    },
    async sendFlowed(mail, text) {
      const to = mail.replyTo?.[0]?.address as string;
      const headers = [
        ...[`From: ${ann.email}`, `To: ${to}`, `Subject: Re: ${mail.subject}`, 'MIME-Version: 1.0'],
        ...['Content-Type: text/plain; charset=utf-8; format=flowed', 'Content-Transfer-Encoding: 8bit'],
        `Message-ID: <${randomUUID()}@players.test>`,
      ];
      const raw = Buffer.from([...headers, '', ...text.split('\n')].join('\r\n'));
      await send(mail, { envelope: { from: ann.email, to }, raw });
    },
    async reply(mail, words, more = {}) {
      const sender = `${mail.from?.name} <${mail.from?.address}>`;
      const text = `${words}\n\nOn 01/03/2027 13:00, ${sender} wrote:\n${quoted(mail)}\n\n-- \nbest regards\n`;
      await send(mail, { text, ...more });
    },
    async sheetsOf({ id: accountId }) {
      const { prisma } = ctx.db;
      const seat = await prisma.seat.findFirstOrThrow({ where: { accountId, gameId: game.game.id } });
      const orderBy = [{ turn: 'asc' as const }, { version: 'asc' as const }];
      return prisma.sheet.findMany({ where: { seatId: seat.id }, orderBy });
    },
    async close() {
      await inbound.close();
      await worker.stop();
      await mailServer.close();
      await own.close();
    },
  };
}

/** The text of a mail as a quotation, changed before. */
export function quoted(mail: Email, change: (text: string) => string = (text) => text): string {
  return change((mail.text ?? '').trimEnd()).replace(/^/gm, '> ');
}
