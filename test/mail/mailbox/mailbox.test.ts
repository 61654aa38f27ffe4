import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { classifyFailure } from '../../../src/mail/delivery/delivery-failure.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type Mailbox, openMailbox } from '../../../src/mail/mailbox/mailbox.ts';

const log = pino({ level: 'silent' });
let dir: string;
let mailbox: Mailbox;
let transport: Transport;
let now = new Date('2027-03-01T12:00:00.000Z');

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  mailbox = await openMailbox({ dir, log, now: () => now, maxBytes: 200_000 });
  transport = openTransport({ url: mailbox.smtpUrl });
});

afterEach(async () => {
  transport.close();
  await mailbox.close();
  await rm(dir, { recursive: true });
});

async function send(subject: string, more: object = {}): Promise<void> {
  await transport.send({
    from: 'a@example.org',
    to: { name: 'Zoë Łukasiewicz', address: 'zoe@example.org' },
    subject,
    text: 'Hello',
    html: '<p>Hello</p>',
    ...more,
  });
}

describe('the built-in mailbox', () => {
  test('stores a mail as a file and parses it', async () => {
    const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255]);
    await send('Grüße', { attachments: [{ filename: 'a.pdf', content: pdf }] });
    const [summary] = await mailbox.list();
    expect(summary).toMatchObject({
      subject: 'Grüße',
      from: 'a@example.org',
      to: 'Zoë Łukasiewicz <zoe@example.org>',
    });
    const mail = await mailbox.read(summary?.id ?? '');
    expect(mail?.text?.trim()).toBe('Hello');
    expect(mail?.html).toContain('<p>Hello</p>');
    expect(mail?.attachments).toEqual([{ filename: 'a.pdf', mimeType: 'application/pdf', content: pdf }]);
    expect((await mailbox.raw(summary?.id ?? ''))?.length).toBe(summary?.bytes);
    expect(await readdir(dir)).toEqual([`${summary?.id}.eml`]);
    expect((await stat(path.join(dir, `${summary?.id}.eml`))).mode & 0o077).toBe(0);
  });

  test('finds the mails to one address, even if many to others arrived later', async () => {
    await send('mine', { to: 'Ann@Example.org' });
    for (const subject of ['1', '2', '3']) await send(subject);
    await send('not for Ann', { to: { name: 'ann@example.org', address: 'zoe@example.org' } });
    const found = await mailbox.list({ limit: 2, recipient: 'ann@example.org' });
    expect(found.map((mail) => mail.subject)).toEqual(['mine']);
  });

  test('lists the newest first, even within one millisecond, up to the limit', async () => {
    for (const subject of ['1', '2', '3']) await send(subject);
    now = new Date(now.getTime() + 1);
    await send('4');
    expect((await mailbox.list()).map((mail) => mail.subject)).toEqual(['4', '3', '2', '1']);
    expect((await mailbox.list({ limit: 2 })).map((mail) => mail.subject)).toEqual(['4', '3']);
  });

  test('knows the recipients of a mail, whatever the names look like', async () => {
    for (const name of [
      'eve@evil.test, Zoë',
      'Zoë" <eve@evil.test>, "',
      'eve@evil.test',
      '<eve@evil.test>',
    ]) {
      await send('x', { to: { name, address: 'Zoe@Example.org' } });
    }
    const summaries = await mailbox.list();
    expect(summaries).toHaveLength(4);
    for (const { recipients } of summaries) expect(recipients).toEqual(['zoe@example.org']);
  });

  test('reads only its own mails, whatever the id', async () => {
    await writeFile(path.join(dir, '..', 'outside.eml'), 'Subject: secret\r\n\r\n');
    await writeFile(path.join(dir, 'notes.eml'), 'Subject: notes\r\n\r\n');
    for (const id of [
      '../outside',
      'notes',
      '',
      '.',
      '/etc/passwd',
      '20270301T120000000Z-0000-../../x/../y',
    ]) {
      expect(await mailbox.read(id)).toBeNull();
      expect(await mailbox.raw(id)).toBeNull();
    }
    expect(await mailbox.raw('20270301T120000000Z-0000-0123456789abcdef')).toBeNull();
    expect(await mailbox.list()).toEqual([]);
    await rm(path.join(dir, '..', 'outside.eml'));
  });

  test('refuses a mail that is too large for good, whether its size was announced or not', async () => {
    const error = await send('large', { text: 'x'.repeat(300_000) }).catch((cause: unknown) => cause);
    expect(classifyFailure(error)).toMatchObject({ permanent: true });
    const unannounced = await rawConversation(mailbox.smtpUrl, 'x'.repeat(99).concat('\r\n').repeat(3000));
    expect(unannounced).toMatch(/^552 /m);
    expect(await mailbox.list()).toEqual([]);
    await send('small');
    expect(await mailbox.list()).toHaveLength(1);
  });

  test('removes the unfinished files of a killed server and finds the others', async () => {
    await send('kept');
    await writeFile(path.join(dir, '.unfinished-1234'), 'half a mai');
    const again = await openMailbox({ dir, log });
    expect((await again.list()).map((mail) => mail.subject)).toEqual(['kept']);
    expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual([]);
    await again.close();
  });

  test('stores nothing of an interrupted mail', async () => {
    const broken = await rawConversation(mailbox.smtpUrl, 'Subject: half\r\n\r\nhalf', { hangUp: true });
    expect(broken).toMatch(/^354 /m);
    await send('whole');
    expect((await mailbox.list()).map((mail) => mail.subject)).toEqual(['whole']);
    expect(await readdir(dir)).toHaveLength(1);
  });

  test('stores a mail that cannot be parsed and still shows the others', async () => {
    const nested = Array.from({ length: 400 }, (_, i) => {
      const boundary = `b${i}`;
      return `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\n`;
    }).join('');
    await rawConversation(mailbox.smtpUrl, `Subject: nested\r\n${nested}`);
    await send('good');
    const summaries = await mailbox.list();
    expect(summaries.map((mail) => mail.subject)).toEqual(['good', 'nested']);
    const id = summaries[1]?.id ?? '';
    expect(await mailbox.read(id)).toMatchObject({ subject: '(unreadable)', html: null, attachments: [] });
    expect((await mailbox.raw(id))?.length).toBe(summaries[1]?.bytes);
  });

  test('listens on this machine only', () => {
    expect(mailbox.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
  });
});

/**
 * Sends a mail with hand-written SMTP and returns everything that the server said. With `hangUp`, the connection is closed
 * during the mail.
 */
function rawConversation(url: string, mail: string, { hangUp = false } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  const lines = ['EHLO x', 'MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.org>', 'DATA'];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let received = '';
    socket.on('error', reject);
    socket.on('data', (data) => {
      received += data.toString();
      if (!/^\d{3} [^\n]*\n$/m.test(data.toString())) return;
      if (received.includes('\n354 ') && lines.length === 0) {
        lines.push('done');
        if (hangUp) socket.write(mail, () => socket.destroy());
        else socket.write(`${mail}\r\n.\r\n`);
      } else if (lines[0] === 'done') {
        lines[0] = 'quit';
        socket.end('QUIT\r\n');
      } else if (lines[0] === 'quit') {
        return;
      } else {
        socket.write(`${lines.shift()}\r\n`);
      }
    });
    socket.on('close', () => resolve(received));
  });
}
