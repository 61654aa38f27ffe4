import { describe, expect, test } from 'vitest';
import type { InspectionKind, Seat } from '../../src/database/generated/client.ts';
import { transferIn } from '../../src/games/archive/transfer-in.ts';
import { transferOut } from '../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { paperSheetPage } from '../../src/games/game/gm-actions-view.ts';
import { playerGame } from '../../src/games/game/player-view.ts';
import { publicGame } from '../../src/games/game/public-view.ts';
import { releasesInForce } from '../../src/games/press/held-press.ts';
import { decideOnPress } from '../../src/games/press/press-moderation.ts';
import { joinGame, leaveGame } from '../../src/games/seats/join-game.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { offerSeat } from '../../src/games/seats/offer-seat.ts';
import { reclaimSeat } from '../../src/games/seats/reclaim-seat.ts';
import { replacePlayer, returnSeat } from '../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../src/games/seats/takeover.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import type { Result } from '../../src/rules/result.ts';
import { codesOf, formingGame, goodSheet, granted, send, type TestGame } from '../games/game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { testContext } from '../helpers/database.ts';
import { useContext } from '../helpers/use-context.ts';
import { inspectingGm, OBSCENE } from './inspecting-gm.ts';

const own = useContext();

const { game, request, preview, openSheet, read, inspections, pageOf, gmSits } = inspectingGm(own);

/** As if the GM had previewed a turn, also in a game that has not begun. */
const hasInspected = (g: TestGame, kind: InspectionKind = 'preview') =>
  own.ctx.db.prisma.inspection.create({
    data: { gameId: g.game.id, accountId: g.gm.id, turn: g.game.turn, kind, at: own.ctx.now() },
  });

describe('a GM who has seen what players may not see can never take a seat in that game', () => {
  /** Each way to a seat of a running game. */
  const WAYS: [string, (g: TestGame, seat: Seat) => Promise<Result<unknown>>][] = [
    [
      'by replacing a computer candidate by themselves',
      (g, seat) =>
        replacePlayer(own.ctx, { ...request(g, 1), seatId: seat.id, name: 'Greta', email: g.gm.email }),
    ],
    [
      'by returning a seat to themselves',
      async (g, seat) => {
        const data = { reclaimableById: g.gm.id };
        await own.ctx.db.prisma.seat.update({ where: { id: seat.id }, data });
        return returnSeat(own.ctx, { ...request(g, 1), seatId: seat.id });
      },
    ],
    [
      'by reclaiming a seat',
      async (g, seat) => {
        const data = { reclaimableById: g.gm.id };
        await own.ctx.db.prisma.seat.update({ where: { id: seat.id }, data });
        return reclaimSeat(own.ctx, { gameId: g.game.id, by: g.gm.id });
      },
    ],
    [
      'by taking over an offered seat',
      async (g, seat) => {
        granted(await offerSeat(own.ctx, { ...request(g, 1), seatId: seat.id }));
        // No longer the GM, so that nothing else stands in the way.
        const other = g.players[0]?.id ?? 0;
        await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { gmId: other } });
        return takeOverSeat(own.ctx, { gameId: g.game.id, seatId: seat.id, by: g.gm.id, turn: 1 });
      },
    ],
  ];

  test.each(WAYS)('%s', async (_way, take) => {
    const g = await game();
    granted(await preview(g));
    const computer = g.seats.find(({ opponent }) => opponent) as Seat;
    expect(codesOf(await take(g, computer))).toEqual(['inspected']);
    expect(await own.ctx.db.prisma.seat.count({ where: { accountId: g.gm.id } })).toBe(0);
  });

  test('by joining, by an invitation to their own address, or from the waitlist', async () => {
    const g = await formingGame(own.ctx, { humans: 2, opponents: 0 });
    const { id: gameId } = g.game;
    const join = () => joinGame(own.ctx, { gameId, by: g.gm.id, link: null, wish: {} });
    const seats = { gameId, accountId: g.gm.id };
    await own.ctx.db.prisma.gamePolicy.update({ where: { gameId }, data: { seatsWanted: 2 } });
    expect(granted(await join())).toMatchObject({ kind: 'waiting' });
    await hasInspected(g);
    granted(await leaveGame(own.ctx, { gameId, by: g.players[0]?.id ?? 0 }));
    expect(await own.ctx.db.prisma.seat.count({ where: seats })).toBe(0);
    expect(await own.ctx.db.prisma.waitlistEntry.count({ where: seats })).toBe(0);
    expect(codesOf(await join())).toEqual(['inspected']);
    const added = await addSeat(own.ctx, { gameId, by: g.gm.id, name: 'Greta', email: g.gm.email });
    expect(codesOf(added)).toEqual(['inspected']);
    // Full: the waitlist, too, is a way to a seat.
    granted(await addSeat(own.ctx, { gameId, by: g.gm.id, name: 'Hal', opponent: true }));
    expect(codesOf(await join())).toEqual(['inspected']);
  });

  test('not even if the game has moved to another server', async () => {
    const g = await game();
    granted(await preview(g));
    granted(await openSheet(g, g.seats[0]));
    await own.ctx.db.prisma.gameSchedule.update({
      where: { gameId: g.game.id },
      data: { pausedAt: own.ctx.now() },
    });
    const file = JSON.parse(JSON.stringify(granted(await transferOut(own.ctx, gameNumber(g.game)))));
    const next = await testContext();
    try {
      granted(await transferIn(next.ctx, file));
      const { prisma } = next.ctx.db;
      const gm = await prisma.account.findUniqueOrThrow({ where: { email: g.gm.email } });
      const seen = await prisma.inspection.findMany({ where: { accountId: gm.id }, orderBy: { id: 'asc' } });
      expect(seen).toMatchObject([{ kind: 'preview' }, { kind: 'paperSheet', seatId: g.seats[0]?.id }]);
      const computer = g.seats.find(({ opponent }) => opponent) as Seat;
      const wanted = { gameId: g.game.id, by: gm.id, turn: 1, seatId: computer.id };
      const { email } = gm;
      expect(codesOf(await replacePlayer(next.ctx, { ...wanted, name: 'Greta', email }))).toEqual([
        'inspected',
      ]);
    } finally {
      await next.close();
    }
  });

  test('but a GM who has seen nothing can', async () => {
    const g = await game();
    await gmSits(g);
    expect(await own.ctx.db.prisma.seat.count({ where: { accountId: g.gm.id } })).toBe(1);
  });
});

describe('what a GM sees is recorded before it is shown, and announced to all players', () => {
  test('a preview: on the pages, in the log and on the next printout of everyone, once', async () => {
    const g = await game();
    granted(await preview(g));
    expect(await inspections(g)).toMatchObject([{ kind: 'preview', turn: 1, accountId: g.gm.id }]);
    const line = 'Greta Master previewed turn 1 on Mon, Mar 1, 2027, 7:00 AM EST.';
    expect((await publicGame(own.ctx, gameNumber(g.game)))?.inspections).toEqual([line]);
    const player = g.players[0] ?? null;
    expect((await playerGame(own.ctx, player, gameNumber(g.game)))?.inspections).toEqual([line]);
    expect((await pageOf(g)).log.map(({ type }) => type)).toContain('turnPreviewed');
    await processAsGm(own.ctx, g, 1);
    await processAsGm(own.ctx, g, 2);
    expect(await printed(g)).toEqual({ 1: 0, 2: 3, 3: 0 });
    await expectReplay(own.ctx, g.game, 2);
  });

  test('again on the printouts that replace those of a turn that was rolled back', async () => {
    const g = await game();
    granted(await preview(g));
    granted(await preview(g));
    await processAsGm(own.ctx, g, 1);
    granted(await rollBackAsGm(own.ctx, g, 2));
    await processAsGm(own.ctx, g, 1);
    expect(await printed(g)).toEqual({ 1: 0, 2: 3 });
    const lines = (await publicGame(own.ctx, gameNumber(g.game)))?.inspections;
    expect(lines).toEqual([
      'Greta Master previewed turn 1 twice, the last time on Mon, Mar 1, 2027, 7:00 AM EST.',
    ]);
    await expectReplay(own.ctx, g.game, 1);
  });

  test('a paper sheet: the form stays closed until it is recorded, and a sheet without it is recorded, too', async () => {
    const g = await game();
    const [first, second] = g.seats;
    const formOf = async (seat?: Seat) =>
      (await paperSheetPage(own.ctx, g.gm, gameNumber(g.game), seat?.id ?? ''))?.form ?? null;
    expect(await formOf(first)).toBeNull();
    granted(await openSheet(g, first));
    granted(await openSheet(g, first));
    expect(await formOf(first)).not.toBeNull();
    expect(await formOf(second)).toBeNull();
    const paper = { gameId: g.game.id, turn: 1, channel: 'post' as const, sentById: g.gm.id };
    await submitSheet(own.ctx, { ...paper, seatId: first?.id ?? '', raw: goodSheet });
    // Its problems would tell the cash of the seat.
    const campaign = [{ state: 'CA', spend: 999_999 }];
    const refused = await submitSheet(own.ctx, { ...paper, seatId: second?.id ?? '', raw: { campaign } });
    expect(refused.kind).toBe('refused');
    expect(await inspections(g)).toMatchObject([
      { kind: 'paperSheet', seatId: first?.id },
      { kind: 'paperSheet', seatId: second?.id },
    ]);
    expect((await publicGame(own.ctx, gameNumber(g.game)))?.inspections[0]).toMatch(
      /^Greta Master opened the form for a paper sheet of Ann Baker \[\w+\] for turn 1 on /,
    );
    await processAsGm(own.ctx, g, 1);
    expect(await formOf(first)).toBeNull();
  });

  test('held press: the GM page shows no text, and the GM decides on none, before it is recorded', async () => {
    const g = await game();
    await send(own.ctx, g.seats[0] as Seat, 1, { press: OBSCENE });
    await processAsGm(own.ctx, g, 1);
    expect(JSON.stringify(await pageOf(g))).not.toContain(OBSCENE);
    const [release] = await releasesInForce(own.ctx.db.prisma, g.game.id);
    const decide = () =>
      decideOnPress(own.ctx, {
        ...{ gameId: g.game.id, by: g.gm.id, releaseId: release?.id ?? '' },
        ...{ turn: 1, decision: 'print', word: '' },
      });
    expect(codesOf(await decide())).toEqual(['unread']);
    granted(await read(g));
    expect(codesOf(await read(g))).toEqual(['nothing-held']);
    expect((await pageOf(g)).actions.releases).toMatchObject([{ text: OBSCENE }]);
    granted(await decide());
    const lines = (await publicGame(own.ctx, gameNumber(g.game)))?.inspections;
    expect(lines).toEqual([expect.stringMatching(/^Greta Master read held press releases on /)]);
    expect(codesOf(await replaceByGm(g))).toEqual(['inspected']);
    // Another release of the same seat has not been read by that.
    await send(own.ctx, g.seats[0] as Seat, 2, { press: `${OBSCENE} Twice.` });
    await processAsGm(own.ctx, g, 2);
    expect(JSON.stringify(await pageOf(g))).not.toContain('Twice.');
  });

  function replaceByGm(g: TestGame) {
    const seatId = g.seats.find(({ opponent }) => opponent)?.id ?? '';
    return replacePlayer(own.ctx, { ...request(g, 2), seatId, name: 'Greta', email: g.gm.email });
  }

  /** How many printouts in force before each turn announce what the GM has seen. */
  async function printed(g: TestGame): Promise<Record<number, number>> {
    const where = { gameId: g.game.id, rolledBackAt: null };
    const counts: Record<number, number> = {};
    for (const { turn, report } of await own.ctx.db.prisma.printout.findMany({ where })) {
      const isAnnounced = report.sections.some(({ title }) => title === 'What the GM has seen');
      counts[turn] = (counts[turn] ?? 0) + (isAnnounced ? 1 : 0);
    }
    return counts;
  }
});
