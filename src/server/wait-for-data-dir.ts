import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Alerts } from '../operations/alerts/alerts.ts';
import { chooseProcessName, processNames } from '../operations/starts.ts';
import { requireDataDir } from './data-dir.ts';
import { openAlerts } from './operations.ts';

/** What a disk does that was good: it is full, or it became read-only after an error. */
const OF_A_DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** Milliseconds between two looks at the folder. */
const INTERVAL = 5_000;

/** For tests: milliseconds between two looks at the folder, and until it is told. */
export interface WaitOptions {
  interval?: number;
  patience?: number;
}

/**
 * Makes sure that the server can write to DATA_DIR. If a server has run with this folder before, and its disk is full or read-only
 * now, tells the operators by mail and waits until it is not. A process that ended would be started again and again, and could not
 * remember what it has told. Without a mail server, it ends, so that its last words are seen.
 * @throws StartError if the folder cannot be used for another reason, or a server has never used it
 */
export async function waitForDataDir(
  config: Config,
  log: Logger,
  { interval = INTERVAL, patience }: WaitOptions = {},
): Promise<void> {
  const first = await failureIn(config.dataDir);
  if (first === null) return;
  const { smtpUrl, dataDir, role, processName } = config;
  const wasUsed = (await processNames(dataDir)).length > 0;
  if (smtpUrl === null || !wasUsed || !isOfDisk(first)) throw first;
  log.error({ err: first }, 'the server does not start: it waits until it can write to DATA_DIR');
  const name = await chooseProcessName(dataDir, role, processName);
  const alerts = await openAlerts(config, log, {
    ...{ smtpUrl, name },
    ...(patience !== undefined && { patience }),
  });
  try {
    await waitTelling(alerts, dataDir, { failure: first, interval });
    // Now it can be stored what was told, so that the server says that it is over.
    alerts.observe([{ check: 'disk', level: 'ok', message: 'The server can write to DATA_DIR.' }]);
  } finally {
    await alerts.close();
  }
}

/** @throws if the folder cannot be used for another reason */
async function waitTelling(
  alerts: Alerts,
  dataDir: string,
  { failure, interval }: { failure: Error; interval: number },
): Promise<void> {
  for (let latest: Error | null = failure; latest !== null; latest = await failureIn(dataDir)) {
    if (!isOfDisk(latest)) throw latest;
    const message = `The server does not start: ${latest.message} It waits until it can write there.`;
    alerts.observe([{ check: 'disk', level: 'down', message }]);
    await sleep(interval);
  }
}

async function failureIn(dataDir: string): Promise<Error | null> {
  return await requireDataDir(dataDir).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

function isOfDisk(error: Error): boolean {
  return OF_A_DISK.has((error as NodeJS.ErrnoException).code ?? '');
}
