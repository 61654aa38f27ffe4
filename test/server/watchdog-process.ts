import { setTimeout as sleep } from 'node:timers/promises';
import { startWatchdog } from '../../src/server/watchdog.ts';

// A process that is watched, and blocks itself if told to: node --import ./src/typescript.js watchdog-process.ts blocked|idle

startWatchdog({ interval: 50, looks: 20 });
process.stdout.write('ready\n');
await sleep(200);
if (process.argv[2] === 'blocked') for (;;);
await sleep(3_000);
