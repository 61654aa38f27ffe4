import type { AppContext } from '../context.ts';
import { downtimeHours } from '../games/schedule/downtimes.ts';
import { endUnfinishedRestore } from '../operations/backup/unfinished-restore.ts';
import { departuresSinceBackup } from '../operations/departures/departures-since-backup.ts';
import { backAgain } from '../operations/departures/departures-words.ts';
import { readHeld } from '../operations/held/held-state.ts';
import { HELD_BECAUSE } from '../operations/held/held-words.ts';
import { prepareRelease } from '../operations/held/prepare-release.ts';
import {
  type ComingDate,
  forecastRelease,
  type PassedDate,
  type ReleaseForecast,
} from '../operations/held/release-forecast.ts';
import { defaultRelease, type Release, releaseServer } from '../operations/held/release-server.ts';
import { waitingMailInWords } from '../operations/held/waiting-mail.ts';
import type { BackupSettings } from '../operations/nightly/nightly-backup.ts';
import { counted } from '../rules/numbers.ts';
import { formatDateTime } from '../text/dates.ts';
import { type Output, printProblems } from './output.ts';

/**
 * `whistlestop held`: prints whether the server is held, and what would happen if it were released.
 * @returns the exit status: 0 if it is not held, 1 if it is
 */
export async function printHeld(
  ctx: AppContext,
  settings: BackupSettings,
  { stdout }: Output,
): Promise<number> {
  const forecast = await forecastRelease(ctx);
  if (forecast === null) {
    stdout.write('The server is not held.\n');
    return 0;
  }
  const since = await departuresSinceBackup(ctx, settings);
  const back = since === null ? [] : backAgain(since, forecast.held.reason);
  stdout.write(`${forecastLines(forecast, back).join('\n')}\n`);
  return 1;
}

/** The options of `whistlestop release`. */
export interface ReleaseOptions {
  dates: 'put-off' | 'process';
  mail: 'send' | 'cancel';
  /** If it is missing, players and GMs are told if the server was restored. */
  tellPlayers?: boolean;
}

/**
 * `whistlestop release`: releases a held server. If a restore was interrupted and no server has started since, this does first
 * what that start would have done.
 * @returns the exit status: 0, or 2 if the server is not held, must not be released yet because of the list of departures, or dates cannot be put off
 */
export async function releaseCommand(
  ctx: AppContext,
  settings: BackupSettings,
  options: ReleaseOptions,
  output: Output,
): Promise<number> {
  await endUnfinishedRestore(ctx);
  const obstacle = await prepareRelease(ctx, settings);
  if (obstacle !== null) {
    output.stderr.write(`${obstacle.join('\n')}\n`);
    return 2;
  }
  const reason = (await readHeld(ctx))?.reason ?? 'operator';
  const release: Release = {
    dates: options.dates === 'process' ? 'process' : 'putOff',
    mail: options.mail,
    tellPlayers: options.tellPlayers ?? defaultRelease(reason).tellPlayers,
  };
  const released = await releaseServer(ctx, release);
  if (!released.ok) {
    printProblems(output, released.problems);
    return 2;
  }
  const { canceledMails, toldPlayers, toldGms } = released.value;
  const { stdout } = output;
  stdout.write('The server is released. If it is running, it goes on within a few seconds.\n');
  if (release.dates === 'putOff' && downtimeHours(ctx) > 0)
    stdout.write('Dates that have passed are put off.\n');
  if (release.mail === 'cancel') stdout.write(`Canceled: ${counted(canceledMails, 'mail')}.\n`);
  if (release.tellPlayers)
    stdout.write(`Told of the restore: ${counted(toldPlayers, 'player')}. Mails to GMs: ${toldGms}.\n`);
  return 0;
}

function forecastLines(
  { held, now, passed, coming, mail, players }: ReleaseForecast,
  back: readonly string[],
): string[] {
  const { since, reason, seenAt } = held;
  const lines = [
    `The server is held since ${utc(since)}: ${HELD_BECAUSE[reason]}.`,
    'No turn is processed and no mail is sent until you release it.',
  ];
  if (seenAt !== null) {
    const missing = `Everything that players sent between ${utc(seenAt)} and ${utc(since)} is missing`;
    lines.push(reason === 'operator' ? `${missing} if you have restored a backup.` : `${missing}.`);
  }
  lines.push(...back);
  return [
    ...lines,
    ...section(
      'Dates that have passed',
      passed.map((date) => passedLine(date, now)),
    ),
    ...section(
      'Dates in the next 24 hours',
      coming.map((date) => dateLine(date, now)),
    ),
    ...section('Waiting mail', mail.map(waitingMailInWords)),
    '',
    `Players of running games: ${players}`,
    '',
    '“whistlestop release --help” shows how to go on.',
  ];
}

function section(title: string, lines: string[]): string[] {
  return ['', `${title}:`, ...(lines.length === 0 ? ['none'] : lines).map((line) => `  ${line}`)];
}

function passedLine(passed: PassedDate, now: Date): string {
  const { putOffTo, timeZone } = passed;
  const putOff = putOffTo === null ? 'cannot be put off' : `put off to ${formatDateTime(putOffTo, timeZone)}`;
  return `${dateLine(passed, now)}; ${putOff}`;
}

function dateLine({ game, turn, date, timeZone, processedAt }: PassedDate | ComingDate, now: Date): string {
  const processing =
    processedAt === null
      ? 'waits for its GM'
      : processedAt <= now
        ? 'would be processed at once'
        : `processed ${formatDateTime(processedAt, timeZone)}`;
  return `${game}, turn ${turn}: ${formatDateTime(date, timeZone)}, ${processing}`;
}

function utc(moment: Date): string {
  return formatDateTime(moment, 'UTC');
}
