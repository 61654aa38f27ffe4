import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Database } from '../../src/database/client.ts';
import { PrismaClient } from '../../src/database/generated/client.ts';

/**
 * How the connection breaks: `lost answer` if the server has executed the statement and its answer never arrives;
 * `next statement` if the answer arrives, and whatever is sent afterwards finds the connection gone.
 */
export type Break = 'lost answer' | 'next statement';

/** What happened between the planning of a break and `mend`. */
export interface Outcome {
  /** The statements that were sent, in order. */
  statements: string[];
  broke: boolean;
}

/** A database whose connection can be made to break. */
export interface FaultyDatabase extends Database {
  /** Ends the backend after the n-th statement from now, counted from 1. */
  breakAfter(n: number, how: Break): void;
  /** Ends the backend in place of the next COMMIT, which the server never receives. */
  breakBeforeCommit(): void;
  /** Lets everything through again. */
  mend(): Outcome;
}

/**
 * A database as `openDatabase` makes it, with its statements counted and its connections cut. The cut is real: the
 * server ends the backend, as it would if this process were killed or the network failed.
 * @param killer another way to the same server
 * @param alone whether to count statements outside of transactions, too
 */
export function faultyDatabase(
  url: string,
  killer: pg.Pool,
  { alone = false }: { alone?: boolean } = {},
): FaultyDatabase {
  let plan: { after: number; how: Break } | 'before COMMIT' | null = null;
  let statements: string[] = [];
  let broke = false;

  const start = (next: typeof plan) => {
    plan = next;
    statements = [];
    broke = false;
  };

  async function cut(client: pg.PoolClient & { processID?: number }): Promise<void> {
    broke = true;
    const ended = await killer.query('SELECT pg_terminate_backend($1, 5000) AS gone', [client.processID]);
    if (ended.rows[0]?.gone !== true) throw new Error('The backend did not end, so the test proves nothing.');
  }

  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const faultyQuery = async (...args: unknown[]): Promise<unknown> => {
      if (plan === null) return query(...args);
      const statement = textOf(args[0]);
      statements.push(statement);
      if (plan === 'before COMMIT') {
        if (statement === 'COMMIT') await cut(client);
        return query(...args);
      }
      const { how } = plan;
      const breaksHere = statements.length === plan.after;
      const answer = await query(...args);
      if (!breaksHere) return answer;
      await cut(client);
      if (how === 'next statement') return answer;
      throw new Error('Connection terminated unexpectedly');
    };
    client.query = ((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback !== 'function') return faultyQuery(...args);
      if (!alone) return query(...args);
      faultyQuery(...args.slice(0, -1)).then(
        (answer) => callback(null, answer),
        (error) => callback(error),
      );
    }) as typeof client.query;
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
    breakAfter: (after, how) => start({ after, how }),
    breakBeforeCommit: () => start('before COMMIT'),
    mend: () => {
      plan = null;
      return { statements, broke };
    },
  };
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text);
}
