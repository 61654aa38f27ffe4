import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { DEPARTURES_FILE, requireUsable } from '../departures/departure-list.ts';
import { addMissingDepartures, departureFolders, UnusableList } from '../departures/record-departures.ts';
import type { Condition, HealthCheck } from '../health.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';
import { lookAt } from '../slow-folder.ts';

/** Milliseconds from the end of one look at the lists to the next. */
const INTERVAL = 60_000;

/** Milliseconds after which the lists are read although nothing has changed. */
const MAX_AGE = 3_600_000;

type Result = Omit<Condition, 'check'>;

const OK: Result = { level: 'ok', message: 'The list of departures can be written.' };

/** The check of the lists of departures, and how to end it. */
export interface DeparturesCheck extends HealthCheck {
  /** Waits for the look that is going on. None begins afterward. */
  stop(): Promise<void>;
}

/**
 * Whether the lists of departures can be read and written. A look adds what is missing in them, so that what could not be written
 * is there once it can be. That is a warning: it must not keep players from the pages. A look may take longer than a check may, so
 * the check gives the result of the last one, and does not wait for it.
 * @param interval milliseconds from the end of one look to the next
 */
export function departuresCheck(
  ctx: AppContext,
  settings: BackupSettings,
  interval = INTERVAL,
): DeparturesCheck {
  let latest = OK;
  let next = 0;
  let looking: Promise<void> | null = null;
  let stopped = false;
  const record = createRecorder(ctx, settings);

  async function look(): Promise<void> {
    try {
      latest = await resultOf(settings, record);
    } catch (error) {
      // The check of the database says why.
      ctx.log.debug({ err: error }, 'the list of departures could not be compared with the database');
    } finally {
      next = performance.now() + interval;
      looking = null;
    }
  }
  return {
    name: 'departures',
    async run() {
      if (!stopped && performance.now() >= next) looking ??= look();
      return latest;
    },
    async stop() {
      stopped = true;
      await looking;
    },
  };
}

/** @throws if the database fails */
async function resultOf(settings: BackupSettings, record: () => Promise<void>): Promise<Result> {
  const found = await firstUnusable(departureFolders(settings));
  try {
    // If one list cannot be used, the other one gets what is missing.
    await record();
  } catch (error) {
    if (!(error instanceof UnusableList)) throw error;
    return unusable(found ?? error);
  }
  return found === null ? OK : unusable(found);
}

/**
 * Records departures as `recordDepartures` does, but reads the lists, which grow for good, only if they or the departures in the
 * database have changed since a time when nothing was missing, an hour has passed, or they say of a game here that it left.
 */
function createRecorder(ctx: AppContext, settings: BackupSettings): () => Promise<void> {
  let complete: { state: string; until: number } | null = null;
  return async () => {
    const state = JSON.stringify([
      await departuresInDatabase(ctx),
      await Promise.all(departureFolders(settings).map(listState)),
    ]);
    if (complete !== null && complete.state === state && performance.now() < complete.until) return;
    complete = null;
    const { added, namesGameHere } = await addMissingDepartures(ctx, settings);
    if (added === 0 && !namesGameHere) complete = { state, until: performance.now() + MAX_AGE };
  };
}

/** How many accounts and games have left, and when; and since when the server is held, because nothing is written then. */
async function departuresInDatabase(ctx: AppContext): Promise<unknown> {
  return await ctx.db.prisma.$queryRaw`
    select
      (select "databaseId" from "ServerState") as id,
      (select "heldAt" from "ServerState")::text as held,
      (select json_build_array(count(*), max("deletedAt")) from "Account" where "deletedAt" is not null) as accounts,
      (select count(*)::int from "DeletedGame") as games,
      (select json_build_array(count(*), max("transferredOutAt")) from "Game"
        where "transferredOutAt" is not null) as moved`;
}

/** What changes if the list of a folder is written or replaced; why it cannot be looked at. */
async function listState(folder: string): Promise<unknown> {
  return await lookAt(folder, () => stat(path.join(folder, DEPARTURES_FILE))).then(
    ({ ino, size, mtimeMs }) => [ino, size, mtimeMs],
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

async function firstUnusable(folders: readonly string[]): Promise<UnusableList | null> {
  for (const folder of folders) {
    try {
      await requireUsable(folder);
    } catch (error) {
      return new UnusableList(folder, error);
    }
  }
  return null;
}

function unusable({ folder, reason }: UnusableList): Result {
  return {
    level: 'warning',
    message: `The list of departures (${DEPARTURES_FILE}) in ${folder} cannot be read or written: ${reason}. After a restore, games that have moved and accounts that were deleted could be back. Give the file and its folder to the user that runs the server, or make space on the disk. The server then adds by itself what is missing.`,
  };
}
