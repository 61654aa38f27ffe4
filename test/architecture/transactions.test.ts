import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { readModules } from './modules.ts';

const root = path.resolve(import.meta.dirname, '../../src');

/** The file that begins transactions, with `runTransaction`: it runs them again after a deadlock. */
const BEGINS = 'database/transaction.ts';

/** Why a file may name Prisma's own method. */
const EXCEPTIONS: Record<string, string> = {
  'mail/inbound/taken-once.ts':
    'stands in for the method, so that `runTransaction` also marks the mail, and calls the real one',
};

/** Whether a file names Prisma's method, in code or as a string. Comments may. */
function namesTransaction(source: string, file: string): boolean {
  let found = false;
  const see = (name: unknown) => {
    if (name === '$transaction') found = true;
  };
  new Visitor({
    Identifier: ({ name }) => see(name),
    Literal: ({ value }) => see(value),
    TemplateElement: ({ value }) => see(value.cooked),
  }).visit(parseSync(file, source).program);
  return found;
}

test('every transaction is begun by the one function that runs it again after a deadlock', () => {
  const files = readModules(root).map(({ file }) => file);
  const direct = files.filter((file) => namesTransaction(readFileSync(path.join(root, file), 'utf8'), file));
  expect(direct).toEqual([BEGINS, ...Object.keys(EXCEPTIONS)].sort());
});

test.each([
  'await prisma.$transaction(work);',
  'ctx.db.prisma.$transaction([read, write]);',
  "db['$transaction'](work);",
  'db[`$transaction`](work);',
  'const { $transaction } = prisma;',
  'const { $transaction: begin } = prisma;',
  'prisma?.$transaction(work);',
])('is seen to begin one itself: %s', (source) => expect(namesTransaction(source, 'file.ts')).toBe(true));

test.each(['// prisma.$transaction', 'runTransaction(db, work);', 'inTransaction(ctx, work);'])(
  'is not taken for one: %s',
  (source) => expect(namesTransaction(source, 'file.ts')).toBe(false),
);
