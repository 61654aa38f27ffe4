import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { exportGame } from '../../../src/games/archive/export-game.ts';
import { verifyExport } from '../../../src/games/archive/verify-export.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { NOT_ROLLED_BACK } from '../../../src/games/game/game-store.ts';
import { playerPrintout } from '../../../src/games/game/player-view.ts';
import { publicPrintout } from '../../../src/games/game/public-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { previewTurn } from '../../../src/games/processing/preview-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import {
  processWhenAllIn,
  processWhenOrdersFinal,
} from '../../../src/games/processing/scheduled-processing.ts';
import { pauseGame, resumeGame, setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import { SCHEDULE_DEFAULTS } from '../../../src/games/schedule/schedule-policy.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  anAccount,
  codesOf,
  gameNow,
  goodSheet,
  granted,
  jobsOf,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';
import { jobsOfGame, sendGood } from '../sheets/sheets.ts';
import { expectReplay, processAsGm, rollBackAsGm, rollForwardAsGm } from './turns.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const back = (g: TestGame, turn: number) => rollBackAsGm(own.ctx, g, turn, 'A wrong sheet was entered.');
const DAY = 86_400_000;
const forward = (g: TestGame, turn: number) => rollForwardAsGm(own.ctx, g, turn);
const process = (g: TestGame, turn: number) => processAsGm(own.ctx, g, turn);

/** A game after some turns that were processed with good sheets from every seat. */
async function played(turns: number): Promise<TestGame> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const seat of g.seats.slice(0, 2)) {
      await send(own.ctx, seat, turn, await goodSheet(own.ctx, g.game.id, seat));
    }
    expect((await process(g, turn)).kind).toBe('processed');
  }
  return g;
}

describe('rolling back', () => {
  test('opens the turn again with its sheets, tells all players, and keeps the record of the turn', async () => {
    const g = await played(2);
    const { prisma } = own.ctx.db;
    const before = await gameNow(own.ctx, g.game.id);
    granted(await back(g, 3));
    const game = await gameNow(own.ctx, g.game.id);
    expect(game.turn).toBe(2);
    expect(game.state).not.toEqual(before.state);
    const turns = await prisma.turn.findMany({ where: { gameId: g.game.id }, orderBy: { turn: 'asc' } });
    expect(turns.map(({ turn, rolledBackAt }) => [turn, rolledBackAt !== null])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ]);
    const standing = { gameId: g.game.id, turn: 2, outcome: 'standing' as const };
    expect(await prisma.sheet.count({ where: standing })).toBe(4);
    const notices = await prisma.delivery.findMany({ where: { gameId: g.game.id, kind: 'notice' } });
    expect(notices).toHaveLength(2);
    expect(JSON.stringify(notices[0]?.detail)).toContain('A wrong sheet was entered.');
    expect(await publicPrintout(own.ctx, gameNumber(game), 3)).toBeNull();
    const player = { id: g.players[0]?.id ?? 0 };
    expect(await playerPrintout(own.ctx, player, gameNumber(game), 3)).toBeNull();
    expect(await playerPrintout(own.ctx, player, gameNumber(game), 2)).not.toBeNull();
    await expectReplay(own.ctx, g.game, 1);
  });

  test('tells each player whether a sheet of theirs is in, and reminds those who owe one again', async () => {
    const { prisma } = own.ctx.db;
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [ann, bert] = g.players as [Account, Account];
    await send(own.ctx, g.seats[1] as Seat, 1, { press: 'Here I am.' });
    const reminded = { seatId: g.seats[0]?.id ?? '', turn: 1, kind: 'lastCall' as const, at: testNow };
    await prisma.reminder.create({ data: reminded });
    await processAsGm(own.ctx, g, 1);
    granted(await back(g, 2));
    const textTo = async ({ id: accountId }: Account) => {
      const where = { gameId: g.game.id, accountId, kind: 'notice' as const };
      return JSON.stringify(await prisma.delivery.findMany({ where }));
    };
    expect(await textTo(ann)).toContain('No sheet of yours for turn 1 is in: you can send one now.');
    expect(await textTo(bert)).toContain('The sheet for turn 1 is still in.');
    expect(await prisma.reminder.count({ where: { seat: { gameId: g.game.id } } })).toBe(0);
  });

  test('tells those who lost their seats by missing the turn, and tells them if it is undone', async () => {
    const { prisma } = own.ctx.db;
    const g = await runningGame(own.ctx, { humans: 3, opponents: 1 });
    const by = { gameId: g.game.id, by: g.gm.id };
    const policy = { maxMisses: 1, minReliability: null, offerAbandonedSeats: false };
    granted(await setMissedTurnsPolicy(own.ctx, { ...by, ...policy }));
    const [ann, bert, carl] = g.players as [Account, Account, Account];
    for (const seat of g.seats.slice(1, 3)) await send(own.ctx, seat, 1, { press: 'Here I am.' });
    await processAsGm(own.ctx, g, 1);
    await send(own.ctx, g.seats[2] as Seat, 2, { press: 'Here I am again.' });
    await processAsGm(own.ctx, g, 2);
    await prisma.delivery.deleteMany({ where: { gameId: g.game.id } });
    const mails = async () => {
      const where = { gameId: g.game.id, kind: 'notice' as const };
      const found = await prisma.delivery.findMany({ where });
      await prisma.delivery.deleteMany({ where });
      return new Map(found.map(({ accountId, detail }) => [accountId, JSON.stringify(detail)]));
    };
    const idsOf = (...accounts: Account[]) => new Set(accounts.map(({ id }) => id));
    // Ann had lost her seat before, and got no printout that is no longer in force.
    granted(await back(g, 3));
    const told = await mails();
    expect(new Set(told.keys())).toEqual(idsOf(bert, carl));
    expect(told.get(bert.id)).toContain('reclaim the seat on the game page first.');
    expect(told.get(bert.id)).toContain('A wrong sheet was entered.');
    expect(told.get(bert.id)).toMatch(/"closedTurn":3/);
    // Bert was told that turn 2 is open.
    granted(await back(g, 2));
    expect(new Set((await mails()).keys())).toEqual(idsOf(ann, bert, carl));
    granted(await forward(g, 1));
    const undone = await mails();
    expect(new Set(undone.keys())).toEqual(idsOf(ann, bert, carl));
    expect(undone.get(ann.id)).toContain('The computer plays your seat [');
  });

  test('tells someone who has the seat since that the computer’s sheet is played unless they send one', async () => {
    const { prisma } = own.ctx.db;
    const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const seat = g.seats.find(({ opponent }) => opponent) as Seat;
    await processAsGm(own.ctx, g, 1);
    const paula = await anAccount(own.ctx, 'Paula Prompt');
    const about = { gameId: g.game.id, by: g.gm.id, turn: 2, seatId: seat.id };
    granted(await replacePlayer(own.ctx, { ...about, name: paula.name, email: paula.email }));
    granted(await back(g, 2));
    const where = { gameId: g.game.id, accountId: paula.id, kind: 'notice' as const };
    const told = JSON.stringify(await prisma.delivery.findMany({ where }));
    expect(told).toContain('No sheet of yours for turn 1 is in');
    expect(told).toContain('the computer’s sheet is played');
    expect(told).not.toContain('is still in');
  });

  test('counts the mail to them: it has the limit that mail to players has', async () => {
    const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const by = { gameId: g.game.id, by: g.gm.id };
    const policy = { maxMisses: 1, minReliability: null, offerAbandonedSeats: false };
    granted(await setMissedTurnsPolicy(own.ctx, { ...by, ...policy }));
    await processAsGm(own.ctx, g, 1);
    await own.ctx.db.prisma.delivery.deleteMany({ where: { gameId: g.game.id } });
    const ended: string[] = [];
    for (let round = 0; round < 11; round += 1) {
      own.setNow(new Date(testNow.getTime() + round * 1_800_000));
      for (const done of [await back(g, 2), await forward(g, 1)]) if (!done.ok) ended.push(...codesOf(done));
    }
    own.setNow(testNow);
    expect(ended).toContain('too-much-mail');
    const kind = 'notice' as const;
    const mails = await own.ctx.db.prisma.delivery.count({
      where: { gameId: g.game.id, accountId: g.players[0]?.id ?? 0, kind },
    });
    expect(mails).toBeLessThanOrEqual(20);
  });

  test('those who were reminded of the turn after it are reminded again, once it is processed again', async () => {
    const { prisma } = own.ctx.db;
    const g = await played(1);
    const reminded = { seatId: g.seats[0]?.id ?? '', turn: 2, kind: 'reminder' as const, at: testNow };
    await prisma.reminder.create({ data: reminded });
    granted(await back(g, 2));
    granted(await rollForwardAsGm(own.ctx, g, 1));
    expect(await prisma.reminder.count({ where: { seat: { gameId: g.game.id } } })).toBe(1);
    granted(await back(g, 2));
    await process(g, 1);
    expect(await prisma.reminder.count({ where: { seat: { gameId: g.game.id } } })).toBe(0);
  });

  test('a corrected sheet is played, later sheets are not, and the hash chain holds to the end', async () => {
    const g = await played(2);
    const [ann, carl] = g.seats as [Seat, Seat];
    const { prisma } = own.ctx.db;
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 3 });
    await send(own.ctx, ann, 3, { press: 'From a discarded state' });
    await send(own.ctx, carl, 3, { fundraising: 'nonsense' });
    granted(await back(g, 3));
    await send(own.ctx, ann, 2, { press: 'Corrected' });
    expect(await process(g, 2)).toEqual({ kind: 'processed', over: false });
    const attempts = await prisma.turn.findMany({ where: { gameId: g.game.id, turn: 2 } });
    expect(attempts.map((turn) => turn.attempt).sort()).toEqual([1, 2]);
    const inForce = attempts.find((turn) => turn.rolledBackAt === null);
    const old = attempts.find((turn) => turn.rolledBackAt !== null);
    expect(inForce?.attempt).toBe(2);
    expect(((inForce?.sheets ?? {}) as Record<string, unknown>)[ann.identifier]).toEqual({
      press: 'Corrected',
    });
    expect(inForce?.dice).toEqual(old?.dice);
    expect(inForce?.previousHash).toBe(old?.previousHash);
    expect(inForce?.hash).not.toBe(old?.hash);
    // No sheet that was sent for turn 3 before the rollback is played, not even the computer's.
    const stale = await prisma.sheet.findMany({ where: { gameId: g.game.id, turn: 3 } });
    expect(stale.map((sheet) => sheet.outcome)).toEqual(stale.map(() => 'superseded'));
    expect(await process(g, 3)).toMatchObject({ kind: 'processed' });
    const third = await prisma.turn.findFirstOrThrow({
      where: { gameId: g.game.id, turn: 3, ...NOT_ROLLED_BACK },
    });
    const sheets = third.sheets as Record<string, unknown>;
    expect(sheets[ann.identifier]).toBeNull();
    expect(sheets[carl.identifier]).toBeNull();
    expect(Object.values(sheets).filter((sheet) => sheet !== null)).toHaveLength(2);
    await expectReplay(own.ctx, g.game, 3);

    for (let turn = 4; (await gameNow(own.ctx, g.game.id)).status === 'running'; turn += 1)
      await process(g, turn);
    const over = await gameNow(own.ctx, g.game.id);
    await expectReplay(own.ctx, g.game, over.turn - 1);
    const exported = granted(await exportGame(own.ctx, gameNumber(g.game)));
    const verified = granted(verifyExport(JSON.parse(JSON.stringify(exported))));
    expect(verified.difference).toBeNull();
    expect(codesOf(await back(g, over.turn))).toEqual(['not-running']);
  });

  test('is refused for a page of another turn, to others than the GM, and before the first turn', async () => {
    const g = await played(1);
    expect(codesOf(await back(g, 1))).toEqual(['wrong-turn']);
    const request = { gameId: g.game.id, turn: 2, due: null };
    expect(codesOf(await rollBack(own.ctx, { ...request, by: g.players[0]?.id ?? 0 }))).toEqual(['not-gm']);
    expect(codesOf(await rollBack(own.ctx, { ...request, by: g.gm.id, due: new Date(0) }))).toEqual(['past']);
    granted(await back(g, 2));
    expect(codesOf(await back(g, 2))).toEqual(['wrong-turn']);
    expect(codesOf(await back(g, 1))).toEqual(['no-turn']);
  });

  test('of two clicks at once one rolls back', async () => {
    const g = await played(1);
    const both = await Promise.all([back(g, 2), back(g, 2)]);
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    expect((await gameNow(own.ctx, g.game.id)).turn).toBe(1);
  });

  test('two turns, and forward twice, is as if nothing had been', async () => {
    const g = await played(2);
    const before = await gameNow(own.ctx, g.game.id);
    granted(await back(g, 3));
    granted(await back(g, 2));
    expect(codesOf(await forward(g, 2))).toEqual(['wrong-turn']);
    granted(await forward(g, 1));
    granted(await forward(g, 2));
    const after = await gameNow(own.ctx, g.game.id);
    expect(after).toEqual(before);
    await expectReplay(own.ctx, g.game, 2);
  });
});

describe('final orders', () => {
  const autoProcess = async (g: TestGame) => {
    const rules = { daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true };
    const of = { gameId: g.game.id, by: g.gm.id };
    granted(await setSchedule(own.ctx, { ...of, policy: { ...SCHEDULE_DEFAULTS, ...rules } }));
  };
  const finalOrders = (g: TestGame, at: number, turn: number) =>
    sendGood(own.ctx, g.seats[at] as Seat, turn, true);
  const earlyProcessingAt = async (g: TestGame) => (await gameNow(own.ctx, g.game.id)).earlyProcessingAt;
  const finals = (g: TestGame, turn: number) =>
    own.ctx.db.prisma.sheet.count({ where: { gameId: g.game.id, turn, final: true } });
  const mailSaysReopened = async (g: TestGame) =>
    JSON.stringify(await own.ctx.db.prisma.delivery.findMany({ where: { gameId: g.game.id } })).includes(
      'Orders are no longer marked as final',
    );

  test('are reopened by a rollback, so that the turn waits; once they are final again it is processed early', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    await autoProcess(g);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 1 });
    await finalOrders(g, 0, 1);
    await finalOrders(g, 1, 1);
    const first = await earlyProcessingAt(g);
    expect(first).not.toBeNull();
    const processFinal = (at: Date | null) =>
      processWhenOrdersFinal(own.ctx, { gameId: g.game.id, turn: 1, at: at?.toISOString() ?? '' });
    own.setNow(first as Date);
    expect((await processFinal(first)).kind).toBe('processed');
    granted(await back(g, 2));
    expect(await finals(g, 1)).toBe(0);
    expect(await earlyProcessingAt(g)).toBeNull();
    expect(await mailSaysReopened(g)).toBe(true);
    expect((await processFinal(first)).kind).toBe('moved');
    await finalOrders(g, 0, 1);
    expect(await earlyProcessingAt(g)).toBeNull();
    await finalOrders(g, 1, 1);
    const second = await earlyProcessingAt(g);
    expect(second?.getTime()).toBe((first as Date).getTime() + 30 * 60_000);
    own.setNow(second as Date);
    expect((await processFinal(second)).kind).toBe('processed');
    await expectReplay(own.ctx, g.game, 1);
    own.setNow(testNow);
  });

  test('of the next turn are final again after rolling forward; the mail says nothing if there were none', async () => {
    const g = await played(1);
    await autoProcess(g);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
    await finalOrders(g, 0, 2);
    await finalOrders(g, 1, 2);
    expect(await earlyProcessingAt(g)).not.toBeNull();
    granted(await back(g, 2));
    expect(await earlyProcessingAt(g)).toBeNull();
    expect(await mailSaysReopened(g)).toBe(false);
    expect(await finals(g, 2)).toBe(2);
    granted(await forward(g, 1));
    expect(await earlyProcessingAt(g)).toEqual(new Date(testNow.getTime() + 30 * 60_000));
  });
});

describe('rolling forward', () => {
  test('restores the turn, its printouts and the sheets sent after it, and mails what had not been mailed', async () => {
    const g = await played(1);
    const { prisma } = own.ctx.db;
    const [ann] = g.seats as [Seat];
    await send(own.ctx, ann, 2, { press: 'Still standing' });
    const failed = { status: 'failed' as const, nextAttempt: null, lastError: 'rolled back' };
    const of = { kind: 'printout' as const, gameId: g.game.id, seatId: ann.id, printout: { turn: 2 } };
    await prisma.delivery.updateMany({ where: of, data: failed });
    granted(await back(g, 2));
    granted(await forward(g, 1));
    expect(await gameNow(own.ctx, g.game.id)).toMatchObject({ turn: 2, due: g.game.due && expect.any(Date) });
    expect(await prisma.delivery.count({ where: of })).toBe(2);
    const standing = await prisma.sheet.findFirst({
      where: { seatId: ann.id, turn: 2, outcome: 'standing' },
    });
    expect(standing?.raw).toEqual({ press: 'Still standing' });
    await expectReplay(own.ctx, g.game, 1);
    expect(codesOf(await forward(g, 2))).toEqual(['not-rolled-back']);
  });

  test('shortly before the due date moves it as a pause would, and an earlier one leaves it', async () => {
    const g = await played(1);
    const { due } = await gameNow(own.ctx, g.game.id);
    const opened = due as Date;
    own.setNow(new Date(opened.getTime() - 5 * DAY));
    granted(await back(g, 2));
    own.setNow(new Date(opened.getTime() - 2 * DAY));
    granted(await forward(g, 1));
    expect((await gameNow(own.ctx, g.game.id)).due).toEqual(opened);
    granted(await back(g, 2));
    own.setNow(new Date(opened.getTime() - 60_000));
    granted(await forward(g, 1));
    expect((await gameNow(own.ctx, g.game.id)).due).toEqual(new Date(opened.getTime() + 2 * DAY));
    own.setNow(testNow);
  });

  test('after a short rollback right before the due date leaves as much time as before it', async () => {
    const g = await played(1);
    const { due } = await gameNow(own.ctx, g.game.id);
    const before = (due as Date).getTime();
    own.setNow(new Date(before - 15 * 60_000));
    granted(await back(g, 2));
    own.setNow(new Date(before - 60_000));
    granted(await forward(g, 1));
    expect((await gameNow(own.ctx, g.game.id)).due).toEqual(new Date(before + 14 * 60_000));
    own.setNow(testNow);
  });

  test('shortly before the due date leaves later dates at their time of day', async () => {
    const g = await played(1);
    const { due, timeZone } = await gameNow(own.ctx, g.game.id);
    const before = due as Date;
    own.setNow(new Date(before.getTime() - 8 * 3_600_000));
    granted(await rollBack(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 2, due: null }));
    own.setNow(new Date(before.getTime() - 3 * 3_600_000));
    granted(await forward(g, 1));
    const timeOfDay = DateTime.fromJSDate(before, { zone: timeZone }).toFormat('HH:mm');
    expect(await gameNow(own.ctx, g.game.id)).toMatchObject({ dueTime: timeOfDay });
    own.setNow(testNow);
  });

  test('in a pause leaves the date, which moves by the whole pause when the game resumes', async () => {
    const g = await played(1);
    const { due } = await gameNow(own.ctx, g.game.id);
    const start = (due as Date).getTime() - 10 * DAY;
    own.setNow(new Date(start));
    granted(await pauseGame(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 2 }));
    for (const [days, act] of [
      [8, () => back(g, 2)],
      [60, () => forward(g, 1)],
    ] as const) {
      own.setNow(new Date(start + days * DAY));
      granted(await act());
    }
    expect((await gameNow(own.ctx, g.game.id)).due).toEqual(due);
    granted(await resumeGame(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 2 }));
    const left = Number((await gameNow(own.ctx, g.game.id)).due) - own.ctx.now().getTime();
    // A clock may have been put forward within the pause.
    expect(Math.abs(left - 10 * DAY)).toBeLessThanOrEqual(3_600_000);
    own.setNow(testNow);
  });

  test('after its due date leaves an automatic game the next date of its schedule, another one none', async () => {
    for (const autoProcess of [true, false]) {
      own.setNow(testNow);
      const g = await played(1);
      const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 7, timeZone: g.game.timeZone, autoProcess };
      granted(await setSchedule(own.ctx, { gameId: g.game.id, by: g.gm.id, policy }));
      const { due } = await gameNow(own.ctx, g.game.id);
      granted(await back(g, 2));
      own.setNow(new Date((due as Date).getTime() + 60_000));
      granted(await forward(g, 1));
      const later = due && DateTime.fromJSDate(due, { zone: g.game.timeZone }).plus({ days: 7 }).toJSDate();
      const opened = await gameNow(own.ctx, g.game.id);
      expect(opened).toMatchObject({ turn: 2, due: autoProcess ? later : null });
    }
    own.setNow(testNow);
  });

  test('is refused once a sheet has come in', async () => {
    const g = await played(1);
    granted(await back(g, 2));
    await send(own.ctx, g.seats[0] as Seat, 1, {});
    expect(codesOf(await forward(g, 1))).toEqual(['changed']);
    expect((await gameNow(own.ctx, g.game.id)).turn).toBe(1);
  });

  test('is refused if the turn before has a different result', async () => {
    const g = await played(2);
    granted(await back(g, 3));
    granted(await back(g, 2));
    await send(own.ctx, g.seats[0] as Seat, 1, { press: 'Another result' });
    await process(g, 1);
    expect(codesOf(await forward(g, 2))).toEqual(['changed']);
  });
});

describe('a preview', () => {
  test('shows what processing then prints, and leaves only a line in the log', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const { prisma } = own.ctx.db;
    await send(own.ctx, g.seats[0] as Seat, 1, { press: 'Read all about it' });
    const all = async () => ({
      game: await gameNow(own.ctx, g.game.id),
      sheets: await prisma.sheet.count(),
      turns: await prisma.turn.count(),
      printouts: await prisma.printout.count(),
      deliveries: await prisma.delivery.count(),
      jobs: (await jobsOf(own.ctx, 'deliver')).length + (await jobsOf(own.ctx, 'computerSheets')).length,
    });
    const before = await all();
    const request = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    const preview = granted(await previewTurn(own.ctx, request));
    expect(await all()).toEqual(before);
    expect(preview.printouts.map(({ seat }) => seat?.identifier ?? null)).toEqual([
      null,
      ...g.seats.slice(0, 2).map((seat) => seat.identifier),
    ]);
    const log = await prisma.gameEvent.findMany({ where: { gameId: g.game.id, type: 'turnPreviewed' } });
    expect(log).toMatchObject([{ accountId: g.gm.id, detail: 'turn 1' }]);
    await process(g, 1);
    const printed = await publicPrintout(own.ctx, gameNumber(g.game), 2);
    expect(preview.printouts[0]?.report).toEqual(printed);
    expect(codesOf(await previewTurn(own.ctx, request))).toEqual(['wrong-turn']);
  });

  test('is refused to a GM who has a seat in the game', async () => {
    const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    await own.ctx.db.prisma.seat.update({
      where: { id: g.seats[0]?.id ?? '' },
      data: { accountId: g.gm.id },
    });
    const request = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    expect(codesOf(await previewTurn(own.ctx, request))).toEqual(['plays']);
  });
});

test('a turn whose sheets were all in before the rollback is processed early after rolling forward', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
  await process(g, 1);
  const seats = g.seats.slice(0, 2);
  for (const seat of seats) await send(own.ctx, seat, 2, {});
  await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
  const jobs = () => jobsOfGame(own.ctx, g.game.id, 'process');
  expect(await jobs()).toHaveLength(1);
  granted(await back(g, 2));
  // The job runs while turn 1 is open, and finds nothing to do.
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs where key = $1', [
    `process:${g.game.id}:2`,
  ]);
  granted(await forward(g, 1));
  expect((await jobs()).map(({ payload }) => payload.turn)).toEqual([2]);
});

test('a turn is processed early after rolling forward, although the computer got a seat meanwhile', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2, due: null, processWhenComplete: true });
  const [ann, carl] = g.seats as [Seat, Seat];
  await send(own.ctx, ann, 1, {});
  await process(g, 1);
  granted(await back(g, 2));
  const request = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: ann.id };
  granted(await handSeatToComputer(own.ctx, request));
  granted(await forward(g, 1));
  await send(own.ctx, carl, 2, {});
  expect(await jobsOfGame(own.ctx, g.game.id, 'process')).toHaveLength(1);
  expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 2 })).toMatchObject({
    kind: 'processed',
  });
});

test('a turn that was rolled back is not ended by the first correction, although all sheets are in', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
  const jobs = () => jobsOfGame(own.ctx, g.game.id, 'process');
  const seats = g.seats.slice(0, 2);
  await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 1 });
  for (const seat of seats) await send(own.ctx, seat, 1, {});
  expect(await jobs()).toHaveLength(1);
  await process(g, 1);
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs where key = $1', [
    `process:${g.game.id}:1`,
  ]);
  granted(await back(g, 2));
  await send(own.ctx, seats[0] as Seat, 1, {});
  expect(await jobs()).toEqual([]);
  expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 1 })).toEqual({ kind: 'incomplete' });
  expect(await process(g, 1)).toMatchObject({ kind: 'processed' });
});

test('a turn that was rolled back once is ended by its last sheet again after the turn before is processed again', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
  const start = own.ctx.now();
  const later = (minutes: number) => own.setNow(new Date(start.getTime() + minutes * 60_000));
  for (const turn of [1, 2]) {
    for (const seat of g.seats.slice(0, 2)) await send(own.ctx, seat, turn, {});
    await process(g, turn);
  }
  later(1);
  granted(await back(g, 3));
  granted(await back(g, 2));
  later(2);
  await process(g, 1);
  for (const seat of g.seats.slice(0, 2)) await send(own.ctx, seat, 2, {});
  expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 2 })).toMatchObject({
    kind: 'processed',
  });
  own.setNow(start);
});
