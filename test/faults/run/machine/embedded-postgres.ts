import { readFileSync } from 'node:fs';
import path from 'node:path';
import { query, type RunDatabase } from './database.ts';
import type { Journal } from './journal.ts';
import { killAtExit, sendSignal } from './leftovers.ts';
import { until } from './wait.ts';

/** The PostgreSQL that the server runs in its data folder, as an administrator sees it: files and processes. */
export function embeddedPostgres(dataDir: string, journal: Journal): RunDatabase {
  const home = path.join(dataDir, 'postgres');
  const postmaster = () => {
    const pid = firstLine(path.join(home, 'cluster', 'postmaster.pid'));
    return pid !== null && isPostgresOf(Number(pid), home) ? Number(pid) : null;
  };
  killAtExit(postmaster, 'SIGQUIT');
  return {
    url() {
      const password = firstLine(path.join(home, 'password'));
      const port = firstLine(path.join(home, 'port'));
      if (password === null || port === null) return null;
      return `postgresql://whistlestop:${password}@127.0.0.1:${port}/whistlestop`;
    },
    postmaster,
    async kill() {
      const pid = postmaster();
      journal.note('postmaster killed', { pid });
      if (pid === null) return;
      sendSignal(pid, 'SIGKILL');
      await until(() => postmaster() !== pid, 5_000, 20);
    },
    async shutDown() {
      const pid = postmaster();
      if (pid === null) return;
      sendSignal(pid, 'SIGINT');
      await until(() => postmaster() === null, 20_000);
    },
  };
}

/** Keeps the log that PostgreSQL needs for recovery small, because it may be on a small disk. */
export async function limitWal(database: RunDatabase): Promise<void> {
  await query(database, "ALTER SYSTEM SET max_wal_size = '96MB'");
  await query(database, "ALTER SYSTEM SET min_wal_size = '32MB'");
  await query(database, 'SELECT pg_reload_conf()');
}

/** Process ids are reused: only a PostgreSQL that has this folder on its command line is ours. */
function isPostgresOf(pid: number, home: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(home);
  } catch {
    return false;
  }
}

function firstLine(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim() || null;
  } catch {
    return null;
  }
}
