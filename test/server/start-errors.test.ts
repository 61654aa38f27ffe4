import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, configFrom } from '../../src/config.ts';
import { dataDirError, requireDataDir } from '../../src/server/data-dir.ts';
import { endSignals } from '../../src/server/end-process.ts';
import { openContext } from '../../src/server/open-context.ts';
import { describeStartError, listenError, StartError } from '../../src/server/start-error.ts';
import { startServer } from '../../src/server.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type OccupiedPort, occupyPort } from '../helpers/occupied-port.ts';

const log = pino({ level: 'silent' });
let own: TestContext;
let folder: string;
let blocker: OccupiedPort | null = null;

beforeAll(async () => {
  own = await testContext();
  folder = await mkdtemp(path.join(tmpdir(), 'whistlestop-start-'));
});
afterEach(async () => {
  await blocker?.release();
  blocker = null;
});
afterAll(async () => {
  await own.close();
  await rm(folder, { recursive: true });
});

/** What is printed if a server with these settings cannot start. */
async function printedFor(settings: Record<string, string>): Promise<string> {
  const environment = { DATABASE_URL: own.url, DATA_DIR: folder, PORT: '0', ...settings };
  try {
    const server = await startServer(configFrom(environment), log);
    await server.stop();
    return 'It started.';
  } catch (error) {
    return describeStartError(error);
  }
}

describe('a port that is in use is reported with its setting', () => {
  test.each(['PORT', 'MAIL_IN_PORT'])('%s', async (name) => {
    blocker = await occupyPort();
    const { port } = blocker;
    expect(await printedFor({ [name]: String(port) })).toBe(
      `The server could not start. ${name} is ${port}, but another program already listens there (on 127.0.0.1). Stop it, or set ${name} to another number.`,
    );
  });
});

describe('an address that this machine does not have is reported with its setting', () => {
  test.each([
    ['HOST', {}],
    ['MAIL_IN_HOST', { MAIL_IN_PORT: '0' }],
  ])('%s', async (name, settings) => {
    expect(await printedFor({ ...settings, [name]: '192.0.2.7' })).toBe(
      `The server could not start. ${name} is 192.0.2.7, which is no address of this machine. Set ${name} to 127.0.0.1 (this machine only) or 0.0.0.0 (every network).`,
    );
  });
});

test('a port that this user may not use is reported with its setting', () => {
  const where = { host: '0.0.0.0', port: 80, hostSetting: 'HOST', portSetting: 'PORT' };
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(listenError(refused, where)).toMatchObject({
    message:
      'PORT is 80, but this user may not listen there. Set PORT to a number above 1023 and forward the port to it.',
  });
  const other = new Error('something else');
  expect(listenError(other, where)).toBe(other);
});

describe('DATA_DIR', () => {
  test('that is a file, or in one, is refused even if the database is elsewhere', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    expect(await printedFor({ DATA_DIR: file })).toBe(
      `The server could not start. DATA_DIR is ${file}, but a part of this path is a file. Set DATA_DIR to a folder (EEXIST).`,
    );
    expect(await printedFor({ DATA_DIR: path.join(file, 'data') })).toContain(
      'a part of this path is a file',
    );
    const embedded = configFrom({ DATA_DIR: file });
    await expect(openContext(embedded, log)).rejects.toThrow(`DATA_DIR is ${file}, but a part of this path`);
  });

  test('is created if it is missing, and the trial leaves nothing behind', async () => {
    const missing = path.join(folder, 'a', 'b');
    await requireDataDir(missing);
    expect(await readdir(missing)).toEqual([]);
  });

  test.each([
    ['EACCES', /this user may not write there/],
    ['EPERM', /this user may not write there/],
    ['EROFS', /file system that is read-only/],
    ['ENOSPC', /its disk is full\. Free some space/],
  ])('that cannot be written because of %s is refused with the reason', (code, reason) => {
    const error = dataDirError(Object.assign(new Error('open'), { code }), '/srv/data');
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toMatch(/^DATA_DIR is \/srv\/data, but /);
    expect((error as StartError).message).toMatch(reason);
  });
});

test('a database that cannot be used is reported with its setting', async () => {
  const address = new URL(own.url);
  address.pathname = '/none';
  expect(await printedFor({ DATABASE_URL: address.href })).toBe(
    `The server could not start: The database server at ${address.host} has no database "none". Create it, or correct DATABASE_URL.\nCorrect the cause and start again.`,
  );
});

test('a mail server that cannot be reached does not keep the server from starting', async () => {
  expect(await printedFor({ SMTP_URL: 'smtp://127.0.0.1:9' })).toBe('It started.');
});

test('a command waits for the database for a short time only', async () => {
  const config = configFrom({ DATABASE_URL: 'postgresql://ann:secret@127.0.0.1:9/games' });
  await expect(openContext(config, log, { databasePatience: 500 })).rejects.toThrow(
    /^The database at 127\.0\.0\.1:9 did not accept connections .+DATABASE_URL\.$/,
  );
});

describe('settings that would break mail or links are refused', () => {
  test.each([
    'nobody',
    'a@b',
    '<a@b.org> Whistlestop',
    'a@b.org, c@d.org',
    'Games: a@b.org;',
    'post@example.org (Games)',
    'Games <post@example.org>\nBcc: all@example.org',
  ])('MAIL_FROM=%s', (value) => {
    expect(() => configFrom({ MAIL_FROM: value })).toThrow(ConfigError);
    expect(() => configFrom({ MAIL_FROM: value })).toThrow(
      /^MAIL_FROM should be an address such as post@example\.org or Whistlestop <post@example\.org>\./,
    );
  });

  test.each([
    'post@example.org',
    'Whistlestop <post@example.org>',
    '"Games, by mail" <post@example.org>',
    'Spiele für alle <post@example.org>',
  ])('MAIL_FROM=%s is accepted', (value) => {
    expect(configFrom({ MAIL_FROM: value }).mailFrom).toBe(value);
  });

  test.each([
    'https://example.org/games',
    'https://example.org?games',
    'https://example.org/#games',
    'https://ann:secret@example.org',
  ])('PUBLIC_URL=%s', (value) => {
    expect(() => configFrom({ PUBLIC_URL: value })).toThrow(
      /^PUBLIC_URL should be an address without a path, a query or a user, such as https:\/\/games\.example\.org\./,
    );
  });

  test.each(['https://example.org', 'http://127.0.0.1:8080/', 'http://[::1]:8080'])(
    'PUBLIC_URL=%s is accepted',
    (value) => {
      expect(configFrom({ PUBLIC_URL: value }).publicUrl).toBe(value.replace(/\/$/, ''));
    },
  );
});

test('the signals that end a server are those of the system', () => {
  expect(endSignals('linux')).toEqual(['SIGINT', 'SIGTERM']);
  expect(endSignals('darwin')).toEqual(['SIGINT', 'SIGTERM']);
  expect(endSignals('win32')).toEqual(['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP']);
});
