import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readModules } from './modules.ts';

/*
 * A client of pg tells its password to any program that asks for it. So every connection is made by the classes of
 * src/database/safe-client.ts.
 */

const SRC = path.resolve(import.meta.dirname, '../../src');
const HOME = 'database/safe-client.ts';

/** What makes connections: classes of pg that are called or extended, and an adapter of Prisma with a pool of its own. */
function unsafeConnections(source: string): string[] {
  const found = source.match(
    /\b(new|extends) pg\.\w*(Client|Pool)\w*|import \{[^}]*\b(Client|Pool)\b[^}]*\} from 'pg'|new PrismaPg\(\{[^}]*\}/g,
  );
  return (found ?? []).filter((text) => !text.includes('Client: SafeClient'));
}

test('Connections to the database are made in one place', () => {
  const found = readModules(SRC)
    .filter(({ file }) => file !== HOME)
    .flatMap(({ file }) =>
      unsafeConnections(readFileSync(path.join(SRC, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});

test.each([
  ['const client = new pg.Client(settings);'],
  ['class Mine extends pg.Pool {}'],
  ["import { Pool } from 'pg';"],
  ['new PrismaPg({ connectionString: url })'],
])('A planted one is found: %s', (source) => {
  expect(unsafeConnections(source)).toHaveLength(1);
});
