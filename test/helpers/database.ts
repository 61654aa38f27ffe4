import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';

/** An AppContext with a database that belongs to one test file. */
export interface TestContext {
  ctx: AppContext;
  /** The address of the database. */
  url: string;
  /** Sets the clock of `ctx`, which stands still otherwise. */
  setNow(moment: Date): void;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** What the clock of a test context shows until it is set. */
export const testNow = new Date('2027-03-01T12:00:00Z');

/** Makes a context with a new database: a copy of the migrated one, without rows, that no other test uses. */
export async function testContext(): Promise<TestContext> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onCluster(`create database ${name} template ${inject('templateName')} strategy file_copy`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  // Longer than by default, because the machine may be busy with other tests.
  const db = await openDatabase(address.href, { lockTimeout: 20_000 });
  let now = testNow;
  return {
    ctx: { db, now: () => now, log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' },
    url: address.href,
    setNow: (moment) => {
      now = moment;
    },
    close: async () => {
      await db.close();
      await onCluster(`drop database if exists ${name} with (force)`);
    },
  };
}

async function onCluster(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
