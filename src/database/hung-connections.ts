import pg from 'pg';

/** pg's error for a query that got no response within `query_timeout`. */
const NO_RESPONSE = 'Query read timeout';

/**
 * Closes each connection of a pool whose query got no response in time, as when a network swallows everything. pg only
 * fails the query: the next one on the connection would wait behind it, and a transaction would return the connection to
 * the pool. The pool discards closed connections by itself. (It also does so after `pool.query`, which takes callbacks.)
 */
export function closeHungConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const closeIfHung = (error: unknown) => {
      if (!(error instanceof Error) || error.message !== NO_RESPONSE) return;
      // Breaks the connection at once, because a query is under way.
      client.end().catch(() => {});
    };
    client.query = ((...args: unknown[]) => {
      const result: unknown = (pg.Client.prototype.query as (...args: unknown[]) => unknown).apply(
        client,
        args,
      );
      if (result instanceof Promise) result.catch(closeIfHung);
      return result;
    }) as typeof client.query;
  });
}
