// Fetches mail and kills itself, as a power cut would, as soon as the n-th statement since the first look at the mail is
// answered, or once the mail was moved away.
// Run as: fetch-and-die.ts DATABASE-URL MAILBOX-URL DOMAIN N
import { ImapFlow } from 'imapflow';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../../src/database/client.ts';
import { startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';

const [url = '', mailbox = '', domain = '', last = ''] = process.argv.slice(2);
const db = await openDatabase(url);
let answered = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = async function counted(this: pg.Client, ...args: unknown[]) {
  const answer = await query.apply(this, args);
  answered += 1;
  if (answered === Number(last)) die();
  return answer;
} as typeof pg.Client.prototype.query;
const move = ImapFlow.prototype.messageMove;
ImapFlow.prototype.messageMove = async function moved(...args) {
  const result = await move.apply(this, args);
  die();
  return result;
};
const ctx = {
  ...{ db, now: () => new Date(), log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' },
  inbound: { domain },
};
startMailFetcher({ ctx, url: mailbox, from: 'post@whistlestop.test' });
