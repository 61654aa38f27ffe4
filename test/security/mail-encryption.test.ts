import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { classifyFailure } from '../../src/mail/delivery/delivery-failure.ts';
import { smtpTarget } from '../../src/mail/delivery/smtp-encryption.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { readModules } from '../architecture/modules.ts';

/** Mail and the password of the mail server leave this machine only encrypted. */

const run = promisify(execFile);
const tls = path.resolve(import.meta.dirname, '../helpers/tls');
const mail = { from: 'a@players.test', to: 'b@players.test', text: 'For your eyes only.' };

/** A mail server on loopback, and what it was told before any encryption. */
interface Relay {
  port: number;
  /** Whether each mail that it took came encrypted. */
  secure: boolean[];
  signedIn: string[];
}

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startRelay({ startTls }: { startTls: boolean }): Promise<Relay> {
  const relay: Relay = { port: 0, secure: [], signedIn: [] };
  const server = new SMTPServer({
    ...(startTls
      ? {
          key: readFileSync(path.join(tls, 'key.pem')),
          cert: readFileSync(path.join(tls, 'certificate.pem')),
        }
      : { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, reply) {
      relay.signedIn.push(auth.password ?? '');
      reply(null, { user: auth.username ?? '' });
    },
    onData(stream, session, reply) {
      stream.resume();
      stream.on('end', () => {
        relay.secure.push(session.secure);
        reply();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  relay.port = (server.server.address() as AddressInfo).port;
  return relay;
}

function transportTo(url: string, requireTls?: boolean): Transport {
  const transport = openTransport({ url, ...(requireTls !== undefined && { requireTls }) });
  closers.push(() => transport.close());
  return transport;
}

async function failureOf(transport: Transport) {
  const error = await transport.send(mail).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).not.toBeNull();
  return classifyFailure(error);
}

describe('the address of a mail server', () => {
  test.each([
    ['smtp://mail.example.org', true],
    ['smtp://user:secret@mail.example.org:587', true],
    ['smtp://mail.example.org?tls=required', true],
    ['smtp://10.0.0.5:25', true],
    ['smtp://mailpit:1025', true],
    ['smtp://localhost.example.org', true],
    ['smtp://127.0.0.1.example.org', true],
    ['smtp://relay:25?tls=optional', false],
    ['smtp://localhost:25', false],
    ['smtp://LOCALHOST', false],
    ['smtp://127.0.0.1:2525', false],
    ['smtp://[::1]:25', false],
    // Encrypted from the first byte.
    ['smtps://mail.example.org', false],
  ])('%s: whether STARTTLS is required is %s', (address, requireTls) => {
    const target = smtpTarget(address);
    expect(target.requireTls).toBe(requireTls);
    expect(new URL(target.url).search).toBe('');
  });

  test.each([
    '?tls.rejectUnauthorized=false',
    '?ignoreTLS=true',
    '?secure=false',
    '?tls=optional&tls=x',
    '?tls=no',
  ])('may not end with %s', (query) => {
    const SMTP_URL = `smtp://mail.example.org${query}`;
    expect(() => configFrom({ SMTP_URL })).toThrow(/^SMTP_URL should be an address without a query, or/);
  });

  test('that could turn off the check of certificates does not, whatever it says', async () => {
    const relay = await startRelay({ startTls: true });
    const url = `smtp://localhost:${relay.port}?tls.rejectUnauthorized=false&ignoreTLS=true`;
    const failure = await failureOf(transportTo(url, true));
    expect(failure.reason).toContain('certificate');
    expect(relay.secure).toEqual([]);
  });
});

describe('a mail server without STARTTLS', () => {
  test('gets neither mail nor password if encryption is required, and the reason says what to do', async () => {
    const relay = await startRelay({ startTls: false });
    const transport = transportTo(`smtp://user:secret@127.0.0.1:${relay.port}`, true);
    const failure = await failureOf(transport);
    expect(failure).toMatchObject({ permanent: false, obstacle: 'relay' });
    expect(failure.reason).toContain('does not offer encryption (STARTTLS)');
    expect(failure.reason).toContain('add ?tls=optional to SMTP_URL');
    expect(await transport.probe()).toBe(failure.reason);
    expect(relay).toMatchObject({ secure: [], signedIn: [] });
  });

  test('gets mail if it runs on this machine', async () => {
    const relay = await startRelay({ startTls: false });
    const transport = transportTo(`smtp://127.0.0.1:${relay.port}`);
    await transport.send(mail);
    expect(await transport.probe()).toBeNull();
    expect(relay.secure).toEqual([false]);
  });
});

describe('a mail server with STARTTLS', () => {
  test('gets nothing if no one vouches for its certificate', async () => {
    const relay = await startRelay({ startTls: true });
    for (const required of [true, false]) {
      const transport = transportTo(`smtp://user:secret@localhost:${relay.port}`, required);
      const failure = await failureOf(transport);
      expect(failure).toMatchObject({ permanent: false, obstacle: 'relay' });
      expect(failure.reason).toMatch(
        /^The connection to the mail server could not be encrypted.*certificate/,
      );
      expect(await transport.probe()).toBe(failure.reason);
    }
    expect(relay).toMatchObject({ secure: [], signedIn: [] });
  });

  test('gets encrypted mail if its certificate is trusted, as the guide says', async () => {
    const relay = await startRelay({ startTls: true });
    const program = `
      import { openTransport } from './src/mail/delivery/transport.ts';
      const url = 'smtp://user:secret@localhost:${relay.port}';
      const transport = openTransport({ url, requireTls: true });
      await transport.send(${JSON.stringify(mail)});
      console.log(await transport.probe());
      transport.close();`;
    const { stdout } = await run(
      process.execPath,
      ['--import', './src/typescript.js', '--input-type=module', '--eval', program],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: path.join(tls, 'certificate.pem') } },
    );
    expect(stdout.trim()).toBe('null');
    expect(relay).toMatchObject({ secure: [true], signedIn: ['secret', 'secret'] });
  });
});

test('only one file connects to mail servers, so that its rules hold for alerts and all other mail', () => {
  const users = readModules('src')
    .filter(({ file }) => /createTransport\(/.test(readFileSync(`src/${file}`, 'utf8')))
    .map(({ file }) => file);
  expect(users).toEqual(['mail/delivery/transport.ts']);
});
