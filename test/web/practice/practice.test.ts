import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { MAX_NOTES } from '../../../src/games/notes/private-notes.ts';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aSession } from '../../helpers/session.ts';
import { aVisitor, aWeb, type Visitor } from '../visitor.ts';

let own: TestContext;
let ctx: AppContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  ({ ctx } = own);
  app = await aWeb(ctx, { limits: { forms: 1000, games: 1000 }, keepPracticeDays: 30 });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** Starts a practice game and returns its address. */
async function start(visitor: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const started = await visitor.post('/practice', { ruleset: 'election-year', ...fields });
  expect(started.statusCode).toBe(303);
  return String(started.headers.location);
}

async function locationOf(visitor: Visitor, address: string): Promise<string> {
  const response = await visitor.get(address);
  expect(response.statusCode).toBe(303);
  return String(response.headers.location);
}

test('a visitor who only looks gets no cookie of a guest and no row', async () => {
  const before = await ctx.db.prisma.practicePlayer.count();
  const visitor = aVisitor(app);
  expect((await visitor.get('/practice')).statusCode).toBe(200);
  expect([...visitor.cookies.keys()]).not.toContain('whistlestop-guest');
  expect(await ctx.db.prisma.practicePlayer.count()).toBe(before);
});

test('a practice game leads to its sheet, then to its printout as page, text and PDF', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  expect(await locationOf(visitor, game)).toBe(`${game}/sheet`);
  const sent = await visitor.post(`${game}/sheet`, { _turn: '1', 'fundraising[0]': 'CA' });
  expect(sent.headers.location).toBe(`${game}/turns/2`);
  const page = await visitor.get(`${game}/turns/2`);
  expect(page.body).toContain('Undo turn 1');
  expect((await visitor.get(`${game}/turns/2.txt`)).body).toContain('California');
  const pdf = await visitor.get(`${game}/turns/2.pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect((await visitor.get(`${game}/turns/3`)).statusCode).toBe(404);
});

test('someone else’s practice game is not there', async () => {
  const game = await start(aVisitor(app));
  const other = aVisitor(app);
  for (const page of ['', '/sheet', '/turns/1', '/turns/1.pdf', '/turns/1.txt']) {
    expect((await other.get(`${game}${page}`)).statusCode).toBe(404);
  }
  expect((await other.post(`${game}/delete`)).statusCode).toBe(404);
});

test('a sheet for a turn that was played on another page is not played, and nothing of it is lost', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  await visitor.post(`${game}/sheet`, { _turn: '1', press: 'In time' });
  const late = await visitor.post(`${game}/sheet`, { _turn: '1', press: 'A chicken in every pot' });
  expect(late.statusCode).toBe(409);
  expect(late.body).toContain('Your sheet was not sent');
  expect(late.body).toContain('A chicken in every pot');
});

test('a blank sheet is played only if it is sent once more', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  const blank = await visitor.post(`${game}/sheet`, { _turn: '1' });
  expect(blank.statusCode).toBe(422);
  expect(blank.body).toContain('Your sheet is blank');
  expect(blank.body).toContain('name="_blank" value="yes"');
  const again = await visitor.post(`${game}/sheet`, { _turn: '1', _blank: 'yes' });
  expect(again.headers.location).toBe(`${game}/turns/2`);
});

test('in a round with two sheets, no one is asked whether to re-roll nothing was meant', async () => {
  const visitor = aVisitor(app);
  const options = { 'options.pace': 'two-sheet', 'options.order': 'rotating', 'options.maxTurns': '10' };
  const game = await start(visitor, { ruleset: 'primary-season', computerSeats: '1', ...options });
  expect((await visitor.get(`${game}/sheet`)).body).toContain('Round 1, re-rolls');
  const kept = await visitor.post(`${game}/sheet`, { _turn: '1' });
  expect(kept.headers.location).toBe(`${game}/turns/2`);
  expect((await visitor.get(`${game}/turns/2`)).body).toContain('Round 1, spending');
  expect((await visitor.post(`${game}/sheet`, { _turn: '2' })).statusCode).toBe(422);
  const spent = await visitor.post(`${game}/sheet`, { _turn: '2', 'votes[0].where': 'STAFF' });
  expect(spent.headers.location).toBe(`${game}/turns/3`);
});

test('the list says how a game ended', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor, { ruleset: 'margin-of-error' });
  let turn = 1;
  for (; (await locationOf(visitor, game)).endsWith('/sheet'); turn += 1) {
    await visitor.post(`${game}/sheet`, { _turn: String(turn), _blank: 'yes' });
  }
  expect(turn).toBeGreaterThan(9);
  expect((await visitor.get('/practice')).body).toMatch(/Over: you (won|finished 2nd)/);
});

test('while the first sheet is filled in, its hints are kept beside the notes', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  const checked = await visitor.post(
    `${game}/sheet/check`,
    { _turn: '1', 'campaign[0].state': 'CA', 'campaign[0].spend': '10' },
    { accept: 'application/json' },
  );
  const { notes, problems } = checked.json();
  expect(problems).toEqual([]);
  expect(notes.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['fundraising', 'campaign', 'campaign[0]']),
  );
});

describe('choices', () => {
  test('are the number of candidates, the options and the wishes of the ruleset', async () => {
    const visitor = aVisitor(app);
    const game = await start(visitor, {
      ruleset: 'margin-of-error',
      computerSeats: '1',
      grade: 'hard',
      'wish.party': 'R',
      'options.opponent': 'tough',
    });
    expect((await visitor.get(`${game}/sheet`)).statusCode).toBe(200);
    const row = await ctx.db.prisma.practiceGame.findUniqueOrThrow({
      where: { id: game.split('/').at(-1) ?? '' },
    });
    expect(row.seats).toMatchObject([{ wish: { party: 'R' } }, { wish: { party: null } }]);
    expect(row.options).toMatchObject({ opponent: 'tough' });
    expect(row.grade).toBe('hard');
  });

  test('that are wrong are shown again with what would be right', async () => {
    const visitor = aVisitor(app);
    const refused = await visitor.post('/practice', { ruleset: 'election-year', computerSeats: '99' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Enter a whole number from 3 to 11.');
    expect(refused.body).toContain('value="99"');
  });
});

test('forms of one practice game wait for each other, as those of other games do', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  const token = await visitor.token();
  const running: number[] = [];
  const watch = setInterval(() => running.push(app.practiceQueue.size().running), 0);
  const sent = Array.from({ length: 8 }, () =>
    visitor.postBare(`${game}/sheet`, { _csrf: token, _turn: '1', press: 'At once' }),
  );
  const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  clearInterval(watch);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(Math.max(...running)).toBe(1);
});

describe('a practice game', () => {
  test('that is started twice at once is one game, and both answers lead to it', async () => {
    // The first game of an account also creates its player.
    for (let round = 0; round < 5; round += 1) {
      const account = await anAccount(ctx, 'Dora Double');
      const visitor = aVisitor(app);
      visitor.cookies.set('whistlestop', await aSession(ctx, { accountId: account.id, method: 'code' }));
      const fields = { _csrf: await visitor.token(), ruleset: 'election-year' };
      const both = await Promise.all([1, 2].map(() => visitor.postBare('/practice', fields)));
      expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
      expect(both[0]?.headers.location).toBe(both[1]?.headers.location);
      const games = await ctx.db.prisma.practiceGame.count({ where: { player: { accountId: account.id } } });
      expect(games).toBe(1);
      own.setNow(new Date(ctx.now().getTime() + 5000));
      expect(await start(visitor)).not.toBe(both[0]?.headers.location);
    }
  });

  test('that is not the same as the one started at the same time is a game of its own', async () => {
    const account = await anAccount(ctx, 'Otto Other');
    const visitor = aVisitor(app);
    visitor.cookies.set('whistlestop', await aSession(ctx, { accountId: account.id, method: 'code' }));
    const _csrf = await visitor.token();
    const wanted: Record<string, string>[] = [
      { ruleset: 'election-year' },
      { ruleset: 'election-year', computerSeats: '4' },
      { ruleset: 'margin-of-error' },
      { ruleset: 'margin-of-error', 'wish.party': 'R' },
      { ruleset: 'margin-of-error', grade: 'hard' },
    ];
    const started = await Promise.all(wanted.map((one) => visitor.postBare('/practice', { _csrf, ...one })));
    expect(started.map(({ statusCode }) => statusCode)).toEqual(wanted.map(() => 303));
    expect(new Set(started.map(({ headers }) => headers.location)).size).toBe(wanted.length);
  });
});

test('the PDF of a turn that was undone and played in another way is another one', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  const play = (state: string) => visitor.post(`${game}/sheet`, { _turn: '1', 'fundraising[0]': state });
  await play('CA');
  const first = (await visitor.get(`${game}/turns/2.pdf`)).rawPayload;
  expect((await visitor.get(`${game}/turns/2.pdf`)).rawPayload.equals(first)).toBe(true);
  await visitor.post(`${game}/undo`, { turn: '2' });
  own.setNow(new Date(ctx.now().getTime() + 1000));
  await play('OH');
  expect((await visitor.get(`${game}/turns/2.pdf`)).rawPayload.equals(first)).toBe(false);
});

test('one network cannot start practice games without end', async () => {
  const limited = await aWeb(ctx, { limits: { forms: 1000, practiceByAddress: 2 } });
  const visitor = aVisitor(limited);
  await start(visitor);
  await start(visitor);
  expect((await visitor.post('/practice', { ruleset: 'election-year' })).statusCode).toBe(429);
  await limited.close();
});

test('a sheet can be tried: nothing is played, and only its player may try it', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  expect((await visitor.get(`${game}/sheet`)).body).toContain(`formaction="${game}/sheet/try"`);
  const tried = await visitor.post(`${game}/sheet/try`, { _turn: '1', 'fundraising[0]': 'CA' });
  expect(tried.statusCode).toBe(200);
  expect(tried.body).toContain('<strong>A guess, not a promise:</strong>');
  expect(tried.body).toContain('name="fundraising[0]" value="CA"');
  const refused = await visitor.post(`${game}/sheet/try`, { _turn: '1', 'fundraising[0]': 'ZZ' });
  expect(refused.body).toContain('Checked: 1 problem');
  expect((await visitor.post(`${game}/sheet/try`, { _turn: '2' })).statusCode).toBe(409);
  expect((await aVisitor(app).post(`${game}/sheet/try`, { _turn: '1' })).statusCode).toBe(404);
  expect(await locationOf(visitor, game)).toBe(`${game}/sheet`);
});

test('notes are kept with the game, for the guest alone, also after the guest has created an account', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor);
  const text = 'Watch <b>Ohio</b>.';
  const saved = await visitor.post(`${game}/notes`, { _page: 'sheet', text });
  expect(saved.headers.location).toBe(`${game}/sheet?done=notes-saved`);
  await visitor.post(`${game}/sheet`, { _turn: '1', 'fundraising[0]': 'CA' });
  const other = aVisitor(app);
  await start(other);
  const changed = { _page: '2', text: 'Mine now.' };
  expect((await other.post(`${game}/notes`, changed)).statusCode).toBe(404);
  const account = await anAccount(ctx, 'Nora Notes');
  visitor.cookies.set('whistlestop', await aSession(ctx, { accountId: account.id, method: 'code' }));
  for (const page of ['/sheet', '/turns/1', '/turns/2']) {
    const { body } = await visitor.get(`${game}${page}`);
    expect(body, page).toContain('Watch &lt;b&gt;Ohio&lt;/b&gt;.</textarea>');
    expect(body, page).toContain('Only you can read them.');
  }
  const again = await visitor.post(`${game}/notes`, changed);
  expect(again.headers.location).toBe(`${game}/turns/2?done=notes-saved`);
  const long = 'x'.repeat(MAX_NOTES + 1);
  const refused = await visitor.post(`${game}/notes`, { _page: '2', text: long });
  expect([refused.statusCode, refused.body.includes(`>${long}</textarea>`)]).toEqual([422, true]);
  expect((await visitor.get(`${game}/turns/2`)).body).toContain('Mine now.</textarea>');
  await visitor.post(`${game}/delete`, {});
  expect(await ctx.db.prisma.practiceGame.count({ where: { notes: { not: '' } } })).toBe(0);
});

test('against the automatic opponent, a tried sheet offers nothing to choose', async () => {
  const visitor = aVisitor(app);
  const game = await start(visitor, { ruleset: 'margin-of-error', computerSeats: '0' });
  const tried = await visitor.post(`${game}/sheet/try`, { _turn: '1' });
  expect(tried.body).toContain('which also move the automatic opponent');
  expect(tried.body).not.toContain('_rivals');
});
