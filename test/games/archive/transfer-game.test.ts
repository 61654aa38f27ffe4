import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transferInCommand, transferOutCommand } from '../../../src/cli/transfer.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import type { GameTransfer } from '../../../src/games/archive/transfer-file.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../../../src/games/archive/transfer-out.ts';
import { EXCLUDED_TABLES, gameTables } from '../../../src/games/archive/transfer-rows.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gmGameSummaries } from '../../../src/games/game/gm-games-view.ts';
import { playerPrintout } from '../../../src/games/game/player-view.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { lettersPage } from '../../../src/games/letters/letters-view.ts';
import { answerByMail, writeLetter } from '../../../src/games/letters/write-letter.ts';
import { saveNotes } from '../../../src/games/notes/private-notes.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import {
  anAccount,
  codesOf,
  goodSheet,
  granted,
  jobsOf,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';

let old: TestContext;
let next: TestContext;
let g: TestGame;
let number: string;
/** The reply token of a letter. */
let token: string;

beforeAll(async () => {
  old = await testContext();
});
afterAll(() => old.close());
beforeEach(async () => {
  next = await testContext();
  // So that the account numbers of the two servers differ.
  for (const name of ['Zed One', 'Zed Two', 'Zed Three']) await anAccount(next.ctx, name);
  return () => next.close();
});

/** The tables whose rows move with a game. */
const MOVED = [
  ...[
    'AdvanceOrders',
    'Attendance',
    'Game',
    'GameEvent',
    'GamePolicy',
    'GameSchedule',
    'GameSecret',
    'GameState',
  ],
  ...['GmMessage', 'HeldPressRelease', 'Inspection', 'Letter', 'LetterCopy', 'LimitedAction', 'MutedGame'],
  ...[
    'Printout',
    'PrintoutReader',
    'Rollback',
    'RolledBackAttendance',
    'Seat',
    'SeatChange',
    'Sheet',
    'Turn',
    'WaitlistEntry',
  ],
];

const pause = (paused: boolean, ctx: AppContext = old.ctx) =>
  ctx.db.prisma.gameSchedule.updateMany({ data: { pausedAt: paused ? ctx.now() : null } });

/** The file after a round trip through JSON. */
const onDisk = (file: GameTransfer): GameTransfer => JSON.parse(JSON.stringify(file));

async function everythingOf(ctx: AppContext): Promise<unknown> {
  const { prisma } = ctx.db;
  return {
    sheets: await prisma.sheet.findMany({ omit: { sentById: true }, orderBy: { id: 'asc' } }),
    turns: await prisma.turn.findMany({
      omit: { processedById: true },
      orderBy: [{ turn: 'asc' }, { attempt: 'asc' }],
    }),
    printouts: await prisma.printout.findMany({ omit: { accountId: true }, orderBy: { id: 'asc' } }),
    rollbacks: await prisma.rollback.findMany({ omit: { byId: true } }),
    releases: await prisma.heldPressRelease.findMany(),
    letters: await prisma.letter.findMany({ omit: { accountId: true } }),
    copies: await prisma.letterCopy.findMany({ omit: { accountId: true } }),
    seats: await prisma.seat.findMany({ omit: { accountId: true }, orderBy: { position: 'asc' } }),
    game: await prisma.game.findFirst({
      // Only the copy that stays behind is marked as transferred.
      omit: { gmId: true, transferredOutAt: true },
      include: { schedule: true, policy: true, state: true, secret: true },
    }),
    seatChanges: await prisma.seatChange.findMany({ omit: { accountId: true }, orderBy: { id: 'asc' } }),
    limits: await prisma.limitedAction.findMany({ omit: { accountId: true } }),
  };
}

describe('the transfer of a running game', () => {
  beforeAll(async () => {
    const { ctx } = old;
    g = await runningGame(ctx, { humans: 2, opponents: 2 });
    number = gameNumber(g.game);
    const asked = { gameId: g.game.id, by: g.gm.id };
    const [ann, carl] = g.seats as [Seat, Seat];
    await send(ctx, ann, 1, await goodSheet(ctx, g.game.id, ann));
    await send(ctx, carl, 1, { press: 'Bullshit 🚂' });
    const rule = { letters: 'open' as const, lettersBefore: null };
    granted(await setLettersPolicy(ctx, { gameId: g.game.id, by: g.gm.id, ...rule }));
    const words = { to: [ann.id], text: 'Dear Ann 🚂', via: 'web' as const };
    const wanted = { gameId: g.game.id, by: carl.accountId as number, ...words };
    granted(await writeLetter({ ...ctx, inbound: { domain: 'mail.test' } }, wanted));
    const mail = await ctx.db.prisma.delivery.findFirstOrThrow({ where: { kind: 'letter' } });
    token = (mail.detail as { token: string }).token;
    await processTurn(ctx, { ...asked, turn: 1 });
    await processTurn(ctx, { ...asked, turn: 2 });
    granted(await rollBack(ctx, { ...asked, turn: 3, due: null }));
    await send(ctx, ann, 2, { fundraising: 'nonsense' });
    await processTurn(ctx, { ...asked, turn: 2 });
    const nora = { name: 'Nora Neu', email: 'nora@players.test' };
    granted(await replacePlayer(ctx, { ...asked, turn: 3, seatId: carl.id, ...nora }));
    await send(ctx, ann, 3, { press: 'On to the next server' });
    granted(await saveNotes(ctx, { gameId: g.game.id, by: ann.accountId as number, text: 'Watch Ohio.' }));
    await pause(true);
  });

  test('leaves the private notes of players where they are', async () => {
    const file = granted(await transferOut(old.ctx, number));
    granted(await takeTransferBack(old.ctx, number));
    expect(JSON.stringify(file)).not.toContain('Watch Ohio.');
    expect(await old.ctx.db.prisma.privateNotes.count()).toBe(1);
  });

  test('takes a decision about every table with rows of games', async () => {
    const { prisma } = old.ctx.db;
    const rows = await prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'gameId'`;
    const known = new Set([...MOVED, ...EXCLUDED_TABLES]);
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    const moved = await prisma.$transaction((tx) => gameTables(tx));
    expect(moved.map(({ name }) => name).sort()).toEqual([...MOVED].sort());
  });

  test('takes no webhooks, chats, waiting notices or disputes along', async () => {
    const about = { gameId: g.game.id, accountId: g.gm.id };
    const { prisma, now } = { prisma: old.ctx.db.prisma, now: old.ctx.now() };
    const chat = { ...about, kind: 'discord' as const, url: 'https://chat.test/secret', createdAt: now };
    await prisma.webhook.create({ data: chat });
    await prisma.digestLine.create({
      data: { ...about, subject: 'News', paragraphs: ['secret'], words: [], at: now },
    });
    const file = granted(await transferOut(old.ctx, number));
    granted(await takeTransferBack(old.ctx, number));
    expect(JSON.stringify(file)).not.toContain('https://chat.test/secret');
    expect(Object.keys(file.tables).filter((name) => EXCLUDED_TABLES.has(name))).toEqual([]);
    expect(await prisma.webhook.count()).toBe(1);
    await prisma.webhook.deleteMany();
    await prisma.digestLine.deleteMany();
  });

  test('needs the game to be paused', async () => {
    await pause(false);
    expect(codesOf(await transferOut(old.ctx, number))).toEqual(['not-paused']);
    await pause(true);
    expect(codesOf(await transferOut(old.ctx, 'EY-999'))).toEqual(['unknown-game']);
  });

  test('gives the same game on the other server, which finds accounts by address and continues it alike', async () => {
    const known = await next.ctx.db.prisma.account.create({
      data: { name: 'Ann of old', email: g.players[0]?.email ?? '', createdAt: next.ctx.now() },
    });
    const file = onDisk(granted(await transferOut(old.ctx, number)));
    expect(granted(await transferIn(next.ctx, file))).toEqual({
      ...{ game: number, printoutsOfOtherVersions: 0, seatsOfOthers: [] },
    });
    expect(await everythingOf(next.ctx)).toEqual(await everythingOf(old.ctx));
    expect(await replayGame(next.ctx, number)).toMatchObject({
      ok: true,
      value: { turns: 2, printoutsOfOtherVersions: 0 },
    });
    const seats = await next.ctx.db.prisma.seat.findMany({
      include: { account: true },
      orderBy: { position: 'asc' },
    });
    expect(seats[0]?.account).toMatchObject({ id: known.id, name: 'Ann of old' });
    expect(seats[1]?.account).toMatchObject({ email: 'nora@players.test', operator: false });
    expect(seats[1]?.accountId).not.toBe(g.seats[1]?.accountId);
    expect(await playerPrintout(next.ctx, known, number, 2)).not.toBeNull();
    expect((await lettersPage(next.ctx, known, number, 1))?.letters).toMatchObject([
      { paragraphs: [['Dear Ann 🚂']], isNew: true },
    ]);
    // Carl, who wrote the letter, has lost the seat; here, too, no one else can read letters to him.
    const answer = { token, from: known.email, text: 'Too late' };
    expect(codesOf(await answerByMail(next.ctx, answer))).toEqual(['gone']);
    // Only the notices about the transfer are mailed; no old mail is sent again.
    const mails = await next.ctx.db.prisma.delivery.findMany();
    expect(mails.map((mail) => mail.kind)).toEqual(['notice', 'notice', 'notice']);
    const gm = await next.ctx.db.prisma.account.findUniqueOrThrow({ where: { email: g.gm.email } });
    expect(mails.filter((mail) => mail.seatId === null)).toMatchObject([{ accountId: gm.id }]);
    // The right to run games is not transferred: the GM runs this game without it.
    expect(gm.mayRunGames).toBe(false);
    expect((await gmGameSummaries(next.ctx, gm)).map(({ game }) => game.number)).toEqual([number]);
    expect(await jobsOf(next.ctx, 'computerSheets')).toHaveLength(1);

    // To compare them, the game goes on here, too.
    granted(await takeTransferBack(old.ctx, number));
    const hashes: (string | undefined)[] = [];
    for (const { ctx } of [old, next]) {
      await pause(false, ctx);
      expect(await processTurn(ctx, { gameId: g.game.id, turn: 3, by: null })).toMatchObject({
        kind: 'processed',
      });
      const turn = await ctx.db.prisma.turn.findFirst({ where: { turn: 3 } });
      hashes.push(JSON.stringify([turn?.state, turn?.dice, turn?.sheets, turn?.previousHash]));
      expect(await replayGame(ctx, number)).toMatchObject({
        ok: true,
        value: { turns: 3, printoutsOfOtherVersions: 0 },
      });
    }
    expect(hashes[0]).toBe(hashes[1]);
    await pause(true);
    expect(codesOf(await transferIn(next.ctx, file))).toEqual(['known-game']);
  });

  test.each<[string, (file: GameTransfer) => void, string]>([
    [
      'a printout',
      (file) => alter(file, 'Printout', 'report', (text) => text.replace('Turn', 'Tern')),
      'differs',
    ],
    ['a state', (file) => alter(file, 'Turn', 'state', (text) => text.replace(/\d+/, '7777')), 'differs'],
    ['a hash', (file) => alter(file, 'Turn', 'hash', () => 'f'.repeat(64)), 'differs'],
    ['a secret', (file) => alter(file, 'GameSecret', 'diceSecret', () => `\\x${'00'.repeat(32)}`), 'differs'],
    ['a missing part', (file) => void Object.assign(file.tables, { GamePolicy: [] }), 'inconsistent'],
    ['the number', (file) => void Object.assign(file, { game: 'EY-77' }), 'inconsistent'],
    [
      'a row of another game',
      (file) => alter(file, 'Sheet', 'gameId', () => crypto.randomUUID()),
      'inconsistent',
    ],
    [
      'a seat of another game',
      (file) => alter(file, 'Sheet', 'seatId', () => crypto.randomUUID()),
      'inconsistent',
    ],
    [
      'a letter of another game',
      (file) => alter(file, 'LetterCopy', 'letterId', () => crypto.randomUUID()),
      'inconsistent',
    ],
    ['the version', (file) => void file.migrations.pop(), 'other-version'],
    ['the ruleset', (file) => alter(file, 'Game', 'ruleset', () => 'no-such-game'), 'unknown-ruleset'],
    ['the format', (file) => void Object.assign(file, { format: 'x' }), 'not-a-transfer'],
  ])('is refused if %s was altered, and leaves nothing behind', async (_what, spoil, code) => {
    const file = onDisk(granted(await transferOut(old.ctx, number)));
    spoil(file);
    expect(codesOf(await transferIn(next.ctx, file))).toEqual([code]);
    const { game, seat, sheet, turn, delivery, account } = next.ctx.db.prisma;
    const counts = await Promise.all([
      game.count(),
      seat.count(),
      sheet.count(),
      turn.count(),
      delivery.count(),
    ]);
    expect(counts).toEqual([0, 0, 0, 0, 0]);
    expect(await account.count()).toBe(3);
  });

  test('gives people who have deleted their accounts no live ones on the other server', async () => {
    const leaver = await anAccount(old.ctx, 'Lena Leaver');
    // A player of another turn, of whom a sheet is left.
    const sheet = await old.ctx.db.prisma.sheet.findFirstOrThrow({ where: { sentById: { not: null } } });
    const sentBy = (sentById: number | null) =>
      old.ctx.db.prisma.sheet.update({ where: { id: sheet.id }, data: { sentById } });
    await sentBy(leaver.id);
    granted(await deleteAccount(old.ctx, leaver.id));
    const file = onDisk(granted(await transferOut(old.ctx, number)));
    granted(await takeTransferBack(old.ctx, number));
    await sentBy(sheet.sentById);
    granted(await transferIn(next.ctx, file));
    const moved = await next.ctx.db.prisma.sheet.findUniqueOrThrow({
      where: { id: sheet.id },
      include: { sentBy: true },
    });
    const { email } = await old.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: leaver.id } });
    expect(moved.sentBy).toMatchObject({ name: 'Former player', deletedAt: next.ctx.now() });
    expect(moved.sentBy?.email).not.toBe(email);
  });

  test('is refused if the game number is taken', async () => {
    await runningGame(next.ctx, { humans: 1, opponents: 3 });
    const file = onDisk(granted(await transferOut(old.ctx, number)));
    expect(codesOf(await transferIn(next.ctx, file))).toEqual(['taken-number']);
  });

  test('works on the command line', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'transfer-'));
    const io = () => {
      let text = '';
      const stdout = new Writable({
        write(chunk, _encoding, done) {
          text += String(chunk);
          done();
        },
      });
      return { stdout, stderr: stdout, text: () => text };
    };
    const out = io();
    expect(await transferOutCommand(old.ctx, number, out)).toBe(0);
    const path = join(dir, 'game.json');
    await writeFile(path, out.text());
    const into = io();
    expect(await transferInCommand(next.ctx, path, into)).toBe(0);
    expect(into.text()).toContain(`Added ${number}.`);
    expect(await transferInCommand(next.ctx, path, io())).toBe(2);
    expect(await transferInCommand(next.ctx, join(dir, 'none.json'), io())).toBe(2);
    expect(await transferOutCommand(old.ctx, 'EY-999', io())).toBe(2);
    await rm(dir, { recursive: true });
  });
});

/** Alters a column of a table's last row. */
function alter(file: GameTransfer, table: string, column: string, change: (text: string) => string): void {
  const row = file.tables[table]?.at(-1);
  const before = row?.[column];
  if (!row || typeof before !== 'string') throw new Error(`no ${table}.${column}`);
  row[column] = change(before);
  if (row[column] === before) throw new Error('nothing altered');
}
