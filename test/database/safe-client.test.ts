import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts';
import { databaseFailure } from '../../src/database/failures.ts';
import { migrate } from '../../src/database/migrate.ts';
import { SafeClient, SafePool, UnprovenDatabase } from '../../src/database/safe-client.ts';
import { waitForDatabase } from '../../src/database/wait-for-database.ts';
import { openQueuePool } from '../../src/jobs/queue-pool.ts';
import { inSession } from '../../src/operations/backup/backup-session.ts';
import { inScratchDatabase } from '../../src/operations/backup/scratch-database.ts';
import { FALSE_ANSWERS, type FalseDatabase, startFalseDatabase } from '../helpers/false-database.ts';

const log = pino({ level: 'silent' });
const PASSWORD = 'open-sesame';
let thief: FalseDatabase | null = null;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-safe-client-'));
});
afterEach(async () => {
  await thief?.close();
  thief = null;
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const addressOf = ({ port }: FalseDatabase) => `postgresql://ann:${PASSWORD}@127.0.0.1:${port}/games`;

/** What is thrown; null if nothing is. */
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error,
  );

async function ask(config: pg.ClientConfig): Promise<unknown> {
  const client = new SafeClient(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<{ user: string }>('select current_user::text as user')).rows[0]?.user;
  } finally {
    await client.end();
  }
}

describe('A program at the address of the database', () => {
  test.each(Object.entries(FALSE_ANSWERS))(
    'that %s learns no password and gets no statement',
    async (_, answers) => {
      thief = await startFalseDatabase(answers);
      const pool = new SafePool({ connectionString: addressOf(thief), connectionTimeoutMillis: 2_000 });
      const error = await thrownBy(pool.query("select 'the orders'"));
      expect(databaseFailure(error)).toBe('unavailable');
      await expect.poll(() => thief?.open()).toBe(0);
      const { types, text } = thief.told();
      // Only SCRAM has answers.
      expect(types).toMatch(answers.length === 3 ? /^pp$/ : /^$/);
      expect(text).not.toContain(PASSWORD);
      await pool.end();
    },
  );

  test.each<[string, (url: string) => Promise<unknown>]>([
    ['pages', (url) => openDatabase(url)],
    ['jobs', (url) => openQueuePool(url, 1, () => {}).query('select 1')],
    ['the start', (url) => waitForDatabase(url, { patience: 0, log })],
    ['updates', (url) => migrate(url)],
    ['backups', (url) => inSession(url, '', async () => {})],
    ['replays', (url) => inScratchDatabase({ url, databaseId: 'a' }, async () => {})],
  ])('learns no password from the connections of %s', async (_, open) => {
    thief = await startFalseDatabase(FALSE_ANSWERS['asks for the password in clear text']);
    expect((await thrownBy(open(addressOf(thief))))?.message).toContain(
      'asks for the password in clear text',
    );
    await expect.poll(() => thief?.open()).toBe(0);
    expect(thief.connections()).toBe(1);
    expect(thief.told().text).toBe('');
  });

  test('is the database if it is behind a socket file', async () => {
    thief = await startFalseDatabase(
      FALSE_ANSWERS['asks for the password in clear text'],
      path.join(dir, '.s.PGSQL.5432'),
    );
    const client = new SafeClient(`postgresql://ann:${PASSWORD}@localhost/games?host=${dir}`);
    await client.connect();
    expect(thief.told().text).toContain(PASSWORD);
    await client.end();
  });
});

describe('A PostgreSQL', () => {
  let embedded: Embedded;
  const certificate = path.resolve(import.meta.dirname, '../helpers/tls/certificate.pem');
  const VERIFIED = `?sslmode=verify-full&sslrootcert=${certificate}`;

  /** Roles that are let in in different ways, and TLS. */
  beforeAll(async () => {
    embedded = await startEmbedded({ dataDir: path.join(dir, 'data'), log, durable: false });
    const cluster = path.join(dir, 'data/postgres/cluster');
    const owner = await stat(cluster);
    const key = path.join(cluster, 'server.key');
    await copyFile(path.join(path.dirname(certificate), 'key.pem'), key);
    await copyFile(certificate, path.join(cluster, 'server.crt'));
    for (const file of [key, path.join(cluster, 'server.crt')]) {
      await chown(file, owner.uid, owner.gid);
      await chmod(file, 0o600);
    }
    const rules = path.join(cluster, 'pg_hba.conf');
    const more = ['password', 'md5', 'trust'].map(
      (method) => `host all by_${method} 127.0.0.1/32 ${method}\n`,
    );
    await writeFile(rules, more.join('') + (await readFile(rules, 'utf8')));
    await execute(
      ...["alter system set ssl = 'on'", "set password_encryption = 'md5'"],
      `create role by_md5 login password '${PASSWORD}'`,
      'reset password_encryption',
      ...['password', 'trust', 'scram'].map((name) => `create role by_${name} login password '${PASSWORD}'`),
      'select pg_reload_conf()',
    );
    await vi.waitFor(() => ask({ connectionString: `${addressFor('scram')}${VERIFIED}` }), {
      timeout: 10_000,
    });
  });
  afterAll(() => embedded.stop());

  async function execute(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: embedded.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  function addressFor(method: string, password = PASSWORD): string {
    const url = new URL(embedded.url);
    url.username = `by_${method}`;
    url.password = password;
    return url.href;
  }

  test('that uses SCRAM is used without TLS', async () => {
    expect(await ask({ connectionString: addressFor('scram') })).toBe('by_scram');
    expect(await ask({ connectionString: `${addressFor('scram')}?sslmode=no-verify` })).toBe('by_scram');
  });

  test.each(['password', 'md5', 'trust'])(
    'that uses %s gets a password only if its certificate is verified',
    async (method) => {
      const url = addressFor(method);
      expect(await ask({ connectionString: `${url}${VERIFIED}` })).toBe(`by_${method}`);
      const anyName = `?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${certificate}`;
      for (const unverified of ['', '?sslmode=no-verify', anyName]) {
        await expect(ask({ connectionString: `${url}${unverified}` })).rejects.toThrow(UnprovenDatabase);
      }
    },
  );

  test('that asks for no password is used by an address without one', async () => {
    expect(await ask({ connectionString: addressFor('trust', '') })).toBe('by_trust');
  });

  test.each([
    ['password', 'it asks for the password in clear text'],
    ['md5', 'it asks for a password by MD5'],
    ['trust', 'it has not proven that it knows the password'],
  ])('that uses %s ends the start, which says what to do', async (method, reason) => {
    const { message } = (await thrownBy(
      waitForDatabase(addressFor(method), { patience: 30_000, log }),
    )) as Error;
    expect(message).toContain(`The database at ${new URL(embedded.url).host} cannot be used: ${reason}`);
    expect(message).toContain(
      'password_encryption is scram-sha-256; or add sslmode=verify-full to DATABASE_URL.',
    );
    expect(message).not.toContain(PASSWORD);
  });
});
