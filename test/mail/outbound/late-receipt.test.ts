import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { anAccount, goodSheet, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../../games/processing/turns.ts';
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
