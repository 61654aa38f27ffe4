import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { granted } from '../../games/game/play.ts';
import { formsOf } from '../forms-of.ts';
import { ANNS_CODE, type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

let setup: SheetGame;
let ann: Visitor;
let carl: Visitor;
let game: string;

beforeAll(async () => {
  setup = await sheetGame();
  ann = await Visitor.as(setup, setup.ann);
  carl = await Visitor.as(setup, setup.carl);
  game = `/my/games/${setup.number}`;
});
afterAll(() => setup?.close());

const PLAN = {
  'fundraising[0]': 'CA',
  'campaign[0].state': 'CA',
  'campaign[0].spend': '$10',
  'campaign[2].state': 'OH',
  'campaign[2].spend': '99,000',
  press: 'A plan <for> later',
};

const rows = () =>
  setup.ctx.db.prisma.advanceOrders.findMany({ where: { gameId: setup.gameId }, orderBy: { turn: 'asc' } });

describe('the list on the page of the game', () => {
  test('has each turn to come and the standing orders, and says for which turns nothing can be sent', async () => {
    const page = await ann.get(game);
    for (const turn of [2, 3, 4, 5, 6]) {
      expect(page.body).toContain(
        `href="${game}/advance-orders/${turn}">Fill in<span class="spoken"> turn ${turn}`,
      );
    }
    expect(page.body).toContain(
      `href="${game}/advance-orders/standing">Fill in<span class="spoken"> standing`,
    );
    expect(page.body).toContain('The conventions');
    expect(page.body).not.toContain('You cannot send orders for turn');
  });
});

describe('advance orders', () => {
  test('have the form of their turn', async () => {
    const page = await ann.get(`${game}/advance-orders/3`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<h1>Advance orders for turn 3</h1>');
    expect(page.body).toContain('name="runningMate"');
    expect(page.body).toContain(`data-draft="whistlestop-advance:EY-1:3:AB:${setup.ann.id}"`);
    expect(page.body).not.toContain('_final');
    expect((await ann.get(`${game}/advance-orders/4`)).body).not.toContain('name="runningMate"');
  });

  test('have the figures of today beside the form, which says so, and no guess', async () => {
    const page = await ann.get(`${game}/advance-orders/3`);
    expect(page.body).toContain(
      'These are the figures of today, before turn 1 is played. When turn 3 opens, they will be different.',
    );
    expect(page.body).toContain('<tr data-state="OH">');
    expect(page.body).toContain('no one knows how turn 3 will begin');
    expect(page.body).not.toContain('/try"');
    const tried = await ann.post(`${game}/advance-orders/3/try`, PLAN);
    expect([tried.status, tried.body.includes('A guess, not a promise')]).toEqual([200, false]);
    expect(tried.body).toContain('value="99,000"');
  });

  test('get what it takes to lead a state without scripts', async () => {
    const filled = await ann.post(`${game}/advance-orders/2/check`, { press: 'Kept', _fill: 'NY' });
    expect(filled.body).toContain('Your orders have not been saved yet');
    expect(filled.body).toContain('<option value="NY" selected>');
    expect(filled.body).toContain('value="Kept"');
    expect(await rows()).toEqual([]);
  });

  test('are saved as they were entered, show what would be dropped, and can be changed and withdrawn', async () => {
    const sent = await ann.post(`${game}/advance-orders/2`, PLAN);
    expect([sent.status, sent.location]).toEqual([303, `${game}/advance-orders/2?saved=yes`]);
    const kept = await ann.get(sent.location);
    expect(kept.body).toContain('Your advance orders for turn 2 are saved');
    expect(kept.body).toContain(`data-clear-draft="whistlestop-advance:EY-1:2:AB:${setup.ann.id}"`);
    expect(kept.body).toContain('As things stand now, 1 part would be dropped');
    expect(kept.body).toContain('add up to $99,010');
    // On the page the remark links to the row that was saved.
    expect(kept.body).toContain('href="#f-campaign-1-state">Campaign money, OH Ohio: $99,000</a>');
    expect(kept.body).toContain('A plan &lt;for&gt; later');
    expect((await rows())[0]).toMatchObject({
      turn: 2,
      accountId: setup.ann.id,
      raw: {
        campaign: [
          { state: 'CA', spend: 10 },
          { state: 'OH', spend: 99_000 },
        ],
      },
    });
    const list = await ann.get(game);
    expect(list.body).toContain('✓ Saved');
    expect(list.body).toContain('Change<span class="spoken"> turn 2');
    const again = await ann.get(`${game}/advance-orders/2`);
    expect(again.body).toContain('value="99000"');
    await ann.post(`${game}/advance-orders/2`, { press: 'Changed' });
    expect((await rows())[0]?.raw).toEqual({ press: 'Changed' });
    const gone = await ann.post(`${game}/advance-orders/2/withdraw`, {});
    expect([gone.status, gone.location]).toEqual([303, `${game}?done=advance-orders-withdrawn`]);
    expect(await rows()).toEqual([]);
    expect((await ann.post(`${game}/advance-orders/2/withdraw`, {})).status).toBe(409);
  });

  test('are checked without being saved, on the page and for its script', async () => {
    const page = await ann.post(`${game}/advance-orders/2/check`, PLAN);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Checked: some of it does not fit now');
    expect(page.body).toContain('href="#f-campaign-2-state"');
    expect(page.body).toContain('id="problems"');
    const json = await ann.post(`${game}/advance-orders/2/check`, PLAN, { accept: 'application/json' });
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

  test('are refused with everything that was entered if they are sent too often', async () => {
    const done = { gameId: setup.gameId, accountId: setup.ann.id, kind: 'advanceOrders' as const };
    const data = Array.from({ length: 120 }, () => ({ ...done, at: setup.ctx.now() }));
    await setup.ctx.db.prisma.limitedAction.createMany({ data });
    const page = await ann.post(`${game}/advance-orders/2`, PLAN);
    expect(page.status).toBe(422);
    expect(page.body).toContain('You have sent advance orders too often in the last hour');
    expect(page.body).toContain('value="99,000"');
    expect(page.body).toContain('A plan &lt;for&gt; later');
    await setup.ctx.db.prisma.limitedAction.deleteMany({ where: done });
  });

  test('are private to the account that sent them', async () => {
    await ann.post(`${game}/advance-orders/2`, PLAN);
    const theirs = await carl.get(`${game}/advance-orders/2`);
    expect(theirs.body).not.toContain('A plan');
    expect((await carl.post(`${game}/advance-orders/2/withdraw`, {})).status).toBe(409);
    const gm = await Visitor.as(setup, setup.gm);
    for (const url of [`${game}/advance-orders/2`, `${game}/advance-orders/standing`]) {
      expect((await gm.get(url)).status).toBe(404);
      expect((await gm.post(url, PLAN)).status).toBe(404);
      expect((await gm.post(`${url}/withdraw`, {})).status).toBe(404);
    }
    expect((await gm.get(`/gm/games/${setup.number}`)).body).not.toContain('A plan');
    expect(await rows()).toHaveLength(1);
    await ann.post(`${game}/advance-orders/2/withdraw`, {});
  });

  test('do not exist for turns that are not ahead', async () => {
    expect((await ann.get(`${game}/advance-orders/1`)).location).toBe(`${game}/sheet`);
    for (const turn of ['0', '7', 'x', '1e3', '-1']) {
      expect((await ann.get(`${game}/advance-orders/${turn}`)).status, turn).toBe(404);
    }
  });

  test('are not lost if the session has expired', async () => {
    const late = await Visitor.as(setup, setup.ann);
    late.forgetSession();
    const page = await late.post(`${game}/advance-orders/2`, PLAN);
    expect(page.status).toBe(401);
    expect(page.body).toContain(`action="${game}/advance-orders/2/sign-in"`);
    expect(page.body).toContain('name="campaign[2].spend" value="99,000"');
    const json = await late.post(`${game}/advance-orders/2/check`, PLAN, { accept: 'application/json' });
    expect(json.status).toBe(401);
    const wrong = await late.post(`${game}/advance-orders/2/sign-in`, {
      ...PLAN,
      _account: '1',
      _code: 'no',
    });
    expect(wrong.body).toContain('name="campaign[2].spend" value="99,000"');
    const back = await late.post(`${game}/advance-orders/2/sign-in`, {
      ...PLAN,
      _account: String(setup.ann.id),
      _code: ANNS_CODE,
    });
    expect(back.status).toBe(200);
    expect(back.body).toContain('You are signed in again');
    expect(back.body).toContain('value="99,000"');
    expect(await rows()).toEqual([]);
  });

  test('need the form token', async () => {
    const bare = await setup.app.inject({
      method: 'POST',
      url: `${game}/advance-orders/2`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'press=hello',
    });
    expect(bare.statusCode).toBe(403);
  });
});

describe('standing orders', () => {
  test('are filled in on the form of the open turn', async () => {
    const page = await ann.get(`${game}/advance-orders/standing`);
    expect(page.body).toContain('<h1>Standing orders</h1>');
    expect(page.body).toContain('Save standing orders');
    expect(page.body).toContain('These are the figures of turn 1, which is open.');
    expect(page.body).toContain(`formaction="${game}/advance-orders/standing/try"`);
    const sent = await ann.post(`${game}/advance-orders/standing`, { 'fundraising[0]': 'AK' });
    expect(sent.location).toBe(`${game}/advance-orders/standing?saved=yes`);
    expect((await ann.get(sent.location)).body).toContain('They apply until you change or withdraw them.');
    expect(await rows()).toMatchObject([{ turn: 0, raw: { fundraising: ['AK'] } }]);
    // The pages of the game mention them.
    expect((await ann.get(game)).body).toContain(
      'Not sent yet; your standing orders are played if you send no sheet',
    );
    expect((await ann.get('/my/games')).body).toContain(
      'Your standing orders are played if you send no sheet.',
    );
  });
});

describe('trying standing orders', () => {
  test('guesses what they would do in the open turn, without what would be dropped, and stores nothing', async () => {
    const url = `${game}/advance-orders/standing`;
    const before = await rows();
    const page = await ann.post(`${url}/try`, PLAN);
    expect(page.body).toContain('<strong>A guess, not a promise:</strong>');
    expect(page.body).toContain('This is what your standing orders might do if they are played in turn 1.');
    expect(page.body).toContain('Left out, because it would be dropped: Campaign money, OH Ohio: $99,000.');
    expect(page.body).toContain('You spend $10,');
    const [back] = formsOf(page.body, { button: 'Back to the orders' });
    expect(back?.action).toBe(`${url}/check`);
    expect(back?.fields).toMatchObject(PLAN);
    expect(await rows()).toEqual(before);
    const gm = await Visitor.as(setup, setup.gm);
    expect((await gm.post(`${url}/try`, PLAN)).status).toBe(404);
  });
});

describe('another ruleset', () => {
  test('has its own forms, and says which turn is not known', async () => {
    const wish = { ruleset: 'margin-of-error', title: 'A dead heat', gmId: setup.gm.id, options: {} };
    const pace = { daysPerTurn: 7, timeZone: 'UTC', processWhenComplete: false };
    const made = granted(await createGame(setup.ctx, { ...wish, ...pace }));
    const of = { gameId: made.id, by: setup.gm.id };
    granted(await addSeat(setup.ctx, { ...of, name: 'Jo Novak', email: setup.ann.email }));
    granted(await beginGame(setup.ctx, { ...of, due: null }));
    const margin = `/my/games/${gameNumber(made)}`;
    expect((await ann.get(margin)).body).toContain('Week 6 of 9');
    const page = await ann.post(`${margin}/advance-orders/6`, {
      'actions[0].do': 'campaign',
      'actions[0].state': 'OH',
      'actions[0].days': '2',
      'actions[3].do': 'advertise',
      'actions[3].days': '1',
    });
    const kept = await ann.get(page.location);
    expect(kept.body).toContain('>Actions, Advertise: 1 day</a>. Name a region.');
    await setup.ctx.db.prisma.gamePolicy.update({ where: { gameId: made.id }, data: { maxMisses: 0 } });
    for (let turn = 1; turn <= 7; turn += 1) await processTurn(setup.ctx, { ...of, turn });
    // Week 9 and, only if someone earns a token, the last minute: no one has one.
    const late = await ann.get(margin);
    expect(late.body).toContain(`${margin}/advance-orders/9`);
    expect(late.body).toContain('You cannot send orders for turn 10 and later yet');
    expect((await ann.get(`${margin}/advance-orders/10`)).body).toContain('It is not known yet what turn');
    expect((await ann.post(`${margin}/advance-orders/10`, { 'stops[0].state': 'NH' })).status).toBe(409);
  });
});

test('in a round with two sheets, advance orders have the form of their turn, standing orders that of both', async () => {
  const made = granted(
    await createGame(setup.ctx, {
      ...{
        ruleset: 'primary-season',
        title: 'Two sheets',
        gmId: setup.gm.id,
        options: { pace: 'two-sheet' },
      },
      ...{ daysPerTurn: 7, timeZone: 'America/New_York', processWhenComplete: false },
    }),
  );
  const of = { gameId: made.id, by: setup.gm.id };
  granted(await addSeat(setup.ctx, { ...of, name: 'Ann Baker', email: setup.ann.email }));
  granted(await addSeat(setup.ctx, { ...of, name: 'Connie', opponent: true }));
  granted(await beginGame(setup.ctx, { ...of, due: null }));
  const season = `/my/games/${gameNumber(made)}`;
  const page = await ann.get(season);
  for (const phase of ['1: Round 1, re-rolls', 'Round 1, spending', 'Round 2, re-rolls']) {
    expect(page.body).toContain(phase);
  }
  expect((await ann.get(`${season}/advance-orders/2`)).body).not.toContain('name="reroll[0]"');
  const standing = await ann.get(`${season}/advance-orders/standing`);
  expect(standing.body).toContain('A round of this game has 2 sheets, each in a turn of its own.');
  const saved = await ann.post(`${season}/advance-orders/standing`, {
    'reroll[0]': '1',
    'votes[0].where': 'STAFF',
  });
  expect((await ann.get(saved.location)).body).not.toContain('would be dropped');
  await processTurn(setup.ctx, { ...of, turn: 1 });
  const spending = await ann.get(`${season}/advance-orders/standing`);
  expect(spending.body).toContain('name="reroll');
  expect(spending.body).toContain('<option value="STAFF" selected');
});

describe('as turns go by', () => {
  test('ask for final orders if the game does', async () => {
    const { prisma } = setup.ctx.db;
    const data = { autoProcess: true, processWhenFinal: true };
    await prisma.gameSchedule.update({ where: { gameId: setup.gameId }, data });
    expect((await ann.get(`${game}/advance-orders/4`)).body).toContain('name="_final"');
    expect((await ann.get(`${game}/advance-orders/standing`)).body).not.toContain('name="_final"');
    await ann.post(`${game}/advance-orders/4`, { press: 'Fourth', _final: 'yes' });
    expect((await rows()).find(({ turn }) => turn === 4)?.final).toBe(true);
    expect((await ann.get(game)).body).toContain(', final');
    await prisma.gameSchedule.update({ where: { gameId: setup.gameId }, data: { processWhenFinal: false } });
  });

  test('what was entered for a turn that has opened comes on the turn sheet', async () => {
    await ann.post(`${game}/advance-orders/2`, { press: 'Sent in time' });
    await setup.processTurn();
    const late = await ann.post(`${game}/advance-orders/2`, PLAN);
    expect(late.status).toBe(409);
    expect(late.body).toContain('Turn 2 has opened');
    expect(late.body).toContain(`action="${game}/sheet"`);
    expect(late.body).toContain('value="99,000"');
    const json = await ann.post(`${game}/advance-orders/2/check`, PLAN, { accept: 'application/json' });
    expect([json.status, JSON.parse(json.body).error.code]).toEqual([409, 'stale']);
    const page = await ann.get(`${game}/sheet`);
    expect(page.body).toContain('Sent in time');
    expect(page.body).toContain('>advance orders</td>');
    const list = await ann.get(game);
    expect(list.body).toContain('You cannot send orders for turn 7 and later yet');
  });

  test('the GM sees the channel of the sheet and not its content', async () => {
    const gm = await Visitor.as(setup, setup.gm);
    const page = await gm.get(`/gm/games/${setup.number}`);
    expect(page.body).toMatch(/✓ In<\/strong>[^<]*; from advance orders/);
    expect(page.body).not.toContain('Sent in time');
    expect(page.body).toContain('; standing orders played in turn 1');
  });

  test('what was entered for a past turn is shown and not saved', async () => {
    await setup.processTurn();
    const late = await ann.post(`${game}/advance-orders/2`, PLAN);
    expect(late.status).toBe(409);
    expect(late.body).toContain('What you entered was not saved');
    expect(late.body).toContain('A plan &lt;for&gt; later');
    expect((await ann.get(`${game}/advance-orders/8`)).body).toContain('It is not known yet what turn');
    const unknown = await ann.post(`${game}/advance-orders/8`, PLAN);
    expect([unknown.status, unknown.body.includes('99,000')]).toEqual([409, true]);
  });

  test('end with the game', async () => {
    for (let turn = 3; turn <= 6; turn += 1) await setup.processTurn();
    expect((await ann.get(game)).body).not.toContain('id="advance-orders"');
    expect((await ann.get(`${game}/advance-orders/standing`)).status).toBe(404);
    expect(await rows()).toEqual([]);
  });
});
