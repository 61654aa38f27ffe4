import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { anAccount, formingGame, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let table: TestGame;
let number: string;
let gm: Visitor;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});
beforeEach(async () => {
  table = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  number = `${table.game.prefix}-${table.game.serial}`;
  gm = await signedIn(app, own.ctx, table.gm);
});

test('the GM lets anyone join, and people join, leave, and go on the waitlist', async () => {
  const playersPath = `/gm/games/${number}/players`;
  const zelda = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Zelda Young'));
  expect((await zelda.get(`/games/${number}/join`)).body).toContain('by invitation only');
  expect((await zelda.post(`/games/${number}/join`)).statusCode).toBe(422);
  const opened = await gm.post(`${playersPath}/joining`, { joining: 'open', seatsWanted: '4' });
  expect(opened.headers.location).toBe(`${playersPath}?done=player-policy-set`);
  expect((await aVisitor(app).get('/')).body).toContain(`href="/games/${number}/join"`);

  const joined = await zelda.post(`/games/${number}/join`);
  expect(joined.headers.location).toBe(`/my/games/${number}?done=joined`);
  expect((await zelda.get(`/games/${number}`)).body).toContain('Leave the game');
  const fay = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Fay First'));
  const waits = await fay.post(`/games/${number}/join`);
  expect(waits.headers.location).toBe(`/games/${number}/join?done=waitlisted`);
  expect((await fay.get(`/games/${number}/join`)).body).toContain('number 1 on the waitlist');
  expect((await gm.get(playersPath)).body).toContain('Fay First, since');
  const left = await zelda.post(`/games/${number}/leave`);
  expect(left.headers.location).toBe(`/games/${number}/join?done=left`);
  expect((await fay.get(`/my/games/${number}`)).statusCode).toBe(200);
  expect((await gm.post(`${playersPath}/joining`, { joining: 'open', seatsWanted: '99' })).statusCode).toBe(
    422,
  );
});

test('someone on the waitlist whom the GM invites reads that leaving gives up both, and what the GM learns', async () => {
  const playersPath = `/gm/games/${number}/players`;
  await gm.post(`${playersPath}/joining`, { joining: 'open', seatsWanted: '4' });
  await (await signedIn(app, own.ctx, await anAccount(own.ctx, 'Zelda Young'))).post(`/games/${number}/join`);
  const account = await anAccount(own.ctx, 'Iva Invited');
  const iva = await signedIn(app, own.ctx, account);
  const join = `/games/${number}/join`;
  expect((await iva.post(join)).headers.location).toBe(`${join}?done=waitlisted`);
  const waits = (await iva.get(join)).body;
  expect(waits).toContain('You are number 1 on the waitlist.');
  expect(waits).toContain('Leave the waitlist');
  const seat = { gameId: table.game.id, by: table.gm.id, name: 'Friend', email: account.email };
  granted(await addSeat(own.ctx, seat));
  const both = (await iva.get(join)).body;
  expect(both).toContain('invited you to a seat in this game, and you are number 1 on the waitlist');
  expect(both).toContain('Leaving the game gives up both.');
  expect(both).toContain('Leave the game');
  expect(both).not.toContain('Leave the waitlist');
});

test('an invitation link is shown once, and lets its holder join', async () => {
  const playersPath = `/gm/games/${number}/players`;
  const made = await gm.post(`${playersPath}/invitation-link`);
  const token = /\/join\/([\w-]{43})</.exec(made.body)?.[1] as string;
  expect((await gm.get(playersPath)).body).not.toContain(token);
  const stranger = await aVisitor(app).get(`/join/${token}`);
  expect(stranger.headers.location).toBe(`/sign-in?next=${encodeURIComponent(`/join/${token}`)}`);
  const zelda = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Zelda Young'));
  expect((await zelda.get(`/join/${token}`)).body).toContain('Join game');
  expect((await zelda.post(`/join/${token}`)).headers.location).toBe(`/my/games/${number}?done=joined`);
  expect((await gm.post(`${playersPath}/invitation-link/remove`)).statusCode).toBe(303);
  expect((await zelda.get(`/join/${token}`)).statusCode).toBe(404);
  expect((await zelda.post(`/join/${token}`)).statusCode).toBe(404);
});

test('a player whose seat the computer plays finds the button to reclaim it', async () => {
  const running = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann] = running.players as [Account];
  const of = `${running.game.prefix}-${running.game.serial}`;
  for (const turn of [1, 2]) await processTurn(own.ctx, { gameId: running.game.id, turn, by: null });
  const visitor = await signedIn(app, own.ctx, ann);
  expect((await visitor.get(`/my/games/${of}`)).headers.location).toBe(`/games/${of}`);
  expect((await visitor.get('/')).body).toContain(`Reclaim your seat in ${of}`);
  expect((await visitor.get(`/games/${of}`)).body).toContain('Reclaim seat');
  expect((await gm.get(`/games/${of}`)).body).not.toContain('Reclaim seat');
  expect((await gm.post(`/games/${of}/reclaim`)).statusCode).toBe(409);
  const back = await visitor.post(`/games/${of}/reclaim`);
  expect(back.headers.location).toBe(`/my/games/${of}?done=reclaimed`);
  expect((await visitor.get(`/my/games/${of}/sheet`)).statusCode).toBe(200);
});
