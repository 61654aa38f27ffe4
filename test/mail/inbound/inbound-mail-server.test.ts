import SMTPConnection from 'nodemailer/lib/smtp-connection';
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
import { RETURNS_A_DAY } from '../../../src/mail/inbound/returned-refusals.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { call, deliver, type Talk } from '../../helpers/smtp-client.ts';

/** The server for replies to letters, addressed by well-behaved mail servers and by others. */

const DOMAIN = 'mail.whistlestop.test';
const SENDER = 'post@whistlestop.test';

let base: TestContext;
let game: TestGame;
let ann: Account;
let carl: Account;
let inbound: InboundMailServer;
/** The address at which Carl replies to Ann's letter. */
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
  address = `letter-${await newReplyToken(`Shall we share Ohio? (${serial})`)}@${DOMAIN}`;
  inbound = await open();
});
afterEach(() => inbound.close());

/** A connection of Carl's mail server that is about to send his reply. */
async function beforeMail(): Promise<Talk> {
  const talk = call(inbound.port);
  await talk.hear();
  await talk.say('EHLO x');
  await talk.say(`MAIL FROM:<${carl.email}>`);
  expect(await talk.say(`RCPT TO:<${address}>`)).toMatch(/^250 /);
  expect(await talk.say('DATA')).toMatch(/^354 /);
  return talk;
}

/** Has Ann write to Carl. Returns the token of the address at which he replies. */
async function newReplyToken(text: string): Promise<string> {
  const letter = { gameId: game.game.id, by: ann.id, to: [game.seats[1]?.id ?? ''], text };
  const letterId = granted(await writeLetter(base.ctx, { ...letter, via: 'web' }));
  const token = newToken().toLowerCase();
  const data = { replyHash: tokenHash(token) };
  await base.ctx.db.prisma.letterCopy.updateMany({ where: { letterId }, data });
  return token;
}

/** The replies that have arrived. */
const replies = async () =>
  (await base.ctx.db.prisma.letter.findMany({ where: { via: 'mail' }, orderBy: { sentAt: 'asc' } })).map(
    ({ text, accountId }) => ({ text, accountId }),
  );

const mailOf = (headers: string[], body: string, from = carl.email) =>
  [`From: Carl Dunn <${from}>`, `To: ${address}`, 'Subject: Re: a letter', ...headers, '', body].join('\n');

const QUOTED = `\n\nOn Mon, Mar 1, 2027 at 1:00 PM [AB] Ann Baker via Whistlestop <\n${SENDER}> wrote:\n\n> Shall we share Ohio?\n`;

describe('refusals that a mail server in front returns', () => {
  test('are a few a day for the mail to one account, because their sender may be forged', async () => {
    const own = await open({ limits: { mailsPerAddressPerMinute: 100 } });
    const others = `letter-${await newReplyToken('And Iowa?')}@${DOMAIN}`;
    const refuse = async (to: string) =>
      (await deliver(own.port, { from: 'victim@elsewhere.test', to: [to] }, mailOf([], '> only quoted')))
        .data;
    const said: string[] = [];
    for (let i = 0; i < RETURNS_A_DAY; i += 1) said.push(await refuse(i % 2 === 0 ? address : others));
    expect(said.filter((reply) => reply.startsWith('550'))).toHaveLength(RETURNS_A_DAY);
    expect(await refuse(address)).toMatch(/^250 2\.0\.0 OK, dropped/);
    expect(await refuse(others)).toMatch(/^250 2\.0\.0 OK, dropped/);
    expect(await replies()).toEqual([]);
    base.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
    expect(await refuse(address)).toMatch(/^550 /);
    await own.close();
  });

  test('have no such limit if the sender’s own server is refused, because nothing is returned then', async () => {
    const own = await open({ limits: { mailsPerAddressPerMinute: 100 }, frontServers: ['192.0.2.5'] });
    for (let i = 0; i < RETURNS_A_DAY + 2; i += 1) {
      const envelope = { from: carl.email, to: [address] };
      expect((await deliver(own.port, envelope, mailOf([], '> only quoted'))).data).toMatch(/^550 /);
    }
    await own.close();
  });
});

describe('a reply', () => {
  test('becomes a letter to the writer of the first, without the quotation', async () => {
    const transport = openTransport({ url: `smtp://127.0.0.1:${inbound.port}` });
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
    expect(await replies()).toEqual([{ text: 'Yes, gladly – für Ohio.', accountId: carl.id }]);
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
      'flowed lines with a signature',
      ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8; format=flowed'],
      'One long \nline.\n\n-- \nCarl Dunn\nColumbus',
      'One long line.',
    ],
    ['lines that begin with a period', [], 'Yes.\n.\n..and more', 'Yes.\n.\n..and more'],
  ])('is understood in %s', async (_what, headers, body, text) => {
    const { data } = await deliver(inbound.port, { from: carl.email, to: [address] }, mailOf(headers, body));
    expect(data).toBe('250 2.0.0 OK, passed on');
    expect(await replies()).toEqual([{ text, accountId: carl.id }]);
  });

  test('is passed on without the addresses in it', async () => {
    const upper = address.toUpperCase();
    const body = `Write to ${carl.email.toUpperCase()} or <bounce@sender.test>, not to ${upper}.`;
    await deliver(inbound.port, { from: 'bounce@sender.test', to: [address] }, mailOf([], body));
    const hidden = '[address hidden]';
    expect(await replies()).toEqual([
      { text: `Write to ${hidden} or <${hidden}>, not to ${hidden}.`, accountId: carl.id },
    ]);
  });

  test('is accepted if the case of its recipient has changed', async () => {
    const envelope = { from: carl.email, to: [address.toUpperCase()] };
    expect((await deliver(inbound.port, envelope, mailOf([], 'Yes.'))).data).toMatch(/^250 /);
  });

  test('that is sent twice, because the sender missed the confirmation, becomes one letter', async () => {
    const envelope = { from: carl.email, to: [address] };
    for (const _time of [1, 2]) await deliver(inbound.port, envelope, mailOf([], 'Yes.'));
    expect(await replies()).toHaveLength(1);
  });
});

describe('refused with a message for the sender is', () => {
  const refusedAs = async (source: string) => {
    const { data } = await deliver(inbound.port, { from: 'x@sender.test', to: [address] }, source);
    expect(await replies()).toEqual([]);
    return data;
  };

  test('a reply from another address than the letter went to', async () => {
    expect(await refusedAs(mailOf([], 'Yes.', 'eve@evil.test'))).toMatch(
      /^550 5\.7\.1 Only the player who got this letter in EY-1 can reply to it/,
    );
  });

  test.each([
    ['two senders', (own: string) => `From: ${own}, eve@evil.test`],
    ['a second line', (own: string) => `From: ${own}\nFrom: eve@evil.test`],
    ['a group', (own: string) => `From: us: ${own}, eve@evil.test;`],
    ['nobody', () => 'X-From: nobody'],
  ])('a mail with %s in From', async (_what, from) => {
    const source = [from(carl.email), 'Subject: x', '', 'Yes.'].join('\n');
    expect(await refusedAs(source)).toMatch(
      /^550 5\.7\.1 Your e-mail must have exactly one address in its From line\.$/,
    );
  });

  test('a mail with the right address only in the name', async () => {
    const source = `From: "${carl.email}" <eve@evil.test>\n\nYes.`;
    expect(await refusedAs(source)).toMatch(/^550 5\.7\.1 Only the player who got this letter/);
  });

  test('a mail that contains only the quotation', async () => {
    const words =
      /^550 5\.7\.1 Your e-mail contains only the quoted letter\. Write your reply above the quoted letter and send it again\.$/;
    expect(await refusedAs(mailOf([], QUOTED))).toMatch(words);
    expect(await refusedAs(mailOf([], ''))).toMatch(words);
  });

  test('a reply that is too long', async () => {
    expect(await refusedAs(mailOf([], 'word '.repeat(1000)))).toMatch(
      /^550 5\.7\.1 A letter can have at most/,
    );
    expect(await refusedAs(mailOf([], 'a line\n'.repeat(20_000)))).toMatch(
      /^550 5\.7\.1 Your e-mail is too long/,
    );
  });

  test('a mail that cannot be parsed', async () => {
    const nested = Array.from({ length: 60 }, (_, i) => {
      return `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`;
    }).join('');
    const many = `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nYes.\n'.repeat(50_000)}`;
    for (const built of [nested, many]) {
      const source = `From: ${carl.email}\nMIME-Version: 1.0\n${built}`;
      expect(await refusedAs(source)).toMatch(/^550 5\.7\.1 Your e-mail could not be read\./);
    }
  });

  test('a reply when letters are closed or the writer has left', async () => {
    const { prisma } = base.ctx.db;
    const where = { gameId: game.game.id };
    await prisma.gamePolicy.update({ where, data: { letters: 'none' } });
    expect(await refusedAs(mailOf([], 'Yes.'))).toMatch(/^550 5\.7\.1 EY-1: [\x20-\x7e]+$/);
    await prisma.gamePolicy.update({ where, data: { letters: 'open' } });
    const seat = { id: game.seats[0]?.id ?? '' };
    await prisma.seat.update({ where: seat, data: { accountId: null } });
    expect(await refusedAs(mailOf([], 'Yes.'))).toMatch(/^550 5\.7\.1 The player who wrote this letter/);
    await prisma.seat.update({ where: seat, data: { accountId: ann.id } });
  });

  test('one letter more than is allowed in a day', async () => {
    const own = await open({ limits: { mailsPerAddressPerMinute: LETTERS_A_DAY + 1 } });
    const transport = openTransport({ url: `smtp://127.0.0.1:${own.port}`, connections: 1 });
    const send = (text: string) => transport.send({ from: carl.email, to: address, text });
    for (let i = 0; i < LETTERS_A_DAY; i += 1) await send(`Letter ${i}`);
    await expect(send('One more')).rejects.toThrow(
      /550 5\.7\.1 You can write up to 40 letters a day in EY-1/,
    );
    transport.close();
    await own.close();
    expect(await replies()).toHaveLength(LETTERS_A_DAY);
  });
});

describe('no mail is accepted', () => {
  test.each([
    ['an unknown token', () => `letter-${newToken()}@${DOMAIN}`],
    ['text that is not a token', () => `letter-x'); drop table@${DOMAIN}`],
    ['an address of no handler', () => `postmaster@${DOMAIN}`],
    ['another domain', () => address.replace(DOMAIN, 'example.org')],
    ['another domain inside the local part', () => `letter%example.org@${DOMAIN}`],
  ])('for %s', async (_what, to) => {
    const envelope = { from: carl.email, to: [to()] };
    const { recipients, data } = await deliver(inbound.port, envelope, mailOf([], 'Yes.'));
    expect(recipients[0]).toMatch(/^(550 5\.1\.1 This address does not exist|501 )/);
    expect(data).toMatch(/^503 /);
    expect(await replies()).toEqual([]);
  });

  test('for a second recipient: the sender must deliver to it separately', async () => {
    const other = `letter-${await newReplyToken('And Texas?')}@${DOMAIN}`;
    const envelope = { from: carl.email, to: [address, other] };
    const { recipients, data } = await deliver(inbound.port, envelope, mailOf([], 'Yes.'));
    expect(recipients).toEqual(['250 Accepted', expect.stringMatching(/^452 /)]);
    expect(data).toMatch(/^250 /);
    expect(await replies()).toHaveLength(1);
  });

  test('that is too large, whether its size was announced or not', async () => {
    const talk = call(inbound.port);
    await talk.hear();
    expect(await talk.say('EHLO x')).toContain('SIZE 3145728');
    expect(await talk.say(`MAIL FROM:<${carl.email}> SIZE=4000000`)).toMatch(/^552 /);
    talk.hangUp();
    const large = mailOf([], 'x'.repeat(70).concat('\n').repeat(48_000));
    const { data } = await deliver(inbound.port, { from: carl.email, to: [address] }, large);
    expect(data).toMatch(/^552 /);
    expect(await replies()).toEqual([]);
  });

  test('that was interrupted', async () => {
    const talk = await beforeMail();
    talk.mutter(mailOf([], 'Yes, but').replaceAll('\n', '\r\n'));
    talk.hangUp();
    await inbound.close();
    expect(await replies()).toEqual([]);
  });

  test('with a password or with a certificate whose key is public', async () => {
    const talk = call(inbound.port);
    expect(await talk.hear()).toBe(`220 ${DOMAIN} ESMTP Whistlestop`);
    const offered = await talk.say('EHLO x');
    expect(offered).not.toMatch(/AUTH|STARTTLS/);
    expect(await talk.say('AUTH PLAIN AGEAYg==')).toMatch(/^50\d /);
    expect(await talk.say('STARTTLS')).toMatch(/^50\d /);
    talk.hangUp();
  });
});

describe('an automatic mail is dropped silently, so that two programs never write to each other:', () => {
  test.each([
    ['an absence notice', ['Auto-Submitted: auto-replied; owner-email="x@y"']],
    ['an older absence notice', ['Precedence: bulk']],
    ['a mailing list', ['List-Id: <list.example.org>']],
    [
      'a read receipt',
      ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=disposition-notification'],
    ],
  ])('%s', async (_what, headers) => {
    const source = mailOf(headers, 'I am away.');
    const { data } = await deliver(inbound.port, { from: carl.email, to: [address] }, source);
    expect(data).toBe('250 2.0.0 OK, dropped: automatic messages are not passed on');
    expect(await replies()).toEqual([]);
  });

  test('a bounce message', async () => {
    const { data } = await deliver(inbound.port, { from: '', to: [address] }, mailOf([], 'No such mailbox.'));
    expect(data).toMatch(/^250 .*dropped/);
    expect(await replies()).toEqual([]);
  });

  test('our own mail, forwarded to the reply address', async () => {
    const draft = { kind: 'notice' as const, account: carl, detail: {} };
    const { prisma } = base.ctx.db;
    const { messageId } = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, base.ctx));
    const source = mailOf([`Message-ID: ${messageId}`], 'Yes.');
    const { data } = await deliver(inbound.port, { from: carl.email, to: [address] }, source);
    expect(data).toMatch(/^250 .*dropped/);
    expect(await replies()).toEqual([]);
  });

  test('but not a mail marked as written by a person', async () => {
    const source = mailOf(['Auto-Submitted: no', 'Message-ID: <1@sender.test>'], 'Yes.');
    await deliver(inbound.port, { from: carl.email, to: [address] }, source);
    expect(await replies()).toHaveLength(1);
  });
});

describe('when the database fails', () => {
  test('the sender is told to try again later, for the recipient and for the mail', async () => {
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
    expect(await replies()).toEqual([]);
    talk.hangUp();
  });
});

test('while the server cannot store anything, the sender is told to try again later', async () => {
  let canStore = false;
  const full = await open({ canStore: () => canStore });
  const send = () => deliver(full.port, { from: carl.email, to: [address] }, mailOf([], 'Yes.'));
  expect((await send()).recipients[0]).toMatch(/^452 4\.3\.1 .*Try again later/);
  expect(await replies()).toEqual([]);
  canStore = true;
  expect((await send()).recipients[0]).toMatch(/^250 /);
  expect(await replies()).toHaveLength(1);
  await full.close();
});

describe('the log', () => {
  test('says what happened to each mail and nothing about its content', async () => {
    const written: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => written.push(line) });
    const own = await open({ ctx: { ...base.ctx, log } });
    const envelope = { from: 'x@sender.test', to: [address] };
    await deliver(own.port, envelope, mailOf([], 'Columbus for Cleveland.'));
    await deliver(own.port, envelope, mailOf([], 'Columbus for Cleveland.', 'eve@evil.test'));
    await deliver(own.port, envelope, mailOf(['Precedence: bulk'], 'Columbus for Cleveland.'));
    await deliver(own.port, envelope, mailOf([], 'Columbus for Cleveland.\n'.repeat(180_000)));
    await own.close();
    const lines = written.join('');
    for (const words of [
      'inbound mail accepted',
      'inbound mail refused',
      'inbound mail dropped',
      'too large',
    ]) {
      expect(lines).toContain(words);
    }
    const token = address.slice('letter-'.length, address.indexOf('@'));
    for (const secret of [carl.email, 'eve@evil', 'sender.test', token, tokenHash(token), 'Columbus']) {
      expect(lines).not.toContain(secret);
    }
  });
});

describe('closing', () => {
  test('finishes the mail being received and accepts no other', async () => {
    const talk = await beforeMail();
    const { pool } = base.ctx.db;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from "Game" where id = $1 for update', [game.game.id]);
    const answered = talk.mail(mailOf([], 'Yes, late.'));
    await waiting(1);
    const closed = inbound.close();
    const late = call(inbound.port);
    expect(await late.hear()).toBe('');
    await holder.query('commit');
    holder.release();
    expect(await answered).toMatch(/^250 /);
    expect(await talk.say('NOOP')).toMatch(/^421 /);
    await closed;
    expect(await replies()).toEqual([{ text: 'Yes, late.', accountId: carl.id }]);
  });

  test('does not wait for idle connections', async () => {
    const talk = call(inbound.port);
    await talk.hear();
    // The idle timeout is longer than a test may last.
    await inbound.close();
    expect(await talk.hear()).toMatch(/^421 /);
  });

  /** Resolves once this many sessions wait for a lock. */
  async function waiting(count: number): Promise<void> {
    const sql = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (;;) {
      const { rows } = await base.ctx.db.pool.query<{ n: number }>(sql);
      if ((rows[0]?.n ?? 0) >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

const greeting = async (port: number, from?: string) => {
  const talk = call(port, from);
  return { talk, said: await talk.hear() };
};

/** Names an address that does not exist, after MAIL FROM. */
const guess = (talk: Talk) => talk.say(`RCPT TO:<letter-${newToken()}@${DOMAIN}>`);

const beforeRecipient = async (port: number, from?: string) => {
  const { talk, said } = await greeting(port, from);
  if (!said.startsWith('220 ')) return { talk, said };
  await talk.say('EHLO x');
  return { talk, said: await talk.say('MAIL FROM:<x@sender.test>') };
};

describe('one network may', () => {
  // All connections of the tests come from this machine, which is not in front of anything here.
  const openToAll = (limits: InboundMailOptions['limits']) => open({ frontServers: [], limits });

  test('open a limited number of connections per minute, and more in the next minute', async () => {
    const own = await openToAll({ connectionsPerMinute: 3 });
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

  test('have a limited number of connections open', async () => {
    const own = await openToAll({ openConnections: 2 });
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

  test('have a limited number of connections open beside its neighbors', async () => {
    const own = await openToAll({});
    // Fifty machines of one network of 256.
    const neighbors = await Promise.all(
      Array.from({ length: 50 }, (_, i) => greeting(own.port, `127.0.0.${i + 2}`)),
    );
    expect(neighbors.filter(({ said }) => said.startsWith('220 '))).toHaveLength(40);
    const other = await greeting(own.port, '127.0.9.1');
    expect(other.said).toMatch(/^220 /);
    for (const { talk } of [...neighbors, other]) talk.hangUp();
    await own.close();
  });

  test('send a limited number of mails per minute on all of its connections', async () => {
    const own = await openToAll({ mailsPerMinute: 2 });
    const { talk } = await beforeRecipient(own.port);
    const name = async () => {
      const said = await talk.say(`RCPT TO:<${address}>`);
      await talk.say('RSET');
      await talk.say('MAIL FROM:<x@sender.test>');
      return said;
    };
    expect([await name(), await name()]).toEqual(['250 Accepted', '250 Accepted']);
    expect(await name()).toMatch(/^451 4\.7\.0 Too many messages .*from your network/);
    const other = await beforeRecipient(own.port, '127.0.9.1');
    expect(await other.talk.say(`RCPT TO:<${address}>`)).toMatch(/^250 /);
    base.setNow(new Date(testNow.getTime() + 60_000));
    expect(await name()).toMatch(/^250 /);
    for (const one of [talk, other.talk]) one.hangUp();
    await own.close();
  });

  test('name a limited number of recipients on a connection', async () => {
    const own = await openToAll({ recipientsPerConnection: 3 });
    const { talk } = await beforeRecipient(own.port);
    for (const _time of [1, 2, 3]) expect(await guess(talk)).toMatch(/^550 /);
    expect(await guess(talk)).toMatch(/^421 /);
    expect(await talk.hear()).toBe('');
    await own.close();
  });

  test('name a limited number of unknown addresses per minute, on all of its connections', async () => {
    const own = await openToAll({ unknownPerMinute: 3 });
    const first = await beforeRecipient(own.port);
    const second = await beforeRecipient(own.port);
    for (const { talk } of [first, second, first]) expect(await guess(talk)).toMatch(/^550 /);
    for (const { talk } of [first, second]) {
      expect(await talk.say(`RCPT TO:<${address}>`)).toMatch(/^421 4\.5\.3 /);
      expect(await talk.hear()).toBe('');
    }
    expect((await greeting(own.port)).said).toMatch(/^421 /);
    base.setNow(new Date(testNow.getTime() + 60_000));
    const again = await beforeRecipient(own.port);
    expect(await again.talk.say(`RCPT TO:<${address}>`)).toMatch(/^250 /);
    again.talk.hangUp();
    await own.close();
  });

  test('not exceed the limit for one address, which counts mails from everywhere', async () => {
    const own = await open({ limits: { mailsPerAddressPerMinute: 2 } });
    const envelope = { from: carl.email, to: [address] };
    for (const words of ['One.', 'Two.']) {
      expect((await deliver(own.port, envelope, mailOf([], words))).data).toMatch(/^250 /);
    }
    const { recipients } = await deliver(own.port, envelope, mailOf([], 'Three.'));
    expect(recipients[0]).toMatch(/^451 4\.7\.0 Too many messages to this address/);
    base.setNow(new Date(testNow.getTime() + 60_000));
    expect((await deliver(own.port, envelope, mailOf([], 'Three.'))).data).toMatch(/^250 /);
    await own.close();
  });

  test('not keep a connection idle or open for too long', async () => {
    const own = await open({ idleTimeout: 300 });
    const { talk } = await greeting(own.port);
    expect(await talk.hear()).toMatch(/^421 /);
    await own.close();

    const brief = await open({ maxDuration: 700 });
    const chatter = await greeting(brief.port);
    let last = '';
    do last = await chatter.talk.say('NOOP');
    while (last !== '' && (await new Promise((resolve) => setTimeout(resolve, 50, true))));
    await brief.close();
  });
});

describe('through a mail server in front, strangers cannot keep out the mail of players:', () => {
  const one = {
    recipientsPerConnection: 1,
    unknownPerMinute: 1,
    connectionsPerMinute: 1,
    openConnections: 1,
  };

  test.each([
    ['on this machine', undefined],
    ['on a network that the operator has named', ['10.0.0.0/8', '127.0.0.1/32']],
  ])('one %s has no limits of a network', async (_where, frontServers) => {
    const own = await open({ ...(frontServers && { frontServers }), limits: one });
    const strangers = await Promise.all(Array.from({ length: 25 }, () => beforeRecipient(own.port)));
    for (const { talk } of strangers) for (const _time of [1, 2]) expect(await guess(talk)).toMatch(/^550 /);
    const { data } = await deliver(own.port, { from: carl.email, to: [address] }, mailOf([], 'Yes.'));
    expect(data).toMatch(/^250 /);
    expect(await strangers[0]?.talk.say(`RCPT TO:<${address}>`)).toMatch(/^250 /);
    for (const { talk } of strangers) talk.hangUp();
    await own.close();
  });

  test('a mail server elsewhere has them', async () => {
    const own = await open({ frontServers: ['10.0.0.0/8', '::1'], limits: one });
    const { talk } = await greeting(own.port);
    expect((await greeting(own.port)).said).toMatch(/^421 /);
    talk.hangUp();
    await own.close();
  });

  test('all of them together have a limited number of connections open', async () => {
    const own = await open({ limits: { openFrontConnections: 2 } });
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
});

describe('with LMTP', () => {
  test('each recipient has a reply of its own', async () => {
    await inbound.close();
    inbound = await open({ lmtp: true });
    const other = `letter-${await newReplyToken('And Utah?')}@${DOMAIN}`;
    const connection = new SMTPConnection({
      host: '127.0.0.1',
      port: inbound.port,
      lmtp: true,
      ignoreTLS: true,
    });
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect(() => resolve());
    });
    const envelope = { from: carl.email, to: [address, `letter-nobody@${DOMAIN}`, other] };
    const message = mailOf([], 'Yes, both.');
    const info = await new Promise<SMTPConnection.SentMessageInfo>((resolve, reject) => {
      connection.send(envelope, message, (error, sent) => (error ? reject(error) : resolve(sent)));
    });
    connection.quit();
    expect(info.accepted).toEqual([address, other]);
    expect(info.rejected).toEqual([`letter-nobody@${DOMAIN}`]);
    // The same words to the same person are one letter.
    expect(await replies()).toEqual([{ text: 'Yes, both.', accountId: carl.id }]);
  });

  test('what one recipient refuses, another may take', async () => {
    await inbound.close();
    inbound = await open({ lmtp: true });
    const other = `letter-${await newReplyToken('And Utah?')}@${DOMAIN}`;
    const talk = call(inbound.port);
    expect(await talk.hear()).toMatch(/^220 .*LMTP/);
    expect(await talk.say('EHLO x')).toMatch(/^500 /);
    await talk.say('LHLO x');
    await talk.say(`MAIL FROM:<${carl.email}>`);
    await talk.say(`RCPT TO:<${address}>`);
    await talk.say(`RCPT TO:<${other}>`);
    await talk.say('DATA');
    await base.ctx.db.prisma.letterCopy.updateMany({
      where: { replyHash: tokenHash(address.replace(/^letter-|@.*/g, '')) },
      data: { replyHash: null },
    });
    expect(await talk.mail(mailOf([], 'Yes.'))).toMatch(/^550 5\.7\.1 /);
    expect(await talk.hear()).toBe('250 2.0.0 OK, passed on');
    talk.hangUp();
    expect(await replies()).toEqual([{ text: 'Yes.', accountId: carl.id }]);
  });
});
