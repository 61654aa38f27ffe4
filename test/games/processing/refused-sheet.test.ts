import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import type { Report } from '../../../src/rules/report.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { goodSheet, runningGame, send } from '../game/play.ts';
import { expectReplay, processAsGm } from './turns.ts';

/* What a printout says of a sheet that was refused. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const refused = { fundraising: ['XX'] };

async function printoutOf(seat: Seat): Promise<string> {
  const where = { seatId: seat.id, turn: 2 };
  const { report } = await own.ctx.db.prisma.printout.findFirstOrThrow({ where });
  return JSON.stringify((report as Report).sections.filter(({ id }) => id === 'refused-sheet'));
}

test('the printout says why a sheet was refused if no other one came, to its player alone', async () => {
  const table = await runningGame(own.ctx, { humans: 3, opponents: 1 });
  const [wrong, mended, silent] = table.seats as [Seat, Seat, Seat];
  await send(own.ctx, wrong, 1, refused);
  await send(own.ctx, mended, 1, refused);
  await send(own.ctx, mended, 1, await goodSheet(own.ctx, table.game.id, mended));
  await processAsGm(own.ctx, table, 1);
  const text = await printoutOf(wrong);
  expect(text).toContain('Your sheet for turn 1 was refused');
  expect(text).toContain('Fundraising trips 1');
  for (const seat of [mended, silent]) expect(await printoutOf(seat)).toBe('[]');
  await expectReplay(own.ctx, table.game, 1);
});

test('a good sheet that was sent before the refused one is played, and nothing is said', async () => {
  const table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [seat] = table.seats as [Seat];
  await send(own.ctx, seat, 1, await goodSheet(own.ctx, table.game.id, seat));
  await send(own.ctx, seat, 1, refused);
  await processAsGm(own.ctx, table, 1);
  expect(await printoutOf(seat)).toBe('[]');
});
