import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import MessageComposer from 'nodemailer/lib/mail-composer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { readDkimKey } from '../../../src/server/dkim-key.ts';
import { StartError } from '../../../src/server/start-error.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';

/** Signed mail, as a mail server that gets it verifies it (RFC 6376, 6.1). */

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const relaxed = (name: string, value: string) =>
  `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;

/** Verifies the first signature of a mail with relaxed canonicalization. */
function verify(source: string): { tags: Map<string, string>; body: boolean; headers: boolean } {
  const end = source.indexOf('\r\n\r\n');
  const headers = source
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);
  const [, signature = ''] = headers.find(([name]) => name.toLowerCase() === 'dkim-signature') ?? [];
  const tags = new Map(
    signature.split(';').map((tag) => {
      const [key = '', ...value] = tag.split('=');
      return [key.trim(), value.join('=').replace(/\s/g, '')] as const;
    }),
  );
  const body = source
    .slice(end + 4)
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n)/g, '')
    .replace(/(\r\n)*$/, '\r\n');
  const signed = (tags.get('h') ?? '')
    .split(':')
    .flatMap((wanted) => headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).slice(-1))
    .map(([name, value]) => `${relaxed(name, value)}\r\n`)
    .join('');
  const own = relaxed(
    'dkim-signature',
    signature.replace(/(\bb=)[^;]*$/, '$1').replace(/([;\s]b=)[^;]*/, '$1'),
  );
  return {
    tags,
    body: createHash('sha256').update(body).digest('base64') === tags.get('bh'),
    headers: createVerify('sha256')
      .update(signed + own)
      .verify(publicKey, tags.get('b') ?? '', 'base64'),
  };
}

test('a mail is signed, with what it says about unsubscribing, and a changed one is not valid', async () => {
  const dkim = { domain: 'example.org', selector: 'ws1', privateKey };
  const transport = openTransport({ url: server.url, dkim });
  const message = new MessageComposer({
    from: 'Whistlestop <post@example.org>',
    to: 'ann@example.test',
    subject: 'EY-1: your turn sheet is missing – två dagar',
    text: 'Dear Ann,\n\nfill it in.   \n\n\n',
    headers: {
      'List-Unsubscribe': '<https://example.org/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    newline: 'windows',
  });
  const raw = await message.compile().build();
  await transport.send({ envelope: { from: 'post@example.org', to: ['ann@example.test'] }, raw });
  await transport.stop();
  const source = server.sources.at(-1)?.toString('latin1') ?? '';
  const { tags, body, headers } = verify(source);
  expect({ body, headers }).toEqual({ body: true, headers: true });
  expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual(['example.org', 'ws1', 'rsa-sha256']);
  expect(tags.get('h')?.toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  expect(verify(source.replace('fill it in', 'fill it on')).body).toBe(false);
  expect(verify(source.replace('post@example.org>', 'post@example.com>')).headers).toBe(false);
});

test('a key that cannot be used is named before the server starts', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'dkim-'));
  const at = (name: string) => ({
    dkim: { domain: 'example.org', selector: 'ws1', keyFile: path.join(dir, name) },
  });
  await writeFile(path.join(dir, 'good.pem'), privateKey);
  await writeFile(path.join(dir, 'public.pem'), publicKey);
  const small = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(path.join(dir, 'ed.pem'), small);
  expect(await readDkimKey(at('good.pem'))).toMatchObject({ privateKey });
  expect(await readDkimKey({ dkim: null })).toBeNull();
  for (const [name, words] of [
    ['missing.pem', 'ENOENT'],
    ['public.pem', 'no private key'],
    ['ed.pem', 'not an RSA key'],
  ] as const) {
    const failed = await readDkimKey(at(name)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect((failed as Error).message).toMatch(new RegExp(`^DKIM_KEY_FILE is .*${words}`));
  }
});
