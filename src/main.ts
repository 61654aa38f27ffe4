import { pino } from 'pino';
import { readConfig } from './config.ts';
import { prepareProcessEnd } from './server/end-process.ts';
import { describeStartError } from './server/start-error.ts';
import { FirstStartError, startServer } from './server.ts';

/** Runs the server: reads the settings, starts, and stops cleanly on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const end = prepareProcessEnd(log);
  const server = await startServer(config, log, { onFatal: end.fatal });
  end.closeWith(() => server.stop());
  if (server.address !== null) {
    log.info({ address: server.address, publicUrl: config.publicUrl }, 'listening');
  }
  if (server.operatorLink !== null) {
    printOperatorLink('This is the first start. Sign in as the operator', server.operatorLink);
  }
}

function printOperatorLink(sentence: string, link: string): void {
  process.stdout.write(`\n${sentence} with this link. It works once within 48 hours:\n  ${link}\n\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  if (error instanceof FirstStartError) {
    printOperatorLink('Once the server runs, sign in as the operator', error.operatorLink);
  }
  process.exit(1);
});
