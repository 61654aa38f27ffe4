// Prisma's schema engine as WebAssembly. It runs migrations without Prisma's CLI, which would download a program.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { SafeClient } from './safe-client.ts';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../prisma');

/** The file of the schema and the folder of the migrations. */
export const schemaFile = path.join(folder, 'schema.prisma');
export const migrationsFolder = path.join(folder, 'migrations');

/** All tables in our schema are ours; the queue has a schema of its own. */
export const noFilter: bindings.SchemaFilter = { externalTables: [], externalEnums: [] };

export type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Opens the engine on a connection. Everything that it does to the database goes through this one connection, so a
 * transaction of the caller's includes it. Callers must free it with `engine.free()` and close the connection themselves.
 * @param url where the client is connected; the engine also creates its temporary databases there
 */
export async function openSchemaEngine(client: pg.Client, url: string): Promise<bindings.SchemaEngine> {
  await loadEngine();
  const datamodels: [string, string][] = [[schemaFile, await readFile(schemaFile, 'utf8')]];
  const factory = new PrismaPg({ connectionString: url, allowExitOnIdle: true, Client: SafeClient });
  const adapter = bindMigrationAwareSqlAdapterFactory(patchFactory(factory, client));
  return await bindings.SchemaEngine.new({ datamodels }, () => {}, adapter);
}

/** Node has WebAssembly, but its types declare it only for browsers. */
const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyLike }).WebAssembly;

interface WebAssemblyLike {
  instantiate(program: Buffer, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

let loading: Promise<void> | null = null;

function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const program = await readFile(path.join(path.dirname(glue), 'schema_engine_bg.wasm'));
    const { instance } = await webAssembly.instantiate(program, {
      './schema_engine_bg.js': withUnreferencedTimers(bindings),
    });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
  })();
  return loading;
}

/** The engine leaves a timer of ten seconds behind, which would keep a finished process alive. */
function withUnreferencedTimers(imports: object): object {
  const setTimeoutOf = globalThis.setTimeout;
  const unreferenced = (...args: Parameters<typeof setTimeout>) => setTimeoutOf(...args).unref();
  const wrap =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      // The engine's glue code calls the global function synchronously.
      globalThis.setTimeout = unreferenced as typeof setTimeout;
      try {
        return call(...args);
      } finally {
        globalThis.setTimeout = setTimeoutOf;
      }
    };
  const entries = Object.entries(imports);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name.startsWith('__wbg_setTimeout') ? wrap(value) : value]),
  );
}

type Adapter = SqlDriverAdapter & { underlyingDriver(): pg.Pool };

/** Makes the adapters that the engine gets: one on our connection, and others for its temporary databases. */
function patchFactory(factory: PrismaPg, client: pg.Client): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter = patchAdapter(await factory.connect(), (script) => runInSavepoint(client, script));
      // In place of the adapter's pool, which never opens a connection.
      return Object.assign(adapter, { client });
    },
    connectToShadowDb: async () => {
      const adapter = await factory.connectToShadowDb();
      return patchAdapter(adapter, (script) => adapter.underlyingDriver().query(script));
    },
  };
}

/**
 * Patches an adapter for the engine. The original splits a script at every semicolon, including those within functions
 * and comments. It also lacks the type with which PostgreSQL describes foreign keys.
 */
function patchAdapter(adapter: Adapter, runScript: (script: string) => Promise<unknown>): Adapter {
  adapter.executeScript = async (script) => {
    try {
      await runScript(script);
    } catch (error) {
      throw asAdapterError(error);
    }
  };
  adapter.queryRaw = (query) => queryWithCharType(adapter, query);
  return adapter;
}

/** After a script that fails, the engine must be able to go on in the transaction: it records the reason. */
async function runInSavepoint(client: pg.Client, script: string): Promise<void> {
  await client.query('savepoint script');
  try {
    await client.query(script);
    await client.query('release savepoint script');
  } catch (error) {
    await client.query('rollback to savepoint script').catch(() => {});
    throw error;
  }
}

/** The one-byte type "char", with which PostgreSQL's catalogs describe the action of a foreign key. */
const CHAR_TYPE = pg.types.builtins.CHAR;

async function queryWithCharType(adapter: SqlDriverAdapter, query: SqlQuery): Promise<SqlResultSet> {
  const charColumns: number[] = [];
  const { performIO, queryRaw } = Object.getPrototypeOf(adapter) as {
    performIO(query: SqlQuery): Promise<pg.QueryResult>;
    queryRaw(query: SqlQuery): Promise<SqlResultSet>;
  };
  const patched = Object.create(adapter, {
    performIO: {
      value: async (inner: SqlQuery) => {
        const result = await performIO.call(adapter, inner);
        result.fields.forEach((field, index) => {
          if (field.dataTypeID !== CHAR_TYPE) return;
          field.dataTypeID = pg.types.builtins.TEXT;
          charColumns.push(index);
        });
        return result;
      },
    },
  });
  const result = await queryRaw.call(patched, query);
  for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
  return result;
}

function asAdapterError(error: unknown): unknown {
  const { code, severity, message, detail, column, hint } = error as pg.DatabaseError;
  if (!code || !severity) return error;
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

/** Reads the migrations of a folder, in order, in the engine's format: all, or those with these names. */
export async function readMigrations(
  from = migrationsFolder,
  only?: readonly string[],
): Promise<bindings.MigrationList> {
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && (only?.includes(entry.name) ?? true))
    .map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => {
      const content = await readFile(path.join(from, name, 'migration.sql'), 'utf8');
      return {
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: content } },
      };
    }),
  );
  const lockfile = await readFile(path.join(from, 'migration_lock.toml'), 'utf8').catch(() => null);
  return {
    baseDir: from,
    lockfile: { path: 'migration_lock.toml', content: lockfile },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
