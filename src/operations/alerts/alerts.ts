import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckName, Condition } from '../health.ts';
import { createAddressBook } from './address-book.ts';
import { createAlertWriter, readAlerts } from './alert-file.ts';
import { type AlertMailerOptions, createAlertMailer } from './alert-mailer.ts';
import { type Alert, afterMail, lastingAmong, observe, planMail, withTheirs } from './alert-state.ts';

/** Tells the operators by mail what is wrong with the server. It works without the database. */
export interface Alerts {
  /** Takes the results of checks, and sends a mail if there is something to tell. */
  observe(conditions: readonly Condition[]): void;
  /**
   * The checks that are wrong while nothing could be mailed for 30 minutes, also those that were told before: someone has to be told in
   * another way.
   */
  untold(): CheckName[];
  /** From now on, the operators' addresses come from here. They are read every few minutes. */
  readAddressesFrom(read: () => Promise<string[]>): void;
  /** Resolves when everything observed so far is stored, and the mail about it was sent or has failed. */
  settled(): Promise<void>;
  /** Observes nothing more, and drops a mail that is being sent. */
  close(): Promise<void>;
}

/** What alerts need. The transport is closed with them. */
export interface AlertsOptions extends AlertMailerOptions {
  /** The address of the operator until the accounts of operators are known. */
  firstAddress: string;
  /** Where it is stored what has been told. */
  file: string;
  /** Finds the same files of other processes of this server. What those have told is not told twice. */
  otherFiles?: () => Promise<string[]>;
  /**
   * For how many milliseconds this process lets others tell first that have seen the same. They must not be the same for
   * two processes, which would both tell.
   */
  turn?: () => Promise<number>;
  now?: () => Date;
  /** Milliseconds for which a condition must last before it is told, and be over before that is told. */
  patience?: number;
}

const MINUTE = 60_000;

/** After so many milliseconds of failed attempts, alarms count as untold. */
const UNTOLD_AFTER = 30 * MINUTE;

/** Goes on from what the file says was told before. */
export async function createAlerts(options: AlertsOptions): Promise<Alerts> {
  const { file, firstAddress, log, now = () => new Date(), patience = MINUTE } = options;
  const before = await readAlerts(file);
  const writer = createAlertWriter(file, before, log);
  const addresses = createAddressBook(before.addresses.length > 0 ? before.addresses : [firstAddress], log);
  const mailer = createAlertMailer(options);
  let alerts = before.alerts;
  let telling: Promise<void> | null = null;
  const closing = new AbortController();
  const { signal } = closing;
  // A server that crashes again and again may not live for a minute.
  const patienceFor = (check: CheckName) => (check === 'restarts' ? 0 : patience);
  const plan = () => planMail(alerts, { now: now(), patience: patienceFor });

  /** Restarts are told at once: the process may not live for long, and others have not seen them. */
  async function waitForTurn(): Promise<void> {
    const isUrgent = plan()?.lasting.some(({ check, told }) => check === 'restarts' && told === null);
    if (options.turn === undefined || isUrgent) return;
    await sleep(await options.turn(), undefined, { signal, ref: false }).catch(() => {});
  }

  async function tell(): Promise<void> {
    await addresses.refresh(now());
    if (mailer.isReady(now()) && plan() !== null) {
      await waitForTurn();
      alerts = await withThoseOf((await options.otherFiles?.()) ?? [], alerts, now());
      const mail = plan();
      // Another process has told it.
      if (mail === null) mailer.forgetFailure();
      const isSent =
        mail !== null && !signal.aborted && (await mailer.send(mail, addresses.current(), now()));
      if (isSent) alerts = afterMail(alerts, mail, now());
    }
    writer.write({ addresses: addresses.current(), alerts });
  }
  const settled = async () => {
    await telling;
    await writer.settled();
  };
  return {
    observe(conditions) {
      if (signal.aborted) return;
      alerts = observe(alerts, conditions, { now: now(), patience: patienceFor });
      writer.write({ addresses: addresses.current(), alerts });
      telling ??= tell().finally(() => {
        telling = null;
      });
    },
    untold() {
      const since = mailer.failingSince(now());
      const isLong = since !== null && now().getTime() - since.getTime() >= UNTOLD_AFTER;
      return isLong ? lastingAmong(alerts).flatMap(({ check, due }) => (due ? [check] : [])) : [];
    },
    readAddressesFrom: (read) => addresses.readFrom(read),
    settled,
    async close() {
      closing.abort();
      options.transport.close();
      await settled();
    },
  };
}

async function withThoseOf(
  files: readonly string[],
  alerts: readonly Alert[],
  now: Date,
): Promise<readonly Alert[]> {
  const others = await Promise.all(files.map(readAlerts));
  return others.reduce((merged, { alerts: theirs }) => withTheirs(merged, theirs, now), alerts);
}
