import { constants } from 'node:fs';
import { access, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { exists, flushFolder, giveToFolderOwner, makePrivateFolder } from '../backup/files.ts';
import { lookAt } from '../slow-folder.ts';

/*
 * The list of departures: which games have moved to another server or were deleted, and which accounts were deleted. It lies
 * outside of the database, because a database that was restored from a backup cannot know what happened after the backup. It
 * has numbers and moments only, no names and no addresses. Lines are only added, never changed.
 */

/** The name of the list in the data folder and in the folder of the backups. */
export const DEPARTURES_FILE = 'departures.jsonl';

const moment = z.iso.datetime();
/** `id` is that of the game's row, because a restored server may give its number to another game. */
const game = { game: z.string(), id: z.uuid() };
/** `database` tells whose departure it is: the id in `ServerState`. */
const common = { database: z.uuid(), at: moment };

const Departure = z.discriminatedUnion('kind', [
  /** The list begins. Without any line of a database, it is not known what has left it. */
  z.object({ ...common, kind: z.literal('begun') }),
  /** `event`: the entry of the game's log that says so. */
  z.object({ ...common, kind: z.literal('gameMoved'), ...game, event: z.uuid() }),
  /** The game is on this server again, and what the list says of it up to this moment no longer holds. */
  z.object({ ...common, kind: z.literal('gameBack'), ...game }),
  z.object({ ...common, kind: z.literal('gameDeleted'), ...game }),
  /** `created`: when the account was created, because a restored server may give its number to another account. */
  z.object({ ...common, kind: z.literal('accountDeleted'), account: z.int(), created: moment }),
]);

/** One line of the list. Moments are ISO 8601. */
export type Departure = z.infer<typeof Departure>;

/** A departure of one kind. */
export type DepartureOf<Kind extends Departure['kind']> = Extract<Departure, { kind: Kind }>;

/** What could be read of a list, or of several. */
export interface DepartureList {
  /** The lines about one database, each once. */
  lines: readonly Departure[];
  /** How many lines were skipped, because they cannot be read. */
  damaged: number;
  /** The folders whose list cannot be read, although there may be one. */
  unreadable: readonly string[];
}

/**
 * Reads the lists of several folders as one. A folder without a list is none.
 * @param database the id of the database whose lines are read
 */
export async function readDepartures(folders: readonly string[], database: string): Promise<DepartureList> {
  const lines = new Map<string, Departure>();
  const unreadable: string[] = [];
  let damaged = 0;
  for (const folder of folders) {
    try {
      const list = await readList(folder, database);
      for (const line of list.lines) lines.set(textOf(line), line);
      damaged += list.damaged;
    } catch {
      unreadable.push(folder);
    }
  }
  return { lines: [...lines.values()], damaged, unreadable };
}

/** Reads the list of one folder. @throws if the folder does not answer, or the list cannot be read */
async function readList(folder: string, database: string): Promise<Pick<DepartureList, 'lines' | 'damaged'>> {
  const text = await lookAt(folder, () =>
    readFile(path.join(folder, DEPARTURES_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
      throw error;
    }),
  );
  const parsed = text.split('\n').flatMap((line) => (line === '' ? [] : [parseLine(line)]));
  const known = parsed.filter((line) => line !== null);
  return {
    lines: known.filter((line) => line.database === database),
    damaged: parsed.length - known.length,
  };
}

/**
 * Makes sure that the list of a folder can be read and written. A list that is missing is one that can be written, if there is not
 * even a folder: it is made when it is needed.
 * @throws if not, or the folder does not answer
 */
export async function requireUsable(folder: string): Promise<void> {
  const file = path.join(folder, DEPARTURES_FILE);
  await lookAt(folder, async () => {
    if (await exists(file)) return (await open(file, constants.O_RDWR | constants.O_APPEND)).close();
    if (await exists(folder)) await access(folder, constants.W_OK | constants.X_OK);
  });
}

/** Null if the line is damaged, such as the last one after a power cut. */
function parseLine(line: string): Departure | null {
  try {
    return Departure.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/**
 * Adds those lines to the list of a folder that it does not have, and makes sure that they survive a power cut.
 * @param database the id of the database that the lines are about
 * @returns how many lines were added
 * @throws if the list cannot be read or written
 */
export async function addDepartures(
  folder: string,
  database: string,
  lines: readonly Departure[],
): Promise<number> {
  const has = new Set((await readList(folder, database)).lines.map(textOf));
  const added = lines.map(textOf).filter((text) => !has.has(text));
  if (added.length > 0) await lookAt(folder, () => append(folder, added));
  return added.length;
}

async function append(folder: string, lines: readonly string[]): Promise<void> {
  await makePrivateFolder(folder);
  const name = path.join(folder, DEPARTURES_FILE);
  const isNew = !(await exists(name));
  const file = await open(name, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = size === 0 ? null : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString();
    // After a power cut, the last line may have no end. The next one must not be lost with it.
    const start = last === null || last === '\n' ? '' : '\n';
    await file.writeFile(`${start}${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await giveToFolderOwner(name);
  if (isNew) await flushFolder(folder);
}

/** The same departure is always the same text. */
function textOf(line: Departure): string {
  return JSON.stringify(Departure.parse(line));
}
