import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { CHECK_TITLES } from '../check-titles.ts';
import type { CheckName } from '../health.ts';
import { lookAt } from '../slow-folder.ts';
import { readStateFile, writeStateFile } from '../state-file.ts';
import type { Alert } from './alert-state.ts';

/*
 * What the operator has been told, in a file: a server that crashes again and again must not mail at every start, and a
 * server that starts without its database must know where to write. The folder of the file may not answer, which must be told, too.
 */

const Level = z.enum(['warning', 'down']);
const moment = z.iso.datetime().transform((text) => new Date(text));

const StoredAlert = z.object({
  check: z.enum(Object.keys(CHECK_TITLES) as CheckName[]),
  level: Level,
  since: moment,
  // These two are missing in files of older versions.
  againSince: moment.optional(),
  before: z.number().default(0),
  due: z.boolean(),
  told: z.object({ at: moment, level: Level }).nullable(),
  elsewhere: z.boolean(),
  okSince: moment.nullable(),
});

const AlertFile = z.object({
  /** The addresses of the operators when the database was last asked. */
  addresses: z.array(z.string()),
  alerts: z.array(StoredAlert),
});

/** What is stored. The messages of conditions are not: the next round of checks brings them again. */
export interface StoredAlerts {
  addresses: readonly string[];
  alerts: readonly Alert[];
}

/** The file of a process, by its name in the data folder. */
export function alertFile(dataDir: string, name: string): string {
  return path.join(dataDir, name === 'all' ? 'alerts.json' : `alerts-${name}.json`);
}

/** The files of all processes that use the data folder; none if it cannot be read. */
export async function alertFiles(dataDir: string): Promise<string[]> {
  const names = await lookAt(dataDir, () => readdir(dataDir)).catch(() => []);
  return names
    .filter((name) => /^alerts(-[a-z0-9-]+)?\.json$/.test(name))
    .map((name) => path.join(dataDir, name));
}

/** Reads a file. It counts as empty if there is none, or its folder does not answer. */
export async function readAlerts(file: string): Promise<StoredAlerts> {
  const stored = await lookAt(path.dirname(file), () => readStateFile(file, AlertFile)).catch(() => null);
  return {
    addresses: stored?.addresses ?? [],
    alerts: (stored?.alerts ?? []).map(({ againSince, ...alert }) => ({
      ...{ ...alert, againSince: againSince ?? alert.since, message: null },
    })),
  };
}

/** Writes a file, one state after another. */
export interface AlertWriter {
  /** Writes a state unless the file has it. If that fails, it is logged, and the next call tries again. */
  write(stored: StoredAlerts): void;
  /** Resolves when the last state is written, or could not be. */
  settled(): Promise<void>;
}

/** @param before what the file has now */
export function createAlertWriter(file: string, before: StoredAlerts, log: Logger): AlertWriter {
  let inFile = textOf(before);
  let wanted = inFile;
  let writing: Promise<void> | null = null;
  let failing = false;

  async function writeWanted(): Promise<void> {
    try {
      while (wanted !== inFile) {
        const text = wanted;
        await lookAt(path.dirname(file), () => writeStateFile(file, JSON.parse(text)));
        inFile = text;
      }
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'could not store what the operator was told');
      failing = true;
    } finally {
      writing = null;
    }
  }
  return {
    write(stored) {
      wanted = textOf(stored);
      if (writing === null && wanted !== inFile) writing = writeWanted();
    },
    settled: async () => {
      await writing;
    },
  };
}

function textOf({ addresses, alerts }: StoredAlerts): string {
  return JSON.stringify({ addresses, alerts: alerts.map(({ message: _, ...stored }) => stored) });
}
