import type pg from 'pg';
import { closeHungConnections } from '../database/hung-connections.ts';
import { surviveLostConnections } from '../database/lost-connections.ts';
import { SafePool } from '../database/safe-client.ts';

/** The queue's queries take milliseconds; one without a response for so long has been lost on the way. */
const RESPONSE_TIMEOUT = 60_000;

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * Opens the connections of the job queue, which it shares with nothing else.
 * @param connections the most at a time
 * @param onLost called when one breaks; the pool opens new ones by itself
 * @param responseTimeout how long to wait for the response to a query, in milliseconds; then the connection is closed
 */
export function openQueuePool(
  url: string,
  connections: number,
  onLost: (error: Error) => void,
  responseTimeout = RESPONSE_TIMEOUT,
): pg.Pool {
  const pool = new QueuePool({
    connectionString: url,
    application_name: 'whistlestop jobs',
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: responseTimeout,
  });
  closeHungConnections(pool);
  surviveLostConnections(pool, onLost);
  return pool;
}

/**
 * Ignores that the queue returns a connection twice. If the connection on which it listens for new jobs breaks while it
 * stops listening, it does so in a promise that no one waits for, and the error would end the process.
 */
class QueuePool extends SafePool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect((error, client, release) => {
      if (client === undefined) return callback(error, client, release);
      let released = false;
      callback(error, client, (reason) => {
        if (!released) release(reason);
        released = true;
      });
    });
  }
}
