import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { playerPrintout } from '../../../src/games/game/player-view.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import {
  readSheetToken,
  rolledBackTokens,
  seatOfToken,
  sheetToken,
} from '../../../src/games/sheets/sheet-token.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { runs } from '../../helpers/long.ts';
import { anAccount, codesOf, gameNow, granted, runningGame, type TestGame } from '../game/play.ts';
import { expectReplay, processAsGm } from '../processing/turns.ts';
import { sendGood } from './sheets.ts';

/* The token on a paper sheet says whose it is and for which turn. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const seatId = '00000000-0000-4000-8000-000000000001';
const tokenFor = (turn: number, accountId = 10_001) =>
  sheetToken(own.ctx, { seatId, turn, attempt: 1, accountId });

describe('a token', () => {
  test('is the same whenever it is printed, and differs by turn, seat and player', async () => {
    const token = await tokenFor(1);
    expect(await tokenFor(1)).toBe(token);
    expect(token).toMatch(new RegExp(`^[${ALPHABET}]{4}-[${ALPHABET}]{4}$`));
    const other = await sheetToken(own.ctx, {
      seatId: seatId.replace('1', '2'),
      turn: 1,
      attempt: 1,
      accountId: 10_001,
    });
    expect(new Set([token, await tokenFor(2), await tokenFor(1, 10_002), other]).size).toBe(4);
  });

  test('is made with the key of the database, so that no one else can make one', async () => {
    const elsewhere = await testContext();
    // Databases of tests are copies, so they have the same key.
    const data = { hashKey: randomBytes(32) };
    await elsewhere.ctx.db.prisma.serverState.update({ where: { id: 1 }, data });
    expect(await sheetToken(elsewhere.ctx, { seatId, turn: 1, attempt: 1, accountId: 10_001 })).not.toBe(
      await tokenFor(1),
    );
    await elsewhere.close();
  });

  test('is read in letters of any size, with spaces, and with or without the hyphen', async () => {
    const token = await tokenFor(1);
    for (const typed of [
      token,
      token.toLowerCase(),
      token.replace('-', ''),
      ` ${token.replace('-', ' – ')} `,
    ]) {
      expect(granted(readSheetToken(typed))).toBe(token);
    }
    expect(codesOf(readSheetToken(' '))).toEqual(['missing']);
    for (const typed of ['7KQM', 'security code', `${token}2`, token.replace('-', 'O')]) {
      expect(codesOf(readSheetToken(typed))).toEqual(['mistyped']);
    }
  });

  test('with one wrong character, or two that have changed places, is noticed', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, turn) => tokenFor(turn)));
    const places = fc.nat({ max: 7 });
    fc.assert(
      fc.property(
        fc.constantFrom(...tokens),
        places,
        places,
        fc.constantFrom(...ALPHABET),
        (token, i, j, one) => {
          const right = [...token.replace('-', '')];
          const wrong = right.with(i, one);
          const swapped = right.with(i, right[j] ?? '').with(j, right[i] ?? '');
          for (const typed of [wrong, swapped]) {
            const isSame = typed.join('') === right.join('');
            expect(readSheetToken(typed.join('')).ok).toBe(isSame);
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('a GM who enters a token', () => {
  let g: TestGame;
  let ann: Seat;
  beforeAll(async () => {
    g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    ann = g.seats[0] as Seat;
  });
  const printed = (turn: number, seat = ann, attempt = 1) =>
    sheetToken(own.ctx, { seatId: seat.id, turn, attempt, accountId: seat.accountId as number });
  const find = async (token: string) => seatOfToken(own.ctx, await gameNow(own.ctx, g.game.id), token);

  test('finds the seat', async () => {
    expect(granted(await find(await printed(1))).id).toBe(ann.id);
    expect(granted(await find(await printed(1, g.seats[1] as Seat))).id).toBe(g.seats[1]?.id);
  });

  test('learns that it is of another game', async () => {
    const other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const found = await find(await printed(1, other.seats[0] as Seat));
    expect(codesOf(found)).toEqual(['unknown-token']);
    expect(found.ok ? '' : found.problems[0]?.message).toContain(
      `No sheet of ${gameNumber(g.game)} has the token`,
    );
  });

  test('learns that it is of an earlier turn, or of the player before', async () => {
    const [first, second] = [await printed(1), await printed(2)];
    await processAsGm(own.ctx, g, 1);
    const earlier = await find(first);
    expect(codesOf(earlier)).toEqual(['other-turn']);
    expect(earlier.ok ? '' : earlier.problems[0]?.message).toContain('for turn 1, and turn 2 is open now');
    expect(granted(await find(second)).id).toBe(ann.id);

    const nora: Account = await anAccount(own.ctx, 'Nora Neu');
    const request = { gameId: g.game.id, by: g.gm.id, turn: 2, seatId: ann.id };
    granted(await replacePlayer(own.ctx, { ...request, name: nora.name, email: nora.email }));
    expect(codesOf(await find(second))).toEqual(['former-player']);
    expect(granted(await find(await printed(2, { ...ann, accountId: nora.id }))).id).toBe(ann.id);
  });

  test('learns that its printout was rolled back, until it is in force again', async () => {
    const played = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [seat, rival] = played.seats as [Seat, Seat];
    const by = { gameId: played.game.id, by: played.gm.id };
    const [first, second] = [await printed(2, seat), await printed(2, seat, 2)];
    const tokenOf = async (token: string) => seatOfToken(own.ctx, await gameNow(own.ctx, by.gameId), token);
    await processAsGm(own.ctx, played, 1);
    expect(granted(await tokenOf(first)).id).toBe(seat.id);
    expect(codesOf(await tokenOf(second))).toEqual(['unknown-token']);

    granted(await rollBack(own.ctx, { ...by, turn: 2, due: null }));
    expect(codesOf(await tokenOf(first))).toEqual(['other-turn']);
    granted(await rollForward(own.ctx, { ...by, turn: 1 }));
    expect(granted(await tokenOf(first)).id).toBe(seat.id);

    granted(await rollBack(own.ctx, { ...by, turn: 2, due: null }));
    await sendGood(own.ctx, rival, 1, false);
    await processAsGm(own.ctx, played, 1);
    const stale = await tokenOf(first);
    expect(codesOf(stale)).toEqual(['rolled-back']);
    expect(stale.ok ? '' : stale.problems[0]?.message).toContain(
      'That printout was rolled back. Use the new printout of turn 2.',
    );
    expect(granted(await tokenOf(second)).id).toBe(seat.id);
    const shown = await playerPrintout(own.ctx, played.players[0] as Account, gameNumber(played.game), 2);
    expect(JSON.stringify(shown?.report)).toContain(second);
    const owner = { seatId: seat.id, turn: 2, attempt: 2, accountId: seat.accountId as number };
    expect(await rolledBackTokens(own.ctx, owner)).toEqual([first]);
  });

  test('can replay the game: nothing of a token is stored', async () => {
    const printouts = await own.ctx.db.prisma.printout.findMany({ where: { gameId: g.game.id } });
    expect(JSON.stringify(printouts)).not.toContain('Sheet token');
    await expectReplay(own.ctx, { prefix: g.game.prefix, serial: g.game.serial }, 1);
  });
});
