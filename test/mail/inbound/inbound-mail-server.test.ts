import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { LETTERS_A_DAY, writeLetter } from '../../../src/games/letters/write-letter.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import {
  type InboundMailOptions,
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { call, deliver, type Talk } from '../../helpers/smtp-client.ts';

/** The door at which answers to letters come in, spoken to as mail servers speak, and as others do. */

const DOMAIN = 'mail.whistlestop.test';
const SENDER = 'post@whistlestop.test';

let base: TestContext;
let game: TestGame;
let ann: Account;
let carl: Account;
let door: InboundMailServer;
/** Where Carl answers the letter that Ann has written to him. */
let address: string;
let serial = 0;

const open = (more: Partial<InboundMailOptions> = {}) =>
  startInboundMailServer({
    ctx: base.ctx,
    host: '127.0.0.1',
    port: 0,
    domain: DOMAIN,
    from: `Whistlestop <${SENDER}>`,
    ...more,
  });

beforeAll(async () => {
  base = await testContext();
  base.ctx.inbound = { domain: DOMAIN };
  game = await runningGame(base.ctx, { humans: 2, opponents: 2 });
  [ann, carl] = game.players as [Account, Account];
  await base.ctx.db.prisma.gamePolicy.update({ where: { gameId: game.game.id }, data: { letters: 'open' } });
});
afterAll(() => base.close());

beforeEach(async () => {
  base.setNow(testNow);
  await base.ctx.db.prisma.letter.deleteMany();
  serial += 1;
  address = `letter-${await aToken(`Shall we share Ohio? (${serial})`)}@${DOMAIN}`;
  door = await open();
});
afterEach(() => door.close());

/** Carl's mail server at the door, about to hand over his answer. */
async function beforeMail(): Promise<Talk> {
  const talk = call(door.port);
  await talk.hear();
  await talk.say('EHLO x');
  await talk.say(`MAIL FROM:<${carl.email}>`);
  expect(await talk.say(`RCPT TO:<${address}>`)).toMatch(/^250 /);
  expect(await talk.say('DATA')).toMatch(/^354 /);
  return talk;
}

/** Has Ann write to Carl; the token of the address at which he answers. */
async function aToken(text: string): Promise<string> {
  const letter = { gameId: game.game.id, by: ann.id, to: [game.seats[1]?.id ?? ''], text };
  const letterId = granted(await writeLetter(base.ctx, { ...letter, via: 'web' }));
  const token = newToken().toLowerCase();
  const data = { replyHash: tokenHash(token) };
  await base.ctx.db.prisma.letterCopy.updateMany({ where: { letterId }, data });
  return token;
}

/** The answers that have come in. */
const answers = async () =>
  (await base.ctx.db.prisma.letter.findMany({ where: { via: 'mail' }, orderBy: { sentAt: 'asc' } })).map(
    ({ text, accountId }) => ({ text, accountId }),
  );

const mailOf = (headers: string[], body: string, from = carl.email) =>
  [`From: Carl Dunn <${from}>`, `To: ${address}`, 'Subject: Re: a letter', ...headers, '', body].join('\n');

const QUOTED = `\n\nOn Mon, Mar 1, 2027 at 1:00 PM [AB] Ann Baker via Whistlestop <\n${SENDER}> wrote:\n\n> Shall we share Ohio?\n`;

describe('an answer', () => {
  test('by a mail program becomes a letter to whoever wrote, without the quotation', async () => {
    const transport = openTransport({ url: `smtp://127.0.0.1:${door.port}` });
    const said = await transport.send({
      from: { name: 'Carl Dunn', address: carl.email },
      to: address,
      subject: 'Re: EY-1: a letter',
      text: `Yes, gladly – für Ohio.${QUOTED}`,
      html: '<p>The same, gladly</p>',
      attachments: [{ filename: 'plan.txt', content: 'a secret plan' }],
    });
    transport.close();
    expect(said).toBe('250 2.0.0 OK, passed on');
    expect(await answers()).toEqual([{ text: 'Yes, gladly – für Ohio.', accountId: carl.id }]);
    const [copy] = await base.ctx.db.prisma.letterCopy.findMany({ where: { letter: { via: 'mail' } } });
    expect(copy?.accountId).toBe(ann.id);
  });

  test.each([
    [
      'HTML alone',
      ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
      `<html><style>p{}</style><div dir="ltr">Yes &amp; <b>gladly</b>.<div>Carl</div></div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, Mar 1, 2027 at 1:00 PM [AB] Ann via Whistlestop &lt;<a href="mailto:${SENDER}">${SENDER}</a>&gt; wrote:<br></div><blockquote>Shall we?</blockquote></div></html>`,
      'Yes & gladly.\nCarl',
    ],
    [
      'quoted-printable and UTF-8',
      [
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
      ],
      'Sch=C3=B6ne Gr=C3=BC=C3=9Fe, =E2=80=9CCarl=E2=80=9D and a line that is =\nbroken',
      'Schöne Grüße, “Carl” and a line that is broken',
    ],
    [
      'quoted-printable and ISO-8859-1',
      [
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
      ],
      'Sch=F6ne Gr=FC=DFe',
      'Schöne Grüße',
    ],
    [
      'base64',
      ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
      Buffer.from('Grüße aus Ohio').toString('base64'),
      'Grüße aus Ohio',
    ],
    [
      'flowed lines, a signature',
      ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8; format=flowed'],
      'One long \nline.\n\n-- \nCarl Dunn\nColumbus',
      'One long line.',
    ],
    ['a point at the start of a line', [], 'Yes.\n.\n..and more', 'Yes.\n.\n..and more'],
  ])('is read from %s', async (_what, headers, body, text) => {
    const { data } = await deliver(door.port, { from: carl.email, to: [address] }, mailOf(headers, body));
    expect(data).toBe('250 2.0.0 OK, passed on');
    expect(await answers()).toEqual([{ text, accountId: carl.id }]);
  });

  test('tells nobody an address that was in it', async () => {
    const upper = address.toUpperCase();
    const body = `Write to ${carl.email.toUpperCase()} or <bounce@sender.test>, not to ${upper}.`;
    await deliver(door.port, { from: 'bounce@sender.test', to: [address] }, mailOf([], body));
    const hidden = '[address hidden]';
    expect(await answers()).toEqual([
      { text: `Write to ${hidden} or <${hidden}>, not to ${hidden}.`, accountId: carl.id },
    ]);
  });

  test('is taken whatever case its recipient comes in', async () => {
    const envelope = { from: carl.email, to: [address.toUpperCase()] };
    expect((await deliver(door.port, envelope, mailOf([], 'Yes.'))).data).toMatch(/^250 /);
  });

  test('that comes twice, because the sender did not hear that it had come, is one letter', async () => {
    const envelope = { from: carl.email, to: [address] };
    for (const _time of [1, 2]) await deliver(door.port, envelope, mailOf([], 'Yes.'));
    expect(await answers()).toHaveLength(1);
  });
});

describe('refused, in words that the sender gets to read, is', () => {
  const refusedAs = async (source: string) => {
    const { data } = await deliver(door.port, { from: 'x@sender.test', to: [address] }, source);
    expect(await answers()).toEqual([]);
    return data;
  };

  test('an answer from another address than the letter went to', async () => {
    expect(await refusedAs(mailOf([], 'Yes.', 'eve@evil.test'))).toMatch(
      /^550 5\.7\.1 This letter of EY-1 can be answered only by the player who got it/,
    );
  });

  test.each([
    ['two senders', (own: string) => `From: ${own}, eve@evil.test`],
    ['two Froms', (own: string) => `From: ${own}\nFrom: eve@evil.test`],
    ['a group', (own: string) => `From: us: ${own}, eve@evil.test;`],
    ['none', () => 'X-From: nobody'],
  ])('a mail of %s', async (_what, from) => {
    const source = [from(carl.email), 'Subject: x', '', 'Yes.'].join('\n');
    expect(await refusedAs(source)).toMatch(/^550 5\.7\.1 Your mail must name exactly one sender in From\.$/);
  });

  test('an address that only stands in a name', async () => {
    const source = `From: "${carl.email}" <eve@evil.test>\n\nYes.`;
    expect(await refusedAs(source)).toMatch(/^550 5\.7\.1 This letter/);
  });

  test('a mail without words of its own', async () => {
    const words = /^550 5\.7\.1 Nothing was left .* Write your answer above the quoted letter\.$/;
    expect(await refusedAs(mailOf([], QUOTED))).toMatch(words);
    expect(await refusedAs(mailOf([], ''))).toMatch(words);
  });

  test('an answer that is too long', async () => {
    expect(await refusedAs(mailOf([], 'word '.repeat(1000)))).toMatch(
      /^550 5\.7\.1 A letter may have at most/,
    );
    expect(await refusedAs(mailOf([], 'a line\n'.repeat(20_000)))).toMatch(
      /^550 5\.7\.1 Your mail is too long/,
    );
  });

  test('a mail that nobody can take apart', async () => {
    const nested = Array.from({ length: 60 }, (_, i) => {
      return `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`;
    }).join('');
    const many = `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nYes.\n'.repeat(50_000)}`;
    for (const built of [nested, many]) {
      const source = `From: ${carl.email}\nMIME-Version: 1.0\n${built}`;
      expect(await refusedAs(source)).toMatch(/^550 5\.7\.1 Your mail is built in a way/);
    }
  });

  test('an answer where letters are closed, or the writer has gone', async () => {
    const { prisma } = base.ctx.db;
    const where = { gameId: game.game.id };
    await prisma.gamePolicy.update({ where, data: { letters: 'none' } });
    expect(await refusedAs(mailOf([], 'Yes.'))).toMatch(/^550 5\.7\.1 [\x20-\x7e]+\(EY-1\)$/);
    await prisma.gamePolicy.update({ where, data: { letters: 'open' } });
    const seat = { id: game.seats[0]?.id ?? '' };
    await prisma.seat.update({ where: seat, data: { accountId: null } });
    expect(await refusedAs(mailOf([], 'Yes.'))).toMatch(/^550 5\.7\.1 Whoever wrote this letter/);
    await prisma.seat.update({ where: seat, data: { accountId: ann.id } });
  });

  test('one letter more than a day has room for', async () => {
    const own = await open({ limits: { toOne: LETTERS_A_DAY + 1 } });
    const transport = openTransport({ url: `smtp://127.0.0.1:${own.port}`, connections: 1 });
    const send = (text: string) => transport.send({ from: carl.email, to: address, text });
    for (let i = 0; i < LETTERS_A_DAY; i += 1) await send(`Letter ${i}`);
    await expect(send('One more')).rejects.toThrow(/550 5\.7\.1 You have written 40 letters in EY-1/);
    transport.close();
    await own.close();
    expect(await answers()).toHaveLength(LETTERS_A_DAY);
  });
});

describe('nothing is taken', () => {
  test.each([
    ['an unknown token', () => `letter-${newToken()}@${DOMAIN}`],
    ['what can be no token', () => `letter-x'); drop table@${DOMAIN}`],
    ['another word', () => `postmaster@${DOMAIN}`],
    ['another domain', () => address.replace(DOMAIN, 'example.org')],
    ['another domain, in our words', () => `letter%example.org@${DOMAIN}`],
  ])('for %s', async (_what, to) => {
    const envelope = { from: carl.email, to: [to()] };
    const { recipients, data } = await deliver(door.port, envelope, mailOf([], 'Yes.'));
    expect(recipients[0]).toMatch(/^(550 5\.1\.1 There is no such address here|501 )/);
    expect(data).toMatch(/^503 /);
    expect(await answers()).toEqual([]);
  });

  test('for more than one at a time: the next is to be delivered by itself', async () => {
    const other = `letter-${await aToken('And Texas?')}@${DOMAIN}`;
    const envelope = { from: carl.email, to: [address, other] };
    const { recipients, data } = await deliver(door.port, envelope, mailOf([], 'Yes.'));
    expect(recipients).toEqual(['250 Accepted', expect.stringMatching(/^452 /)]);
    expect(data).toMatch(/^250 /);
    expect(await answers()).toHaveLength(1);
  });

  test('that is too large, whether it says so or not', async () => {
    const talk = call(door.port);
    await talk.hear();
    expect(await talk.say('EHLO x')).toContain('SIZE 1048576');
    expect(await talk.say(`MAIL FROM:<${carl.email}> SIZE=2000000`)).toMatch(/^552 /);
    talk.hangUp();
    const large = mailOf([], 'x'.repeat(70).concat('\n').repeat(16_000));
    const { data } = await deliver(door.port, { from: carl.email, to: [address] }, large);
    expect(data).toMatch(/^552 /);
    expect(await answers()).toEqual([]);
  });

  test('of a mail that was broken off', async () => {
    const talk = await beforeMail();
    talk.mutter(mailOf([], 'Yes, but').replaceAll('\n', '\r\n'));
    talk.hangUp();
    await door.close();
    expect(await answers()).toEqual([]);
  });

  test('with a password, or under a certificate that everybody has', async () => {
    const talk = call(door.port);
    expect(await talk.hear()).toBe(`220 ${DOMAIN} ESMTP`);
    const offered = await talk.say('EHLO x');
    expect(offered).not.toMatch(/AUTH|STARTTLS/);
    expect(await talk.say('AUTH PLAIN AGEAYg==')).toMatch(/^50\d /);
    expect(await talk.say('STARTTLS')).toMatch(/^50\d /);
    talk.hangUp();
  });
});

describe('a mail that a program wrote is dropped without a word, so that two never write to each other:', () => {
  test.each([
    ['an absence note', ['Auto-Submitted: auto-replied; owner-email="x@y"']],
    ['an older absence note', ['Precedence: bulk']],
    ['a list', ['List-Id: <list.example.org>']],
    [
      'a receipt',
      ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=disposition-notification'],
    ],
  ])('%s', async (_what, headers) => {
    const source = mailOf(headers, 'I am away.');
    const { data } = await deliver(door.port, { from: carl.email, to: [address] }, source);
    expect(data).toBe('250 2.0.0 OK, dropped: no mail of a program is passed on');
    expect(await answers()).toEqual([]);
  });

  test('a report that a letter could not be delivered', async () => {
    const { data } = await deliver(door.port, { from: '', to: [address] }, mailOf([], 'No such mailbox.'));
    expect(data).toMatch(/^250 .*dropped/);
    expect(await answers()).toEqual([]);
  });

  test('our own mail, sent on to the address for answers', async () => {
    const draft = { kind: 'notice' as const, account: carl, detail: {} };
    const { prisma } = base.ctx.db;
    const { messageId } = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, base.ctx));
    const source = mailOf([`Message-ID: ${messageId}`], 'Yes.');
    const { data } = await deliver(door.port, { from: carl.email, to: [address] }, source);
    expect(data).toMatch(/^250 .*dropped/);
    expect(await answers()).toEqual([]);
  });

  test('but a person who says so is believed', async () => {
    const source = mailOf(['Auto-Submitted: no', 'Message-ID: <1@sender.test>'], 'Yes.');
    await deliver(door.port, { from: carl.email, to: [address] }, source);
    expect(await answers()).toHaveLength(1);
  });
});

describe('when the database fails', () => {
  test('the sender is to try again, at the recipient and at the mail', async () => {
    const own = await testContext();
    const broken = await open({ ctx: own.ctx });
    await own.ctx.db.close();
    const { recipients } = await deliver(broken.port, { from: carl.email, to: [address] }, 'x');
    expect(recipients[0]).toMatch(/^451 4\.3\.0 .*Try again later/);
    await broken.close();
    await own.close().catch(() => {});

    const talk = await beforeMail();
    const { pool } = base.ctx.db;
    await pool.query('alter table "Letter" rename to "LetterAway"');
    expect(await talk.mail(mailOf([], 'Yes.'))).toMatch(/^451 4\.3\.0 .*Try again later/);
    await pool.query('alter table "LetterAway" rename to "Letter"');
    expect(await answers()).toEqual([]);
    talk.hangUp();
  });
});

describe('the log', () => {
  test('has what became of each mail, and nothing of what it was', async () => {
    const written: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => written.push(line) });
    const own = await open({ ctx: { ...base.ctx, log } });
    const envelope = { from: 'x@sender.test', to: [address] };
    await deliver(own.port, envelope, mailOf([], 'Columbus for Cleveland.'));
    await deliver(own.port, envelope, mailOf([], 'Columbus for Cleveland.', 'eve@evil.test'));
    await deliver(own.port, envelope, mailOf(['Precedence: bulk'], 'Columbus for Cleveland.'));
    await deliver(own.port, envelope, mailOf([], 'Columbus for Cleveland.\n'.repeat(60_000)));
    await own.close();
    const lines = written.join('');
    for (const words of ['mail was taken', 'mail was refused', 'a program wrote was dropped', 'too large']) {
      expect(lines).toContain(words);
    }
    const token = address.slice('letter-'.length, address.indexOf('@'));
    for (const secret of [carl.email, 'eve@evil', 'sender.test', token, tokenHash(token), 'Columbus']) {
      expect(lines).not.toContain(secret);
    }
  });
});

describe('closing', () => {
  test('finishes the mail under way and takes no other', async () => {
    const talk = await beforeMail();
    const { pool } = base.ctx.db;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from "Game" where id = $1 for update', [game.game.id]);
    const answered = talk.mail(mailOf([], 'Yes, late.'));
    await waiting(1);
    const closed = door.close();
    const late = call(door.port);
    expect(await late.hear()).toBe('');
    await holder.query('commit');
    holder.release();
    expect(await answered).toMatch(/^250 /);
    expect(await talk.say('NOOP')).toMatch(/^421 /);
    await closed;
    expect(await answers()).toEqual([{ text: 'Yes, late.', accountId: carl.id }]);
  });

  test('does not wait for those who say nothing', async () => {
    const talk = call(door.port);
    await talk.hear();
    // The line may be silent for longer than a test may last.
    await door.close();
    expect(await talk.hear()).toMatch(/^421 /);
  });

  /** Until so many sessions wait for a lock. */
  async function waiting(count: number): Promise<void> {
    const sql = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (;;) {
      const { rows } = await base.ctx.db.pool.query<{ n: number }>(sql);
      if ((rows[0]?.n ?? 0) >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

describe('one network is held to', () => {
  const greeting = async (port: number) => {
    const talk = call(port);
    return { talk, said: await talk.hear() };
  };

  test('so many connections in a minute, and is let in again in the next', async () => {
    const own = await open({ limits: { aMinute: 3 } });
    for (const _time of [1, 2, 3]) {
      const { talk, said } = await greeting(own.port);
      expect(said).toMatch(/^220 /);
      await talk.say('QUIT');
    }
    const { said } = await greeting(own.port);
    expect(said).toMatch(/^421 4\.7\.0 Too many connections/);
    base.setNow(new Date(testNow.getTime() + 60_000));
    const again = await greeting(own.port);
    expect(again.said).toMatch(/^220 /);
    await again.talk.say('QUIT');
    await own.close();
  });

  test('so many at a time', async () => {
    const own = await open({ limits: { atOnce: 2 } });
    const first = await greeting(own.port);
    const second = await greeting(own.port);
    expect((await greeting(own.port)).said).toMatch(/^421 /);
    await first.talk.say('QUIT');
    await first.talk.hear();
    const third = await greeting(own.port);
    expect(third.said).toMatch(/^220 /);
    for (const { talk } of [second, third]) talk.hangUp();
    await own.close();
  });

  test('so many recipients on a line', async () => {
    const own = await open({ limits: { recipients: 3 } });
    const { talk } = await greeting(own.port);
    await talk.say('EHLO x');
    await talk.say('MAIL FROM:<x@sender.test>');
    const guess = () => talk.say(`RCPT TO:<letter-${newToken()}@${DOMAIN}>`);
    for (const _time of [1, 2, 3]) expect(await guess()).toMatch(/^550 /);
    expect(await guess()).toMatch(/^421 /);
    expect(await talk.hear()).toBe('');
    await own.close();
  });

  test('so many mails to one address in a minute, wherever they come from', async () => {
    const own = await open({ limits: { toOne: 2 } });
    const envelope = { from: carl.email, to: [address] };
    for (const words of ['One.', 'Two.']) {
      expect((await deliver(own.port, envelope, mailOf([], words))).data).toMatch(/^250 /);
    }
    const { recipients } = await deliver(own.port, envelope, mailOf([], 'Three.'));
    expect(recipients[0]).toMatch(/^451 4\.7\.0 Too many mails to this address/);
    base.setNow(new Date(testNow.getTime() + 60_000));
    expect((await deliver(own.port, envelope, mailOf([], 'Three.'))).data).toMatch(/^250 /);
    await own.close();
  });

  test('so long a silence, and so long a line', async () => {
    const own = await open({ silence: 300 });
    const { talk } = await greeting(own.port);
    expect(await talk.hear()).toMatch(/^421 /);
    await own.close();

    const brief = await open({ lasting: 700 });
    const chatter = await greeting(brief.port);
    let last = '';
    do last = await chatter.talk.say('NOOP');
    while (last !== '' && (await new Promise((resolve) => setTimeout(resolve, 50, true))));
    await brief.close();
  });
});
