import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/database/client.ts';
import { Prisma } from '../../src/database/generated/client.ts';
import { enqueueDelivery, enqueueJob } from '../../src/database/outbox.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

const hash = 'ab'.repeat(32);
let t: TestContext;
let accountId: number;
let gameId: string;
let seatId: string;

beforeAll(async () => {
  t = await testContext();
  const { prisma } = t.ctx.db;
  const createdAt = t.ctx.now();
  accountId = (await prisma.account.create({ data: { name: 'Ann', email: 'ann@example.org', createdAt } }))
    .id;
  gameId = (await prisma.game.create({ data: game() })).id;
  seatId = (await prisma.seat.create({ data: seat({}) })).id;
});
afterAll(() => t.close());

let serial = 0;
function game(changes: Partial<Prisma.GameUncheckedCreateInput> = {}): Prisma.GameUncheckedCreateInput {
  serial += 1;
  return {
    ruleset: 'election-year',
    rulesetVersion: 1,
    prefix: 'EY',
    serial,
    title: 'A game',
    gmId: accountId,
    schedule: { create: {} },
    policy: { create: {} },
    state: { create: { options: {} } },
    secret: { create: { diceSecret: randomBytes(32) } },
    diceCommitment: hash,
    createdAt: t.ctx.now(),
    ...changes,
  };
}

const header: PrismaJson.TurnHeader = {
  ...{ salt: '', number: 'EY-1', title: 'A game', gm: 'Greta', seats: [], due: null },
  dice: { commitment: hash, secret: null },
};

const report: PrismaJson.PrintedReport = {
  ...{ title: '', subtitle: '', game: '', turn: 1, reader: null, due: null, summary: [], sections: [] },
};

let position = 0;
function seat(changes: Partial<Prisma.SeatUncheckedCreateInput>): Prisma.SeatUncheckedCreateInput {
  position += 1;
  const letter = String.fromCharCode(64 + position);
  return { gameId, position, identifier: `A${letter}`, name: 'Ann', accountId, ...changes };
}

let version = 0;
function sheet(changes: Partial<Prisma.SheetUncheckedCreateInput>): Prisma.SheetUncheckedCreateInput {
  version += 1;
  const rest = { channel: 'web', outcome: 'superseded', raw: {}, orders: {} } as const;
  return { gameId, seatId, turn: 1, version, receivedAt: t.ctx.now(), ...rest, ...changes };
}

function turn(changes: Partial<Prisma.TurnUncheckedCreateInput>): Prisma.TurnUncheckedCreateInput {
  const parts = { sheets: {}, dice: [], header, state: {}, hash, previousHash: hash };
  return { gameId, turn: 1, processedAt: t.ctx.now(), ...parts, ...changes };
}

/** The name of the rule that PostgreSQL names when it refuses. */
async function refusal(write: (tx: Tx) => Promise<unknown>): Promise<string> {
  try {
    await write(t.ctx.db.prisma);
  } catch (error) {
    return (error as Error).message;
  }
  return 'not refused';
}

describe('the database refuses', () => {
  test.each<[string, () => Promise<string>]>([
    [
      'Account_email_lower_case',
      () =>
        refusal((tx) => tx.account.create({ data: { name: 'A', email: 'A@b.org', createdAt: t.ctx.now() } })),
    ],
    [
      'Account_name_given',
      () =>
        refusal((tx) => tx.account.create({ data: { name: '', email: 'a@b.org', createdAt: t.ctx.now() } })),
    ],
    [
      'GameSecret_diceSecret',
      () =>
        refusal((tx) =>
          tx.game.create({ data: game({ secret: { create: { diceSecret: randomBytes(31) } } }) }),
        ),
    ],
    [
      'GameSchedule_graceHours',
      () => refusal((tx) => tx.game.create({ data: game({ schedule: { create: { graceHours: 721 } } }) })),
    ],
    [
      'GamePolicy_maxMisses',
      () => refusal((tx) => tx.game.create({ data: game({ policy: { create: { maxMisses: 21 } } }) })),
    ],
    [
      'GameState_begun',
      () => refusal((tx) => tx.gameState.update({ where: { gameId }, data: { state: {} } })),
    ],
    [
      'Game_parts',
      () => refusal((tx) => tx.gameState.update({ where: { gameId }, data: { setup: {}, state: {} } })),
    ],
    [
      'Game_parts',
      () =>
        refusal((tx) =>
          tx.game.update({
            where: { id: gameId },
            data: { status: 'running', turn: 1, begunAt: t.ctx.now() },
          }),
        ),
    ],
    ...(['schedule', 'policy', 'state', 'secret'] as const).map((part): [string, () => Promise<string>] => [
      'Game_parts',
      () => refusal((tx) => tx.game.create({ data: game({ [part]: undefined }) })),
    ]),
    ['Game_parts', () => refusal((tx) => tx.gameSecret.delete({ where: { gameId } }))],
    [
      'SecurityCode_deleted',
      () =>
        refusal((tx) =>
          tx.account.create({
            data: {
              ...{ name: 'Gone', email: 'gone@example.org', createdAt: t.ctx.now(), deletedAt: t.ctx.now() },
              securityCode: { create: { codeHash: 'x' } },
            },
          }),
        ),
    ],
    [
      'Game_dice_commitment',
      () => refusal((tx) => tx.game.create({ data: game({ diceCommitment: 'AB'.repeat(32) }) })),
    ],
    ['Game_prefix', () => refusal((tx) => tx.game.create({ data: game({ prefix: 'ey' }) }))],
    ['Game_forming', () => refusal((tx) => tx.game.create({ data: game({ turn: 1 }) }))],
    ['Game_forming', () => refusal((tx) => tx.game.create({ data: game({ status: 'running', turn: 1 }) }))],
    ['Game_turn', () => refusal((tx) => tx.game.create({ data: game({ status: 'abandoned', turn: -1 }) }))],
    ['Seat_identifier', () => refusal((tx) => tx.seat.create({ data: seat({ identifier: 'A1' }) }))],
    ['Seat_one_occupant', () => refusal((tx) => tx.seat.create({ data: seat({ opponent: true }) }))],
    ['Sheet_version', () => refusal((tx) => tx.sheet.create({ data: sheet({ version: 0 }) }))],
    ['Sheet_turn', () => refusal((tx) => tx.sheet.create({ data: sheet({ turn: -1 }) }))],
    [
      'Sheet_refused_has_no_orders',
      () => refusal((tx) => tx.sheet.create({ data: sheet({ outcome: 'refused' }) })),
    ],
    [
      'Sheet_refused_has_no_orders',
      () => refusal((tx) => tx.sheet.create({ data: sheet({ orders: Prisma.DbNull }) })),
    ],
    ['Turn_hash', () => refusal((tx) => tx.turn.create({ data: turn({ hash: 'x' }) }))],
    ['Turn_previous_hash', () => refusal((tx) => tx.turn.create({ data: turn({ previousHash: null }) }))],
    ['Turn_previous_hash', () => refusal((tx) => tx.turn.create({ data: turn({ turn: 0 }) }))],
  ])('%s', async (rule, attempt) => {
    expect(await attempt()).toContain(rule);
  });

  test('a second standing sheet of a seat for a turn', async () => {
    const { prisma } = t.ctx.db;
    await prisma.sheet.create({ data: sheet({ outcome: 'standing', turn: 2 }) });
    const second = await refusal((tx) => tx.sheet.create({ data: sheet({ outcome: 'standing', turn: 2 }) }));
    expect(second).toContain('Unique constraint');
    await prisma.sheet.create({ data: sheet({ outcome: 'standing', turn: 3 }) });
    await prisma.sheet.create({ data: sheet({ outcome: 'refused', turn: 2, orders: Prisma.DbNull }) });
  });

  test('a second printout of a turn for a seat, and for the public', async () => {
    const printout = (seatOf: string | null) => (tx: Tx) =>
      tx.printout.create({ data: { gameId, turn: 1, seatId: seatOf, report, reportVersion: '1.1' } });
    expect(await refusal(printout(seatId))).toBe('not refused');
    expect(await refusal(printout(null))).toBe('not refused');
    expect(await refusal(printout(seatId))).toContain('Unique constraint');
    expect(await refusal(printout(null))).toContain('Unique constraint');
  });

  test('to change or take away a processed turn, except with its game', async () => {
    const { prisma } = t.ctx.db;
    const other = (await prisma.game.create({ data: game() })).id;
    await prisma.turn.create({ data: turn({ gameId: other, turn: 0, previousHash: null }) });
    const key = { gameId_turn_attempt: { gameId: other, turn: 0, attempt: 1 } };
    expect(
      await refusal((tx) => tx.turn.update({ where: key, data: { state: { changed: true } } })),
    ).toContain('A processed turn cannot be changed');
    expect(await refusal((tx) => tx.turn.delete({ where: key }))).toContain(
      'A processed turn cannot be changed',
    );
    expect(await refusal((tx) => tx.game.delete({ where: { id: other } }))).toBe('not refused');
    expect(await prisma.turn.count({ where: { gameId: other } })).toBe(0);
  });

  test('to let the account of a GM or a player go', async () => {
    expect(await refusal((tx) => tx.account.delete({ where: { id: accountId } }))).toContain('Foreign key');
  });
});

test('keeps the bytes of what is hashed: the order of keys, and characters beyond the first plane', async () => {
  const raw = { z: 1, a: { y: '🚂\u0001', b: [3, null, 'é'] }, '10': true };
  const { id } = await t.ctx.db.prisma.sheet.create({ data: sheet({ raw }) });
  const kept = await t.ctx.db.prisma.sheet.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(kept.raw)).toBe(JSON.stringify(raw));
  const { rows } = await t.ctx.db.pool.query('select raw::text as text from "Sheet" where id = $1', [id]);
  expect(rows).toEqual([{ text: JSON.stringify(raw) }]);
});

describe('the outbox', () => {
  const jobs = async () =>
    (await t.ctx.db.pool.query('select task_identifier, key, run_at, max_attempts from graphile_worker.jobs'))
      .rows;

  test('has a delivery and its job exactly if the transaction commits', async () => {
    const { prisma } = t.ctx.db;
    const account = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    const write = (tx: Tx) =>
      enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 'x' } }, t.ctx);
    const failing = prisma.$transaction(async (tx) => {
      await write(tx);
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    expect([await prisma.delivery.count(), await jobs()]).toEqual([0, []]);
    const delivery = await prisma.$transaction(write);
    expect(delivery).toMatchObject({
      status: 'queued',
      messageId: `<${delivery.id}@whistlestop.test>`,
      toAddress: 'ann@example.org',
      toName: 'Ann',
      accountId,
      nextAttempt: t.ctx.now(),
    });
    expect(await jobs()).toMatchObject([{ task_identifier: 'deliver', key: `deliver:${delivery.id}` }]);
  });

  test('can write to somebody without an account', async () => {
    const { prisma } = t.ctx.db;
    const draft = { kind: 'invitation', address: 'new@example.org', name: 'New', gameId, seatId } as const;
    const delivery = await enqueueDelivery(prisma, draft, t.ctx);
    expect(delivery).toMatchObject({ accountId: null, toAddress: 'new@example.org', gameId, seatId });
  });

  test('keeps the latest of the jobs with one key', async () => {
    const { prisma } = t.ctx.db;
    const jobKey = randomUUID();
    const runAt = new Date('2030-01-01T00:00:00Z');
    await enqueueJob(prisma, 'process', { gameId, turn: 1 }, { jobKey });
    await enqueueJob(prisma, 'process', { gameId, turn: 1 }, { jobKey, runAt, maxAttempts: 3 });
    const found = (await jobs()).filter(({ key }) => key === jobKey);
    expect(found).toEqual([{ task_identifier: 'process', key: jobKey, run_at: runAt, max_attempts: 3 }]);
  });
});
