// Runs a PostgreSQL in DATA_DIR, without a server, prints its address, and ends it on SIGTERM.
import { pino } from 'pino';
import { startEmbedded } from '../../src/database/embedded.ts';

const { DATA_DIR = '' } = process.env;
const embedded = await startEmbedded({ dataDir: DATA_DIR, log: pino({ level: 'warn' }) });
console.log(JSON.stringify({ url: embedded.url }));
const stopped = new Promise<void>((resolve) => {
  process.once('SIGTERM', resolve);
});
// A promise alone does not keep the process alive.
const alive = setInterval(() => {}, 60_000);
await stopped;
clearInterval(alive);
await embedded.stop();
