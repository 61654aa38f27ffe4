import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Database } from '../../src/database/client.ts';
import { PrismaClient } from '../../src/database/generated/client.ts';

/**
 * How the connection breaks: `lost answer`, when the server has done the statement and its answer never comes;
 * or `next statement`, when the answer comes and whatever is sent then finds the connection gone.
 */
export type Break = 'lost answer' | 'next statement';

/** A database whose connection can be made to break after a statement. */
export interface FaultyDatabase extends Database {
  /** Ends the backend after the n-th statement from now, counted from 1. */
  breakAfter(n: number, how: Break): void;
  /** Lets everything through again; answers how many statements there were since `breakAfter`, and if it broke. */
  mend(): { statements: string[]; broke: boolean };
}

/**
 * A database as `openDatabase` makes it, its connections counted and cut. The cut is real: the server ends
 * the backend, as it would if this process had been killed or the network had gone.
 * @param killer another way to the same server
 */
export function faultyDatabase(url: string, killer: pg.Pool): FaultyDatabase {
  let plan: { after: number; how: Break } | null = null;
  let statements: string[] = [];
  let broke = false;

  async function cut(client: pg.PoolClient & { processID?: number }): Promise<void> {
    broke = true;
    const ended = await killer.query('SELECT pg_terminate_backend($1, 5000) AS gone', [client.processID]);
    if (ended.rows[0]?.gone !== true) throw new Error('The backend lives on: the test would prove nothing.');
  }

  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const counted = async (...args: unknown[]): Promise<unknown> => {
      if (plan === null) return query(...args);
      statements.push(textOf(args[0]));
      const mine = statements.length === plan.after ? plan.how : null;
      const answer = await query(...args);
      if (mine === null) return answer;
      await cut(client);
      if (mine === 'next statement') return answer;
      throw new Error('Connection terminated unexpectedly');
    };
    client.query = ((...args: unknown[]) =>
      typeof args.at(-1) === 'function' ? query(...args) : counted(...args)) as typeof client.query;
  });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { onConnectionError: () => {} }) });
  return {
    prisma,
    pool,
    url,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
    breakAfter: (n, how) => {
      plan = { after: n, how };
      statements = [];
      broke = false;
    },
    mend: () => {
      plan = null;
      return { statements, broke };
    },
  };
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text);
}
