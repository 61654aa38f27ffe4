import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { createRandom } from '../../faults/run/random.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { call, type Talk } from '../../helpers/smtp-client.ts';
import { aWeb } from '../../web/visitor.ts';
import { FALSE_ENDS, garbledMail, hostileMails, type MailParties } from './hostile-mails.ts';

/*
 * Mails that no honest program sends, to a server that receives replies to letters. It answers each of them, becomes no
 * larger, creates no letter that its sender may not write, and logs nothing of what is in them.
 */

const DOMAIN = 'mail.whistlestop.test';
const SEED = 20_270_302;
const GARBLED = shortOrLong(60, 2_000);
/** In no mail but the hostile ones. */
const WORD = 'quicksilverword';
const SMUGGLED = 'smuggledword';

let own: TestContext;
let game: TestGame;
let ann: Account;
let carl: Account;
let inbound: InboundMailServer;
/** The addresses at which Carl replies to Ann, and Ann to Carl. */
let carlsAddress: string;
let annsAddress: string;
const logged: string[] = [];

beforeAll(async () => {
  own = await testContext();
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  own.ctx.log = log;
  own.ctx.inbound = { domain: DOMAIN };
  game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann, carl] = game.players as [Account, Account];
  await own.ctx.db.prisma.gamePolicy.update({ where: { gameId: game.game.id }, data: { letters: 'open' } });
  carlsAddress = await replyAddress(ann, 1);
  annsAddress = await replyAddress(carl, 0);
  const many = { connectionsPerMinute: 1e6, openConnections: 1e3, recipientsPerConnection: 1e6 };
  inbound = await startInboundMailServer({
    ...{
      ctx: own.ctx,
      host: '127.0.0.1',
      port: 0,
      domain: DOMAIN,
      from: 'Whistlestop <post@whistlestop.test>',
    },
    limits: { ...many, mailsPerAddressPerMinute: 1e6 },
    returnsPerDay: 1e6,
  });
});
afterAll(async () => {
  await inbound?.close();
  await own?.close();
});
beforeEach(async () => {
  logged.length = 0;
  await own.ctx.db.prisma.letter.deleteMany({ where: { via: 'mail' } });
});

/** Has someone write a letter to the seat at this position. Returns the address of the reply. */
async function replyAddress(by: Account, to: number): Promise<string> {
  const letter = { gameId: game.game.id, by: by.id, to: [game.seats[to]?.id ?? ''] };
  const letterId = granted(await writeLetter(own.ctx, { ...letter, text: 'Shall we?', via: 'web' }));
  const token = newToken().toLowerCase();
  await own.ctx.db.prisma.letterCopy.updateMany({
    where: { letterId },
    data: { replyHash: tokenHash(token) },
  });
  return `letter-${token}@${DOMAIN}`;
}

const parties = (): MailParties => ({
  player: carl.email,
  address: carlsAddress,
  stranger: 'eve@evil.test',
});

const lettersByMail = () => own.ctx.db.prisma.letter.findMany({ where: { via: 'mail' } });

/** A connection that has said who the mail is from and to. */
async function beforeData(from: string, to: string): Promise<Talk> {
  const talk = call(inbound.port);
  await talk.hear();
  await talk.say('EHLO sender.test');
  await talk.say(`MAIL FROM:<${from}>`);
  await talk.say(`RCPT TO:<${to}>`);
  expect(await talk.say('DATA')).toMatch(/^354 /);
  return talk;
}

/** Sends the bytes as they are, with periods doubled as SMTP wants it, and returns the reply. */
async function sendBytes(from: string, source: string | Buffer): Promise<string> {
  const talk = call(inbound.port);
  await talk.hear();
  for (const line of ['EHLO sender.test', `MAIL FROM:<${from}>`, `RCPT TO:<${carlsAddress}>`, 'DATA']) {
    await talk.say(line);
  }
  const text = Buffer.from(source)
    .toString('latin1')
    .replace(/(^|\n)\./g, '$1..');
  talk.mutter(Buffer.from(`${text}\r\n.\r\n`, 'latin1'));
  const reply = await talk.hear();
  talk.hangUp();
  return reply;
}

/** Nothing of a mail is logged, and nothing that is logged is an error. */
function expectQuietLog(what: string): void {
  const text = logged.join('\n');
  for (const secret of [
    WORD,
    SMUGGLED,
    carl.email,
    ann.email,
    carlsAddress.split('@')[0] as string,
    'evil.test',
  ]) {
    expect(text.toLowerCase().includes(secret.toLowerCase()), `${secret} in the log after ${what}`).toBe(
      false,
    );
  }
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

describe('a mail that no honest program sends', () => {
  const names = hostileMails({ player: '', address: '', stranger: '' }).map(({ name }) => name);
  test.each(names)('is answered, and is a letter only if its sender may write one: %s', async (name) => {
    const mail = hostileMails(parties()).find((one) => one.name === name);
    if (mail === undefined) throw new Error(`There is no mail ${name}.`);
    const source = typeof mail.source === 'string' ? mail.source.replaceAll('WORD', WORD) : mail.source;
    const reply = await sendBytes(mail.from ?? carl.email, source);
    expect(reply).toMatch(/^(250|5\d\d) /);
    const letters = await lettersByMail();
    if (mail.fate !== 'either') expect(letters).toHaveLength(mail.fate === 'letter' ? 1 : 0);
    expect(letters.every(({ accountId, text }) => accountId === carl.id && !text.includes('\0'))).toBe(true);
    expectQuietLog(name);
  });
});

test(`garbled mails are answered, and no one writes in another’s name (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const head = [`From: Carl <${carl.email}>`, `To: ${carlsAddress}`, 'Subject: Re: x', 'MIME-Version: 1.0'];
  const html = `--b\r\nContent-Type: text/html\r\n\r\n<p>${WORD}</p>\r\n--b--`;
  const honest = [
    ...[...head, 'Content-Type: multipart/alternative; boundary=b', ''],
    ...['--b', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', ''],
    ...[`${WORD} =C3=BC`, html],
  ].join('\r\n');
  const before = process.memoryUsage().rss;
  for (let n = 0; n < GARBLED; n += 1) {
    const mail = garbledMail(honest, random);
    const reply = await sendBytes(carl.email, mail);
    expect(reply, `mail ${n}: ${mail.toString('latin1')}`).toMatch(/^(250|5\d\d) /);
    await own.ctx.db.prisma.letter.deleteMany({ where: { via: 'mail', accountId: carl.id } });
  }
  expect(await lettersByMail()).toEqual([]);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}, 600_000);

/** Sends a mail, something that could be taken for its end, and a second mail. Returns the letters by their writers. */
async function sendTwo(end: string): Promise<(number | null)[]> {
  const talk = await beforeData(carl.email, carlsAddress);
  const envelope = [`MAIL FROM:<${ann.email}>`, `RCPT TO:<${annsAddress}>`, 'DATA'];
  const second = [...envelope, `From: ${ann.email}`, '', SMUGGLED].join('\r\n');
  const first = [`From: ${carl.email}`, 'Subject: x', '', WORD].join('\r\n');
  talk.mutter(`${first}${end}${second}\r\n.\r\n`);
  // The replies to everything that was sent come before that to RSET.
  while (!(await talk.say('RSET')).startsWith('250 Flushed')) {}
  talk.hangUp();
  return (await lettersByMail()).map(({ accountId }) => accountId);
}

describe('a second mail that is smuggled in the first', () => {
  test.each(FALSE_ENDS.map((end) => [JSON.stringify(end), end]))(
    'after %s is never a mail of its own',
    async (_name, end) => {
      const writers = await sendTwo(end);
      expect(writers).not.toContain(ann.id);
      expect(writers.length).toBeLessThanOrEqual(1);
      expectQuietLog(end);
    },
  );

  test('is a mail of its own after the true end of the first', async () => {
    expect((await sendTwo('\r\n.\r\n')).sort()).toEqual([ann.id, carl.id].sort());
  });
});

test('a reply address of someone else is of no use, and neither is one that was guessed', async () => {
  const mail = [`From: ${carl.email}`, 'Subject: x', '', WORD].join('\r\n');
  const talk = await beforeData(carl.email, annsAddress);
  expect(await talk.mail(mail)).toMatch(/^550 5\.7\.1 /);
  talk.hangUp();
  for (const guess of [
    newToken().toLowerCase(),
    carlsAddress.slice(7, 49),
    '../../x',
    `${carlsAddress.slice(7, 50)}x`,
  ]) {
    const other = call(inbound.port);
    await other.hear();
    await other.say('EHLO x');
    await other.say(`MAIL FROM:<${carl.email}>`);
    expect(await other.say(`RCPT TO:<letter-${guess}@${DOMAIN}>`)).toMatch(/^5\d\d /);
    other.hangUp();
  }
  expect(await lettersByMail()).toEqual([]);
});

test('the pages are served while hostile mails come in', async () => {
  const app = await aWeb(own.ctx);
  const mails = hostileMails(parties()).map(({ from, source }) => sendBytes(from ?? carl.email, source));
  const pages = Array.from({ length: 20 }, () => app.inject({ url: '/' }));
  expect((await Promise.all(pages)).map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200));
  await Promise.all(mails);
  await app.close();
}, 120_000);
