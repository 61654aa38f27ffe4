import { beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { MAX_RAW_BYTES, MAX_VERSIONS, SMALL_RAW_BYTES } from '../../src/games/sheets/sheet-limits.ts';
import { runningGame, send, type TestGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn, testCode } from '../web/visitor.ts';

/* Sheets are stored as they came. No one can fill the database with what no form has. */

const { own, app } = useWeb({ limits: { forms: 1000 } });
let table: TestGame;
let ann: Seat;
let carl: Seat;

beforeAll(async () => {
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann, carl] = table.seats as [Seat, Seat];
});

async function bytesOf({ id }: Seat): Promise<number> {
  const sheets = await own.ctx.db.prisma.sheet.findMany({ where: { seatId: id } });
  return sheets.reduce((sum, { raw }) => sum + Buffer.byteLength(JSON.stringify(raw)), 0);
}

test('a seat can store only so much for one turn, and the version that counts stays', async () => {
  // The rules ignore what is not on the form, or refuse it. Both is stored.
  const long = { press: 'Good', unknown: 'ü'.repeat(15_000) };
  const sent = [];
  for (let i = 0; i < 12; i += 1) sent.push(await send(own.ctx, ann, 1, long));
  const stored = sent.filter(({ kind }) => kind !== 'too-long').length;
  expect(stored).toBe(8);
  expect(sent.at(-1)).toEqual({ kind: 'too-long', maxBytes: MAX_RAW_BYTES, standingVersion: stored });
  expect(await bytesOf(ann)).toBeLessThanOrEqual(MAX_RAW_BYTES);
  expect(await send(own.ctx, ann, 1, { press: 'Better' })).toMatchObject({ kind: 'standing' });
  expect((await send(own.ctx, carl, 1, long)).kind).not.toBe('too-long');
});

test('a program is told why nothing was stored', async () => {
  const player = table.players[0];
  const sheets = { seatId: ann.id, turn: 1 };
  // What programs send is counted apart.
  await own.ctx.db.prisma.sheet.updateMany({ where: sheets, data: { channel: 'api' } });
  if (player === undefined) throw new Error('no one plays');
  await signedIn(app, own.ctx, player);
  const authorization = `Basic ${Buffer.from(`${player.id}:${testCode}`).toString('base64')}`;
  const answer = await app.inject({
    method: 'POST',
    url: `/api/games/${gameNumber(table.game)}/sheet?turn=1`,
    headers: { authorization },
    payload: { unknown: 'x'.repeat(30_000) },
  });
  expect([answer.statusCode, answer.body]).toEqual([429, expect.stringContaining('"too-long"')]);
  expect(answer.body).toContain('more than 256 kB together');
});

test('usual sheets can be sent until there are 100 versions', async () => {
  const usual = { unknown: 'x'.repeat(SMALL_RAW_BYTES - 100) };
  const kinds: string[] = [];
  for (let i = 0; i <= MAX_VERSIONS; i += 1) kinds.push((await send(own.ctx, carl, 1, usual)).kind);
  expect(kinds).not.toContain('too-long');
  expect(kinds.at(-1)).toBe('too-many');
}, 60_000);

test('a sheet with hundreds of mistakes gets the first 99, and how many more there are', async () => {
  const player = table.players[0];
  if (player === undefined) throw new Error('no one plays');
  await signedIn(app, own.ctx, player);
  const authorization = `Basic ${Buffer.from(`${player.id}:${testCode}`).toString('base64')}`;
  const payload = { campaign: Array.from({ length: 600 }, () => ({ state: 'ZZ', spend: -1 })) };
  for (const action of ['check', 'guess']) {
    const url = `/api/games/${gameNumber(table.game)}/sheet/${action}?turn=1`;
    const answer = await app.inject({ method: 'POST', url, headers: { authorization }, payload });
    const { problems, notes = [] } = answer.json();
    expect(problems).toHaveLength(100);
    expect(problems[0].field).toMatch(/^campaign/);
    expect(problems.at(-1)).toMatchObject({
      ...{ field: '', code: 'more-problems' },
      message: expect.stringMatching(/^There are [\d,]{3,5} more problems\. Fix these first/),
    });
    expect(notes.length).toBeLessThanOrEqual(100);
    expect(answer.body.length).toBeLessThan(20_000);
  }
});
