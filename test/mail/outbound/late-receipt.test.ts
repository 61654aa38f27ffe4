import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { anAccount, goodSheet, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { processAsGm, rollBackAsGm, rollForwardAsGm } from '../../games/processing/turns.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { openTestMailbox, type TestMailbox } from './test-mailbox.ts';

/* Receipts that wait for the mail server while something happens to their sheets. */

let own: TestContext;
let mailbox: TestMailbox;

beforeAll(async () => {
  own = await testContext();
  mailbox = await openTestMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await own.close();
});

async function receiptOf(seat: Seat, version = 1): Promise<string> {
  const where = { kind: 'receipt' as const, seatId: seat.id, sheet: { version } };
  const mail = await mailbox.send(own.ctx, await own.ctx.db.prisma.delivery.findFirstOrThrow({ where }));
  return (mail.text ?? '').replaceAll(/\s+/g, ' ');
}

/** Turn 2 is open with a good sheet of the first seat and a faulty one of the second; then turn 1 is rolled back. */
async function rolledBack(): Promise<{ g: TestGame; good: Seat; faulty: Seat }> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [good, faulty] = g.seats as [Seat, Seat];
  await processAsGm(own.ctx, g, 1);
  await send(own.ctx, good, 2, await goodSheet(own.ctx, g.game.id, good));
  await send(own.ctx, faulty, 2, { fundraising: ['XX'] });
  granted(await rollBackAsGm(own.ctx, g, 2));
  return { g, good, faulty };
}

test('says that a sheet waits while the turn before it is open again', async () => {
  const { good } = await rolledBack();
  const text = await receiptOf(good);
  expect(text).toContain('Version 1 of your sheet waits until turn 2 is open again.');
  expect(text).not.toContain('counts. It says');
  expect(text).toContain('Turn 1 was rolled back and is open again.');
  expect(text).not.toContain('has been processed');
  expect(text).toContain('Fundraising');
  expect(text).not.toContain('{');
});

test('says that a sheet no longer counts once the turn before it has been processed again', async () => {
  const { g, good, faulty } = await rolledBack();
  await processAsGm(own.ctx, g, 1);
  for (const seat of [good, faulty]) {
    const text = await receiptOf(seat);
    expect(text).toContain(
      'Version 1 of your sheet no longer counts: turn 1 was rolled back after you sent it.',
    );
    expect(text).not.toContain('version 1 counts');
  }
});

test('says which version counts if a later one has come', async () => {
  const { seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = seats as [Seat];
  await send(own.ctx, ann, 1, { press: 'First' });
  await send(own.ctx, ann, 1, { press: 'Second' });
  expect(await receiptOf(ann)).toContain(
    'Version 1 of your sheet no longer counts: version 2, which came later',
  );
  expect(await receiptOf(ann, 2)).toContain('Your sheet is in: version 2 counts.');
});

test('does not tell a former player what the next one has sent', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [seat] = g.seats as [Seat];
  await send(own.ctx, seat, 1, { press: 'First' });
  const nora = await anAccount(own.ctx, 'Nora Neu');
  const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id };
  granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
  await send(own.ctx, { ...seat, accountId: nora.id }, 1, { press: 'Second' });
  const text = await receiptOf(seat);
  expect(text).toContain('Version 1 of your sheet no longer counts. It says:');
  expect(text).not.toMatch(/rolled back|Send it again|version 2/);
});

/* What counts beside a refused sheet. */

const REFUSED = { fundraising: ['XX'] };
const NONE_COUNTS = 'No version of your sheet counts.';

test('of a refused sheet says that none counts if those before it were superseded by a rollback', async () => {
  const { g, good, faulty } = await rolledBack();
  await processAsGm(own.ctx, g, 1);
  for (const seat of [good, faulty]) {
    expect(await send(own.ctx, seat, 2, REFUSED)).toMatchObject({ kind: 'refused', standingVersion: null });
    const text = await receiptOf(seat, 2);
    expect(text).toContain(
      `${NONE_COUNTS} If no good sheet comes, the turn is played as the rules say for a missing sheet.`,
    );
    expect(text).not.toContain('still counts');
  }
});

test('of a refused sheet says that standing orders are played if none counts', async () => {
  const { game, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = seats as [Seat];
  const of = { gameId: game.id, seatId: ann.id, sentById: ann.accountId as number };
  granted(await sendAdvanceOrders(own.ctx, { ...of, turn: 0, raw: { fundraising: ['CA'] } }));
  await send(own.ctx, ann, 1, REFUSED);
  await send(own.ctx, ann, 1, REFUSED);
  expect(await receiptOf(ann, 2)).toContain(
    `${NONE_COUNTS} If no good sheet comes, your standing orders are played`,
  );
});

test('of a refused sheet does not call one that the player before or the computer sent the reader’s own', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [seat, other] = g.seats as [Seat, Seat];
  await send(own.ctx, seat, 1, { press: 'First' });
  const nora = await anAccount(own.ctx, 'Nora Neu');
  const at = { gameId: g.game.id, by: g.gm.id, turn: 1 };
  granted(await replacePlayer(own.ctx, { ...at, seatId: seat.id, name: nora.name, email: nora.email }));
  granted(await handSeatToComputer(own.ctx, { ...at, seatId: other.id }));
  await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 1 });
  const { name, email } = g.players[1] as Account;
  granted(await replacePlayer(own.ctx, { ...at, seatId: other.id, name, email }));
  for (const one of [{ ...seat, accountId: nora.id }, other]) {
    expect(await send(own.ctx, one, 1, REFUSED)).toMatchObject({ kind: 'refused', sheet: { version: 2 } });
    const text = await receiptOf(one, 2);
    expect(text).toContain('A sheet counts that someone else sent for your seat.');
    expect(text).not.toMatch(/version 1|still counts/i);
  }
});

test('of a refused sheet names the version that counts when it is mailed, and what became of it', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = g.seats as [Seat];
  await processAsGm(own.ctx, g, 1);
  for (const raw of [REFUSED, REFUSED, REFUSED, { press: 'Good' }]) await send(own.ctx, ann, 2, raw);
  expect(await receiptOf(ann)).toContain('Version 4 of your sheet counts. This is what you sent:');
  granted(await rollBackAsGm(own.ctx, g, 2));
  expect(await receiptOf(ann, 2)).toContain('Version 4 of your sheet waits until turn 2 is open again.');
  granted(await rollForwardAsGm(own.ctx, g, 1));
  await processAsGm(own.ctx, g, 2);
  const text = await receiptOf(ann, 3);
  expect(text).toContain('Version 4 of your sheet was played.');
  expect(text).not.toContain('counts');
});

test('of a refused sheet does not tell a former player what counts', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [seat] = g.seats as [Seat];
  await send(own.ctx, seat, 1, REFUSED);
  const nora = await anAccount(own.ctx, 'Nora Neu');
  const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id };
  granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
  await send(own.ctx, { ...seat, accountId: nora.id }, 1, { press: 'Second' });
  expect(await receiptOf(seat)).not.toMatch(/version 2|counts/i);
});
