// A process that uses the embedded PostgreSQL of a data folder. It prints one line of JSON and stops when its standard
// input ends. embedded.test.ts starts and kills it.
import { pino } from 'pino';
import { startEmbedded } from '../../src/database/embedded.ts';

const [, , dataDir = '', firstStart] = process.argv;
const patience = firstStart === undefined ? {} : { firstStart: Number(firstStart) };
try {
  const { url, stop } = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), patience });
  console.log(JSON.stringify({ url }));
  process.stdin.resume().on('end', () => {
    void stop();
  });
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
  process.exitCode = 1;
}
