import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import { NOT_ROLLED_BACK } from '../../../src/games/game/game-store.ts';
import { playerPrintout } from '../../../src/games/game/player-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { printedReport } from '../../../src/games/processing/printed-report.ts';
import { shownReport } from '../../../src/games/processing/shown-report.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import type { Report } from '../../../src/rules/report.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, gameNow, goodSheet, granted, runningGame, send } from '../game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm } from './turns.ts';

/* What a printout says of a sheet that was refused. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const refused = { fundraising: ['XX'] };

async function printoutOf(seat: Seat, turn = 2): Promise<string> {
  const where = { seatId: seat.id, turn };
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

test('a sheet that was superseded by a rollback does not hide that the one after it was refused', async () => {
  const table = await runningGame(own.ctx, { humans: 3, opponents: 1 });
  const [good, faulty, silent] = table.seats as [Seat, Seat, Seat];
  await processAsGm(own.ctx, table, 1);
  await send(own.ctx, good, 2, await goodSheet(own.ctx, table.game.id, good));
  for (const seat of [faulty, silent]) await send(own.ctx, seat, 2, refused);
  granted(await rollBackAsGm(own.ctx, table, 2));
  await processAsGm(own.ctx, table, 1);
  for (const seat of [good, faulty]) await send(own.ctx, seat, 2, refused);
  await processAsGm(own.ctx, table, 2);
  for (const seat of [good, faulty]) {
    expect(await printoutOf(seat, 3)).toContain('Your sheet for turn 2 was refused');
  }
  expect(await printoutOf(silent, 3)).toBe('[]');
  await expectReplay(own.ctx, table.game, 2);
});

/** Quentin gets a seat of the computer in turn 2, whose former player's paper sheet for turn 1 was refused. */
async function newPlayerAfterRefusedPaper() {
  const table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const { game, gm } = table;
  const [ann] = table.seats as [Seat];
  const raw = { campaign: [{ state: 'NV', spend: 1_234_567 }] };
  const entered = { gameId: game.id, seatId: ann.id, turn: 1, channel: 'post', sentById: gm.id } as const;
  expect((await submitSheet(own.ctx, { ...entered, raw })).kind).toBe('refused');
  const byGm = { gameId: game.id, by: gm.id, seatId: ann.id };
  granted(await handSeatToComputer(own.ctx, { ...byGm, turn: 1 }));
  await processAsGm(own.ctx, table, 1);
  const { id, name, email } = await anAccount(own.ctx, 'Quentin New');
  const readBefore = { gameId: game.id, turn: 1, ...NOT_ROLLED_BACK };
  const { header } = await own.ctx.db.prisma.turn.findFirstOrThrow({ where: readBefore });
  const takeSeat = async () => granted(await replacePlayer(own.ctx, { ...byGm, turn: 2, name, email }));
  const printout = async () => {
    const shown = await playerPrintout(own.ctx, { id }, gameNumber(game), 2);
    return JSON.stringify(shown?.report);
  };
  return { ann, header, takeSeat, printout, reader: id };
}

test('a new player does not read of a paper sheet that was refused when the seat had another player', async () => {
  const { header, takeSeat, printout } = await newPlayerAfterRefusedPaper();
  expect(header).not.toHaveProperty('notes');
  await takeSeat();
  const text = await printout();
  expect(text).toContain('Quentin New');
  expect(text).not.toContain('refused');
  expect(text).not.toContain('1,234,567');
});

test('a new player does not read what was wrong with it even if a printout of an earlier version says so', async () => {
  const { ann, header, takeSeat, reader } = await newPlayerAfterRefusedPaper();
  await takeSeat();
  const problems = [{ label: 'Campaign 1', message: 'You have no $1,234,567.' }];
  const notes = { [ann.identifier]: { refused: { version: 1, problems } } };
  const where = { gameId: ann.gameId, ...NOT_ROLLED_BACK };
  const turns = await own.ctx.db.prisma.turn.findMany({ where, orderBy: { turn: 'asc' } });
  const history = { header: { ...header, notes }, states: turns.map(({ state }) => state) };
  const report = printedReport(rulesetOf(await gameNow(own.ctx, ann.gameId)), history, ann.identifier);
  expect(JSON.stringify(report)).toContain('1,234,567');
  const stored = await own.ctx.db.prisma.printout.findFirstOrThrow({ where: { seatId: ann.id, turn: 2 } });
  for (const seatName of ['Quentin New', null]) {
    const shown = await shownReport(own.ctx, { ...stored, report }, { accountId: reader, seatName });
    expect(JSON.stringify(shown)).not.toContain('1,234,567');
  }
});

test('the printout of a player who gets the seat back does not say that the computer’s sheet was missing', async () => {
  const table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const { game, gm } = table;
  const [ann] = table.seats as [Seat];
  await send(own.ctx, ann, 1, refused);
  const byGm = { gameId: game.id, by: gm.id, turn: 1, seatId: ann.id };
  granted(await handSeatToComputer(own.ctx, byGm));
  await makeComputerSheets(own.ctx, { gameId: game.id, turn: 1 });
  const { name, email } = table.players[0] as Account;
  granted(await replacePlayer(own.ctx, { ...byGm, name, email }));
  await processAsGm(own.ctx, table, 1);
  expect(await printoutOf(ann)).toBe('[]');
});
