import type { Config } from '../config.ts';
import type { Output } from './output.ts';

/** Milliseconds to wait for an answer. */
const TIMEOUT = 8_000;

/**
 * `whistlestop health`: asks the server on this machine whether it is ready, for a supervisor or the health check of a
 * container.
 * @param options.alarms whether to ask for alarms, too, that could not be mailed to the operators
 * @returns the exit status: 0 if it is ready, 1 if it is not or does not answer, or if there are such alarms
 */
export async function health(
  config: Config,
  { stdout, stderr }: Output,
  { alarms = false }: { alarms?: boolean } = {},
): Promise<number> {
  const url = `${readyUrl(config)}${alarms ? '?alarms' : ''}`;
  let response: Response;
  try {
    response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    stderr.write(`The server does not answer at ${url} (${reason}). Start it, or correct PORT.\n`);
    return 1;
  }
  const text = await response.text();
  if (response.ok) {
    stdout.write('The server is ready.\n');
    return 0;
  }
  stderr.write(`The server is not ready: ${text}\nIts log and the operator’s page say why.\n`);
  return 1;
}

/** The address at which a server with these settings can be asked from the same machine. */
export function readyUrl({ role, host, port, healthPort }: Config): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${role === 'worker' ? healthPort : port}/ready`;
}
