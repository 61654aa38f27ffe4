import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { holdGameLock } from '../../helpers/game-lock.ts';
import { aSession } from '../../helpers/session.ts';
import { type SheetGame, sheetGame, Visitor } from './sheet-setup.ts';

/* How often the database is asked for one page: what a request needs is read once and handed on. */

let game: SheetGame;
let ann: Visitor;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
});
afterAll(() => game?.close());

/** A statement that was sent: its text, and its name if it was written by hand. */
interface Sent {
  text: string;
  name: string;
}

/** What some work sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.map(([query]) => {
      const { text, name } = (typeof query === 'object' ? query : { text: query }) as Partial<Sent>;
      return { text: String(text), name: name ?? '' };
    });
  } finally {
    spy.mockRestore();
  }
}

/** How many queries of one request read each table; for statements written by hand, how often each was sent. */
async function tablesRead(url: string): Promise<Record<string, number>> {
  const queries = await statementsOf(async () => {
    const page = await ann.get(url);
    expect([url, page.status]).toEqual([url, 200]);
  });
  const counts: Record<string, number> = {};
  for (const { text, name } of queries) {
    const read = name || /\bFROM "public"\."(\w+)"/.exec(text)?.[1];
    if (read !== undefined) counts[read] = (counts[read] ?? 0) + 1;
  }
  return counts;
}

/** The session with its account, and the game with its parts and the accounts of its people. */
const ONE_READ = { 'find-session': 1, 'read-whole-game-by-number': 1 };

/** The tables that are read with the session and with the game. */
const READ_WITH_IT = ['Account', 'Game', 'GameSchedule', 'GamePolicy', 'GameState', 'Seat'];

function expectOneRead(counts: Record<string, number>): void {
  expect(counts).toMatchObject(ONE_READ);
  expect(Object.keys(counts).filter((table) => READ_WITH_IT.includes(table))).toEqual([]);
}

test('the page of a turn sheet reads the game, its seats and its accounts once', async () => {
  const sheet = `/my/games/${game.number}/sheet`;
  // The map is cached by the public printout from which it is drawn, and a rollback may keep the sheet from being changed.
  const rest = { 'read-shown-versions': 1, Rollback: 1, PrivateNotes: 1 };
  expect(await tablesRead(sheet)).toEqual({ ...ONE_READ, ...rest, Printout: 2 });
  expect(await tablesRead(sheet)).toEqual({ ...ONE_READ, ...rest, Printout: 1 });
  await ann.post(sheet, { _turn: '1', press: 'x'.repeat(200) });
  expect((await ann.get(sheet)).body).toContain('Version 1 was refused');
  // The list of versions, and the version that fills the form.
  const refused = await tablesRead(sheet);
  expectOneRead(refused);
  expect(refused['read-shown-versions']).toBe(2);
});

test('so do its receipt and the pages of advance orders', async () => {
  const base = `/my/games/${game.number}`;
  const sent = await ann.post(`${base}/sheet`, { _turn: '1', press: 'Good' });
  const receipt = await tablesRead(sent.location);
  expectOneRead(receipt);
  // Whether the seat takes a new version is not shown there.
  expect(receipt).not.toHaveProperty('Rollback');
  expectOneRead(await tablesRead(`${base}/advance-orders/3`));
  expectOneRead(await tablesRead(`${base}/advance-orders/standing`));
});

interface HttpAnswer {
  status: number | undefined;
  location: string | undefined;
}

/** Returns a function that sends a good sheet over a connection, all of it at once. */
async function sheetSender(address: string): Promise<() => Promise<HttpAnswer>> {
  const url = `${address}/my/games/${game.number}/sheet`;
  const session = `whistlestop=${await aSession(game.ctx, { accountId: game.ann.id, method: 'code' })}`;
  const shown = await fetch(url, { headers: { cookie: session } });
  const token = /name="_csrf" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
  const cookie = [session, ...shown.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
  const body = new URLSearchParams({ _csrf: token, _turn: '1', press: 'Good' }).toString();
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return () =>
    new Promise((resolve, reject) => {
      const sent = http.request(url, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, location: answer.headers.location });
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

test('a sheet that is accepted takes six statements, with its receipt', async () => {
  const address = await game.app.listen({ port: 0, host: '127.0.0.1' });
  const send = await sheetSender(address);
  for (const policy of [{ autoProcess: false }, { autoProcess: true }, { processWhenComplete: true }]) {
    await game.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.gameId }, data: policy });
    const statements = await statementsOf(async () => {
      const answer = await send();
      expect(answer).toEqual({ status: 303, location: expect.stringContaining('/versions/') });
    });
    expect(statements.map(({ text, name }) => name || text)).toEqual([
      ...['find-session', 'BEGIN', 'lock-game-of-player', 'read-locked-sheet', 'write-sheet', 'COMMIT'],
    ]);
  }
  const receipts = { gameId: game.gameId, kind: 'receipt' as const };
  expect(
    await game.ctx.db.prisma.delivery.count({
      where: { ...receipts, sheet: { outcome: { not: 'refused' } } },
    }),
  ).toBe(4);
});

test('40 sheets of one seat at once are the versions after the last one, and one of them stands', async () => {
  const { port } = game.app.server.address() as AddressInfo;
  const send = await sheetSender(`http://127.0.0.1:${port}`);
  const where = { seat: { accountId: game.ann.id, gameId: game.gameId } };
  const before = await game.ctx.db.prisma.sheet.count({ where });
  const answers = await Promise.all(Array.from({ length: 40 }, send));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  const sheets = await game.ctx.db.prisma.sheet.findMany({ where, orderBy: { version: 'asc' } });
  expect(sheets.map(({ version }) => version)).toEqual(Array.from({ length: before + 40 }, (_, i) => i + 1));
  expect(sheets.filter(({ outcome }) => outcome === 'standing').map(({ version }) => version)).toEqual([
    before + 40,
  ]);
  expect(new Set(answers.map(({ location }) => location)).size).toBe(40);
});

test('someone without a seat cannot lock the game', async () => {
  const gm = await Visitor.as(game, game.gm);
  const sheet = { _turn: '1', press: 'Good' };
  const held = await holdGameLock(game.url, game.gameId);
  try {
    const statements = await statementsOf(() => gm.post(`/my/games/${game.number}/sheet`, sheet));
    expect(statements.map(({ name }) => name)).toContain('lock-game-of-player');
    expect((await gm.post(`/my/games/${game.number}/sheet`, sheet)).status).toBe(404);
  } finally {
    await held.release();
  }
});
