import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { type DeparturesCheck, departuresCheck } from '../../../src/operations/checks/departures.ts';
import { recordDepartures } from '../../../src/operations/departures/record-departures.ts';
import { anAccount, formingGame, granted } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';

/* Whether the operator is told that the list of departures cannot be used, and the list is complete afterward. */

let own: TestContext;
let dir: string;
let check: DeparturesCheck;

beforeEach(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-departures-check-'));
  check = departuresCheck(own.ctx, settings(), 0);
});
afterEach(async () => {
  await check.stop();
  await own.close();
  await rm(dir, { recursive: true, force: true });
});

const data = () => path.join(dir, 'data');
const backups = () => path.join(dir, 'backups');
const settings = () => ({ dataDir: data(), backups: { dir: backups(), kept: 7 } });
const listIn = (folder: string) => path.join(folder, 'departures.jsonl');

async function turnsTo(level: string): Promise<string> {
  await expect.poll(async () => (await check.run()).level, { timeout: 10_000 }).toBe(level);
  return (await check.run()).message;
}

test('a list that cannot be read is a warning, and gets what is missing once it can be', async () => {
  const before = await anAccount(own.ctx, 'Ann');
  granted(await deleteAccount(own.ctx, before.id));
  await recordDepartures(own.ctx, settings());
  expect(await turnsTo('ok')).toBe('The list of departures can be written.');
  const list = await readFile(listIn(data()), 'utf8');
  // Nobody can read this, not even root, who runs these tests in a container.
  await rm(listIn(data()));
  await mkdir(listIn(data()));
  const message = async () => (await check.run()).message;
  await expect.poll(message).toContain(`(departures.jsonl) in ${data()} cannot be read or written: EISDIR.`);
  expect(await turnsTo('warning')).toContain('Give the file and its folder to the user that runs the server');
  const meanwhile = await anAccount(own.ctx, 'Bob');
  granted(await deleteAccount(own.ctx, meanwhile.id));
  await rm(listIn(data()), { recursive: true });
  await writeFile(listIn(data()), list);
  await turnsTo('ok');
  await expect.poll(() => readFile(listIn(data()), 'utf8')).toContain(`"account":${meanwhile.id},`);
  expect(await readFile(listIn(backups()), 'utf8')).toBe(await readFile(listIn(data()), 'utf8'));
});

test('a list is read again only if it or the database has changed', async () => {
  await turnsTo('ok');
  const file = listIn(data());
  await expect.poll(() => readFile(file, 'utf8')).toContain('begun');
  // Long ago, so that a change just now is one.
  await utimes(file, 1_000_000, 1_000_000);
  const looks = async () => {
    for (let look = 0; look < 20; look += 1) {
      await check.run();
      await sleep(20);
    }
  };
  await looks();
  const list = await readFile(file, 'utf8');
  const blank = ' '.repeat(list.length - 1);
  await writeFile(file, `${blank}\n`);
  await utimes(file, 1_000_000, 1_000_000);
  await looks();
  expect(await readFile(file, 'utf8')).toBe(`${blank}\n`);
  await utimes(file, 2_000_000, 2_000_000);
  await check.run();
  await expect.poll(() => readFile(file, 'utf8')).toContain('begun');
  await looks();
  const { id } = await anAccount(own.ctx, 'Ann');
  granted(await deleteAccount(own.ctx, id));
  await looks();
  expect(await readFile(file, 'utf8')).toContain(`"account":${id},`);
});

test('a game that goes on here although a list says that it left is noted as back at the next look', async () => {
  const { game } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  await recordDepartures(own.ctx, settings());
  const { databaseId } = await own.ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  const moment = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);
  const moved = { kind: 'gameMoved', game: gameNumber(game), id: game.id, event: randomUUID() };
  const line = { at: moment(1).toISOString(), database: databaseId, ...moved };
  await appendFile(listIn(data()), `${JSON.stringify(line)}\n`);
  const isInBackups = async (what: string) =>
    (await check.run()) && (await readFile(listIn(backups()), 'utf8')).includes(what);
  await expect.poll(() => isInBackups('gameMoved')).toBe(true);
  // Several looks, in which nothing has changed.
  for (let look = 0; look < 20; look += 1) {
    await check.run();
    await sleep(20);
  }
  expect(await isInBackups('gameBack')).toBe(false);
  const entry = { gameId: game.id, at: moment(2), type: 'gameCreated', detail: '' } as const;
  await own.ctx.db.prisma.gameEvent.create({ data: entry });
  await expect.poll(() => isInBackups('gameBack'), { timeout: 5_000 }).toBe(true);
});

test('a list that cannot be written is a warning', async () => {
  await writeFile(backups(), '');
  expect(await turnsTo('warning')).toMatch(/in \S+\/backups cannot be read or written: E/);
  // The other one is written meanwhile.
  expect(await readFile(listIn(data()), 'utf8')).toContain('begun');
  await rm(backups());
  await turnsTo('ok');
  expect(await readFile(listIn(backups()), 'utf8')).toBe(await readFile(listIn(data()), 'utf8'));
});

test('is told while the server is held, too, and nothing is written then', async () => {
  await own.ctx.db.prisma.serverState.updateMany({ data: { heldAt: new Date(), heldReason: 'restored' } });
  await mkdir(listIn(backups()), { recursive: true });
  await turnsTo('warning');
  await rm(listIn(backups()), { recursive: true });
  await turnsTo('ok');
  await expect(readFile(listIn(data()), 'utf8')).rejects.toThrow('ENOENT');
});

test('a database that does not answer changes nothing, as its own check says so', async () => {
  const db = await openDatabase(own.url);
  await db.close();
  await check.stop();
  check = departuresCheck({ ...own.ctx, db }, settings(), 0);
  for (let look = 0; look < 5; look += 1) expect((await check.run()).level).toBe('ok');
});
