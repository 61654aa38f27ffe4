import { pino } from 'pino';
import type { Config } from '../config.ts';
import { type Upgrade, upgradeCluster } from '../operations/backup/upgrade-cluster.ts';
import { type BackupOutput, printReplays } from './backup.ts';
import { type Output, printProblems } from './output.ts';
import { showProgress } from './progress.ts';

/**
 * `whistlestop upgrade-database`: moves the embedded database to the major version of PostgreSQL that this version of
 * Whistlestop brings.
 * @returns the exit status: 0, 1 if a replayed game differs, 2 if the database cannot be upgraded
 */
export async function upgradeDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { despiteDifferences }: { despiteDifferences: boolean },
  output: BackupOutput,
): Promise<number> {
  if (databaseUrl !== null) {
    output.stderr.write(
      'DATABASE_URL is set. This command upgrades the embedded database only; upgrade your own PostgreSQL with its ' +
        'tools, or with "whistlestop backup" and "whistlestop restore".\n',
    );
    return 2;
  }
  const { onProgress, stop } = showProgress(output.stderr);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const upgraded = await upgradeCluster({ dataDir, log, despiteDifferences, onProgress });
  stop();
  if (!upgraded.ok) {
    printProblems(output, upgraded.problems);
    return upgraded.problems.some(({ code }) => code === 'differs') ? 1 : 2;
  }
  printUpgrade(upgraded.value, output);
  return upgraded.value.kind === 'upgraded' && upgraded.value.replayed.differences.length > 0 ? 1 : 0;
}

function printUpgrade(upgrade: Upgrade, output: Output): void {
  const { stdout } = output;
  if (upgrade.kind === 'current') {
    stdout.write('The database needs no upgrade.\n');
    return;
  }
  if (upgrade.kind === 'upgraded') printReplays(upgrade.replayed, output);
  stdout.write(`The database is upgraded. Start the server. The old database is in ${upgrade.oldFolder}.\n`);
  const also = upgrade.kind === 'upgraded' ? ` and ${upgrade.backupFile}` : '';
  stdout.write(`Once the server runs well, delete that folder${also}: they hold secrets.\n`);
}
