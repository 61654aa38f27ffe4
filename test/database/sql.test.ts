import { afterAll, beforeAll, expect, test } from 'vitest';
import { definedStatements, statement } from '../../src/database/sql.ts';
import '../../src/server.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own?.close());

const preparedAs = statement<{ name: string }, [number]>(
  'prepared-as',
  'select name from pg_prepared_statements where $1::int = 1',
);

test('a statement written by hand runs in the transaction and is prepared under its name', async () => {
  const rows = await own.ctx.db.prisma.$transaction(async (tx) => {
    await preparedAs(tx, 1);
    return preparedAs(tx, 1);
  });
  expect(rows).toContainEqual({ name: 'prepared-as' });
});

test('two statements cannot have the same name or the same text', () => {
  expect(() => statement('prepared-as', 'select 1')).toThrow('two statements named prepared-as');
  expect(() => statement('another', 'select name from pg_prepared_statements where $1::int = 1')).toThrow(
    'another is the same statement as prepared-as',
  );
});

test('every statement written by hand fits the schema', async () => {
  const client = await own.ctx.db.pool.connect();
  try {
    for (const { name, text } of definedStatements()) {
      await expect(client.query(`prepare "test ${name}" as ${text}`), name).resolves.toBeDefined();
    }
  } finally {
    client.release(true);
  }
});
