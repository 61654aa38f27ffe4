import type { CheckName, Condition } from './health.ts';

/** What each check is about, for people: the heading of its condition on pages and in mail. */
export const CHECK_TITLES: Readonly<Record<CheckName, string>> = {
  database: 'Database',
  disk: 'Disk space',
  workers: 'Workers',
  pages: 'Pages',
  clock: 'Clock',
  held: 'Held server',
  mail: 'Mail',
  mailIn: 'Replies by mail',
  deadlines: 'Due dates',
  backups: 'Backups',
  departures: 'List of departures',
  restarts: 'Restarts',
  proxies: 'Reverse proxies',
  startCommand: 'Start command',
  operators: 'Operators',
};

/** The words for each level. */
export const LEVEL_WORDS: Readonly<Record<Condition['level'], string>> = {
  ok: 'OK',
  warning: 'Warning',
  down: 'Down',
};
