// A database beside the running one, in which a backup is tried out.
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { SafeClient } from '../../database/safe-client.ts';
import { grouped } from '../../rules/numbers.ts';
import { quoted } from './database-catalog.ts';

/** The advisory lock under which scratch databases are created and leftovers removed. */
const SCRATCH_LOCK = 0x73_63_72_61;

/** How many times the size of the original must be free. Loading writes the rows twice: to the log and to the tables. */
const RESERVE = 4;

/**
 * A scratch database without connections that is older than this (milliseconds) was left by a process that was killed.
 * Another copy of the original, with the same id, may have created a younger one and not connected to it yet.
 */
const LEFT_AFTER = 60_000;

/** What came of trying to use a scratch database. */
export type InScratch<T> =
  | { created: true; value: T }
  /** It could not be created, for this reason: in most cases the role may not. */
  | { created: false; reason: string };

/**
 * Creates a database on the server of another one, runs work with its address, and drops it. Also drops scratch
 * databases of the same original that were left by processes that were killed.
 * @param url the address of the original
 * @param databaseId tells the original from others on the same server
 * @throws what the work throws, and if the scratch database cannot be dropped
 */
export async function inScratchDatabase<T>(
  { url, databaseId }: { url: string; databaseId: string },
  work: (scratchUrl: string) => Promise<T>,
): Promise<InScratch<T>> {
  const prefix = `whistlestop_scratch_${databaseId.replaceAll('-', '')}_`;
  // As long as a name may be. The time tells leftovers from databases that were created just now.
  const name = `${prefix}${Date.now().toString(36)}${randomBytes(1).toString('hex')}`;
  const scratchUrl = withDatabase(url, name);
  const original = await connect(url);
  try {
    const tight = await tooLittleSpace(original, url);
    if (tight !== null) return { created: false, reason: tight };
    const holder = await create(original, { prefix, name, scratchUrl });
    if (typeof holder === 'string') return { created: false, reason: holder };
    try {
      return { created: true, value: await work(scratchUrl) };
    } finally {
      await holder.end();
      await original.query(`DROP DATABASE ${quoted(name)}`);
    }
  } finally {
    await original.end();
  }
}

/** Returns a connection that shows the new database as in use, or why it could not be created. */
async function create(
  original: pg.Client,
  { prefix, name, scratchUrl }: { prefix: string; name: string; scratchUrl: string },
): Promise<pg.Client | string> {
  await original.query('SELECT pg_advisory_lock($1)', [SCRATCH_LOCK]);
  try {
    await dropLeftovers(original, prefix);
    try {
      await original.query(`CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8'`);
    } catch (error) {
      return (error as Error).message;
    }
    try {
      return await connect(scratchUrl);
    } catch (error) {
      // The server lets this role connect to the original only.
      await original.query(`DROP DATABASE ${quoted(name)}`);
      return (error as Error).message;
    }
  } finally {
    await original.query('SELECT pg_advisory_unlock($1)', [SCRATCH_LOCK]);
  }
}

/**
 * Says that the disk of a PostgreSQL on this machine has too little space for a second database; null if it has enough,
 * or if the disk cannot be looked at.
 */
async function tooLittleSpace(original: pg.Client, url: string): Promise<string | null> {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)) return null;
  try {
    const { rows } = await original.query<{ size: string; folder: string }>(
      "SELECT pg_database_size(current_database()) AS size, current_setting('data_directory') AS folder",
    );
    const { bavail, bsize } = await statfs(rows[0]?.folder ?? '');
    const [free, needed] = [bavail * bsize, RESERVE * Number(rows[0]?.size)];
    const megabytes = (bytes: number) => `${grouped(Math.ceil(bytes / 1_000_000))} MB`;
    return free < needed ? `${megabytes(free)} are free, and ${megabytes(needed)} are needed` : null;
  } catch {
    return null;
  }
}

/** Drops the older scratch databases that nobody is connected to. */
async function dropLeftovers(original: pg.Client, prefix: string): Promise<void> {
  const { rows } = await original.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d
     WHERE starts_with(datname, $1) AND pg_has_role(datdba, 'USAGE')
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)`,
    [prefix],
  );
  for (const { name } of rows) {
    const age = Date.now() - Number.parseInt(name.slice(prefix.length, prefix.length + 8), 36);
    if (age < LEFT_AFTER) continue;
    await original.query(`DROP DATABASE IF EXISTS ${quoted(name)}`);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new SafeClient({
    connectionString: url,
    application_name: 'whistlestop scratch',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  });
  // A lost connection shows in the next query.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
