import type { HealthCheck } from '../operations/health.ts';

/* Whether this process was started as earlier versions were: with tsx itself. */

/** What `src/typescript.js` leaves for this process. */
const MARK = Symbol.for('whistlestop.typescript');

/**
 * What to tell the operator if this process was started with tsx itself, which runs what it finds in the folder for temporary files; null
 * if it was not.
 */
export function oldStartCommand(): string | null {
  const namesTsx = process.execArgv.some((word) => /(^|[/=])tsx(\/|$)/.test(word));
  if (!namesTsx || MARK in globalThis) return null;
  return 'This program was started with tsx itself, as in earlier versions. Other users of the machine can then put code where it looks, in the folder for temporary files. In the systemd unit or the crontab, write ./src/typescript.js in place of tsx, and start it again.';
}

/** Warns if this process was started with tsx itself. */
export function startCommandCheck(): HealthCheck {
  const warning = oldStartCommand();
  return {
    name: 'startCommand',
    run: async () =>
      warning === null
        ? { level: 'ok', message: 'The server was started with its own loader.' }
        : { level: 'warning', message: warning },
  };
}
