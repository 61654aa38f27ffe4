import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Prisma } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, openForm } from '../../../src/games/game/player-seat.ts';
import type { MailCommand } from '../../../src/games/mailed-sheets/commands.ts';
import { markFinal } from '../../../src/games/mailed-sheets/mark-final.ts';
import { takeSheet } from '../../../src/games/mailed-sheets/take-sheet.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { valuesAtFirst } from '../../../src/rules/sheet-values.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { computerSheets } from '../../rules/computer-games.ts';
import { runningGame, send, type TestGame } from '../game/play.ts';

/*
 * Some mail programs attach the printout again to a reply. If nothing was filled in on it, it changes nothing, although the form of a
 * recount in Electoral Barrage has rows that are filled in at first.
 */

let own: TestContext;
let game: TestGame;
let turn: number;
let seat: TestGame['seats'][number];
beforeAll(async () => {
  own = await testContext();
  const { prisma } = own.ctx.db;
  game = await runningGame(own.ctx, { ruleset: 'electoral-barrage', humans: 2, opponents: 0 });
  const gameId = game.game.id;
  const data = { autoProcess: true, processWhenFinal: true };
  await prisma.gameSchedule.update({ where: { gameId }, data });
  const recount = aRecount();
  turn = recount.form.turn;
  await prisma.gameState.update({
    where: { gameId },
    data: { state: recount.state as Prisma.InputJsonObject },
  });
  await prisma.game.update({ where: { id: gameId }, data: { turn } });
  seat = game.seats.find(({ identifier }) => identifier === recount.seat) as typeof seat;
}, 60_000);
afterAll(() => own?.close());
beforeEach(async () => {
  await own.ctx.db.prisma.sheet.deleteMany();
});

/** A sheet with several rows that are filled in at first. */
function aRecount() {
  for (let seed = 1; seed < 60; seed += 1) {
    for (const sheet of computerSheets(RULESETS['electoral-barrage'] as Ruleset, seed, 2)) {
      if (Object.keys(valuesAtFirst(sheet.form)).length > 1) return sheet;
    }
  }
  throw new Error('There is no recount.');
}

/** What a mail with the untouched printout and these words does. */
async function mailUntouched(words: string, command: MailCommand | null) {
  const account = game.players.find(({ id }) => id === seat.accountId);
  const player = account && (await loadPlayerSeat(own.ctx, account, gameNumber(game.game)));
  const form = player && openForm(player);
  if (!player || !form) throw new Error('There is no player.');
  const about = { gameId: game.game.id, seatId: seat.id, turn, attempt: player.game.attempt, account };
  const values = valuesAtFirst(form);
  const request = {
    ...{ own: player, address: { ...about, target: { kind: 'open' as const } }, command },
    ...{ text: { own: words, quotedSheet: null } },
    attached: { ok: true as const, value: { values, final: false, problems: [] } },
  };
  return await (command?.kind === 'final' ? markFinal(own.ctx, request) : takeSheet(own.ctx, request));
}

const versions = async () =>
  (await own.ctx.db.prisma.sheet.findMany({ orderBy: { version: 'asc' } })).map(({ raw, channel, final }) => [
    raw,
    channel,
    final,
  ]);
const sendMine = () => send(own.ctx, seat, turn, { press: 'Mine' });

test.each(['Thanks!', ''])('does not replace the sheet that counts: “%s”', async (words) => {
  await sendMine();
  expect(await mailUntouched(words, null)).toMatchObject({ subject: 'your sheet was blank' });
  expect((await versions()).map(([raw]) => raw)).toEqual([{ press: 'Mine' }]);
});

test('is no sheet beside other words if there is none yet', async () => {
  expect(await mailUntouched('Thanks!', null)).toMatchObject({ subject: 'your sheet was blank' });
  expect(await mailUntouched('', { kind: 'final' })).toMatchObject({ subject: 'nothing was changed' });
  expect(await versions()).toEqual([]);
});

test('FINAL with it marks the sheet that counts', async () => {
  await sendMine();
  expect(await mailUntouched('', { kind: 'final' })).toBeNull();
  expect((await versions()).at(-1)).toEqual([{ press: 'Mine' }, 'mail', true]);
});

test('BLANK with it sends a blank sheet', async () => {
  await sendMine();
  expect(await mailUntouched('', { kind: 'blank' })).toBeNull();
  expect((await versions()).at(-1)).toEqual([{}, 'mail', false]);
});

test('alone is a sheet if there is none yet', async () => {
  expect(await mailUntouched('', null)).toBeNull();
  expect((await versions()).map(([, channel]) => channel)).toEqual(['pdf']);
});
