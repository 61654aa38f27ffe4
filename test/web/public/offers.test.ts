import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { anAccount, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let table: TestGame;
let number: string;
let gm: Visitor;
let carl: Seat;
let gmPath: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 10_000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});
beforeEach(async () => {
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(table.game);
  gmPath = `/gm/games/${number}`;
  gm = await signedIn(app, own.ctx, table.gm);
  carl = table.seats[1] as Seat;
});

/** Carl misses a turn, so that the computer takes his seat over and offers it. */
async function carlMissesATurn(): Promise<void> {
  const rules = { maxMisses: '1', minReliability: '', offerAbandonedSeats: 'yes' };
  expect((await gm.post(`${gmPath}/players`, rules)).statusCode).toBe(303);
  await send(own.ctx, table.seats[0] as Seat, 1, {});
  await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: null });
}

test('the GM checks that seats are offered, and the box keeps its state when another form is sent', async () => {
  expect((await gm.get(`${gmPath}/players`)).body).not.toMatch(/id="offerAbandonedSeats"[^>]*checked/);
  await gm.post(`${gmPath}/players`, { maxMisses: '2', minReliability: '', offerAbandonedSeats: 'yes' });
  const ticked = /id="offerAbandonedSeats"[^>]*checked/;
  expect((await gm.get(`${gmPath}/players`)).body).toMatch(ticked);
  const wrong = { maxMisses: 'two', minReliability: '' };
  const refused = await gm.post(`${gmPath}/players`, wrong);
  expect(refused.statusCode).toBe(422);
  expect(refused.body).not.toMatch(ticked);
  const link = await gm.post(`${gmPath}/players/invitation-link`);
  expect(link.body).toMatch(ticked);
});

test('an offered seat is in the lobby, and is taken over from a page that explains what it means', async () => {
  await carlMissesATurn();
  const path = `/games/${number}/take-over/${carl.id}`;
  const lobby = (await aVisitor(app).get('/')).body;
  expect(lobby).toContain('Seats to take over');
  expect(lobby).toContain(`href="${path}"`);
  expect((await aVisitor(app).get(`/games/${number}`)).body).toContain(`href="${path}"`);
  expect((await aVisitor(app).get(path)).headers.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);

  const nora = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Nora Neu'));
  expect((await nora.get(`/my/games/${number}`)).statusCode).toBe(404);
  const page = (await nora.get(path)).body;
  expect(page).toContain('From turn 2 on it is yours');
  expect(page).toContain('can reclaim the seat until you take it over');
  const stale = await nora.post(path, { turn: '1' });
  expect(stale.statusCode).toBe(409);
  expect(stale.body).toContain('Turn 2 is open now');
  expect((await nora.post(path, {})).statusCode).toBe(400);
  const taken = await nora.post(path, { turn: '2' });
  expect(taken.headers.location).toBe(`/my/games/${number}?done=taken-over`);
  expect((await nora.get(`/my/games/${number}/turns/2`)).statusCode).toBe(200);
  expect((await nora.get(`/my/games/${number}/turns/1`)).statusCode).toBe(404);
  expect((await nora.get(`/my/games/${number}/sheet`)).statusCode).toBe(200);
  expect((await aVisitor(app).get('/')).body).not.toContain(path);

  const late = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Late Comer'));
  expect((await late.get(path)).statusCode).toBe(404);
  const refused = await late.post(path, { turn: '2' });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('someone has taken it over');
  const carls = await signedIn(app, own.ctx, table.players[1] as Account);
  expect((await carls.post(`/games/${number}/reclaim`)).statusCode).toBe(409);
  expect((await carls.get(`/my/games/${number}/sheet`)).statusCode).toBe(404);
  expect((await carls.get(`/my/games/${number}/turns/2`)).statusCode).toBe(200);
});

test('the page says why someone cannot take the seat over', async () => {
  await carlMissesATurn();
  const path = `/games/${number}/take-over/${carl.id}`;
  const says = async (visitor: Visitor) => {
    const page = (await visitor.get(path)).body;
    expect(page).not.toContain('<button>Take over seat');
    expect((await visitor.post(path, { turn: '2' })).statusCode).toBe(409);
    return page;
  };
  expect(await says(gm)).toContain('You run this game');
  const [ann, carls] = table.players as [Account, Account];
  expect(await says(await signedIn(app, own.ctx, ann))).toContain('You already have a seat in this game');
  expect(await says(await signedIn(app, own.ctx, carls))).toContain('This is your own seat');
  expect((await gm.get(`/games/${number}`)).body).not.toContain(`href="${path}"`);
});

test('a seat that the computer plays for a player is listed among their games, with a button to reclaim it', async () => {
  await carlMissesATurn();
  const carls = await signedIn(app, own.ctx, table.players[1] as Account);
  const page = (await carls.get('/my/games')).body;
  expect(page).toContain('The computer plays [CD] Carl Dunn for you');
  expect(page).toContain('The seat is offered to others');
  expect(page).not.toContain('You have no seat');
  const game = (await carls.get(`/games/${number}`)).body;
  expect(game).toContain('Reclaim seat');
  expect(game).not.toContain('take-over');
  const back = await carls.post(`/games/${number}/reclaim`);
  expect(back.headers.location).toBe(`/my/games/${number}?done=reclaimed`);
  expect((await carls.get('/my/games')).body).not.toContain('The computer plays');
});

test('the GM offers a computer’s seat and withdraws the offer; people on the waitlist are told and can leave', async () => {
  const machine = table.seats[2] as Seat;
  const fay = await anAccount(own.ctx, 'Fay First');
  const data = { gameId: table.game.id, accountId: fay.id, wish: {}, since: own.ctx.now() };
  await own.ctx.db.prisma.waitlistEntry.create({ data });
  const offered = await gm.post(`${gmPath}/seats/${machine.id}/offer`, { turn: '1' });
  expect(offered.headers.location).toBe(`${gmPath}?done=offered#seats`);
  expect((await gm.get(gmPath)).body).toContain('offered in the lobby');
  expect((await gm.post(`${gmPath}/seats/${machine.id}/offer`, { turn: '1' })).statusCode).toBe(422);
  const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { accountId: fay.id } });
  expect(mail).toMatchObject({ kind: 'notice', seatId: null });

  const fays = await signedIn(app, own.ctx, fay);
  // The link in the mail leads to the player's page, and from there to the public page.
  expect((await fays.get(`/my/games/${number}`)).headers.location).toBe(`/games/${number}`);
  expect((await fays.get(`/games/${number}`)).body).toContain('You are number 1 on the waitlist');
  expect((await fays.get(`/games/${number}/join`)).body).toContain('Leave the waitlist');
  expect((await fays.post(`/games/${number}/leave`)).statusCode).toBe(303);
  expect((await fays.get(`/games/${number}/join`)).body).not.toContain('Leave the waitlist');

  const back = await gm.post(`${gmPath}/seats/${machine.id}/withdraw-offer`, { turn: '1' });
  expect(back.headers.location).toBe(`${gmPath}?done=offer-withdrawn#seats`);
  expect((await aVisitor(app).get(`/games/${number}`)).body).not.toContain('take-over');
});

test('an abandoned game is revived on its GM page and resumed on its schedule page', async () => {
  await gm.post(`${gmPath}/abandon`, { turn: '1', confirm: number });
  const page = (await gm.get(gmPath)).body;
  expect(page).toContain('Revive game');
  const up = await gm.post(`${gmPath}/revive`, { turn: '1', word: 'Sorry, all.' });
  expect(up.headers.location).toBe(`${gmPath}?done=revived`);
  const now = (await gm.get(gmPath)).body;
  expect(now).toContain('Turn 1 is open');
  expect(now).toContain('<strong>paused</strong>');
  expect(now).not.toContain('Revive game');
  expect((await gm.post(`${gmPath}/revive`, { turn: '1' })).statusCode).toBe(409);
  const on = await gm.post(`${gmPath}/schedule/resume`, { turn: '1', due: '2027-05-01T18:00' });
  expect(on.statusCode).toBe(303);
});
