import { describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { publicGame } from '../../src/games/game/public-view.ts';
import { offerSeat } from '../../src/games/seats/offer-seat.ts';
import { reclaimSeat } from '../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../src/games/seats/takeover.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../src/games/sheets/advance-orders.ts';
import { seatsKeepingSheets } from '../../src/games/sheets/kept-sheets.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { anAccount, codesOf, gameNow, goodSheet, granted, send, type TestGame } from '../games/game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm, rollForwardAsGm } from '../games/processing/turns.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';
import { inspectingGm } from './inspecting-gm.ts';

/* A GM who rolls back a turn has read its printouts, so nothing that they decide for themselves in it may change. */

const { own, app } = useWeb();

const { game, request, inspections, gmSits } = inspectingGm(own);

const process = (g: TestGame, turn: number) => processAsGm(own.ctx, g, turn);
const back = async (g: TestGame, turn: number) => granted(await rollBackAsGm(own.ctx, g, turn));

const CODE = 'whistle-stop 1948: “yes”';

/** The versions of a seat's sheet for a turn. */
const versions = (seat: Seat, turn = 1) =>
  own.ctx.db.prisma.sheet.findMany({ where: { seatId: seat.id, turn }, orderBy: { version: 'asc' } });

/** A game in which the GM has taken a seat. */
async function gameOfGm(): Promise<{ g: TestGame; seat: Seat }> {
  const g = await game();
  const { id } = await gmSits(g);
  // The sheet that the computer sent for the seat is superseded by the GM's first one.
  return { g, seat: await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id } }) };
}

describe('a GM without a seat who rolls back a turn', () => {
  const takeSeat = (g: TestGame, turn: number) => {
    const seat = g.seats.find(({ opponent }) => opponent) as Seat;
    const { name, email } = g.gm;
    return replacePlayer(own.ctx, { ...request(g, turn), seatId: seat.id, name, email });
  };

  test('can never have a seat in that game, and everyone can read why', async () => {
    const g = await game();
    await process(g, 1);
    await back(g, 2);
    expect(codesOf(await takeSeat(g, 1))).toEqual(['inspected']);
    const line = expect.stringMatching(
      /^Greta Master rolled back turn 1 after its printouts on Mon, Mar 1, 2027/,
    );
    expect((await publicGame(own.ctx, gameNumber(g.game)))?.inspections).toEqual([line]);
    await process(g, 1);
    const printout = await own.ctx.db.prisma.printout.findFirstOrThrow({
      where: { gameId: g.game.id, turn: 2, seatId: null, rolledBackAt: null },
    });
    expect(JSON.stringify(printout.report)).toContain('rolled back turn 1 after its printouts');
    await expectReplay(own.ctx, g.game, 1);
  });

  test('cannot have one after rolling forward either', async () => {
    const g = await game();
    await process(g, 1);
    await back(g, 2);
    granted(await rollForwardAsGm(own.ctx, g, 1));
    expect(codesOf(await takeSeat(g, 2))).toEqual(['inspected']);
  });

  test('is told so before', async () => {
    const g = await game();
    await process(g, 1);
    const page = await (await signedIn(app, own.ctx, g.gm)).get(`/gm/games/${gameNumber(g.game)}`);
    expect(page.body).toContain(
      'all players are told that you rolled it back, and you can never have a seat',
    );
  });
});

describe('a GM who plays and rolls back a turn', () => {
  test('keeps their own sheet, whatever they send; the others can correct theirs', async () => {
    const { g, seat } = await gameOfGm();
    const [rival] = g.seats as [Seat];
    expect(await send(own.ctx, seat, 1, { press: 'First thought' })).toMatchObject({ kind: 'standing' });
    await process(g, 1);
    const visitor = await signedIn(app, own.ctx, g.gm);
    const consequence = 'your own sheet for turn 1 is played again as it was';
    expect((await visitor.get(`/gm/games/${gameNumber(g.game)}`)).body).toContain(consequence);
    await back(g, 2);
    expect(await inspections(g)).toEqual([]);
    const before = await versions(seat);

    const refused = { kind: 'not-taken', code: 'kept-sheet' };
    expect(await send(own.ctx, seat, 1, { press: 'Better' })).toMatchObject(refused);
    expect(await versions(seat)).toEqual(before);
    expect(await send(own.ctx, rival, 1, { press: 'Corrected' })).toMatchObject({ kind: 'standing' });
    await process(g, 1);
    expect(await versions(seat)).toEqual(before);
    // The next turn is a new one.
    expect(await send(own.ctx, seat, 2, { press: 'On we go' })).toMatchObject({ kind: 'standing' });
    await expectReplay(own.ctx, g.game, 1);
  });

  test('cannot pass the seat on before the rollback either', async () => {
    const { g, seat } = await gameOfGm();
    await send(own.ctx, seat, 1, { press: 'First thought' });
    await process(g, 1);
    const email = `second.self.${g.game.serial}@players.test`;
    granted(await replacePlayer(own.ctx, { ...request(g, 2), seatId: seat.id, name: 'Second', email }));
    await back(g, 2);
    const { accountId } = await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
    const better = { gameId: g.game.id, seatId: seat.id, turn: 1, raw: { press: 'Better' } };
    const sent = await submitSheet(own.ctx, { ...better, channel: 'web', sentById: accountId ?? 0 });
    expect(sent).toMatchObject({ kind: 'not-taken', code: 'kept-sheet' });
  });

  test('cannot pass the seat on to someone who sends a better sheet', async () => {
    const { g, seat } = await gameOfGm();
    await send(own.ctx, seat, 1, { press: 'First thought' });
    await process(g, 1);
    await back(g, 2);
    granted(await handSeatToComputer(own.ctx, { ...request(g, 1), seatId: seat.id }));
    granted(await offerSeat(own.ctx, { ...request(g, 1), seatId: seat.id }));
    const other = await anAccount(own.ctx, 'Second Self');
    granted(await takeOverSeat(own.ctx, { gameId: g.game.id, by: other.id, seatId: seat.id, turn: 1 }));
    const before = await versions(seat);
    const refused = { kind: 'not-taken', code: 'kept-sheet' };
    const better = { gameId: g.game.id, seatId: seat.id, turn: 1, raw: { press: 'Better' } };
    expect(await submitSheet(own.ctx, { ...better, channel: 'web', sentById: other.id })).toMatchObject(
      refused,
    );
    expect(await versions(seat)).toEqual(before);
    const line = expect.stringMatching(/^Another player took \[\w+\] over from the computer in turn 1, on /);
    expect((await publicGame(own.ctx, gameNumber(g.game)))?.replacements).toContainEqual(line);
  });

  test('cannot get into a turn in which another person had their seat, also by way of the computer', async () => {
    const g = await game();
    const [ann] = g.seats as [Seat];
    const atSeat = (turn: number) => ({ ...request(g, turn), seatId: ann.id });
    granted(await handSeatToComputer(own.ctx, atSeat(1)));
    await process(g, 1);
    granted(await replacePlayer(own.ctx, { ...atSeat(2), name: g.gm.name, email: g.gm.email }));
    expect(codesOf(await rollBackAsGm(own.ctx, g, 2))).toEqual(['held-by-player']);
    granted(await handSeatToComputer(own.ctx, atSeat(2)));
    expect(codesOf(await rollBackAsGm(own.ctx, g, 2))).toEqual(['held-by-player']);
    // It is still their seat.
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: g.gm.id }));
  });

  test('cannot take such a seat back either, if the game has come to that turn', async () => {
    const g = await game();
    const [ann] = g.seats as [Seat];
    const atSeat = (turn: number) => ({ ...request(g, turn), seatId: ann.id });
    // As if the GM had had the seat before: it says that they can have it back.
    granted(await handSeatToComputer(own.ctx, atSeat(1)));
    await own.ctx.db.prisma.seat.update({ where: { id: ann.id }, data: { reclaimableById: g.gm.id } });
    const where = { gameId: g.game.id, by: g.gm.id };
    expect(codesOf(await reclaimSeat(own.ctx, where))).toEqual(['held-by-player']);
    expect(codesOf(await returnSeat(own.ctx, atSeat(1)))).toEqual(['held-by-player']);
  });

  test('is told so on the page of the sheet and through the API', async () => {
    const { g, seat } = await gameOfGm();
    const number = gameNumber(g.game);
    await send(own.ctx, seat, 1, { press: 'First thought' });
    await process(g, 1);
    await back(g, 2);
    const message =
      'The player of this seat rolled the turn back after seeing its printouts, so the earlier sheet is played.';
    const visitor = await signedIn(app, own.ctx, g.gm);
    const page = await visitor.get(`/my/games/${number}/sheet`);
    expect(page.body).toContain(message);
    expect(page.body).not.toContain('Send sheet');
    const posted = await visitor.post(`/my/games/${number}/sheet`, { _turn: '1', _seat: seat.identifier });
    expect(posted.body).toContain(`${message} Everything you entered is still here.`);
    granted(await setSecurityCode(own.ctx, g.gm.id, CODE));
    const answer = await app.inject({
      method: 'POST',
      url: `/api/games/${number}/sheet?turn=1`,
      headers: {
        authorization: `Basic ${Buffer.from(`${g.gm.id}:${CODE}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: '{}',
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error ?? answer.json()).toMatchObject({ code: 'kept-sheet' });
    expect(answer.body).toContain(message);
  });

  test('keeps what their standing orders entered, also if they change or add them', async () => {
    const { g, seat } = await gameOfGm();
    await own.ctx.db.prisma.sheet.deleteMany({ where: { seatId: seat.id } });
    const key = { gameId: g.game.id, seatId: seat.id, sentById: g.gm.id };
    const standing = (press: string) =>
      sendAdvanceOrders(own.ctx, { ...key, turn: STANDING_ORDERS, raw: { press } });
    granted(await standing('First thought'));
    await process(g, 1);
    const before = await versions(seat);
    expect(before).toMatchObject([{ channel: 'standing', outcome: 'standing' }]);
    await back(g, 2);
    granted(await standing('Better'));
    await process(g, 1);
    expect(await versions(seat)).toEqual(before);
    await expectReplay(own.ctx, g.game, 1);
  });

  test('plays nothing again if they had sent nothing, also if they write standing orders now', async () => {
    const { g, seat } = await gameOfGm();
    await own.ctx.db.prisma.sheet.deleteMany({ where: { seatId: seat.id } });
    await process(g, 1);
    await back(g, 2);
    const key = { gameId: g.game.id, seatId: seat.id, sentById: g.gm.id };
    granted(await sendAdvanceOrders(own.ctx, { ...key, turn: STANDING_ORDERS, raw: { press: 'Better' } }));
    await process(g, 1);
    expect(await versions(seat)).toEqual([]);
  });

  test('keeps their sheet if they roll back further and write advance orders', async () => {
    const { g, seat } = await gameOfGm();
    await process(g, 1);
    await send(own.ctx, seat, 2, { press: 'First thought' });
    await process(g, 2);
    await back(g, 3);
    await back(g, 2);
    const key = { gameId: g.game.id, seatId: seat.id, sentById: g.gm.id };
    granted(await sendAdvanceOrders(own.ctx, { ...key, turn: 2, raw: { press: 'Better' } }));
    const before = await versions(seat, 2);
    await process(g, 1);
    expect(await versions(seat, 2)).toEqual(before);
    expect(await send(own.ctx, seat, 2, { press: 'Better' })).toMatchObject({ kind: 'not-taken' });
  });

  test('keeps it, too, if the computer has the seat for a while', async () => {
    const { g, seat } = await gameOfGm();
    await send(own.ctx, seat, 1, { press: 'First thought' });
    granted(await handSeatToComputer(own.ctx, { ...request(g, 1), seatId: seat.id }));
    await process(g, 1);
    await back(g, 2);
    expect(await inspections(g)).toEqual([]);
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: g.gm.id }));
    const better = await goodSheet(own.ctx, g.game.id, seat);
    expect(await send(own.ctx, seat, 1, better)).toMatchObject({ kind: 'not-taken' });
  });

  test('keeps no sheet anymore after rolling forward', async () => {
    const { g, seat } = await gameOfGm();
    await process(g, 1);
    await back(g, 2);
    const keeping = async () => seatsKeepingSheets(own.ctx.db.prisma, await gameNow(own.ctx, g.game.id), 1);
    expect(await keeping()).toEqual([seat.id]);
    granted(await rollForwardAsGm(own.ctx, g, 1));
    expect(await keeping()).toEqual([]);
    expect(await send(own.ctx, seat, 2, { press: 'On we go' })).toMatchObject({ kind: 'standing' });
  });
});
