import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { findFreePort } from '../../src/database/embedded/free-port.ts';
import { refusalOf, waitForDatabase } from '../../src/database/wait-for-database.ts';

let admin: pg.Client;
let lines: { msg: string; reason: string }[];
let proxy: Server | null = null;
const roles: string[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
});
beforeEach(() => {
  lines = [];
});
afterEach(() => {
  proxy?.close();
  proxy = null;
});
afterAll(async () => {
  for (const role of roles) await admin.query(`drop role ${role}`);
  await admin.end();
});

const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const waitFor = (url: string, patience = 30_000) => waitForDatabase(url, { patience, log });

/** The address of the test cluster, changed. */
function addressWith(change: (address: URL) => void): string {
  const address = new URL(inject('clusterUrl'));
  change(address);
  return address.href;
}

/** Starts a way to the test cluster at this port. Nobody listens there before. */
async function openProxy(port: number): Promise<void> {
  const cluster = new URL(inject('clusterUrl'));
  const server = createServer((client) => {
    const upstream = connect(Number(cluster.port), cluster.hostname);
    client.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => client.destroy()).pipe(client);
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  proxy = server;
}

async function newRole(options: string): Promise<string> {
  const role = `role_${randomBytes(6).toString('hex')}`;
  await admin.query(`create role ${role} ${options}`);
  roles.push(role);
  return role;
}

test('a database that is there is not waited for', async () => {
  await waitFor(inject('clusterUrl'));
  expect(lines).toEqual([]);
});

test('a database that starts later is waited for, and the log says so', async () => {
  const port = await findFreePort(0);
  const url = addressWith((address) => {
    address.port = String(port);
  });
  const waiting = waitFor(url);
  await vi.waitUntil(() => lines.length >= 2, { timeout: 20_000 });
  await openProxy(port);
  await waiting;
  expect(lines[0]).toMatchObject({
    msg: `waiting for the database at 127.0.0.1:${port} (DATABASE_URL)`,
    reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});

test('a database that does not come is given up after a while, and the message names the setting', async () => {
  const port = await findFreePort(0);
  await expect(waitFor(`postgresql://ann:secret@127.0.0.1:${port}/games`, 1_000)).rejects.toThrow(
    `The database at 127.0.0.1:${port} did not accept connections within 1 second: connect ECONNREFUSED 127.0.0.1:${port}. Start it, or correct DATABASE_URL.`,
  );
  expect(lines).toHaveLength(1);
});

describe('waiting does not help', () => {
  afterEach(() => expect(lines).toEqual([]));
  const where = () => new URL(inject('clusterUrl')).host;

  test('against a wrong password', async () => {
    const url = addressWith((address) => {
      address.password = 'wrong';
    });
    await expect(waitFor(url)).rejects.toThrow(
      `The database at ${where()} refused the password of the user "whistlestop". Correct it in DATABASE_URL.`,
    );
  });

  test('against a user who may not log in', async () => {
    const role = await newRole("nologin password 'secret'");
    const url = addressWith((address) => {
      address.username = role;
      address.password = 'secret';
    });
    await expect(waitFor(url)).rejects.toThrow(
      `The database at ${where()} does not let the user "${role}" in: role "${role}" is not permitted to log in. Correct DATABASE_URL, or pg_hba.conf`,
    );
  });

  test('against a database that does not exist', async () => {
    const url = addressWith((address) => {
      address.pathname = '/my%20games';
    });
    await expect(waitFor(url)).rejects.toThrow(
      `The database server at ${where()} has no database "my games". Create it, or correct DATABASE_URL.`,
    );
  });

  test('against a server without TLS', async () => {
    const url = addressWith((address) => {
      address.search = '?sslmode=verify-full';
    });
    await expect(waitFor(url)).rejects.toThrow(
      `The database at ${where()} cannot be used: The server does not support SSL connections. Correct DATABASE_URL.`,
    );
  });

  test('against a missing certificate', async () => {
    const url = addressWith((address) => {
      address.search = '?sslmode=verify-full&sslrootcert=/no/such/file.pem';
    });
    await expect(waitFor(url)).rejects.toThrow(/cannot be used: ENOENT.+file\.pem.+Correct DATABASE_URL/);
  });
});

test.each([
  [{ code: '57P03' }, true],
  [{ code: '53300' }, true],
  [{ code: '08006' }, true],
  [{ code: 'ENOTFOUND' }, true],
  [{ code: 'EAI_AGAIN' }, true],
  [{ code: 'ECONNRESET' }, true],
  [{ code: 'ENOENT', syscall: 'connect' }, true],
  [{ message: 'timeout expired' }, true],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [{ code: '28P01' }, false],
  [{ code: '42501' }, false],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false],
  [{ message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' }, false],
])('%o may pass: %s', (properties, passes) => {
  const error = Object.assign(new Error('No'), properties);
  const refusal = refusalOf(error, 'postgresql://ann:secret@db.example.org/games');
  if (passes) expect(refusal).toBeNull();
  else expect(refusal).toMatch(/^The database at db\.example\.org:5432 .+DATABASE_URL/);
  expect(refusal ?? '').not.toContain('secret');
});
