import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { MAX_VERSIONS } from '../../../src/games/sheets/sheet-limits.ts';
import { granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { aWeb, signedIn, testCode } from '../visitor.ts';

/* Final orders outside the page of the sheet, and the limit of versions. */

let own: TestContext;
let app: FastifyInstance;
let table: TestGame;
let ann: Seat;
let number: string;

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
  [ann] = table.seats as [Seat];
  number = gameNumber(table.game);
  await askForFinalOrders(true);
  granted(await setSecurityCode(own.ctx, ann.accountId ?? 0, testCode));
});

const askForFinalOrders = (asks: boolean) =>
  own.ctx.db.prisma.gameSchedule.update({
    where: { gameId: table.game.id },
    data: { autoProcess: asks, processWhenFinal: asks },
  });
const standing = () =>
  own.ctx.db.prisma.sheet.findFirstOrThrow({ where: { seatId: ann.id, outcome: 'standing' } });

async function program(method: 'GET' | 'POST' | 'DELETE', path: string, who: number | null = ann.accountId) {
  const authorization = `Basic ${Buffer.from(`${who}:${testCode}`).toString('base64')}`;
  const body = method === 'POST' ? { payload: '{"press":"By program"}' } : {};
  const answer = await app.inject({
    method,
    url: `/api/games/${number}/${path}`,
    headers: {
      ...(who !== null && { authorization }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...body,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('through the API', () => {
  test('a sheet is marked final, shown as final, and reopened', async () => {
    expect((await program('GET', 'sheet')).body.finalOrders).toEqual({
      given: false,
      earlyProcessingAt: null,
    });
    expect((await program('POST', 'sheet?turn=1&final=yes')).body).toMatchObject({
      ...{ outcome: 'standing', version: 1, final: true },
    });
    expect((await program('GET', 'sheet')).body.finalOrders).toMatchObject({ given: true });
    expect(await standing()).toMatchObject({ final: true, channel: 'api' });
    expect((await program('DELETE', 'sheet/final?turn=2')).body.error.code).toBe('stale');
    expect((await program('DELETE', 'sheet/final')).status).toBe(400);
    expect(await program('DELETE', 'sheet/final?turn=1')).toEqual({
      status: 200,
      body: { turn: 1, final: false },
    });
    expect(await standing()).toMatchObject({ final: false });
    const again = await program('DELETE', 'sheet/final?turn=1');
    expect([again.status, again.body.error.code]).toEqual([409, 'not-final']);
    expect((await program('POST', 'sheet?turn=1&final=perhaps')).status).toBe(400);
    expect((await program('POST', 'sheet?turn=1')).body.final).toBe(false);
  });

  test('only the own sheet can be reopened', async () => {
    await program('POST', 'sheet?turn=1&final=yes');
    expect((await program('DELETE', 'sheet/final?turn=1', null)).status).toBe(401);
    const [, carl] = table.players as [Account, Account];
    granted(await setSecurityCode(own.ctx, carl.id, testCode));
    expect((await program('DELETE', 'sheet/final?turn=1', carl.id)).body.error.code).toBe('not-final');
    granted(await setSecurityCode(own.ctx, table.gm.id, testCode));
    expect((await program('DELETE', 'sheet/final?turn=1', table.gm.id)).status).toBe(404);
    expect(await standing()).toMatchObject({ final: true });
  });

  test('final means nothing if the game does not ask for it', async () => {
    await askForFinalOrders(false);
    expect((await program('GET', 'sheet')).body.finalOrders).toBeNull();
    expect((await program('POST', 'sheet?turn=1&final=yes')).body.final).toBe(false);
  });
});

test('final orders are not asked for if the last sheet closes the turn; the pages say that instead', async () => {
  await own.ctx.db.prisma.gameSchedule.update({
    where: { gameId: table.game.id },
    data: { processWhenComplete: true },
  });
  expect((await program('GET', 'sheet')).body.finalOrders).toBeNull();
  expect((await program('POST', 'sheet?turn=1&final=yes')).body.final).toBe(false);
  const visitor = await signedIn(app, own.ctx, table.players[0] as Account);
  const page = (await visitor.get(`/my/games/${number}/sheet`)).body;
  expect(page).not.toContain('id="final"');
  expect(page).toContain('which happens as soon as every sheet is in');
  const receipt = (await visitor.get(`/my/games/${number}/sheet/turns/1/versions/1`)).body;
  expect(receipt).toContain('until turn 1 is processed, which happens as soon as every sheet is in');
});

test('the receipt and the page of the game say that the orders are final, and until when they can be reopened', async () => {
  const visitor = await signedIn(app, own.ctx, table.players[0] as Account);
  const pages = async () => [
    (await visitor.get(`/my/games/${number}/sheet/turns/1/versions/1`)).body,
    (await visitor.get(`/my/games/${number}`)).body,
  ];
  await program('POST', 'sheet?turn=1');
  for (const page of await pages()) expect(page).not.toContain('Your orders are final');
  await own.ctx.db.prisma.sheet.updateMany({ where: { seatId: ann.id }, data: { final: true } });
  for (const page of await pages()) {
    expect(page).toContain('Your orders are final');
    expect(page).toContain(`action="/my/games/${number}/sheet/reopen"`);
  }
  const earlyProcessingAt = new Date(own.ctx.now().getTime() + 60_000);
  await own.ctx.db.prisma.gameSchedule.update({
    where: { gameId: table.game.id },
    data: { earlyProcessingAt },
  });
  for (const page of await pages()) expect(page).toContain('unless a player reopens their orders');
  expect((await visitor.get('/my/games')).body).toContain('All orders are final');
  const gm = await signedIn(app, own.ctx, table.gm);
  for (const page of [`/gm/games/${number}`, `/gm/games/${number}/schedule`]) {
    expect((await gm.get(page)).body).toContain('Unless a player reopens theirs, the turn is processed');
  }
});

test('a mark that is taken away is not set again by a check', async () => {
  await program('POST', 'sheet?turn=1&final=yes');
  const visitor = await signedIn(app, own.ctx, table.players[0] as Account);
  const [sheet, box] = [`/my/games/${number}/sheet`, /name="_final" value="yes" checked/];
  expect((await visitor.get(sheet)).body).toMatch(box);
  const sent = { _turn: '1', _seat: ann.identifier };
  expect((await visitor.post(`${sheet}/check`, sent)).body).not.toMatch(box);
  expect((await visitor.post(`${sheet}/check`, { ...sent, _final: 'yes' })).body).toMatch(box);
});

describe('by post', () => {
  test('the printed sheet has a box for it if the game asks for it', async () => {
    const visitor = await signedIn(app, own.ctx, table.players[0] as Account);
    const sheet = async () => {
      const pdf = await visitor.get(`/my/games/${number}/turns/1.pdf`);
      return (await readPdf(pdf.rawPayload)).pages.at(-1);
    };
    expect(await sheet()).toContain('My orders are final.');
    await askForFinalOrders(false);
    expect(await sheet()).not.toContain('My orders are final.');
  });

  test('the GM enters what the paper says if the game asks for it', async () => {
    const gm = await signedIn(app, own.ctx, table.gm);
    const path = `/gm/games/${number}/seats/${ann.id}/paper-sheet`;
    expect((await gm.post(`${path}/open`, { turn: '1' })).statusCode).toBe(303);
    expect((await gm.get(path)).body).toContain('The player marked these orders as final');
    const bad = await gm.post(path, { _turn: '1', press: 'x'.repeat(90), _final: 'yes' });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toMatch(/id="final"[^>]*checked/);
    expect((await gm.post(path, { _turn: '1', press: 'On paper', _final: 'yes' })).statusCode).toBe(303);
    expect(await standing()).toMatchObject({ final: true, channel: 'post' });
    expect((await gm.post(path, { _turn: '1', press: 'On paper' })).statusCode).toBe(303);
    expect(await standing()).toMatchObject({ final: false });
    await askForFinalOrders(false);
    expect((await gm.get(path)).body).not.toContain('id="final"');
    await gm.post(path, { _turn: '1', press: 'On paper', _final: 'yes' });
    expect(await standing()).toMatchObject({ final: false });
  });
});

test('a player who has sent all versions is told so, with what was entered, on the page and through the API', async () => {
  const { ctx } = own;
  await send(ctx, ann, 1, { press: 'The one that counts' });
  const { id: _, ...first } = await standing();
  const others = MAX_VERSIONS - 1;
  // What programs send is counted apart.
  const data = Array.from({ length: others + MAX_VERSIONS }, (_one, i) => ({
    ...{
      ...first,
      channel: i < others ? first.channel : ('api' as const),
      version: i + 2,
      outcome: 'refused' as const,
      raw: {},
      orders: undefined,
    },
    ...{ problems: [], advice: [] },
  }));
  await ctx.db.prisma.sheet.createMany({ data });
  const visitor = await signedIn(app, ctx, table.players[0] as Account);
  const refused = await visitor.post(`/my/games/${number}/sheet`, { _turn: '1', press: 'One more' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('You have already sent 100 versions for this turn');
  expect(refused.body).toContain('Version 1 still counts');
  expect(refused.body).toContain('value="One more"');
  const byProgram = await program('POST', 'sheet?turn=1');
  expect([byProgram.status, byProgram.body.error.code]).toEqual([429, 'too-many']);
  expect((await standing()).raw).toEqual({ press: 'The one that counts' });
});

test('a receipt that was not mailed says so', async () => {
  const visitor = await signedIn(app, own.ctx, table.players[0] as Account);
  for (let i = 0; i < 21; i += 1) await send(own.ctx, ann, 1, {});
  const receipt = (version: number) => visitor.get(`/my/games/${number}/sheet/turns/1/versions/${version}`);
  expect((await receipt(20)).body).not.toContain('This receipt is only shown here');
  expect((await receipt(21)).body).toContain(
    'This receipt is only shown here: at most 20 receipts a day are mailed',
  );
});
