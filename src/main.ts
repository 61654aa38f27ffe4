import { startOptions } from './server/run-options.ts';
import { runServer } from './server/run-server.ts';

await runServer({ held: false, settings: () => startOptions(process.argv.slice(2)) });
