import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageLinks } from '../../../src/web/routes/player/games-view-model.ts';
import { type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

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

describe('my games', () => {
  test('show which sheet is needed, when it is due, and whether one is in', async () => {
    const before = await ann.get('/my/games');
    expect(before.body).toContain('Waiting for your sheet');
    expect(before.body).toContain('You are [AB] Ann &lt;b&gt;Baker&lt;/b&gt;');
    expect(before.body).toContain('Not sent yet.');
    expect(before.body).toContain(
      'Due Mon, Mar 15, 2027, 6:00 PM EDT (Mon, Mar 15, 2027, 10:00 PM UTC for you), in 14 days.',
    );
    await ann.post(`${game}/sheet`, { _turn: '1', press: 'Hello' });
    expect((await ann.get('/my/games')).body).toContain('Version 1 counts.');
    expect((await ann.get(game)).body).toContain('Version 1 counts');
    expect((await ann.get('/my')).location).toBe('/my/games');
  });

  test('list invitations apart, which the player accepts by opening the game', async () => {
    const { prisma } = setup.ctx.db;
    const where = { accountId: setup.carl.id };
    await prisma.seat.updateMany({ where, data: { acceptedAt: null } });
    const list = await carl.get('/my/games');
    expect(list.body).toContain('<h2 id="invitations">Invitations</h2>');
    expect(list.body).toContain('has given you the seat [CD] Carl Dunn. Turn 1 is open.');
    expect(list.body).not.toContain('Waiting for your sheet');
    expect((await carl.get('/my/games?page=2')).body).not.toContain('Invitations');
    expect((await prisma.seat.findFirstOrThrow({ where })).acceptedAt).toBeNull();
    await carl.get(game);
    const after = await carl.get('/my/games');
    expect(after.body).not.toContain('Invitations');
    expect(after.body).toContain('Waiting for your sheet');
  });

  test('are empty for an account without a seat', async () => {
    const gm = await Visitor.as(setup, setup.gm);
    expect((await gm.get('/my/games')).body).toContain('You have no seat in a game yet.');
    expect((await gm.get(game)).status).toBe(404);
  });
});

describe('my printouts', () => {
  test('open as a page, as text, and as PDF on the paper of the account or the one asked for', async () => {
    const page = await ann.get(`${game}/turns/1`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('class="printout"');
    expect(page.body).toContain(`#${setup.ann.id}`);
    const text = await ann.get(`${game}/turns/1.txt`);
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.body).toContain('EY-1 T-1 [AB]');
    const letter = await pdf(ann, `${game}/turns/1.pdf`);
    expect(letter.box).toBe('612 792');
    expect(letter.disposition).toBe('attachment; filename="EY-1-T1-AB.pdf"');
    expect((await pdf(ann, `${game}/turns/1.pdf?paper=a4`)).box).toMatch(/^595\.\d+ 841\.\d+/);
    await setup.ctx.db.prisma.account.update({ where: { id: setup.ann.id }, data: { paper: 'a4' } });
    expect((await pdf(ann, `${game}/turns/1.pdf`)).box).toMatch(/^595\.\d+ 841\.\d+/);
    expect((await ann.get(`${game}/turns/1.pdf?paper=foolscap`)).status).toBe(400);
  });

  test('are only for the account that the printout names', async () => {
    const own = await carl.get(`${game}/turns/1`);
    expect(own.body).toContain('[CD] Carl Dunn');
    expect(own.body).not.toContain(`#${setup.ann.id}`);
    const gm = await Visitor.as(setup, setup.gm);
    const stranger = new Visitor(setup.app);
    for (const ending of ['', '.pdf', '.txt']) {
      expect((await gm.get(`${game}/turns/1${ending}`)).status).toBe(404);
      expect((await stranger.get(`${game}/turns/1${ending}`)).status).toBe(303);
      expect((await ann.get(`${game}/turns/2${ending}`)).status).toBe(404);
      expect((await ann.get(`${game}/turns/x${ending}`)).status).toBe(404);
    }
  });

  test('stay with the account that had the seat when they were written', async () => {
    const { prisma } = setup.ctx.db;
    const seat = await prisma.seat.findFirstOrThrow({ where: { accountId: setup.carl.id } });
    await prisma.seat.update({ where: { id: seat.id }, data: { accountId: setup.gm.id, since: 2 } });
    const gm = await Visitor.as(setup, setup.gm);
    expect((await gm.get(`${game}/turns/1`)).status).toBe(404);
    expect((await carl.get(`${game}/turns/1.txt`)).status).toBe(200);
    await prisma.seat.update({ where: { id: seat.id }, data: { accountId: setup.carl.id, since: 0 } });
  });

  test('are listed, and the last one is called final', async () => {
    for (let turn = 1; turn <= 6; turn += 1) await setup.processTurn();
    const page = await ann.get(game);
    expect(page.body.match(/\.pdf\?paper=a4/g)).toHaveLength(7);
    expect(page.body).toContain('Final printout');
    expect(page.body).toMatch(/After turn 6|elected|won/);
    expect((await ann.get('/my/games')).body).toContain('The game is over.');
    expect((await ann.get(`${game}/turns/7`)).body).toContain('elected president');
    expect((await pdf(ann, `${game}/turns/7.pdf`)).disposition).toContain('EY-1-final-AB.pdf');
  });
});

test('anyone can export a finished game, but not without limit', async () => {
  const stranger = new Visitor(setup.app);
  const answers = [];
  for (let i = 0; i < 31; i += 1) answers.push((await stranger.get('/games/EY-1/export.json')).status);
  expect(answers).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
});

async function pdf(visitor: Visitor, url: string): Promise<{ box: string; disposition: string }> {
  const answer = await visitor.get(url);
  expect([url, answer.status, answer.body.slice(0, 5)]).toEqual([url, 200, '%PDF-']);
  expect(answer.headers['content-type']).toBe('application/pdf');
  return {
    box: /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(answer.body)?.[1] ?? '',
    disposition: String(answer.headers['content-disposition']),
  };
}

test('the pages of the list link to each other', () => {
  const links = (page: number, hasMore: boolean) =>
    pageLinks({ page, hasMore }).map(({ address, rel }) => [rel, address]);
  expect(links(1, false)).toEqual([]);
  expect(links(1, true)).toEqual([['next', '/my/games?page=2']]);
  expect(links(2, false)).toEqual([['prev', '/my/games?page=1']]);
});
