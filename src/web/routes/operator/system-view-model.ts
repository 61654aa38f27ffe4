import { CHECK_TITLES, LEVEL_WORDS } from '../../../operations/check-titles.ts';
import type { Condition } from '../../../operations/health.ts';
import type { FilesView, SystemView } from '../../../operations/system/system-view.ts';
import { counted, grouped } from '../../../rules/numbers.ts';

/** The System page, as templates/web/operator/system.eta prints it. */
export interface SystemPage {
  /** What the checks have found; what is not OK comes first. */
  conditions: { title: string; level: string; isOk: boolean; message: string }[];
  versions: { label: string; value: string }[];
  /** The clocks to the second, and how far they are apart. */
  clocks: { server: string; database: string; difference: string };
  sizes: { label: string; value: string }[];
  tables: { name: string; size: string }[];
  /** Null if this process does not know where they are. */
  backups: BackupsView | null;
  /** The processes of the server, as far as they say that they are there. */
  processes: { name: string; role: string; host: string; since: Date; level: string; isOk: boolean }[];
  /** How busy the queue is. */
  pace: { label: string; value: string }[];
  queue: { kind: string; waiting: string; running: string; failed: string }[];
  mail: { label: string; count: string }[];
  /** Mail that has not been sent and has not failed. */
  waitingMail: number;
}

interface BackupsView {
  summary: string;
  files: { name: string; at: Date; size: string }[];
  /** When the next one is made; null if none is. */
  next: Date | null;
}

const JOB_WORDS: Readonly<Record<string, string>> = {
  deliver: 'Send mail',
  deliverAgain: 'Send mail, later attempts',
  computerSheets: 'Fill in sheets of computer candidates',
  process: 'Process a turn whose sheets are all in',
  deadline: 'Process a turn at its due date',
  processEarly: 'Process a turn whose orders are final',
  remind: 'Remind players',
  requestedLink: 'Answer a request for a sign-in link',
  requestedSignUp: 'Answer a request for an account',
  requestedAddress: 'Answer a request for another address',
  putOffDates: 'Put off dates after downtime',
  nightly: 'Back up and clean up',
  digest: 'Mail a digest',
  callWebhook: 'Call a program or a chat for a test',
  callWebhookNext: 'Call a program or a chat',
};

const ROLE_WORDS = { all: 'Pages and workers', web: 'Pages', worker: 'Workers' } as const;

const MAIL_WORDS = {
  queued: 'Waiting for the first attempt',
  sending: 'Being sent',
  retrying: 'Waiting for another attempt',
  sent: 'Sent',
  failed: 'Failed',
} as const;

/** @param conditions the results of the checks of this process */
export function systemPage(view: SystemView, conditions: readonly Condition[]): SystemPage {
  const { versions, database, files, queue, mail } = view;
  const waiting = mail.filter(({ status }) => status === 'queued' || status === 'retrying');
  return {
    conditions: conditions.toSorted(byUrgency).map(({ check, level, message }) => ({
      ...{ title: CHECK_TITLES[check], level: LEVEL_WORDS[level], isOk: level === 'ok', message },
    })),
    versions: [
      { label: 'Whistlestop', value: versions.whistlestop },
      { label: 'Node', value: versions.node },
      { label: 'PostgreSQL', value: versions.postgres },
    ],
    clocks: clocksView(view.clocks),
    sizes: [{ label: 'Database', value: size(database.bytes) }, ...fileSizes(files)],
    tables: database.tables.map(({ name, bytes }) => ({ name, size: size(bytes) })),
    backups: files && backupsView(files.backups),
    processes: view.processes.map(({ name, role, host, startedAt, level }) => ({
      ...{ name, host, role: ROLE_WORDS[role], since: startedAt },
      ...{ level: LEVEL_WORDS[level], isOk: level === 'ok' },
    })),
    pace: paceView(view),
    queue: queue.map(({ kind, waiting, running, failed }) => ({
      kind: JOB_WORDS[kind] ?? kind,
      ...{ waiting: grouped(waiting), running: grouped(running), failed: grouped(failed) },
    })),
    mail: mail.map(({ status, count }) => ({ label: MAIL_WORDS[status], count: grouped(count) })),
    waitingMail: waiting.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The same figures as those of /metrics: whistlestop_due_jobs, …_oldest_due_job_age_seconds, …_mails_sent_last_minute. */
function paceView({ due, mailsLastMinute }: SystemView): SystemPage['pace'] {
  const count = due.reduce((sum, jobs) => sum + jobs.count, 0);
  const oldest = Math.round(Math.max(0, ...due.map((jobs) => jobs.oldest)));
  return [
    { label: 'Jobs that are due', value: grouped(count) },
    { label: 'The oldest has been due for', value: count === 0 ? '–' : counted(oldest, 'second') },
    { label: 'E-mails sent in the last minute', value: grouped(mailsLastMinute) },
  ];
}

const URGENCY = { down: 0, warning: 1, ok: 2 } as const;

function byUrgency(a: Condition, b: Condition): number {
  return URGENCY[a.level] - URGENCY[b.level];
}

function clocksView({ server, database }: SystemView['clocks']): SystemPage['clocks'] {
  const seconds = Math.round((server.getTime() - database.getTime()) / 1000);
  const apart = `${counted(Math.abs(seconds), 'second')} ${seconds > 0 ? 'ahead of' : 'behind'} the database’s`;
  return {
    server: toTheSecond(server),
    database: toTheSecond(database),
    difference: Math.abs(seconds) < 2 ? 'The clocks agree.' : `The server’s clock is ${apart}.`,
  };
}

/** A clock is compared with another one, so it shows its seconds. */
function toTheSecond(moment: Date): string {
  const [day, time] = moment.toISOString().split('T');
  return `${day} ${time?.slice(0, 8)} UTC`;
}

function fileSizes(files: FilesView | null): SystemPage['sizes'] {
  if (files === null) return [];
  const { mailbox, postgresLogBytes, freeBytes, backups } = files;
  const backupBytes = backups.files.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...(mailbox === null
      ? []
      : [{ label: `Built-in mailbox, ${counted(mailbox.files, 'e-mail')}`, value: size(mailbox.bytes) }]),
    ...(postgresLogBytes === null ? [] : [{ label: 'Log of PostgreSQL', value: size(postgresLogBytes) }]),
    { label: 'Backups', value: size(backupBytes) },
    ...(freeBytes === null ? [] : [{ label: 'Free disk space', value: size(freeBytes) }]),
  ];
}

function backupsView({ kept, dir, files, next }: FilesView['backups']): BackupsView {
  const summary =
    kept === 0
      ? 'No backups are made, because BACKUPS_KEPT is 0.'
      : `A backup is written to ${dir} every night. ${kept === 1 ? 'The newest one is kept.' : `The newest ${grouped(kept)} are kept.`}`;
  return {
    summary,
    files: files.map(({ name, at, bytes }) => ({ name, at, size: size(bytes) })),
    next: kept === 0 ? null : next,
  };
}

/** `12 kB`, `3.4 MB`, `120 GB`. */
function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  const digits = step > 0 && value < 10 ? value.toFixed(1) : grouped(value);
  return `${digits} ${units[step]}`;
}
