import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { FirstStartError, startServer } from './server.ts';

/** Runs the server: reads the settings, starts, and stops cleanly on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const server = await startServer(config, log);
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('SIGTERM', () => stop('SIGTERM'));
  if (server.address !== null) {
    log.info({ address: server.address, publicUrl: config.publicUrl }, 'listening');
  }
  if (server.healthAddress !== null) log.info({ address: server.healthAddress }, 'listening for /ready');
  if (server.operatorLink !== null) {
    printOperatorLink('This is the first start. Sign in as the operator', server.operatorLink);
  }
}

function printOperatorLink(sentence: string, link: string): void {
  process.stdout.write(`\n${sentence} with this link. It works once within 48 hours:\n  ${link}\n\n`);
}

main().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? error.message
      : `The server could not start: ${describe(error)}\nCorrect the cause and start again.`;
  process.stderr.write(`${message}\n`);
  if (error instanceof FirstStartError) {
    printOperatorLink('Once the server runs, sign in as the operator', error.operatorLink);
  }
  process.exit(1);
});

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${describe(error.cause)})`;
}
