import type pg from 'pg';

/**
 * Keeps lost connections of a pool from ending the process. A connection that breaks while no query runs on it emits an
 * `error` event, even while someone has checked it out, and Node ends the process if no one listens. Nothing goes
 * unnoticed: the next query on such a connection fails.
 * @param onLost called for each error of a connection
 */
export function surviveLostConnections(pool: pg.Pool, onLost: (error: Error) => void): void {
  pool.on('connect', (client) => client.on('error', onLost));
  // The pool repeats the errors of idle connections.
  pool.on('error', () => {});
}
