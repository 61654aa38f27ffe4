import type { AppContext } from '../context.ts';
import { readMigrations } from '../database/schema-engine.ts';

/** Milliseconds between two looks at the migrations. */
const INTERVAL = 5_000;

/** Looks whether a newer version has changed the tables. */
export interface NewerVersionWatch {
  /** Stops looking. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Ends this process if a newer version changes the tables of the database while it runs: it would read and write them wrongly.
 * A start refuses such a database. Must be called when the process has brought the tables up to date.
 * @param onFatal must end the process
 * @param interval milliseconds between two looks; for tests
 */
export async function watchForNewerVersion(
  ctx: AppContext,
  onFatal: (error: Error) => void,
  interval = INTERVAL,
): Promise<NewerVersionWatch> {
  // Now, because the newer version may be installed over the files of this one.
  const known = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  let looking: Promise<void> | null = null;
  const look = async () => {
    const { rows } = await ctx.db.pool.query<{ name: string }>(
      'select migration_name as "name" from "_prisma_migrations" where rolled_back_at is null and migration_name <> all($1)',
      [known],
    );
    if (rows.length === 0) return;
    clearInterval(timer);
    const names = rows.map(({ name }) => name).join(', ');
    onFatal(
      new Error(
        `A newer version of Whistlestop has changed the tables of the database (${names}), so this one cannot go on. Start the newer one.`,
      ),
    );
  };
  const timer = setInterval(() => {
    // The health check of the database reports why it does not answer.
    looking ??= look()
      .catch((error: unknown) => ctx.log.debug({ err: error }, 'could not look for a newer version'))
      .finally(() => {
        looking = null;
      });
  }, interval);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
