// Migrates a database and kills itself, as a power cut would, as soon as the n-th statement is answered. Prints the number
// of statements if there are fewer.
// Run as: migrate-and-die.ts DATABASE-URL FOLDER N
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';

const [url = '', from = '', last = ''] = process.argv.slice(2);
let answered = 0;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = async function counted(this: pg.Client, ...args: unknown[]) {
  const answer = await query.apply(this, args);
  answered += 1;
  if (answered === Number(last)) process.kill(process.pid, 'SIGKILL');
  return answer;
} as typeof pg.Client.prototype.query;
await migrate(url, { from });
process.stdout.write(String(answered));
