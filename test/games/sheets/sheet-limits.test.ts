import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { MAX_RECEIPTS_PER_DAY, MAX_VERSIONS } from '../../../src/games/sheets/sheet-limits.ts';
import { type SentSheet, type Submission, submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { granted, runningGame, send, type TestGame } from '../game/play.ts';
import { processAsGm, rollBackAsGm } from '../processing/turns.ts';

let own: TestContext;
let play: TestGame;
let ann: Seat;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann] = play.seats as [Seat];
});

const sendOnPaper = () =>
  submitSheet(own.ctx, {
    ...{ gameId: play.game.id, seatId: ann.id, turn: 1, raw: { press: 'On paper' } },
    ...{ channel: 'post', sentById: play.gm.id },
  });
const receipts = () => own.ctx.db.prisma.delivery.count({ where: { seatId: ann.id, kind: 'receipt' } });
const sheets = () => own.ctx.db.prisma.sheet.count({ where: { seatId: ann.id } });

test('a seat can send 100 versions of a sheet, good or refused; after that the standing one is still standing', async () => {
  const sent: Submission[] = [];
  for (let i = 0; i < MAX_VERSIONS; i += 1) {
    sent.push(await send(own.ctx, ann, 1, i === 41 ? { press: 'Good' } : { fundraising: ['CA', 'CA'] }));
  }
  expect(sent.filter(({ kind }) => kind === 'refused')).toHaveLength(MAX_VERSIONS - 1);
  const full = { kind: 'too-many', max: MAX_VERSIONS, standingVersion: 42 };
  expect(await send(own.ctx, ann, 1, { press: 'Too late' })).toEqual(full);
  expect(await sheets()).toBe(MAX_VERSIONS);
  const standing = await own.ctx.db.prisma.sheet.findFirst({
    where: { seatId: ann.id, outcome: 'standing' },
  });
  expect(standing?.raw).toEqual({ press: 'Good' });

  expect((await sendOnPaper()).kind).toBe('standing');
  expect((await send(own.ctx, play.seats[1] as Seat, 1, {})).kind).toBe('standing');
}, 60_000);

test('what programs send does not keep the player from sending a sheet on the pages or by mail', async () => {
  const sendBy = (channel: SentSheet['channel']) =>
    submitSheet(own.ctx, {
      ...{ gameId: play.game.id, seatId: ann.id, turn: 1, raw: { press: `By ${channel}` } },
      ...{ channel, sentById: ann.accountId as number },
    });
  for (let i = 0; i < MAX_VERSIONS; i += 1) await sendBy('api');
  expect((await sendBy('api')).kind).toBe('too-many');
  for (const channel of ['web', 'mail', 'pdf'] as const) {
    expect(await sendBy(channel)).toMatchObject({ kind: 'standing', sheet: { channel } });
  }
}, 60_000);

test('of versions that come at the same time, no more than 100 are stored', async () => {
  const many = Array.from({ length: MAX_VERSIONS + 8 }, () => send(own.ctx, ann, 1, {}));
  const kinds = (await Promise.all(many)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'too-many')).toHaveLength(8);
  expect(await sheets()).toBe(MAX_VERSIONS);
}, 60_000);

test('20 receipts a day are mailed to a seat; receipts of paper sheets are counted apart', async () => {
  for (let i = 0; i < MAX_RECEIPTS_PER_DAY + 3; i += 1) await send(own.ctx, ann, 1, {});
  expect(await receipts()).toBe(MAX_RECEIPTS_PER_DAY);
  await sendOnPaper();
  expect(await receipts()).toBe(MAX_RECEIPTS_PER_DAY + 1);
  own.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
  await send(own.ctx, ann, 1, {});
  expect(await receipts()).toBe(MAX_RECEIPTS_PER_DAY + 2);
});

const MINUTE = 60_000;

/** Sets the clock to some minutes after the test's first moment. */
const setMinute = (minute: number) => own.setNow(new Date(testNow.getTime() + minute * MINUTE));

async function sendVersions(turn: number, count: number, raw: unknown = {}): Promise<void> {
  for (let i = 0; i < count; i += 1) await send(own.ctx, ann, turn, raw);
}

test('after a rollback, versions from before it do not count for the limit', async () => {
  await processAsGm(own.ctx, play, 1);
  setMinute(1);
  await sendVersions(2, MAX_VERSIONS);
  expect((await send(own.ctx, ann, 2, {})).kind).toBe('too-many');
  setMinute(2);
  granted(await rollBackAsGm(own.ctx, play, 2));
  await processAsGm(own.ctx, play, 1);
  expect(await send(own.ctx, ann, 2, {})).toMatchObject({
    kind: 'standing',
    sheet: { version: MAX_VERSIONS + 1 },
  });
  await sendVersions(2, MAX_VERSIONS - 1);
  expect((await send(own.ctx, ann, 2, {})).kind).toBe('too-many');
  // The turn itself can be rolled back, too, and its sheet be corrected.
  await processAsGm(own.ctx, play, 2);
  setMinute(3);
  granted(await rollBackAsGm(own.ctx, play, 3));
  await sendVersions(2, MAX_VERSIONS);
  expect((await send(own.ctx, ann, 2, {})).kind).toBe('too-many');
}, 120_000);

test('after a rollback, long orders from before it do not count for the limit', async () => {
  const long = { press: 'x'.repeat(30_000) };
  await processAsGm(own.ctx, play, 1);
  setMinute(1);
  await sendVersions(2, 8, long);
  expect((await send(own.ctx, ann, 2, long)).kind).toBe('too-long');
  setMinute(2);
  granted(await rollBackAsGm(own.ctx, play, 2));
  await processAsGm(own.ctx, play, 1);
  expect((await send(own.ctx, ann, 2, long)).kind).toBe('refused');
});
