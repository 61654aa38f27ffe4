import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { granted } from '../../games/game/play.ts';
import { ANNS_CODE, type SheetDesk, sheetDesk, Visitor } from '../turn-sheet/sheet-setup.ts';

let desk: SheetDesk;
let ann: Visitor;
let carl: Visitor;
let game: string;

beforeAll(async () => {
  desk = await sheetDesk();
  ann = await Visitor.as(desk, desk.ann);
  carl = await Visitor.as(desk, desk.carl);
  game = `/my/games/${desk.number}`;
});
afterAll(() => desk?.close());

const PLAN = {
  'fundraising[0]': 'CA',
  'campaign[0].state': 'CA',
  'campaign[0].spend': '$10',
  'campaign[2].state': 'OH',
  'campaign[2].spend': '99,000',
  press: 'A plan <for> later',
};

const rows = () =>
  desk.ctx.db.prisma.advanceOrders.findMany({ where: { gameId: desk.gameId }, orderBy: { turn: 'asc' } });

describe('the list on the page of the game', () => {
  test('names each turn to come, the standing order, and says of which turns nothing is known', async () => {
    const page = await ann.get(game);
    for (const turn of [2, 3, 4, 5, 6]) {
      expect(page.body).toContain(`href="${game}/ahead/${turn}">Fill in<span class="spoken"> turn ${turn}`);
    }
    expect(page.body).toContain(`href="${game}/ahead/standing">Fill in<span class="spoken"> the standing`);
    expect(page.body).toContain('The conventions');
    expect(page.body).not.toContain('nothing can be sent yet');
  });
});

describe('a sheet ahead', () => {
  test('has the form of its turn, with words that say what it is', async () => {
    const page = await ann.get(`${game}/ahead/3`);
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/Turn sheet <span class="figure">3<\/span>, sent ahead/);
    expect(page.body).toContain('name="runningMate"');
    expect(page.body).toContain('data-draft="whistlestop-ahead:EY-1:3:AB"');
    expect(page.body).not.toContain('_final');
    expect((await ann.get(`${game}/ahead/4`)).body).not.toContain('name="runningMate"');
  });

  test('is kept as it was typed, tells what would be dropped, and is changed and withdrawn', async () => {
    const sent = await ann.post(`${game}/ahead/2`, PLAN);
    expect([sent.status, sent.location]).toEqual([303, `${game}/ahead/2?kept=yes`]);
    const kept = await ann.get(sent.location);
    expect(kept.body).toContain('Your sheet for turn 2 is kept');
    expect(kept.body).toContain('data-clear-draft="whistlestop-ahead:EY-1:2:AB"');
    expect(kept.body).toContain('As things stand now, one part would be dropped');
    expect(kept.body).toContain('add up to $99,010');
    // On the page the remark stands at the row where it was kept.
    expect(kept.body).toContain('href="#f-campaign-1-state">Campaign money, OH Ohio: $99,000</a>');
    expect(kept.body).toContain('A plan &lt;for&gt; later');
    expect((await rows())[0]).toMatchObject({
      turn: 2,
      accountId: desk.ann.id,
      raw: {
        campaign: [
          { state: 'CA', spend: 10 },
          { state: 'OH', spend: 99_000 },
        ],
      },
    });
    const list = await ann.get(game);
    expect(list.body).toContain('✓ Kept');
    expect(list.body).toContain('Change<span class="spoken"> turn 2');
    const again = await ann.get(`${game}/ahead/2`);
    expect(again.body).toContain('value="99000"');
    await ann.post(`${game}/ahead/2`, { press: 'Changed' });
    expect((await rows())[0]?.raw).toEqual({ press: 'Changed' });
    const gone = await ann.post(`${game}/ahead/2/withdraw`, {});
    expect([gone.status, gone.location]).toEqual([303, `${game}?done=advance-orders-withdrawn`]);
    expect(await rows()).toEqual([]);
    expect((await ann.post(`${game}/ahead/2/withdraw`, {})).status).toBe(409);
  });

  test('is checked without being sent, as a page and for the page’s script', async () => {
    const page = await ann.post(`${game}/ahead/2/check`, PLAN);
    expect(page.status).toBe(200);
    expect(page.body).toContain('not all of it fits as things stand now');
    expect(page.body).toContain('href="#f-campaign-2-state"');
    expect(page.body).toContain('id="problems"');
    const json = await ann.post(`${game}/ahead/2/check`, PLAN, { accept: 'application/json' });
    const told = JSON.parse(json.body);
    expect(told.problems).toEqual([]);
    expect(told.advice).toContainEqual(
      expect.objectContaining({
        field: 'campaign[2]',
        message: expect.stringMatching(/^This would be dropped/),
      }),
    );
    expect(told.totals[0].over).toMatch(/too much/);
    expect(await rows()).toEqual([]);
  });

  test('is refused with all that was typed where it is too much, or too often', async () => {
    const done = { gameId: desk.gameId, accountId: desk.ann.id, kind: 'advanceOrders' as const };
    const data = Array.from({ length: 120 }, () => ({ ...done, at: desk.ctx.now() }));
    await desk.ctx.db.prisma.limitedAction.createMany({ data });
    const page = await ann.post(`${game}/ahead/2`, PLAN);
    expect(page.status).toBe(422);
    expect(page.body).toContain('You have sent advance orders too often in the last hour');
    expect(page.body).toContain('value="99,000"');
    expect(page.body).toContain('A plan &lt;for&gt; later');
    await desk.ctx.db.prisma.limitedAction.deleteMany({ where: done });
  });

  test('is nobody else’s', async () => {
    await ann.post(`${game}/ahead/2`, PLAN);
    const theirs = await carl.get(`${game}/ahead/2`);
    expect(theirs.body).not.toContain('A plan');
    expect((await carl.post(`${game}/ahead/2/withdraw`, {})).status).toBe(409);
    const gm = await Visitor.as(desk, desk.gm);
    for (const url of [`${game}/ahead/2`, `${game}/ahead/standing`]) {
      expect((await gm.get(url)).status).toBe(404);
      expect((await gm.post(url, PLAN)).status).toBe(404);
      expect((await gm.post(`${url}/withdraw`, {})).status).toBe(404);
    }
    expect((await gm.get(`/gm/games/${desk.number}`)).body).not.toContain('A plan');
    expect(await rows()).toHaveLength(1);
    await ann.post(`${game}/ahead/2/withdraw`, {});
  });

  test('is not there for turns that are not ahead', async () => {
    expect((await ann.get(`${game}/ahead/1`)).location).toBe(`${game}/sheet`);
    for (const turn of ['0', '7', 'x', '1e3', '-1']) {
      expect((await ann.get(`${game}/ahead/${turn}`)).status, turn).toBe(404);
    }
  });

  test('survives a session that has run out', async () => {
    const late = await Visitor.as(desk, desk.ann);
    late.forgetSession();
    const page = await late.post(`${game}/ahead/2`, PLAN);
    expect(page.status).toBe(401);
    expect(page.body).toContain(`action="${game}/ahead/2/sign-in"`);
    expect(page.body).toContain('name="campaign[2].spend" value="99,000"');
    const json = await late.post(`${game}/ahead/2/check`, PLAN, { accept: 'application/json' });
    expect(json.status).toBe(401);
    const wrong = await late.post(`${game}/ahead/2/sign-in`, { ...PLAN, _account: '1', _code: 'no' });
    expect(wrong.body).toContain('name="campaign[2].spend" value="99,000"');
    const back = await late.post(`${game}/ahead/2/sign-in`, {
      ...PLAN,
      _account: String(desk.ann.id),
      _code: ANNS_CODE,
    });
    expect(back.status).toBe(200);
    expect(back.body).toContain('You are signed in again');
    expect(back.body).toContain('value="99,000"');
    expect(await rows()).toEqual([]);
  });

  test('needs the token of a form', async () => {
    const bare = await desk.app.inject({
      method: 'POST',
      url: `${game}/ahead/2`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'press=hello',
    });
    expect(bare.statusCode).toBe(403);
  });
});

describe('the standing order', () => {
  test('is written on the form of the open turn', async () => {
    const page = await ann.get(`${game}/ahead/standing`);
    expect(page.body).toContain('<h1>Standing order</h1>');
    expect(page.body).toContain('Keep as standing order');
    const sent = await ann.post(`${game}/ahead/standing`, { 'fundraising[0]': 'AK' });
    expect(sent.location).toBe(`${game}/ahead/standing?kept=yes`);
    expect((await ann.get(sent.location)).body).toContain('It serves until you change or withdraw it.');
    expect(await rows()).toMatchObject([{ turn: 0, raw: { fundraising: ['AK'] } }]);
    // Whoever has left one is not told that nothing would come.
    expect((await ann.get(game)).body).toContain('Not sent yet; your standing order serves if none comes');
    expect((await ann.get('/my/games')).body).toContain('Your standing order serves if none comes.');
  });
});

describe('another ruleset', () => {
  test('has its own forms, and says which turn cannot be foreseen', async () => {
    const wish = { ruleset: 'margin-of-error', title: 'A dead heat', gmId: desk.gm.id, options: {} };
    const pace = { daysPerTurn: 7, timeZone: 'UTC', processWhenComplete: false };
    const made = granted(await createGame(desk.ctx, { ...wish, ...pace }));
    const of = { gameId: made.id, by: desk.gm.id };
    granted(await addSeat(desk.ctx, { ...of, name: 'Jo Novak', email: desk.ann.email }));
    granted(await beginGame(desk.ctx, { ...of, due: null }));
    const margin = `/my/games/${gameNumber(made)}`;
    expect((await ann.get(margin)).body).toContain('Week 6 of 9');
    const page = await ann.post(`${margin}/ahead/6`, {
      'actions[0].do': 'campaign',
      'actions[0].state': 'OH',
      'actions[0].days': '2',
      'actions[3].do': 'advertise',
      'actions[3].days': '1',
    });
    const kept = await ann.get(page.location);
    expect(kept.body).toContain('>Actions, Advertise: 1 day</a>. Name a region.');
    await desk.ctx.db.prisma.gamePolicy.update({ where: { gameId: made.id }, data: { maxMisses: 0 } });
    for (let turn = 1; turn <= 7; turn += 1) await processTurn(desk.ctx, { ...of, turn });
    // Weeks 9 and, only if somebody earns a token, the last minute: nobody has one.
    const late = await ann.get(margin);
    expect(late.body).toContain(`${margin}/ahead/9`);
    expect(late.body).toContain('From turn 10 on nothing can be sent yet');
    expect((await ann.get(`${margin}/ahead/10`)).body).toContain('cannot be foreseen');
    expect((await ann.post(`${margin}/ahead/10`, { 'stops[0].state': 'NH' })).status).toBe(409);
  });
});

describe('as turns go by', () => {
  test('asks for the last word where the game does', async () => {
    const { prisma } = desk.ctx.db;
    const data = { autoProcess: true, processWhenFinal: true };
    await prisma.gameSchedule.update({ where: { gameId: desk.gameId }, data });
    expect((await ann.get(`${game}/ahead/4`)).body).toContain('name="_final"');
    expect((await ann.get(`${game}/ahead/standing`)).body).not.toContain('name="_final"');
    await ann.post(`${game}/ahead/4`, { press: 'Fourth', _final: 'yes' });
    expect((await rows()).find(({ turn }) => turn === 4)?.final).toBe(true);
    expect((await ann.get(game)).body).toContain('as your last word');
    await prisma.gameSchedule.update({ where: { gameId: desk.gameId }, data: { processWhenFinal: false } });
  });

  test('what was typed for a turn that has opened meanwhile comes on the sheet itself', async () => {
    await ann.post(`${game}/ahead/2`, { press: 'Sent in time' });
    await desk.processTurn();
    const late = await ann.post(`${game}/ahead/2`, PLAN);
    expect(late.status).toBe(409);
    expect(late.body).toContain('Turn 2 has opened meanwhile');
    expect(late.body).toContain(`action="${game}/sheet"`);
    expect(late.body).toContain('value="99,000"');
    const json = await ann.post(`${game}/ahead/2/check`, PLAN, { accept: 'application/json' });
    expect([json.status, JSON.parse(json.body).error.code]).toEqual([409, 'stale']);
    const page = await ann.get(`${game}/sheet`);
    expect(page.body).toContain('Sent in time');
    expect(page.body).toContain('sheet sent ahead');
    const list = await ann.get(game);
    expect(list.body).toContain('From turn 7 on nothing can be sent yet');
  });

  test('the GM sees that it came ahead or by the standing order, and not what', async () => {
    const gm = await Visitor.as(desk, desk.gm);
    const page = await gm.get(`/gm/games/${desk.number}`);
    expect(page.body).toMatch(/✓ In<\/strong>[^<]*; from advance orders/);
    expect(page.body).not.toContain('Sent in time');
    expect(page.body).toContain('; standing orders played in turn 1');
  });

  test('what was typed for a turn that is past is shown, and not kept', async () => {
    await desk.processTurn();
    const late = await ann.post(`${game}/ahead/2`, PLAN);
    expect(late.status).toBe(409);
    expect(late.body).toContain('What you had typed was not sent');
    expect(late.body).toContain('A plan &lt;for&gt; later');
    expect((await ann.get(`${game}/ahead/8`)).body).toContain('cannot be foreseen');
    const typed = await ann.post(`${game}/ahead/8`, PLAN);
    expect([typed.status, typed.body.includes('99,000')]).toEqual([409, true]);
  });

  test('ends with the game', async () => {
    for (let turn = 3; turn <= 6; turn += 1) await desk.processTurn();
    expect((await ann.get(game)).body).not.toContain('id="ahead"');
    expect((await ann.get(`${game}/ahead/standing`)).status).toBe(404);
    expect(await rows()).toEqual([]);
  });
});
