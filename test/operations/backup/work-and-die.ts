// Makes or restores a backup and kills itself, as a power cut would, in place of the n-th statement. If it
// comes to its end, it prints the number of statements and the most memory (kB) that it had. Run as: work-and-die.ts backup|restore DATABASE-URL FILE N
import pg from 'pg';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';

const [work = '', url = '', file = '', last = ''] = process.argv.slice(2);
let sent = 0;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  sent += 1;
  if (sent === Number(last)) process.kill(process.pid, 'SIGKILL');
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;
if (work === 'backup') {
  const made = await makeBackup(url, file, { replay: false });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
} else {
  const backup = await checkRestorable(file);
  if (!backup.ok) throw new Error(JSON.stringify(backup.problems));
  const restored = await restoreBackup(url, backup.value, { hold: true });
  if (!restored.ok) throw new Error(JSON.stringify(restored.problems));
}
console.log(JSON.stringify({ statements: sent, maxRss: process.resourceUsage().maxRSS }));
