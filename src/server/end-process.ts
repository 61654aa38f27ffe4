import type { Logger } from 'pino';

/** How long the parts of a server that cannot go on may take to close, in milliseconds. */
const CLOSING_TIME = 5_000;

/** Ends the process of a server. */
export interface ProcessEnd {
  /** Logs an error with which the process cannot go on, closes what can be closed in five seconds, and exits with 1. */
  fatal(error: unknown): void;
  /** Says how to close the server: when a signal tells the process to end, and after a fatal error (a fault). */
  closeWith(close: (why: 'told' | 'fault') => Promise<void>): void;
}

/** The signals that tell a process to end. Windows has others, for Ctrl-Break and for closing the window. */
export function endSignals(platform = process.platform): NodeJS.Signals[] {
  // Not SIGHUP elsewhere: handling it would undo `nohup`.
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}

/**
 * Makes faults that nothing handles end the process, with a fatal log message and status 1, so that a supervisor starts
 * it again. A process that went on would do so in an unknown state.
 */
export function prepareProcessEnd(log: Logger): ProcessEnd {
  let close: ((why: 'told' | 'fault') => Promise<void>) | null = null;
  let status = 0;
  const fatal = (error: unknown) => {
    report(log, error);
    if (status === 1) return;
    status = 1;
    if (close === null) process.exit(1);
    setTimeout(() => process.exit(1), CLOSING_TIME);
    close('fault').finally(() => process.exit(1));
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
  return {
    fatal,
    closeWith(closeServer) {
      close = closeServer;
      for (const signal of endSignals()) {
        process.once(signal, () => {
          log.info({ signal }, 'stopping');
          closeServer('told').then(() => process.exit(status), fatal);
        });
      }
    },
  };
}

function report(log: Logger, error: unknown): void {
  const message = `the server ends: ${error instanceof Error ? error.message : String(error)}`;
  if (log.isLevelEnabled('fatal')) log.fatal({ err: error }, message);
  else process.stderr.write(`${message}\n`);
}
