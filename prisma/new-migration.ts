// Writes a migration: the difference between the existing migrations and schema.prisma.
//   node --import ./src/typescript.js prisma/new-migration.ts NAME
// Review the result and add what Prisma's schema language cannot express.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '../src/database/embedded.ts';
import {
  migrationsFolder,
  noFilter,
  openSchemaEngine,
  readMigrations,
  schemaFile,
} from '../src/database/schema-engine.ts';

/** In the first migration, the SQL above this line is generated and the SQL below it is written by hand. */
const MARKER = '-- Written by hand from here on.';

/** The SQL that changes the result of the migrations (or an empty database) into the schema; null if nothing differs. */
async function difference(from: 'migrations' | 'empty'): Promise<string | null> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-migration-'));
  const log = pino({ level: 'silent' });
  const embedded = await startEmbedded({ dataDir, log, durable: false });
  const client = new pg.Client({ connectionString: embedded.url });
  try {
    await client.connect();
    const engine = await openSchemaEngine(client, embedded.url);
    const content = await readFile(schemaFile, 'utf8');
    const { stdout } = await engine.diff({
      from: from === 'empty' ? { tag: 'empty' } : { tag: 'migrations', ...(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaFile, content }] },
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return !stdout || stdout.trim() === '-- This is an empty migration.' ? null : stdout;
  } finally {
    await client.end();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function write(name: string, sql: string): Promise<void> {
  const file = path.join(migrationsFolder, name, 'migration.sql');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, sql);
  console.log(`Wrote ${file}. Review it before you commit it.`);
}

/** Until the first release there is one migration. Generates its first part again and keeps the rest. */
async function rewriteFirst(): Promise<void> {
  const name = '00000000000000_init';
  const old = await readFile(path.join(migrationsFolder, name, 'migration.sql'), 'utf8').catch(() => '');
  const byHand = old.includes(MARKER) ? old.slice(old.indexOf(MARKER)) : `${MARKER}\n`;
  await write(name, `${((await difference('empty')) ?? '').trim()}\n\n${byHand}`);
}

async function writeNext(name: string): Promise<void> {
  const sql = await difference('migrations');
  if (sql === null) {
    console.log('The migrations match the schema. There is nothing to write.');
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  await write(`${stamp}_${name}`, sql);
}

const [name = ''] = process.argv.slice(2);
if (name === '--rewrite-first') await rewriteFirst();
else if (/^[a-z][a-z0-9_]*$/.test(name)) await writeNext(name);
else {
  console.error(
    'Usage: node --import ./src/typescript.js prisma/new-migration.ts NAME\nNAME: lowercase letters, digits and _, for example add_seat_color',
  );
  process.exitCode = 2;
}
