import { setTimeout as wait } from 'node:timers/promises';
import { pauseAfter, readLogTail } from './attempts.ts';
import { type Connection, connectOrStart, IN_USE_LOCK } from './connection.ts';
import { PortTaken } from './free-port.ts';
import { type Instance, stopPostgres } from './postgres.ts';
import { readPostmaster } from './postmaster.ts';

/** What makes it impossible to go on with this process. */
export type OnFatal = (error: Error) => void;

/**
 * Starts PostgreSQL again if the connection to it is lost, however long it takes. It must come back at the same port,
 * because every pool of connections has its address.
 * @param onFatal called once if it cannot come back there: a new process finds it, or can start it, at another port
 * @returns how to stop: ends a recovery, then shuts PostgreSQL down unless another process uses it
 */
export function supervise(
  instance: Instance,
  first: Connection,
  onFatal: OnFatal,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let connection: Connection | null = first;
  let recovery: Promise<void> = Promise.resolve();

  const watch = (watched: Connection) => {
    void watched.ended.then(() => {
      if (stopping.signal.aborted) return;
      connection = null;
      recovery = recover(instance, first.port, stopping.signal).then(
        (found) => {
          connection = found;
          if (found !== null) watch(found);
        },
        (error: Error) => onFatal(error),
      );
    });
  };
  watch(first);
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    stopping.abort();
    await recovery;
    if (connection !== null) await disconnect(instance, connection);
  };
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Tries until PostgreSQL runs again, and logs each failure.
 * @returns null if it was stopped meanwhile
 * @throws if PostgreSQL runs at another port, or its port has been in use by another program for too long
 */
async function recover(instance: Instance, port: number, stopping: AbortSignal): Promise<Connection | null> {
  const { patience, log, cluster } = instance;
  log.error('lost the embedded PostgreSQL; starting it again');
  let takenSince: number | null = null;
  for (let failures = 1; !stopping.aborted; failures += 1) {
    const attempt = await connectOrStart(instance, port).catch((error: Error) => error);
    if (!(attempt instanceof Error)) {
      if (attempt.port !== port) {
        await attempt.client.end().catch(() => {});
        throw new Error(
          `The embedded PostgreSQL was started again at port ${attempt.port} instead of ${port}. Restart the server to use it there.`,
        );
      }
      log.info({ port, attempts: failures }, 'the embedded PostgreSQL runs again');
      return attempt;
    }
    takenSince = attempt instanceof PortTaken ? (takenSince ?? Date.now()) : null;
    if (takenSince !== null && Date.now() - takenSince > patience.portTaken) throw givenUp(attempt);
    const pause = pauseAfter(failures, patience.longestPause);
    log.error(
      { reason: attempt.message, postgresLog: await readLogTail(cluster), nextAttemptInMs: pause },
      'the embedded PostgreSQL could not be started again',
    );
    await wait(pause, null, { signal: stopping }).catch(() => {});
  }
  return null;
}

function givenUp(cause: PortTaken): Error {
  return new Error(`${cause.message} Restart the server: it then uses another port.`, { cause });
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
    if (await readPostmaster(cluster.data).catch(() => true)) {
      log.error(
        { err: error },
        'the embedded PostgreSQL may still be running; the next start will deal with it',
      );
    }
  } finally {
    await client.end().catch(() => {});
  }
}
