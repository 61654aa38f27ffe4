import type pg from 'pg';
import { databaseFailure } from '../../database/failures.ts';
import type { HealthCheck } from '../health.ts';

/** Whether the database takes writes: it may be away, read-only, out of space, or out of connections. */
export function databaseCheck(pool: pg.Pool): HealthCheck {
  return {
    name: 'database',
    async run() {
      try {
        await tryOut(pool);
        return { level: 'ok', message: 'The database takes writes.' };
      } catch (error) {
        const { message } = error as Error;
        const reason =
          databaseFailure(error) === 'full'
            ? `its disk is full (${message}). Free space on the disk of the database`
            : message;
        return {
          level: 'down',
          message: `The database takes no writes: ${reason}. The server goes on by itself once it does.`,
        };
      }
    },
  };
}

/**
 * About a megabyte, far more than the memory that it is allowed, so that all of it goes to a temporary file. The file is gone at the end
 * of the statement.
 */
const NEEDS_SPACE = `
  with wide as materialized (select repeat('x', 8000) from generate_series(1, 128))
  select count(*) from wide`;

/**
 * Takes new space on the disk, and writes a row that every database has, without changing it. That alone would succeed on a full disk, where its
 * page still has space.
 */
async function tryOut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local statement_timeout = '3s'");
    // So the file is on the disk of the tables, even if other temporary files are on another one.
    await client.query("set local work_mem = '64kB'; set local temp_tablespaces = ''");
    await client.query(NEEDS_SPACE);
    const { rowCount } = await client.query('update "ServerState" set "id" = "id" where "id" = 1');
    if (rowCount !== 1) throw new Error('the row of ServerState is missing');
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
