import { type LogFunctionFactory, Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * Writes the queue's own messages to the server's log, with the ids of worker and job. Routine messages are logged
 * at debug level.
 */
export function queueLogger(log: Logger): QueueLogger {
  const factory: LogFunctionFactory = (scope) => {
    const child = log.child({ part: 'jobs', ...ids(scope) });
    return (level, message, meta) => {
      const error = meta?.error;
      child[LEVELS[level]](error === undefined ? {} : { err: error }, message);
    };
  };
  return new QueueLogger(factory);
}

function ids(scope: { workerId?: string; jobId?: string; taskIdentifier?: string }) {
  const { workerId, jobId, taskIdentifier } = scope;
  return {
    ...(workerId !== undefined && { worker: workerId }),
    ...(jobId !== undefined && { job: jobId }),
    ...(taskIdentifier !== undefined && { task: taskIdentifier }),
  };
}
