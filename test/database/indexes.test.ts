import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own?.close());

/** The foreign keys whose first column is not the first one of an index. */
const WITHOUT_INDEX = `
  select format('%s.%s', c.conrelid::regclass, a.attname) as name
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum)`;

test('every foreign key has an index, so that deleting a row does not search whole tables', async () => {
  const { rows } = await own.ctx.db.pool.query<{ name: string }>(WITHOUT_INDEX);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
