// Takes the right to fetch from a mailbox, says `held`, and keeps it. Once the right is lost, says `lost` and ends.
// Run as: hold-mailbox.ts DATABASE-URL MAILBOX HEARTBEAT
import { pino } from 'pino';
import { openDatabase } from '../../../src/database/client.ts';
import { holdMailbox } from '../../../src/mail/fetching/only-fetcher.ts';

const [url = '', mailbox = '', heartbeat = ''] = process.argv.slice(2);
const db = await openDatabase(url);
const ctx = { db, now: () => new Date(), log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' };
const hold = await holdMailbox(ctx, mailbox, Number(heartbeat));
process.stdout.write(hold === null ? 'refused\n' : 'held\n');
setInterval(() => {
  try {
    hold?.check();
  } catch {
    process.stdout.write('lost\n', () => process.exit());
  }
}, 50);
