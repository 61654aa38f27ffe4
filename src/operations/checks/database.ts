import type pg from 'pg';
import type { HealthCheck } from '../health.ts';

/** Whether the database takes writes: it may be away, read-only, out of space, or out of connections. */
export function databaseCheck(pool: pg.Pool): HealthCheck {
  return {
    name: 'database',
    async run() {
      try {
        await write(pool);
        return { level: 'ok', message: 'The database takes writes.' };
      } catch (error) {
        return {
          level: 'down',
          message: `The database takes no writes: ${(error as Error).message}. The server goes on by itself once it does.`,
        };
      }
    },
  };
}

/** Writes a row that every database has, without changing it. */
async function write(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local statement_timeout = '3s'");
    const { rowCount } = await client.query('update "ServerState" set "id" = "id" where "id" = 1');
    if (rowCount !== 1) throw new Error('the row of ServerState is missing');
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
