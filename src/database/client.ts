import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { closeHungConnections } from './hung-connections.ts';
import { surviveLostConnections } from './lost-connections.ts';
import { SafePool } from './safe-client.ts';
import { statementName } from './sql.ts';

/** An open database: the typed client, and the pool of connections under it for plain SQL. */
export interface Database {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** With the password: must not be logged. */
  url: string;
  /** Waits for queries under way, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** Queries within one transaction. */
export type Tx = Prisma.TransactionClient;

/** All times are in milliseconds; 0 means no limit. */
export interface DatabaseOptions {
  /** The most connections at a time, which requests and jobs share; 20 by default. */
  connections?: number;
  /** How long a statement may wait for a lock before it fails; 5 seconds by default. */
  lockTimeout?: number;
  /** How long a statement may take before it fails; 60 seconds by default. */
  statementTimeout?: number;
  /**
   * How long to wait for the response to a statement, after which the connection is closed: the network may swallow
   * everything. By default 15 seconds longer than `statementTimeout`.
   */
  responseTimeout?: number;
  /** Called when a connection breaks (the database restarts); the pool opens new ones by itself. */
  onConnectionLost?: (error: Error) => void;
}

/** Longer than it usually takes to process a turn, which holds the lock of its game meanwhile. */
const LOCK_TIMEOUT = 5_000;

const STATEMENT_TIMEOUT = 60_000;

/** How much longer than a statement the way to the database and back may take. */
const NETWORK_TIME = 15_000;

/**
 * How much longer than a statement a transaction may do nothing: it cannot do more if the connection to it is lost, and
 * would keep its locks. Longer than a transaction may take (see TRANSACTION in game-store.ts).
 */
const IDLE_TIME = 30_000;

/** Milliseconds that a transaction may wait for a connection, and then take. */
const transactionTimes = { maxWait: 20_000, timeout: 60_000 };

/**
 * Opens a database and makes a first query.
 * @throws if it does not respond or refuses the connection; the message names host and database, not the password
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const { statementTimeout = STATEMENT_TIMEOUT } = options;
  const { responseTimeout = statementTimeout === 0 ? 0 : statementTimeout + NETWORK_TIME } = options;
  const pool = new SafePool({
    connectionString: withTimeouts(url, options),
    query_timeout: responseTimeout,
    application_name: 'whistlestop',
    max: options.connections ?? 20,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  });
  closeHungConnections(pool);
  surviveLostConnections(pool, options.onConnectionLost ?? (() => {}));
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    const { host, pathname } = new URL(url);
    throw new Error(
      `The database ${pathname.slice(1)} at ${host} does not respond: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementName });
  const prisma = new PrismaClient({ adapter, transactionOptions: transactionTimes });
  let closed: Promise<void> | null = null;
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  return {
    prisma,
    pool,
    url,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * What every transaction has that names no other level, whatever the default of the database is. It costs nothing here: a
 * transaction that names its level needs one more statement. (See TRANSACTION in game-store.ts.)
 */
const ISOLATION = '-c default_transaction_isolation=read\\ committed';

/** Adds the limits to the settings of the address, which come after them and so have priority. */
function withTimeouts(url: string, options: DatabaseOptions): string {
  const { lockTimeout = LOCK_TIMEOUT, statementTimeout = STATEMENT_TIMEOUT } = options;
  const address = new URL(url);
  const idleTimeout = statementTimeout === 0 ? 0 : statementTimeout + IDLE_TIME;
  const limits = [
    ...[`-c lock_timeout=${lockTimeout}`, `-c statement_timeout=${statementTimeout}`],
    `-c idle_in_transaction_session_timeout=${idleTimeout}`,
  ].join(' ');
  const settings = address.searchParams.get('options');
  address.searchParams.set(
    'options',
    [limits, ...(settings === null ? [] : [settings]), ISOLATION].join(' '),
  );
  return address.href;
}
