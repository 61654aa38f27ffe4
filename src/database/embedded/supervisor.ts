import { acquireConnection, type Connection, IN_USE_LOCK } from './connection.ts';
import { type Instance, stopPostgres } from './postgres.ts';
import { readPostmaster } from './postmaster.ts';

/**
 * Starts PostgreSQL again if the connection to it is lost.
 * @returns how to stop: waits for a restart in progress, then shuts PostgreSQL down unless another process uses it
 */
export function supervise(instance: Instance, first: Connection): { stop(): Promise<void> } {
  const { log } = instance;
  let connection = first;
  let isStopping = false;
  let recovery: Promise<void> = Promise.resolve();

  const recover = async () => {
    log.error('lost the embedded PostgreSQL; starting it again');
    try {
      connection = await acquireConnection(instance);
      if (connection.port !== first.port) {
        log.fatal(
          { port: connection.port },
          'the embedded PostgreSQL now uses another port: restart the server',
        );
      }
      watch();
    } catch (error) {
      log.fatal({ err: error }, 'the embedded PostgreSQL could not be started again: restart the server');
    }
  };
  const watch = () => {
    connection.client.once('end', () => {
      if (!isStopping) recovery = recover();
    });
  };
  watch();
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    isStopping = true;
    await recovery;
    await disconnect(instance, connection);
  };
  return {
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Gives up the shared lock. If the lock can then be acquired exclusively, no other process uses the cluster, and none
 * can connect before it is shut down.
 */
async function disconnect(instance: Instance, { client }: Connection): Promise<void> {
  const { cluster, log } = instance;
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK]);
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      IN_USE_LOCK,
    ]);
    if (!rows[0]?.last) {
      log.info('another process uses the embedded PostgreSQL; it keeps running');
      return;
    }
    await stopPostgres(instance);
    log.info('embedded PostgreSQL stopped');
  } catch (error) {
    if (await readPostmaster(cluster.data)) {
      log.error(
        { err: error },
        'the embedded PostgreSQL may still be running; the next start will deal with it',
      );
    }
  } finally {
    await client.end().catch(() => {});
  }
}
