import { describe, expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { paperSheetPage } from '../../src/games/game/gm-actions-view.ts';
import { releasesInForce } from '../../src/games/press/held-press.ts';
import { decideOnPress } from '../../src/games/press/press-moderation.ts';
import { handSeatToComputer, replacePlayer } from '../../src/games/seats/replace-player.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { codesOf, goodSheet, granted, send, type TestGame } from '../games/game/play.ts';
import { expectReplay, processAsGm } from '../games/processing/turns.ts';
import { useContext } from '../helpers/use-context.ts';
import { inspectingGm, OBSCENE } from './inspecting-gm.ts';

const own = useContext();

const { game, request, preview, openSheet, read, inspections, pageOf, gmSits } = inspectingGm(own);

describe('a GM who sits, sat or may sit again in a game sees nothing of it', () => {
  /** What is left of a seat that the GM had. */
  const TRACES: [string, (g: TestGame, seat: Seat) => Promise<unknown>][] = [
    ['has a seat', async () => undefined],
    [
      'has handed it to the computer and can reclaim it',
      async (g, seat) => granted(await handSeatToComputer(own.ctx, { ...request(g, 1), seatId: seat.id })),
    ],
    [
      'has given it to someone else',
      async (g, seat) => {
        const email = `other.${g.game.serial}@players.test`;
        granted(await replacePlayer(own.ctx, { ...request(g, 1), seatId: seat.id, name: 'Other', email }));
      },
    ],
    [
      'has sent a sheet and nothing else is left of the seat',
      async (g, seat) => {
        await submitSheet(own.ctx, {
          ...{ gameId: g.game.id, seatId: seat.id, turn: 1, raw: goodSheet },
          ...{ channel: 'web', sentById: g.gm.id },
        });
        await forgetSeat(g, seat);
      },
    ],
    [
      'has missed a turn and nothing else is left of the seat',
      async (g, seat) => {
        await forgetSeat(g, seat);
        const data = { seatId: seat.id, turn: 1, gameId: g.game.id, accountId: g.gm.id };
        await own.ctx.db.prisma.attendance.create({
          data: { ...data, processedAt: own.ctx.now(), missed: true },
        });
      },
    ],
  ];

  async function forgetSeat(g: TestGame, seat: Seat): Promise<void> {
    const { prisma } = own.ctx.db;
    const data = { accountId: null, opponent: true, reclaimableById: null };
    await prisma.seat.update({ where: { id: seat.id }, data });
    await prisma.printout.updateMany({ where: { accountId: g.gm.id }, data: { accountId: null } });
    await prisma.delivery.deleteMany({ where: { accountId: g.gm.id } });
    await prisma.seatChange.deleteMany({ where: { accountId: g.gm.id } });
  }

  test.each(TRACES)('if the GM %s', async (_trace, leave) => {
    const g = await game();
    const seat = await gmSits(g);
    const [rival] = g.seats;
    await leave(g, seat);
    expect(codesOf(await preview(g))).toEqual(['plays']);
    expect(codesOf(await openSheet(g, rival))).toEqual(['plays']);
    expect(await paperSheetPage(own.ctx, g.gm, gameNumber(g.game), rival?.id ?? '')).toBeNull();
    const paper = { gameId: g.game.id, seatId: rival?.id ?? '', turn: 1, raw: goodSheet };
    await expect(submitSheet(own.ctx, { ...paper, channel: 'post', sentById: g.gm.id })).rejects.toThrow(
      'secrets of the other players',
    );
    expect(await inspections(g)).toEqual([]);
    // Nothing came of the attempts, so the seat is still the GM's to reclaim.
    expect((await pageOf(g)).actions.mayInspect).toBe(false);
  });

  test('not even by taking the seat of a rival for a while', async () => {
    const g = await game();
    const seat = await gmSits(g);
    granted(await handSeatToComputer(own.ctx, { ...request(g, 1), seatId: seat.id }));
    const rival = { ...request(g, 1), seatId: g.seats[0]?.id ?? '' };
    const { name, email } = g.gm;
    expect(codesOf(await replacePlayer(own.ctx, { ...rival, name, email }))).toEqual(['sat-before']);
  });

  test('the held press of others is withheld, and its author is told', async () => {
    const g = await game();
    await send(own.ctx, g.seats[0] as Seat, 1, { press: OBSCENE });
    await gmSits(g);
    await processAsGm(own.ctx, g, 1);
    const [release] = await releasesInForce(own.ctx.db.prisma, g.game.id);
    expect(release).toMatchObject({ decision: 'withhold', decidedById: null });
    expect(codesOf(await read(g))).toEqual(['nothing-held'].length === 1 ? ['plays'] : []);
    const page = await pageOf(g);
    expect(JSON.stringify(page)).not.toContain(OBSCENE);
    const author = g.seats[0]?.identifier ?? '';
    const about = page.log.filter(({ type }) => type === 'pressDecided');
    expect(about.map(({ detail }) => detail)).toEqual(['turn 1: withheld unread']);
    expect(
      page.deliveries.filter(({ seat, subject }) => seat === author && subject?.includes('press')),
    ).toEqual([]);
    const decision = { releaseId: release?.id ?? '', turn: 1, decision: 'print' as const, word: '' };
    const asGm = { gameId: g.game.id, by: g.gm.id };
    expect(codesOf(await decideOnPress(own.ctx, { ...asGm, ...decision }))).toEqual(['plays']);
    const notices = await own.ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'notice', accountId: g.players[0]?.id ?? 0 },
    });
    expect(notices.map(({ detail }) => detail.subject)).toContain(
      'your press release for turn 1 was withheld',
    );
    await expectReplay(own.ctx, g.game, 1);
  });
});
