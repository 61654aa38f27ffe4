import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { gameNow } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { ask, aToken } from '../api/a-program.ts';
import { aWeb } from '../visitor.ts';
import { type GmGame, runningGmGame } from './gm-game.ts';

/* A seat passes from one player without e-mail to another while a form that the GM has begun for the first is open. */

let own: TestContext;
let app: FastifyInstance;
let g: GmGame;
let seat: Seat;
let post: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, signInByAddress: 1000 } });
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});
beforeEach(async () => {
  g = await runningGmGame(app, own.ctx, { humans: 2, opponents: 2 });
  [seat] = g.seats as [Seat];
  post = `${g.gmPath}/post`;
  await seatOnPaper('Paula Post', '12 Long Road');
});

async function seatOnPaper(name: string, street: string): Promise<void> {
  const address = `${name}\n${street}\nSpringfield`;
  const answer = await g.gmVisitor.post(`${post}/player`, { turn: '1', seat: seat.id, name, address });
  expect(answer.statusCode).toBe(303);
}

const toPeter = () => seatOnPaper('Peter Post', '7 Short Lane');

/** The hidden fields with this beginning on a page. */
function hidden(body: string, name: string): Record<string, string> {
  const found = body.matchAll(new RegExp(`type="hidden" name="(${name}[^"]*)" value="([0-9a-f]{16})"`, 'g'));
  return Object.fromEntries([...found].map(([, field = '', value = '']) => [field, value]));
}

const addressNow = async () => {
  const game = await gameNow(own.ctx, g.game.id);
  const id = game.seats.find((one) => one.id === seat.id)?.accountId ?? 0;
  return (await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } })).address;
};

test('an address is not saved for the next player, and not shown as theirs', async () => {
  const players = hidden((await g.gmVisitor.get(post)).body, 'player-');
  await toPeter();
  const typed = { ...players, own: '', [`seat-${seat.id}`]: 'Paula Post\n13 Long Road\nSpringfield' };
  const refused = await g.gmVisitor.post(post, typed);
  expect([refused.statusCode, refused.body.includes('Long Road')]).toEqual([422, false]);
  expect(refused.body).toContain('[AB] has a different player now than when you opened this page');
  expect(refused.body).toContain('7 Short Lane');
  expect(await addressNow()).toContain('7 Short Lane');
  // Nor after the form was refused for another reason.
  const long = await g.gmVisitor.post(post, { ...typed, own: Array(9).fill('line').join('\n') });
  expect([long.statusCode, long.body.includes('Long Road')]).toEqual([422, false]);
  const now = {
    ...hidden(refused.body, 'player-'),
    own: '',
    [`seat-${seat.id}`]: 'Peter Post\n8 Short Lane',
  };
  expect((await g.gmVisitor.post(post, now)).statusCode).toBe(303);
  expect(await addressNow()).toContain('8 Short Lane');
});

test('a player without e-mail does not replace someone who has just got the seat', async () => {
  const players = hidden((await g.gmVisitor.get(post)).body, 'player-');
  await toPeter();
  const wanted = { turn: '1', seat: seat.id, name: 'Pia Plum', address: 'Pia Plum\n1 Wide Street' };
  const refused = await g.gmVisitor.post(`${post}/player`, { ...players, ...wanted });
  expect([refused.statusCode, refused.body.includes('value="Pia Plum"')]).toEqual([422, true]);
  expect(refused.body).toContain('[AB] has a different player now than when you opened this page');
  expect(await addressNow()).toContain('7 Short Lane');
});

test('a sheet on paper is not entered for the next player, also if its form must be opened again', async () => {
  const page = `${g.gmPath}/seats/${seat.id}/paper-sheet`;
  await g.gmVisitor.post(`${page}/open`, { turn: '1' });
  const begun = hidden((await g.gmVisitor.get(page)).body, '_player');
  expect(Object.keys(begun)).toEqual(['_player']);
  await toPeter();
  const typed = { _turn: '1', press: 'Words of Paula.' };
  const refused = await g.gmVisitor.post(page, { ...begun, ...typed });
  expect([refused.statusCode, refused.body.includes('Words of Paula.')]).toEqual([409, true]);
  // Whether the form is open for the new player or not, it still means the one before until the GM is told.
  const opened = await g.gmVisitor.post(`${page}/open`, { turn: '1', ...begun, ...typed });
  expect(hidden(opened.body, '_player')).toEqual(begun);
  const again = await g.gmVisitor.post(page, { ...begun, ...typed });
  expect([again.statusCode, again.body.includes('Words of Paula.')]).toEqual([409, true]);
  expect(again.body).toContain('[AB] has a different player now than when you opened this page');
  expect(await own.ctx.db.prisma.sheet.count({ where: { seatId: seat.id } })).toBe(0);
  const now = hidden(again.body, '_player');
  expect(now).not.toEqual(begun);
  expect((await g.gmVisitor.post(page, { ...now, ...typed })).statusCode).toBe(303);
});

test('advance orders on paper are not entered for the next player', async () => {
  const page = `${g.gmPath}/seats/${seat.id}/paper-advance-orders/2`;
  await g.gmVisitor.post(`${page}/open`, { turn: '1' });
  const begun = hidden((await g.gmVisitor.get(page)).body, '_player');
  await toPeter();
  await g.gmVisitor.post(`${page}/open`, { turn: '1' });
  const typed = { _turn: '1', press: 'Words of Paula.' };
  const refused = await g.gmVisitor.post(page, { ...begun, ...typed });
  expect([refused.statusCode, refused.body.includes('Words of Paula.')]).toEqual([409, true]);
  expect(refused.body).toContain('[AB] has a different player now than when you opened this page');
  expect(await own.ctx.db.prisma.advanceOrders.count({ where: { seatId: seat.id } })).toBe(0);
  const now = hidden(refused.body, '_player');
  expect((await g.gmVisitor.post(page, { ...now, ...typed })).statusCode).toBe(303);
});

describe('withdrawing advance orders', () => {
  let page: string;

  beforeEach(async () => {
    page = `${g.gmPath}/seats/${seat.id}/paper-advance-orders/2`;
    await enter('Words of Paula.');
  });

  async function enter(press: string): Promise<void> {
    await g.gmVisitor.post(`${page}/open`, { turn: '1' });
    expect((await g.gmVisitor.post(page, { _turn: '1', press })).statusCode).toBe(303);
  }

  /** What the button for withdrawing says of the player. */
  const meant = (body: string) => hidden(body.split(`action="${page}/withdraw"`)[1] ?? '', '_player');

  const saved = () => own.ctx.db.prisma.advanceOrders.count({ where: { seatId: seat.id } });

  test('does not take those of the next player', async () => {
    const begun = meant((await g.gmVisitor.get(page)).body);
    expect(Object.keys(begun)).toEqual(['_player']);
    await toPeter();
    await enter('Words of Peter.');
    const before = await saved();
    const refused = await g.gmVisitor.post(`${page}/withdraw`, { turn: '1', ...begun });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('[AB] has a different player now than when you opened this page');
    expect(await saved()).toBe(before);
    const now = meant(refused.body);
    expect((await g.gmVisitor.post(`${page}/withdraw`, { turn: '1', ...now })).statusCode).toBe(303);
    expect(await saved()).toBe(before - 1);
  });

  test('by a program does not take those of the next player, if it sends the mark', async () => {
    const token = await aToken(own.ctx, g.gm.id, ['gm']);
    const url = `/api/gm/games/${g.number}/seats/AB/paper-advance-orders/2`;
    const { mark } = (await ask(app, token, ['GET', url])).body;
    await toPeter();
    await enter('Words of Peter.');
    const refused = await ask(app, token, ['POST', `${url}/withdraw`], { turn: 1, mark });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'changed']);
    const now = (await ask(app, token, ['GET', url])).body.mark;
    expect((await ask(app, token, ['POST', `${url}/withdraw`], { turn: 1, mark: now })).status).toBe(200);
  });
});
