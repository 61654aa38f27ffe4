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
let desk: string;

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
  desk = `/gm/games/${number}`;
  gm = await signedIn(app, own.ctx, table.gm);
  carl = table.seats[1] as Seat;
});

/** Ann writes and Carl does not, in as many turns as the computer waits for. */
async function carlIsMissing(): Promise<void> {
  const rules = { maxMisses: '1', minReliability: '', offerAbandonedSeats: 'yes' };
  expect((await gm.post(`${desk}/players`, rules)).statusCode).toBe(303);
  await send(own.ctx, table.seats[0] as Seat, 1, {});
  await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: null });
}

test('the GM ticks that seats are offered, and the tick stays when another form of the page is refused', async () => {
  expect((await gm.get(`${desk}/players`)).body).not.toMatch(/id="offerAbandonedSeats"[^>]*checked/);
  await gm.post(`${desk}/players`, { maxMisses: '2', minReliability: '', offerAbandonedSeats: 'yes' });
  const ticked = /id="offerAbandonedSeats"[^>]*checked/;
  expect((await gm.get(`${desk}/players`)).body).toMatch(ticked);
  const wrong = { maxMisses: 'two', minReliability: '' };
  const refused = await gm.post(`${desk}/players`, wrong);
  expect(refused.statusCode).toBe(422);
  expect(refused.body).not.toMatch(ticked);
  const link = await gm.post(`${desk}/players/link`);
  expect(link.body).toMatch(ticked);
});

test('a seat in the lobby is taken over from a page that says what it means', async () => {
  await carlIsMissing();
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
  expect(page).toContain('may take the seat back until you have it');
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
  expect(refused.body).toContain('somebody has taken it over');
  const carls = await signedIn(app, own.ctx, table.players[1] as Account);
  expect((await carls.post(`/games/${number}/take-back`)).statusCode).toBe(409);
  expect((await carls.get(`/my/games/${number}/sheet`)).statusCode).toBe(404);
  expect((await carls.get(`/my/games/${number}/turns/2`)).statusCode).toBe(200);
});

test('the page tells who may not take it over why', async () => {
  await carlIsMissing();
  const path = `/games/${number}/take-over/${carl.id}`;
  const says = async (visitor: Visitor) => {
    const page = (await visitor.get(path)).body;
    expect(page).not.toContain('<button>Take the seat over');
    expect((await visitor.post(path, { turn: '2' })).statusCode).toBe(409);
    return page;
  };
  expect(await says(gm)).toContain('You run this game');
  const [ann, carls] = table.players as [Account, Account];
  expect(await says(await signedIn(app, own.ctx, ann))).toContain('You have a seat in this game already');
  expect(await says(await signedIn(app, own.ctx, carls))).toContain('plays this seat for you');
  expect((await gm.get(`/games/${number}`)).body).not.toContain(`href="${path}"`);
});

test('a seat that the computer plays for somebody stands under their games, with the way back', async () => {
  await carlIsMissing();
  const carls = await signedIn(app, own.ctx, table.players[1] as Account);
  const page = (await carls.get('/my/games')).body;
  expect(page).toContain('The computer plays [CD] Carl Dunn for you');
  expect(page).toContain('The seat is offered to others');
  expect(page).not.toContain('You have no seat');
  const game = (await carls.get(`/games/${number}`)).body;
  expect(game).toContain('Take the seat back');
  expect(game).not.toContain('take-over');
  const back = await carls.post(`/games/${number}/take-back`);
  expect(back.headers.location).toBe(`/my/games/${number}?done=seat-back`);
  expect((await carls.get('/my/games')).body).not.toContain('The computer plays');
});

test('the GM offers the seat of an original opponent and withdraws it; those in line are told and may leave', async () => {
  const machine = table.seats[2] as Seat;
  const fay = await anAccount(own.ctx, 'Fay First');
  const data = { gameId: table.game.id, accountId: fay.id, wish: {}, since: own.ctx.now() };
  await own.ctx.db.prisma.waitlistEntry.create({ data });
  const offered = await gm.post(`${desk}/seats/${machine.id}/offer`, { turn: '1' });
  expect(offered.headers.location).toBe(`${desk}?done=offered#seats`);
  expect((await gm.get(desk)).body).toContain('offered in the lobby');
  expect((await gm.post(`${desk}/seats/${machine.id}/offer`, { turn: '1' })).statusCode).toBe(422);
  const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { accountId: fay.id } });
  expect(mail).toMatchObject({ kind: 'notice', seatId: null });

  const fays = await signedIn(app, own.ctx, fay);
  // The mail's link leads to the player's page, and on to where there is something for those in line.
  expect((await fays.get(`/my/games/${number}`)).headers.location).toBe(`/games/${number}`);
  expect((await fays.get(`/games/${number}`)).body).toContain('You are number 1 in line');
  expect((await fays.get(`/games/${number}/join`)).body).toContain('Leave the line');
  expect((await fays.post(`/games/${number}/leave`)).statusCode).toBe(303);
  expect((await fays.get(`/games/${number}/join`)).body).not.toContain('Leave the line');

  const back = await gm.post(`${desk}/seats/${machine.id}/withdraw-offer`, { turn: '1' });
  expect(back.headers.location).toBe(`${desk}?done=offer-withdrawn#seats`);
  expect((await aVisitor(app).get(`/games/${number}`)).body).not.toContain('take-over');
});

test('a game that was given up is taken up again from its desk, and let go on from its calendar', async () => {
  await gm.post(`${desk}/abandon`, { turn: '1', confirm: number });
  const page = (await gm.get(desk)).body;
  expect(page).toContain('Take the game up again');
  const up = await gm.post(`${desk}/take-up`, { turn: '1', word: 'Sorry, all.' });
  expect(up.headers.location).toBe(`${desk}?done=taken-up`);
  const now = (await gm.get(desk)).body;
  expect(now).toContain('Turn 1 is open');
  expect(now).toContain('<strong>paused</strong>');
  expect(now).not.toContain('Take the game up again');
  expect((await gm.post(`${desk}/take-up`, { turn: '1' })).statusCode).toBe(409);
  const on = await gm.post(`${desk}/calendar/resume`, { turn: '1', due: '2027-05-01T18:00' });
  expect(on.statusCode).toBe(303);
});
