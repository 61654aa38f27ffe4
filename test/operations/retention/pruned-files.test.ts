import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { pruneMailbox } from '../../../src/operations/retention/prune-mailbox.ts';
import { postgresLogFile, trimPostgresLog } from '../../../src/operations/retention/trim-postgres-log.ts';

const log = pino({ level: 'silent' });
const MEGABYTE = 1024 * 1024;
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-retention-'));
});
afterEach(() => rm(dir, { recursive: true }));

describe('the built-in mailbox', () => {
  test('loses the mail that is too old, and no other', async () => {
    const now = new Date('2027-09-01T03:30:00Z');
    let arrival = now;
    const mailbox = await openMailbox({ dir, log, now: () => arrival });
    const transport = openTransport({ url: mailbox.smtpUrl });
    const send = (subject: string) =>
      transport.send({ from: 'a@whistlestop.test', to: 'b@whistlestop.test', subject, text: 'Hello' });
    for (const days of [366, 364]) {
      arrival = new Date(now.getTime() - days * 86_400_000);
      await send(`${days} days old`);
    }
    await writeFile(path.join(dir, 'notes.txt'), 'not a mail');
    expect(await pruneMailbox(dir, now, 365)).toBe(1);
    expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['364 days old']);
    expect(await readdir(dir)).toContain('notes.txt');
    transport.close();
    await mailbox.close();
  });

  test('may be missing', async () => {
    expect(await pruneMailbox(path.join(dir, 'mailbox'), new Date(), 1)).toBe(0);
  });
});

describe('the log of the embedded PostgreSQL', () => {
  test('is left alone if it is small or missing', async () => {
    expect(await trimPostgresLog(dir)).toBe(0);
    await mkdir(path.join(dir, 'postgres'));
    const file = postgresLogFile(dir);
    await writeFile(file, 'a line\n'.repeat(1_000_000));
    expect(await trimPostgresLog(dir)).toBe(0);
    expect((await stat(file)).size).toBe(7_000_000);
  });

  test('is cut above 10 MB and its end is kept, while PostgreSQL goes on writing to it', async () => {
    const embedded = await startEmbedded({ dataDir: dir, log, durable: false });
    const client = new pg.Client({ connectionString: embedded.url });
    await client.connect();
    await client.query('set log_min_error_statement = panic');
    const write = (words: string, lines: number) =>
      client.query(`do $$ begin for i in 1..${lines} loop
        raise log '% %', '${words}', repeat('x', 10000); end loop; end $$`);
    const file = postgresLogFile(dir);
    try {
      await write('before', 1100);
      expect((await stat(file)).size).toBeGreaterThan(10 * MEGABYTE);
      expect(await trimPostgresLog(dir)).toBeGreaterThan(10 * MEGABYTE);
      await write('after', 3);
      const text = await readFile(file, 'utf8');
      expect(text.length).toBeLessThan(MEGABYTE);
      expect(text.includes('\0')).toBe(false);
      expect(text.match(/LOG: {2}after x/g)?.length).toBe(3);
      const kept = await readFile(`${file}.1`, 'utf8');
      expect(kept.length).toBeLessThanOrEqual(5 * MEGABYTE);
      expect(kept.length).toBeGreaterThan(4 * MEGABYTE);
      expect(kept.slice(0, 60)).toMatch(/^\d{4}-\d\d-\d\d .*UTC/);
      expect(kept.endsWith('\n')).toBe(true);
      expect(await trimPostgresLog(dir)).toBe(0);
    } finally {
      await client.end();
      await embedded.stop();
    }
  });
});
