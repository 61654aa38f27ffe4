// Receives mail and kills itself, as a power cut would, as soon as the n-th statement since it listens is answered.
// Prints its port. Run as: receive-and-die.ts DATABASE-URL DOMAIN NOW N
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../../src/database/client.ts';
import { startInboundMailServer } from '../../../src/mail/inbound/inbound-mail-server.ts';

const [url = '', domain = '', now = '', last = ''] = process.argv.slice(2);
const db = await openDatabase(url);
const ctx = {
  ...{ db, now: () => new Date(now), log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' },
  inbound: { domain },
};
const server = await startInboundMailServer({
  ...{ ctx, host: '127.0.0.1', port: 0, domain, from: 'post@whistlestop.test' },
});
let answered = 0;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = async function counted(this: pg.Client, ...args: unknown[]) {
  const answer = await query.apply(this, args);
  answered += 1;
  if (answered === Number(last)) process.kill(process.pid, 'SIGKILL');
  return answer;
} as typeof pg.Client.prototype.query;
console.log(server.port);
