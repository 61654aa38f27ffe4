import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { readModules } from './modules.ts';

const root = path.resolve(import.meta.dirname, '../../src');

/**
 * The files that write seats. Those that can give one to an account must take it from `lockSeatableAccount`; the others
 * must say why they cannot. If you add a file here, ask which of the two it is.
 */
const SEATING = [
  'games/seats/correct-address.ts',
  'games/seats/join-game.ts',
  'games/seats/manage-seats.ts',
  'games/seats/replace-player.ts',
];
const OTHER_WRITERS: Record<string, string> = {
  'accounts/update-account.ts':
    'forgets the stand-in for the address of a player who has an e-mail address now',
  'games/game/accepted-seat.ts': 'notes that the account of a seat has accepted it',
  'games/processing/printouts-after-rollback.ts':
    'moves the turn from which on the player of a seat sees printouts',
  'games/seats/computer-seats.ts': 'adds seats that the computer plays',
  'games/seats/delete-account.ts': 'removes an account from its seats',
  'games/seats/give-up-seat.ts': 'takes the account away or removes its seat, in an abandoned game',
  'games/seats/missed-turns.ts': 'takes the account away, for the computer',
  'games/seats/offer-seat.ts': 'offers a seat that the computer plays',
};
/** Writes rows of any table: a game that comes from another server keeps its seats, and its inspections bar there, too. */
const GENERIC_WRITER = 'games/archive/transfer-rows.ts';

const WRITES = /^(create|update|upsert)/;

/** Whether a file writes the table of seats: through Prisma, as part of a game, or in SQL. */
function writesSeats(source: string, file: string): boolean {
  let found = /\b(UPDATE|INSERT INTO)\s+"Seat"/i.test(source);
  const { program } = parseSync(file, source);
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') return;
      if (nameOf(callee.object.property) === 'seat' && WRITES.test(nameOf(callee.property))) found = true;
    },
    Property({ key, value }) {
      if (nameOf(key) !== 'seats' || value.type !== 'ObjectExpression') return;
      const keys = value.properties.map((one) => (one.type === 'Property' ? nameOf(one.key) : ''));
      if (keys.some((name) => WRITES.test(name) || /^(connect|set$)/.test(name))) found = true;
    },
  }).visit(program);
  return found;
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : '';
}

test('every file that gives seats to accounts goes through the one check of who may have a seat', () => {
  const sources = readModules(root).map(({ file }) => ({
    file,
    source: readFileSync(path.join(root, file), 'utf8'),
  }));
  const writers = sources.filter(({ source, file }) => writesSeats(source, file));
  expect(writers.map(({ file }) => file)).toEqual([...SEATING, ...Object.keys(OTHER_WRITERS)].sort());
  const unchecked = writers.filter(
    ({ file, source }) => SEATING.includes(file) && !source.includes('./lock-seatable-account.ts'),
  );
  expect(unchecked).toEqual([]);
  // The type that `lockSeatableAccount` returns cannot be made elsewhere.
  const casting = sources.filter(({ source }) => /\bas (unknown as )?SeatableAccount\b/.test(source));
  expect(casting.map(({ file }) => file)).toEqual(['games/seats/lock-seatable-account.ts']);
  const generic = sources.filter(({ source }) => /\b(UPDATE|INSERT INTO) "\$\{/i.test(source));
  expect(generic.map(({ file }) => file).filter((file) => file.startsWith('games/'))).toEqual([
    GENERIC_WRITER,
  ]);
});

test.each([
  'tx.seat.create({ data: { accountId } });',
  'ctx.db.prisma.seat.updateMany({ where, data });',
  'const data = { seats: { create: [seat] } };',
  'tx.$executeRaw`UPDATE "Seat" SET "accountId" = 1`;',
])('is seen to write seats: %s', (source) => expect(writesSeats(source, 'file.ts')).toBe(true));

test.each(['tx.seat.findMany({ where });', 'const where = { seats: { some: { accountId } } };'])(
  'is not taken for a write: %s',
  (source) => expect(writesSeats(source, 'file.ts')).toBe(false),
);
