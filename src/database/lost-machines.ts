import type pg from 'pg';

/* Locks of connections are released although the process that holds them no longer answers. */

/** How long a query may take, in milliseconds, before the connection counts as lost. */
const QUERY_TIMEOUT = 10_000;

/**
 * Makes the database notice within half a minute that the machine at the other end of a connection is gone without a word,
 * such as after a power cut. By default it would keep the locks of the connection for more than two hours.
 */
export async function noticeLostMachine(client: pg.ClientBase): Promise<void> {
  const settings = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };
  const text = Object.entries(settings)
    .map(([name, seconds]) => `set ${name} = ${seconds}`)
    .join('; ');
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: QUERY_TIMEOUT };
  await client.query(query);
}

/**
 * Makes the database end a connection, and release its locks, when its process has sent nothing for so long. A process that
 * hangs or is frozen keeps its connections, and so would keep its locks for ever.
 * @param silence milliseconds, several times those between two queries
 */
export async function noticeFrozenProcess(client: pg.ClientBase, silence: number): Promise<void> {
  const text = `set idle_session_timeout = ${Math.round(silence)}`;
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: QUERY_TIMEOUT };
  await client.query(query);
}
