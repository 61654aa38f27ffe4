import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import { setComputerPress } from '../../../src/games/press/computer-press.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { handSeatToComputer } from '../../../src/games/seats/replace-player.ts';
import type { Grade } from '../../../src/rules/grades.ts';
import { useContext } from '../../helpers/use-context.ts';
import { codesOf, gameNow, granted, runningGame, send } from '../game/play.ts';
import { versionsOf } from '../sheets/sheets.ts';

/* What the computer orders: by the grade of the seat, and with or without press. */

const own = useContext();

/** A running game whose first computer seat has a grade, and that seat's orders once the computer has filled them in. */
async function filledIn(grade: Grade, computerPress: boolean) {
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 5 });
  const [seat] = (await gameNow(own.ctx, game.id)).seats.filter(({ opponent }) => opponent);
  if (!seat) throw new Error('The game has no computer seat.');
  await own.ctx.db.prisma.seat.update({ where: { id: seat.id }, data: { grade } });
  granted(await setComputerPress(own.ctx, { gameId: game.id, by: gm.id, computerPress }));
  await makeComputerSheets(own.ctx, { gameId: game.id, turn: 1 });
  const whole = await gameNow(own.ctx, game.id);
  const sheets = await own.ctx.db.prisma.sheet.findMany({ where: { gameId: game.id, turn: 1 } });
  const { opponent } = rulesetOf(whole);
  const raw = sheets.find(({ seatId }) => seatId === seat.id)?.raw;
  const expected = opponent(whole.state, seat.identifier, grade);
  return { raws: sheets.map((sheet) => sheet.raw), raw, expected };
}

describe('the computer', () => {
  test.each(['easy', 'standard', 'hard'] as const)('plays a seat at the grade “%s”', async (grade) => {
    const { raw, expected } = await filledIn(grade, true);
    expect(raw).toEqual(expected);
  });

  test('issues no press releases if the GM does not want any', async () => {
    const loud = await filledIn('standard', true);
    expect(loud.raws.some((raw) => Object(raw).press !== undefined)).toBe(true);
    const quiet = await filledIn('standard', false);
    expect(quiet.raws.length).toBe(5);
    expect(quiet.raws.every((raw) => Object(raw).press === undefined)).toBe(true);
  });
});

test('the computer sends a sheet if the player before it sent only refused ones, and none after its own was refused', async () => {
  const { game, gm, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = seats as [Seat, Seat];
  await send(own.ctx, ann, 1, { fundraising: ['XX'] });
  for (const { id: seatId } of [ann, carl]) {
    granted(await handSeatToComputer(own.ctx, { gameId: game.id, by: gm.id, turn: 1, seatId }));
  }
  const row = { gameId: game.id, seatId: carl.id, turn: 1, version: 1, receivedAt: own.ctx.now() };
  await own.ctx.db.prisma.sheet.create({
    data: { ...row, channel: 'opponent', outcome: 'refused', raw: {} },
  });
  await makeComputerSheets(own.ctx, { gameId: game.id, turn: 1 });
  const sheetsOf = async ({ id }: Seat) =>
    (await versionsOf(own.ctx, await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id } }))).map(
      ({ channel, outcome }) => [channel, outcome],
    );
  expect(await sheetsOf(ann)).toEqual([
    ['web', 'refused'],
    ['opponent', 'standing'],
  ]);
  expect(await sheetsOf(carl)).toEqual([['opponent', 'refused']]);
});

test('only the GM decides about the press of the computer', async () => {
  const { game, players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const by = players[0]?.id ?? 0;
  expect(codesOf(await setComputerPress(own.ctx, { gameId: game.id, by, computerPress: false }))).toEqual([
    'not-gm',
  ]);
  expect(await gameNow(own.ctx, game.id)).toMatchObject({ computerPress: true });
});
