import { pino } from 'pino';
import { openDatabase } from '../../src/database/client.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/delivery/transport.ts';

// A worker in a process of its own, which a test kills: node --import ./src/typescript.js worker-process.ts <database> <smtp> [<check interval>]

const [database = '', smtp = '', interval] = process.argv.slice(2);
// The tests hold locks for longer than a server would wait for them.
const db = await openDatabase(database, { lockTimeout: 0 });
await startWorker({
  ctx: { db, now: () => new Date(), log: pino({ level: 'warn' }), mailDomain: 'whistlestop.test' },
  transport: openTransport({ url: smtp }),
  from: 'Whistlestop <post@whistlestop.test>',
  publicUrl: 'https://whistlestop.test',
  ...(interval === undefined ? {} : { presenceInterval: Number(interval) }),
});
