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

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../prisma');

/** The file of the schema and the folder of the migrations. */
export const schemaFile = path.join(folder, 'schema.prisma');
export const migrationsFolder = path.join(folder, 'migrations');

/** All tables in our schema are ours; the queue has a schema of its own. */
export const noFilter: bindings.SchemaFilter = { externalTables: [], externalEnums: [] };

export type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Opens the engine on a database. Callers must free it with `engine.free()` and close the pool themselves.
 */
export async function openSchemaEngine(pool: pg.Pool): Promise<bindings.SchemaEngine> {
  await loadEngine();
  const datamodels: [string, string][] = [[schemaFile, await readFile(schemaFile, 'utf8')]];
  const adapter = bindMigrationAwareSqlAdapterFactory(patchAdapter(new PrismaPg(pool)));
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

/**
 * Patches the adapter for the engine. The original splits a script at every semicolon, including those within functions
 * and comments, and runs the pieces on any connection. Sent whole, PostgreSQL runs a script as one transaction, so that
 * a failed migration is rolled back. The original also lacks the type with which PostgreSQL describes foreign keys.
 */
function patchAdapter(factory: PrismaPg): SqlMigrationAwareDriverAdapterFactory {
  const patch = <A extends SqlDriverAdapter & { underlyingDriver(): pg.Pool }>(adapter: A): A => {
    adapter.executeScript = async (script) => {
      try {
        await adapter.underlyingDriver().query(script);
      } catch (error) {
        throw asAdapterError(error);
      }
    };
    adapter.queryRaw = (query) => queryWithCharType(adapter, query);
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => patch(await factory.connect()),
    connectToShadowDb: async () => patch(await factory.connectToShadowDb()),
  };
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
