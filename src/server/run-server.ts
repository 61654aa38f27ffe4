import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { FirstStartError, startServer } from '../server.ts';
import { prepareProcessEnd } from './end-process.ts';
import { logOutput } from './log-output.ts';
import { describeStartError } from './start-error.ts';
import { startWatchdog } from './watchdog.ts';

/** The file descriptor of standard output. */
const STDOUT = 1;

/** How the server is started. */
export interface RunOptions {
  /** Whether to hold the server, see `startServer`. */
  held: boolean;
  /** Reads the settings that the command line gives, such as ROLE. What it throws is printed. */
  settings?: () => Record<string, string>;
}

/**
 * Runs the server: reads the settings, starts, and stops cleanly on Ctrl-C or SIGTERM. If it cannot start, says why on
 * standard error and ends the process with status 1.
 */
export async function runServer(options: RunOptions): Promise<void> {
  await run(options).catch((error: unknown) => {
    process.stderr.write(`${describeStartError(error)}\n`);
    if (error instanceof FirstStartError) {
      printOperatorLink('Once the server runs, sign in as the operator', error.operatorLink);
    }
    process.exit(1);
  });
}

async function run(options: RunOptions): Promise<void> {
  const config = readConfig(options.settings?.());
  const log = pino({ level: config.logLevel }, logOutput(STDOUT));
  // Messages for a person are lost if the terminal was closed. That must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const unencrypted = warningOfHttp(config.publicUrl);
  if (unencrypted !== null) log.warn({ publicUrl: config.publicUrl }, unencrypted);
  const unknownProxy = warningOfProxy(config);
  if (unknownProxy !== null) log.warn({ publicUrl: config.publicUrl }, unknownProxy);
  const end = prepareProcessEnd(log);
  const server = await startServer(config, log, { held: options.held, onFatal: end.fatal });
  end.closeWith((why) => server.stop(why));
  startWatchdog();
  if (server.address !== null) {
    log.info({ address: server.address, publicUrl: config.publicUrl }, 'listening');
  }
  if (server.healthAddress !== null) log.info({ address: server.healthAddress }, 'listening for /ready');
  if (server.operatorLink !== null) {
    printOperatorLink('This is the first start. Sign in as the operator', server.operatorLink);
  }
}

/**
 * What to tell the operator if players would send their codes unencrypted; null if the address is https or leads to this
 * machine only.
 */
export function warningOfHttp(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isThisMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || isThisMachine) return null;
  return 'PUBLIC_URL begins with http://, so codes, cookies and orders travel unencrypted, and anyone on the way can read them. Put a reverse proxy with HTTPS in front and set PUBLIC_URL to its https:// address.';
}

/**
 * What to tell the operator if the server would take the reverse proxy for the only visitor: it speaks no HTTPS itself, so
 * an https address needs one. Null if proxies are trusted.
 */
export function warningOfProxy({ publicUrl, proxies }: Pick<Config, 'publicUrl' | 'proxies'>): string | null {
  if (proxies > 0 || new URL(publicUrl).protocol !== 'https:') return null;
  return 'PUBLIC_URL begins with https://, so a reverse proxy stands in front, but TRUSTED_PROXIES is 0. All visitors look like one, and one of them can use up the limits of all. Set TRUSTED_PROXIES to the number of proxies, usually 1.';
}

function printOperatorLink(sentence: string, link: string): void {
  process.stdout.write(`\n${sentence} with this link. It works once within 48 hours:\n  ${link}\n\n`);
}
