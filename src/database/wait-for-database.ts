import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { counted } from '../rules/numbers.ts';
import { SafeClient, UnprovenDatabase } from './safe-client.ts';

/** All times are in milliseconds. */
export interface WaitOptions {
  /** For how long a database that does not respond is waited for. */
  patience: number;
  log: Logger;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;
const CONNECT_TIMEOUT = 10_000;

/** The oldest version of PostgreSQL that Whistlestop supports, as `server_version_num`. */
const OLDEST_VERSION = 150_000;

/**
 * Waits until the database that DATABASE_URL names accepts connections: it may be starting together with this server.
 * @throws if it does not in time, or refuses for a reason that will not pass; the message says what to do about
 *   DATABASE_URL and does not contain the password
 */
export async function waitForDatabase(url: string, { patience, log }: WaitOptions): Promise<void> {
  const began = Date.now();
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const error = await tryDatabase(url);
    if (error === null) return;
    const where = addressOf(url);
    const refusal = refusalOf(error, url);
    if (refusal !== null) throw new Error(refusal);
    if (Date.now() - began + pause > patience) {
      throw new Error(
        `The database at ${where} did not accept connections within ${counted(Math.round(patience / 1000), 'second')}: ${reasonOf(error)}. Start it, or correct DATABASE_URL.`,
      );
    }
    log.warn({ reason: reasonOf(error) }, `waiting for the database at ${where} (DATABASE_URL)`);
    await wait(pause);
  }
}

async function tryDatabase(url: string): Promise<Error | null> {
  let client: pg.Client | null = null;
  try {
    // Throws if the address names a certificate that cannot be read.
    client = new SafeClient({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = rows[0]?.version ?? 0;
    return version < OLDEST_VERSION ? new OldDatabase(Math.trunc(version / 10_000)) : null;
  } catch (error) {
    return error as Error;
  } finally {
    await client?.end().catch(() => {});
  }
}

class OldDatabase extends Error {
  constructor(version: number) {
    super(`it is PostgreSQL ${version}, and Whistlestop needs PostgreSQL 15 or newer`);
  }
}

/** Errors that may pass while a machine, a network or a database starts. */
const PASSING = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
  ...['ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
];

/** The same for PostgreSQL: connection failures, too many connections, starting up or shutting down. */
const PASSING_STATES = /^(08...|53300|57P0[123])$/;

/** What to do about a database that does not ask for SCRAM. */
const PROOF =
  'Let pg_hba.conf of the database server ask this user for scram-sha-256, and set the password of the user anew while ' +
  'password_encryption is scram-sha-256; or add sslmode=verify-full to DATABASE_URL. If the database needs no password, ' +
  'leave it out of DATABASE_URL.';

/** The sentence for an error that waiting does not help; null for all others. */
export function refusalOf(error: Error, url: string): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (isPassing(error, code, syscall)) return null;
  const where = addressOf(url);
  const { username, pathname } = new URL(url);
  if (error instanceof UnprovenDatabase) {
    return `The database at ${where} cannot be used: ${error.message}. ${PROOF}`;
  }
  switch (code) {
    case '28P01':
      return `The database at ${where} refused the password of the user "${decoded(username)}". Correct it in DATABASE_URL.`;
    case '28000':
      return `The database at ${where} does not let the user "${decoded(username)}" in: ${error.message}. Correct DATABASE_URL, or pg_hba.conf of the database server.`;
    case '3D000':
      return `The database server at ${where} has no database "${decoded(pathname.slice(1))}". Create it, or correct DATABASE_URL.`;
    default:
      return `The database at ${where} cannot be used: ${reasonOf(error)}. Correct DATABASE_URL.`;
  }
}

function isPassing(error: Error, code: string | undefined, syscall: string | undefined): boolean {
  // The client reports lost connections and timeouts without a code.
  if (code === undefined) return /connection terminated|timeout/i.test(error.message);
  // The socket file of a server on this machine; other files are named in DATABASE_URL.
  if (code === 'ENOENT') return syscall === 'connect';
  return PASSING.includes(code) || PASSING_STATES.test(code);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function reasonOf(error: Error): string {
  return error.message || ((error as { code?: string }).code ?? error.name);
}

/** Host and port, without user and password. */
function addressOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || (searchParams.get('host') ?? 'localhost')}:${port || '5432'}`;
}
