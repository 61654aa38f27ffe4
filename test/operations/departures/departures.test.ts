import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DELETED_NAME } from '../../../src/accounts/deleted-address.ts';
import { setOperator } from '../../../src/accounts/operator-account.ts';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../../../src/games/archive/transfer-out.ts';
import { deleteGame } from '../../../src/games/game/delete-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { applyDepartures } from '../../../src/operations/departures/apply-departures.ts';
import { departuresSinceBackup } from '../../../src/operations/departures/departures-since-backup.ts';
import { backAgain } from '../../../src/operations/departures/departures-words.ts';
import { recordDepartures } from '../../../src/operations/departures/record-departures.ts';
import { releaseServer } from '../../../src/operations/held/release-server.ts';
import { type NightlySettings, runNightly } from '../../../src/operations/nightly/nightly.ts';
import { anAccount, formingGame, granted, jobsOf, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aSession } from '../../helpers/session.ts';
import { emptyDatabase } from '../backup/rich-database.ts';

/* What a restored server learns from the list outside of the database about what left after the backup. */

let own: TestContext;
let dir: string;
let closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-departures-'));
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
  await own.close();
  await rm(dir, { recursive: true });
});

const RELEASE = { dates: 'process', mail: 'send', tellPlayers: false } as const;
const settingsIn = (name: string) => ({
  dataDir: path.join(dir, name),
  backups: { dir: path.join(dir, name, 'backups'), kept: 7 },
});
const listIn = (folder: string) => path.join(folder, 'departures.jsonl');
const home = () => settingsIn('home');

/** The clock goes on: what happens next is later than the backup. */
function later(): void {
  own.setNow(new Date(own.ctx.now().getTime() + 3_600_000));
}

async function backup(): Promise<string> {
  const file = path.join(dir, `${closers.length}-${Math.random()}.backup.gz`);
  await own.ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt: own.ctx.now() } });
  granted(await makeBackup(own.url, file, { replay: false }));
  later();
  return file;
}

/** Restores a backup into a database of its own, as on a new machine. */
async function restored(file: string): Promise<AppContext> {
  const target = await emptyDatabase();
  granted(await restoreBackup(target.url, granted(await checkRestorable(file)), { hold: true }));
  const db = await openDatabase(target.url);
  closers.push(target.drop, () => db.close());
  return { ...own.ctx, db };
}

const gameIn = ({ db }: AppContext, id: string) => db.prisma.game.findUnique({ where: { id } });
const accountIn = ({ db }: AppContext, id: number) => db.prisma.account.findUniqueOrThrow({ where: { id } });

async function move(ctx: AppContext, id: string) {
  await ctx.db.prisma.gameSchedule.updateMany({ where: { gameId: id }, data: { pausedAt: ctx.now() } });
  const number = gameNumber((await gameIn(ctx, id)) as never);
  return JSON.parse(JSON.stringify(granted(await transferOut(ctx, number))));
}

/** What the held page and commands say. */
async function words(ctx: AppContext, settings = home()): Promise<string> {
  const since = await departuresSinceBackup(ctx, settings);
  return since === null ? 'not held' : backAgain(since, 'restored').join('\n');
}

describe('after a restore', () => {
  test('games that moved are closed, and what was deleted is deleted again', async () => {
    const { ctx } = own;
    const moved = await runningGame(ctx, { humans: 2, opponents: 2 });
    const stays = await runningGame(ctx, { humans: 2, opponents: 2 });
    const deleted = await formingGame(ctx, { humans: 1, opponents: 0 });
    const ended = await runningGame(ctx, { humans: 2, opponents: 2 });
    const ann = await anAccount(ctx, 'Ann Baker');
    const file = await backup();
    await move(ctx, moved.game.id);
    await move(ctx, stays.game.id);
    granted(await takeTransferBack(ctx, gameNumber(stays.game)));
    granted(await deleteGame(ctx, gameNumber(deleted.game)));
    await ctx.db.prisma.game.update({ where: { id: ended.game.id }, data: { status: 'over' } });
    granted(await deleteGame(ctx, gameNumber(ended.game)));
    granted(await deleteAccount(ctx, ann.id));
    // Its game is over now, but in the backup it runs.
    granted(await deleteAccount(ctx, ended.gm.id));
    const list = await recordDepartures(ctx, home()).then(() => readFile(listIn(home().dataDir), 'utf8'));
    expect(await readFile(listIn(home().backups.dir), 'utf8')).toBe(list);
    expect(list).not.toMatch(/Ann|Baker|@|test of the season/);
    expect(await recordDepartures(ctx, home())).toBe(0);

    const copy = await restored(file);
    await applyDepartures(copy, home());
    await applyDepartures(copy, home());
    expect((await gameIn(copy, moved.game.id))?.transferredOutAt).not.toBeNull();
    expect(await jobsOf(copy, 'deadline')).not.toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ gameId: moved.game.id }) }),
    );
    expect((await gameIn(copy, stays.game.id))?.transferredOutAt).toBeNull();
    expect(await gameIn(copy, deleted.game.id)).toBeNull();
    expect(await gameIn(copy, ended.game.id)).toBeNull();
    expect(await accountIn(copy, ann.id)).toMatchObject({ name: DELETED_NAME, deletedAt: ctx.now() });
    expect((await accountIn(copy, ended.gm.id)).deletedAt).not.toBeNull();
    expect((await accountIn(copy, stays.gm.id)).deletedAt).toBeNull();
    const said = await words(copy);
    expect(said).toContain(`moved to another server since the backup: ${gameNumber(moved.game)}.`);
    expect(said).toContain(`${gameNumber(deleted.game)}, ${gameNumber(ended.game)}.`);
    expect(said).toContain(
      `Accounts that were deleted since the backup are deleted again: ${ended.gm.id}, ${ann.id}.`,
    );
    expect(said).not.toContain('are back');
    // It goes on with the same list, which says nothing new.
    granted(await releaseServer(copy, RELEASE));
    expect(await recordDepartures(copy, home())).toBe(0);
  }, 60_000);

  test('an account that runs a game there is not deleted, and the operator is told', async () => {
    const { ctx } = own;
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const file = await backup();
    await ctx.db.prisma.game.update({ where: { id: play.game.id }, data: { status: 'abandoned' } });
    granted(await deleteAccount(ctx, play.gm.id));
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    await applyDepartures(copy, home());
    expect((await accountIn(copy, play.gm.id)).deletedAt).toBeNull();
    expect(await words(copy)).toContain(
      `Account ${play.gm.id} was deleted since the backup and is back. Here it runs ${gameNumber(play.game)}`,
    );
  });

  test('an account that was an operator in the backup is deleted, unless no other one is an operator there', async () => {
    const { ctx } = own;
    const [ann, olive] = [await anAccount(ctx, 'Ann Baker'), await anAccount(ctx, 'Olive Operator')];
    granted(await setOperator(ctx, olive.id, true));
    const alone = await backup();
    granted(await setOperator(ctx, ann.id, true));
    const both = await backup();
    granted(await setOperator(ctx, olive.id, false));
    granted(await deleteAccount(ctx, olive.id));
    await recordDepartures(ctx, home());
    const copy = await restored(both);
    await applyDepartures(copy, home());
    expect(await accountIn(copy, olive.id)).toMatchObject({ deletedAt: ctx.now(), operator: false });
    expect(await words(copy)).toContain(`since the backup are deleted again: ${olive.id}.`);

    const other = await restored(alone);
    await applyDepartures(other, home());
    expect(await accountIn(other, olive.id)).toMatchObject({ deletedAt: null, operator: true });
    expect(await words(other)).toContain(
      `Account ${olive.id} was deleted since the backup and is back. It is the only operator here,`,
    );
    granted(await setOperator(other, ann.id, true));
    await applyDepartures(other, home());
    expect(await accountIn(other, olive.id)).toMatchObject({ deletedAt: ctx.now(), operator: false });
  }, 60_000);

  test('another account and another game with the same number are left alone', async () => {
    const { ctx } = own;
    const empty = await backup();
    const ann = await anAccount(ctx, 'Ann Baker');
    const first = await formingGame(ctx, { humans: 1, opponents: 0 });
    await move(ctx, first.game.id);
    granted(await deleteAccount(ctx, ann.id));
    await recordDepartures(ctx, home());
    const copy = await restored(empty);
    const bob = await anAccount({ ...copy, now: () => new Date('2027-05-01T12:00:00Z') }, 'Bob');
    const second = await formingGame(copy, { humans: 1, opponents: 0 });
    expect([bob.id, gameNumber(second.game)]).toEqual([ann.id, gameNumber(first.game)]);
    await applyDepartures(copy, home());
    expect((await accountIn(copy, bob.id)).deletedAt).toBeNull();
    expect((await gameIn(copy, second.game.id))?.transferredOutAt).toBeNull();
  });

  test('a closed game can be taken back, and stays open', async () => {
    const { ctx } = own;
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const file = await backup();
    await move(ctx, play.game.id);
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    await applyDepartures(copy, home());
    later();
    granted(await takeTransferBack(copy, gameNumber(play.game)));
    await applyDepartures(copy, home());
    expect((await gameIn(copy, play.game.id))?.transferredOutAt).toBeNull();
  });
});

describe('a game that came back from another server', () => {
  test('finds its people if a restore had brought back the game and an account that was deleted', async () => {
    const { ctx } = own;
    const next = await testContext();
    closers.push(() => next.close());
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const [ann, carl] = play.players as [Account, Account];
    const file = await backup();
    granted(await transferIn({ ...next.ctx, now: ctx.now }, await move(ctx, play.game.id)));
    granted(await deleteAccount(ctx, carl.id));
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    await applyDepartures(copy, home());
    granted(await releaseServer(copy, RELEASE));
    granted(await correctEmail(copy, ann.id, `moved.${ann.email}`));
    const eve = await anAccount(copy, 'Eve Other');
    await copy.db.prisma.account.update({ where: { id: eve.id }, data: { email: ann.email } });
    later();
    const back = await move({ ...next.ctx, now: ctx.now }, play.game.id);
    expect(granted(await transferIn(copy, back)).seatsOfOthers).toEqual([]);
    const { prisma } = copy.db;
    const seats = await prisma.seat.findMany({
      where: { gameId: play.game.id },
      orderBy: { position: 'asc' },
    });
    expect(seats.map(({ accountId }) => accountId)).toEqual([ann.id, null, null, null]);
    expect(await prisma.account.findUnique({ where: { email: carl.email } })).toBeNull();
    expect((await accountIn(copy, carl.id)).deletedAt).not.toBeNull();
  }, 60_000);

  test('is not closed, and is missed if the backup has only its copy', async () => {
    const { ctx } = own;
    const next = await testContext();
    closers.push(() => next.close());
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const [before, number] = [await backup(), gameNumber(play.game)];
    const sent = await move(ctx, play.game.id);
    // The file is written twice, and the first one is used: the game comes back without the second entry of its log.
    await recordDepartures(ctx, home());
    later();
    await move(ctx, play.game.id);
    await recordDepartures(ctx, home());
    const away = await backup();
    granted(await transferIn({ ...next.ctx, now: ctx.now }, sent));
    later();
    const back = await move({ ...next.ctx, now: ctx.now }, play.game.id);
    later();
    granted(await transferIn(ctx, back));
    await recordDepartures(ctx, home());
    const early = await restored(before);
    await applyDepartures(early, home());
    expect((await gameIn(early, play.game.id))?.transferredOutAt).toBeNull();
    expect(await words(early)).toContain('names nothing that has left');
    const late = await restored(away);
    await applyDepartures(late, home());
    expect(await words(late)).toContain(`the file with which they came: ${number}.`);
    // It leaves once more, and only that counts.
    later();
    await move(ctx, play.game.id);
    await recordDepartures(ctx, home());
    const again = await restored(before);
    await applyDepartures(again, home());
    expect(await words(again)).toContain(`moved to another server since the backup: ${number}.`);
  }, 60_000);

  test('is not deleted, although its copy was', async () => {
    const { ctx } = own;
    const next = await testContext();
    closers.push(() => next.close());
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const file = await backup();
    granted(await transferIn({ ...next.ctx, now: ctx.now }, await move(ctx, play.game.id)));
    granted(await deleteGame(ctx, gameNumber(play.game)));
    await recordDepartures(ctx, home());
    later();
    granted(await transferIn(ctx, await move({ ...next.ctx, now: ctx.now }, play.game.id)));
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    await applyDepartures(copy, home());
    expect((await gameIn(copy, play.game.id))?.transferredOutAt).toBeNull();
  });
});

describe('what people have gone on with here', () => {
  /** Something happens in a game. */
  async function goesOn(ctx: AppContext, gameId: string): Promise<void> {
    const entry = { gameId, accountId: null, type: 'gamePaused' as const, detail: '' };
    await ctx.db.prisma.gameEvent.create({ data: { ...entry, at: ctx.now() } });
    later();
  }

  /** The operator held the server long afterward, for another reason. */
  async function heldLater(ctx: AppContext): Promise<void> {
    await ctx.db.prisma.serverState.update({
      where: { id: 1 },
      data: { heldAt: ctx.now(), heldReason: 'operator' },
    });
  }

  test('is left alone if the list was missing when the server was released, and the operator is told', async () => {
    const { ctx } = own;
    const [play, away] = [
      await runningGame(ctx, { humans: 2, opponents: 2 }),
      await runningGame(ctx, { humans: 2, opponents: 2 }),
    ];
    const ann = await anAccount(ctx, 'Ann Baker');
    const file = await backup();
    await move(ctx, away.game.id);
    await ctx.db.prisma.game.update({ where: { id: play.game.id }, data: { status: 'over' } });
    granted(await deleteGame(ctx, gameNumber(play.game)));
    granted(await deleteAccount(ctx, ann.id));
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    await releaseServer(copy, RELEASE);
    later();
    for (const { game } of [play, away]) await goesOn(copy, game.id);
    await aSession(copy, { accountId: ann.id, method: 'code' });
    later();
    // Not seen by a night in between.
    await heldLater(copy);
    await applyDepartures(copy, home());
    expect((await gameIn(copy, play.game.id))?.status).toBe('running');
    expect((await gameIn(copy, away.game.id))?.transferredOutAt).toBeNull();
    expect((await accountIn(copy, ann.id)).deletedAt).toBeNull();
    const said = await words(copy);
    expect(said).toContain(
      `move or delete them yourself: ${gameNumber(away.game)}, ${gameNumber(play.game)}.`,
    );
    expect(said).toContain(`their owners can delete them: ${ann.id}.`);
  });

  test('counts as back once it has gone on for longer than a clock was wrong', async () => {
    const { ctx } = own;
    const next = await testContext();
    closers.push(() => next.close());
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    granted(await transferIn({ ...next.ctx, now: ctx.now }, await move(ctx, play.game.id)));
    // The copy is deleted while the clock is a day ahead.
    const right = ctx.now();
    own.setNow(new Date(right.getTime() + 86_400_000));
    granted(await deleteGame(ctx, gameNumber(play.game)));
    await recordDepartures(ctx, home());
    own.setNow(right);
    later();
    granted(await transferIn(ctx, await move({ ...next.ctx, now: ctx.now }, play.game.id)));
    own.setNow(new Date(right.getTime() + 2 * 86_400_000));
    await goesOn(ctx, play.game.id);
    await recordDepartures(ctx, home());
    await heldLater(ctx);
    await applyDepartures(ctx, home());
    expect((await gameIn(ctx, play.game.id))?.status).toBe('running');
    expect(await words(ctx)).toContain('names nothing that has left');
  });

  test('is not taken from what a server on an older database writes before anyone has noticed', async () => {
    const { ctx } = own;
    const away = await runningGame(ctx, { humans: 2, opponents: 2 });
    const file = await backup();
    await move(ctx, away.game.id);
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    await copy.db.prisma.serverState.update({ where: { id: 1 }, data: { heldAt: null, heldReason: null } });
    // Such as a command of the operator.
    expect(await recordDepartures(copy, home())).toBe(0);
    await heldLater(copy);
    await applyDepartures(copy, home());
    expect((await gameIn(copy, away.game.id))?.transferredOutAt).not.toBeNull();
  });

  test('is not what the deletion of an account leaves in a game, so that a list found later still closes it', async () => {
    const { ctx } = own;
    const away = await runningGame(ctx, { humans: 2, opponents: 2 });
    const [ann] = away.players as [Account];
    const file = await backup();
    granted(await deleteAccount(ctx, ann.id));
    await recordDepartures(ctx, home());
    const early = await readFile(listIn(home().dataDir), 'utf8');
    await move(ctx, away.game.id);
    await recordDepartures(ctx, home());
    const whole = await readFile(listIn(home().dataDir), 'utf8');
    const copy = await restored(file);
    const other = settingsIn('other');
    await mkdir(other.dataDir, { recursive: true });
    later();
    await copy.db.prisma.serverState.update({ where: { id: 1 }, data: { heldAt: ctx.now() } });
    later();
    for (const list of [early, whole]) {
      await writeFile(listIn(other.dataDir), list);
      await applyDepartures(copy, other);
    }
    expect((await gameIn(copy, away.game.id))?.transferredOutAt).not.toBeNull();
  });
});

describe('the list', () => {
  test('gets at night what a killed process has not written, in both folders', async () => {
    const { ctx } = own;
    const ann = await anAccount(ctx, 'Ann Baker');
    granted(await deleteAccount(ctx, ann.id));
    const settings: NightlySettings = {
      ...home(),
      at: { hour: 3, minute: 30 },
      minFreeMb: 0,
      keepDays: { mail: 365, practice: 30, jobs: 30 },
    };
    expect(await runNightly(ctx, settings)).toMatchObject({ departures: 2 });
    await rm(listIn(home().dataDir));
    // What was lost on one disk comes from the other one.
    expect(await runNightly(ctx, settings)).toMatchObject({ departures: 0 });
    expect(await readFile(listIn(home().dataDir), 'utf8')).toContain(`"account":${ann.id}`);
  });

  test('with a damaged last line is read, the loss is said, and the next line is not lost', async () => {
    const { ctx } = own;
    const [ann, bob] = [await anAccount(ctx, 'Ann Baker'), await anAccount(ctx, 'Bob')];
    const file = await backup();
    const settings = { ...home(), backups: { ...home().backups, kept: 0 } };
    granted(await deleteAccount(ctx, ann.id));
    await recordDepartures(ctx, settings);
    const list = listIn(home().dataDir);
    const whole = await readFile(list);
    await appendFile(list, whole.subarray(0, 60));
    const copy = await restored(file);
    await applyDepartures(copy, settings);
    expect((await accountIn(copy, ann.id)).deletedAt).not.toBeNull();
    expect(await words(copy, settings)).toMatch(
      /1 line of the list[\s\S]+Games that have moved[\s\S]+are back/,
    );
    granted(await deleteAccount(ctx, bob.id));
    await recordDepartures(ctx, settings);
    const other = await restored(file);
    await applyDepartures(other, settings);
    expect((await accountIn(other, bob.id)).deletedAt).not.toBeNull();
    // A line that was damaged is written again.
    await truncate(list, whole.length - 5);
    await recordDepartures(ctx, settings);
    expect((await readFile(list, 'utf8')).match(new RegExp(`"account":${ann.id},.*}$`, 'gm'))).toHaveLength(
      1,
    );
  });

  test('that is missing changes nothing, and the operator is told what cannot be known', async () => {
    const { ctx } = own;
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const file = await backup();
    await move(ctx, play.game.id);
    const copy = await restored(file);
    await applyDepartures(copy, home());
    expect((await gameIn(copy, play.game.id))?.transferredOutAt).toBeNull();
    const said = await words(copy);
    expect(said).toContain('There is no list of departures (departures.jsonl)');
    expect(said).toMatch(
      /Games that have moved[\s\S]+are back[\s\S]+Accounts that were deleted[\s\S]+are back/,
    );
  });

  test('of another database is ignored, and a held copy writes nothing to it', async () => {
    const { ctx } = own;
    const ann = await anAccount(ctx, 'Ann Baker');
    const file = await backup();
    await recordDepartures(ctx, home());
    const before = await readFile(listIn(home().dataDir), 'utf8');
    const copy = await restored(file);
    granted(await deleteAccount(copy, ann.id));
    expect(await recordDepartures(copy, home())).toBe(0);
    expect(await readFile(listIn(home().dataDir), 'utf8')).toBe(before);
    const other = await testContext();
    closers.push(() => other.close());
    // The databases of the tests are copies of one.
    const data = { databaseId: randomUUID() };
    await other.ctx.db.prisma.serverState.update({ where: { id: 1 }, data });
    expect(await recordDepartures(other.ctx, home())).toBe(1);
    expect(await words(copy)).toContain('names nothing that has left');
  });

  test('is applied to no server that is not held', async () => {
    const { ctx } = own;
    const ann = await anAccount(ctx, 'Ann Baker');
    const file = await backup();
    granted(await deleteAccount(ctx, ann.id));
    await recordDepartures(ctx, home());
    const copy = await restored(file);
    granted(await releaseServer(copy, RELEASE));
    await applyDepartures(copy, home());
    expect((await accountIn(copy, ann.id)).deletedAt).toBeNull();
  });
});
