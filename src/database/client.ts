import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';

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

export interface DatabaseOptions {
  /** The most connections at a time; 20 by default. */
  connections?: number;
  /** Milliseconds that a statement may wait for a lock; 5,000 by default. */
  lockTimeout?: number;
  /** Milliseconds that a statement may take; 60,000 by default. */
  statementTimeout?: number;
  /** Called when an idle connection breaks (the database restarts); the pool opens new ones by itself. */
  onConnectionLost?: (error: Error) => void;
}

/** Milliseconds that a transaction may wait for a connection, and then take. */
const transactionTimes = { maxWait: 20_000, timeout: 60_000 };

/**
 * Opens a database and makes a first query.
 * @throws if it does not respond or refuses the connection; the message names host and database, not the password
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const onLost = options.onConnectionLost ?? (() => {});
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'whistlestop',
    max: options.connections ?? 20,
    lock_timeout: options.lockTimeout ?? 5_000,
    statement_timeout: options.statementTimeout ?? 60_000,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  });
  // Without a listener a database that restarts would end the process.
  pool.on('error', onLost);
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
  const adapter = new PrismaPg(pool, { onConnectionError: onLost });
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
