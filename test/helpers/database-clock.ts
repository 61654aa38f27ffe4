import { type Database, openDatabase } from '../../src/database/client.ts';

/** A database whose clock a test can set. */
export interface ClockedDatabase {
  db: Database;
  /** Makes the clock differ from the real one by so many milliseconds. */
  setAhead(milliseconds: number): Promise<void>;
}

/**
 * Opens new connections to a test database on which `clock_timestamp()` can be wrong. Other connections that are opened
 * later see the same clock. The caller closes them.
 */
export async function openClocked(url: string): Promise<ClockedDatabase> {
  const setup = await openDatabase(url);
  await setup.pool.query(`
    create schema wrong;
    create table wrong.shift (ahead interval not null);
    insert into wrong.shift values ('0');
    create function wrong.clock_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.clock_timestamp() + (select ahead from wrong.shift)';
    do $$ begin
      execute format('alter database %I set search_path = wrong, pg_catalog, public', current_database());
    end $$;`);
  await setup.close();
  const db = await openDatabase(url);
  return {
    db,
    setAhead: async (milliseconds) => {
      await db.pool.query(`update wrong.shift set ahead = $1 * interval '1 millisecond'`, [milliseconds]);
    },
  };
}
