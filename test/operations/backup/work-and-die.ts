// Makes or restores a backup and kills itself, as a power cut would, in place of the n-th statement. If it
// comes to its end, it prints the number of statements, the one with which the rows of a restore are complete, and the most
// memory (kB) that it had. `command` restores as the command does. Run as: work-and-die.ts backup|restore|command DATABASE-URL FILE N [DATA-DIR]
import pg from 'pg';
import { restore } from '../../../src/cli/restore.ts';
import { configFrom } from '../../../src/config.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';

const [work = '', url = '', file = '', last = '', dataDir = ''] = process.argv.slice(2);
let sent = 0;
/** The statement with which the rows of a restore are complete, before its commit. */
let rowsWritten = 0;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  sent += 1;
  if (rowsWritten === 0 && String(args[0]).startsWith('COMMENT ON TABLE')) rowsWritten = sent;
  if (sent === Number(last)) process.kill(process.pid, 'SIGKILL');
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;
if (work === 'backup') {
  const made = await makeBackup(url, file, { replay: false });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
} else if (work === 'command') {
  const config = configFrom({ DATA_DIR: dataDir, DATABASE_URL: url });
  const output = { stdout: { write: () => true }, stderr: process.stderr };
  const status = await restore(async () => ({ url, close: async () => {} }), { file, config }, output);
  if (status !== 0) throw new Error(`The command ended with status ${status}.`);
} else {
  const backup = await checkRestorable(file);
  if (!backup.ok) throw new Error(JSON.stringify(backup.problems));
  const restored = await restoreBackup(url, backup.value, { hold: true });
  if (!restored.ok) throw new Error(JSON.stringify(restored.problems));
}
console.log(JSON.stringify({ statements: sent, rowsWritten, maxRss: process.resourceUsage().maxRSS }));
