import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { parseInboundMail } from '../../../src/mail/inbound/parse-inbound-mail.ts';
import { parseIsolated, readBounceIsolated } from '../../../src/mail/inbound/parse-isolated.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { cpuTime } from '../../helpers/cpu.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { call, deliver } from '../../helpers/smtp-client.ts';

/* Mails of sizes that no person sends: they are refused early, and the server neither slows down nor keeps them in memory. */

const MB = 2 ** 20;
const HEADERS = 'From: Carl <carl@example.org>\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n';
const read = (mail: string) => parseInboundMail(Buffer.from(mail, 'latin1'), 'carl@example.org');

describe('over SMTP', () => {
  let own: TestContext;
  let game: TestGame;
  let inbound: InboundMailServer;
  let address: string;
  let carl: Account;

  beforeAll(async () => {
    own = await testContext();
    own.ctx.inbound = { domain: 'mail.whistlestop.test' };
    game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    carl = game.players[1] as Account;
    await own.ctx.db.prisma.gamePolicy.update({
      where: { gameId: game.game.id },
      data: { letters: 'open' },
    });
    const [host, from] = ['127.0.0.1', 'Whistlestop <post@whistlestop.test>'];
    inbound = await startInboundMailServer({
      ...{ ctx: own.ctx, host, port: 0, domain: 'mail.whistlestop.test', from },
    });
  });
  afterAll(async () => {
    await inbound?.close();
    await own?.close();
  });
  beforeEach(async () => {
    const by = game.players[0]?.id as number;
    const letter = { gameId: game.game.id, by, to: [game.seats[1]?.id ?? ''], text: 'Shall we share Ohio?' };
    const letterId = granted(await writeLetter(own.ctx, { ...letter, via: 'web' }));
    const token = newToken().toLowerCase();
    await own.ctx.db.prisma.letterCopy.updateMany({
      where: { letterId },
      data: { replyHash: tokenHash(token) },
    });
    address = `letter-${token}@mail.whistlestop.test`;
  });

  /** Sends a mail of so many megabytes that did not announce its size; returns the answer and the highest use of memory. */
  async function sendLarge(megabytes: number): Promise<{ answer: string; growth: number }> {
    const socket = net.connect({ port: inbound.port, host: '127.0.0.1' });
    const happens = (...names: string[]) => {
      const done = new AbortController();
      const events = names.map((name) => once(socket, name, { signal: done.signal }));
      return Promise.race(events).finally(() => done.abort());
    };
    let heard = '';
    socket.on('data', (data) => {
      heard += data.toString();
    });
    socket.on('error', () => {});
    const hear = async (begin: RegExp) => {
      while (!begin.test(heard) && !socket.destroyed) await happens('data', 'close');
      const found = heard;
      heard = '';
      return found;
    };
    await hear(/^220/);
    for (const line of ['EHLO x', `MAIL FROM:<${carl.email}>`, `RCPT TO:<${address}>`, 'DATA']) {
      socket.write(`${line}\r\n`);
      await hear(/^\d{3} /m);
    }
    const before = process.memoryUsage().rss;
    let highest = before;
    const block = Buffer.from(`${'x'.repeat(76)}\r\n`.repeat(840));
    for (let sent = 0; sent < megabytes * MB && !socket.destroyed; sent += block.length) {
      if (!socket.write(block)) await happens('drain', 'close');
      highest = Math.max(highest, process.memoryUsage().rss);
    }
    socket.write('\r\n.\r\n');
    const answer = await hear(/^\d{3} /m);
    socket.destroy();
    return { answer, growth: (highest - before) / MB };
  }

  test('a mail of 50 MB is refused, and is not kept in memory', { timeout: 60_000 }, async () => {
    // The buffers of the first mail stay for the next ones.
    await sendLarge(10);
    const { answer, growth } = await sendLarge(50);
    expect(answer).toMatch(/^552 /);
    // If it were kept, it would be 50 and more. How much the process frees meanwhile depends on the machine.
    expect(growth).toBeLessThan(40);
    expect(await own.ctx.db.prisma.letter.count({ where: { via: 'mail' } })).toBe(0);
    const after = `From: Carl <${carl.email}>\nTo: ${address}\nSubject: Re\n\nYes.`;
    expect((await deliver(inbound.port, { from: carl.email, to: [address] }, after)).data).toMatch(/^250 /);
  });

  test('mails that are sent slowly over many connections take only so much memory together', async () => {
    const narrow = await startInboundMailServer({
      ...{ ctx: own.ctx, host: '127.0.0.1', port: 0, domain: 'mail.whistlestop.test' },
      ...{ from: 'Whistlestop <post@whistlestop.test>', maxHeldBytes: 8 * MB, frontServers: [] },
    });
    const mail = `From: Carl <${carl.email}>\nTo: ${address}\nSubject: Re\n\n${'Yes. '.repeat(200_000)}`;
    const slow = [];
    for (let i = 0; i < 2; i += 1) {
      const talk = call(narrow.port);
      await talk.hear();
      for (const line of ['EHLO x', `MAIL FROM:<${carl.email}>`, `RCPT TO:<${address}>`, 'DATA'])
        await talk.say(line);
      talk.mutter(mail.replaceAll('\n', '\r\n'));
      slow.push(talk);
    }
    const envelope = { from: carl.email, to: [address] };
    await vi.waitFor(async () =>
      expect((await deliver(narrow.port, envelope, mail)).data).toMatch(/^452 4\.3\.1 /),
    );
    for (const talk of slow) talk.hangUp();
    const short = `From: Carl <${carl.email}>\nTo: ${address}\nSubject: Re\n\nYes.`;
    await vi.waitFor(async () => expect((await deliver(narrow.port, envelope, short)).data).toMatch(/^250 /));
    await narrow.close();
  });

  test('a mail that announces 50 MB is refused before it is sent', async () => {
    const talk = call(inbound.port);
    await talk.hear();
    await talk.say('EHLO x');
    expect(await talk.say(`MAIL FROM:<${carl.email}> SIZE=${50 * MB}`)).toMatch(/^552 /);
    talk.hangUp();
  });
});

test('a mail of texts and HTML is read in its order, and HTML that is not closed is not searched again and again', async () => {
  const mixed = (html: string) =>
    [
      `${HEADERS}Content-Type: multipart/mixed; boundary=b\r\n`,
      '--b\r\nContent-Type: text/plain\r\n\r\nOne.',
      `--b\r\nContent-Type: text/html\r\n\r\n${html}`,
      '--b\r\nContent-Type: text/plain\r\n\r\nThree.',
      '--b--\r\n',
    ].join('\r\n');
  const found = await read(mixed('<p><a href="https://example.org">Two.</a></p>'));
  const text = found.kind === 'mail' ? found.mail.text : '';
  expect(text.split(/\s+/).filter((word) => word !== '')).toEqual(['One.', 'Two.', 'Three.']);
  for (const html of ['<a href='.repeat(340_000), '<a '.repeat(60_000), '<a href='.repeat(14_000)]) {
    const time = await cpuTime(() => read(mixed(html)));
    expect(time, html.slice(0, 20)).toBeLessThan(3_000);
  }
});

test('10,000 parts, and parts in 2,000 levels, are refused quickly', async () => {
  const part = '--b\r\nContent-Type: text/plain\r\n\r\nYes.\r\n';
  const wide = `${HEADERS}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(10_000)}--b--\r\n`;
  const levels = Array.from(
    { length: 2_000 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  );
  const deep = `${HEADERS}${levels.join('')}Content-Type: text/plain\r\n\r\nYes.\r\n`;
  const nested = `${HEADERS}${'Content-Type: message/rfc822\r\n\r\n'.repeat(2_000)}\r\nYes.`;
  const reading = async () => {
    for (const mail of [wide, deep]) expect(await read(mail)).toMatchObject({ kind: 'refused' });
    // A mail in a mail is not the sender's own words.
    const inside = await read(nested);
    expect(inside.kind === 'mail' ? inside.mail.text : '').not.toContain('Yes.');
  };
  expect(await cpuTime(reading)).toBeLessThan(1_000);
});

test('nothing that is packed is unpacked, and what is no PDF is none', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * MB))
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n');
  const attached = (type: string, name: string, body: string) =>
    `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${body}\r\n`;
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
  const parts = [
    '--b\r\nContent-Type: text/plain\r\n\r\nYes.\r\n',
    attached('application/zip', 'sheet.zip', bomb),
    attached('application/gzip', 'sheet.pdf.gz', bomb),
    attached('image/png', 'sheet.png', picture),
  ];
  const mail = `${HEADERS}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;
  const before = process.memoryUsage().rss;
  const result = await read(mail);
  expect(result).toMatchObject({
    kind: 'mail',
    mail: { text: expect.stringMatching(/^Yes\.\s*$/), pdfs: [] },
  });
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(50);
});

test('a mail of endless units of base64 is refused, and takes no memory of this process', {
  timeout: 60_000,
}, async () => {
  const mailOf = (unit: string, bytes: number) => {
    const type = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    return Buffer.from(HEADERS + type + unit.repeat(bytes / unit.length));
  };
  const before = process.memoryUsage().rss;
  const growth = () => (process.memoryUsage().rss - before) / MB;
  // Found before anything is parsed, also in a small mail.
  for (const bytes of [100_000, 2.9 * MB]) {
    const time = await cpuTime(async () =>
      expect(await parseInboundMail(mailOf('A=', bytes), 'carl@example.org')).toMatchObject(UNREADABLE),
    );
    expect(time).toBeLessThan(500);
  }
  // Like quoted-printable, so it must be tried, in a process that ends.
  const large = mailOf('=AA', 2.9 * MB);
  expect(await parseIsolated(large, 'carl@example.org')).toMatchObject(UNREADABLE);
  expect(await readBounceIsolated(large)).toBeNull();
  expect(growth()).toBeLessThan(150);
});

const UNREADABLE = { kind: 'refused', message: expect.stringContaining('could not be read') };

test('a large mail with a PDF is read like a small one', { timeout: 60_000 }, async () => {
  const mailOf = (bytes: number) => {
    const pdf = Buffer.alloc(bytes, '%PDF-1.7 ').toString('base64').replace(/.{76}/g, '$&\r\n');
    const attached = 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const text =
      '--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nYes =E2=82=AC.';
    const type = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
    return Buffer.from(`${HEADERS}${type}${text}\r\n--b\r\n${attached}${pdf}\r\n--b--\r\n`);
  };
  for (const bytes of [9_000, 1_800_000]) {
    const found = await parseIsolated(mailOf(bytes), 'carl@example.org');
    if (found.kind !== 'mail') throw new Error('It was not read.');
    expect(found.mail.text.trim()).toBe('Yes €.');
    expect(Buffer.from(found.mail.pdfs[0] ?? []).equals(Buffer.alloc(bytes, '%PDF-1.7 '))).toBe(true);
  }
});
