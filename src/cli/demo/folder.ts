import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { startEmbedded } from '../../database/embedded.ts';

/** A file with this name marks the folder of a demo. Only such folders are emptied. */
const MARKER = 'made-by-the-demo';

/**
 * Empties the demo's folder and marks it, or creates it.
 * @returns false, without any change, if the folder contains files and no demo created it
 */
export async function prepareFolder(dir: string): Promise<boolean> {
  const marker = path.join(dir, MARKER);
  if (existsSync(dir) && !existsSync(marker)) {
    if ((await readdir(dir)).length > 0) return false;
  }
  await stopLeftoverPostgres(dir);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await writeFile(marker, 'This folder is emptied whenever the demo starts.\n');
  return true;
}

/** A demo that was killed may have left PostgreSQL running on the files that are about to be deleted. */
async function stopLeftoverPostgres(dir: string): Promise<void> {
  if (!existsSync(path.join(dir, 'postgres'))) return;
  const patience = { firstStart: 3_000 };
  const log = pino({ level: 'silent' });
  const leftover = await startEmbedded({ dataDir: dir, log, patience }).catch(() => null);
  await leftover?.stop();
}
