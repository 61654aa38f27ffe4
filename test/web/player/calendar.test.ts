import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { pauseGame, resumeGame } from '../../../src/games/schedule/change-due-date.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { useWeb } from '../use-web.ts';
import { aVisitor, signedIn, type Visitor } from '../visitor.ts';

/* The private calendar of an account, and the feed of a game. */

const { own, app } = useWeb({ publicUrl: 'https://games.example.org' });
let play: TestGame;
let ann: Visitor;
let number: string;

beforeAll(async () => {
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(play.game);
  ann = await signedIn(app, own.ctx, play.players[0] as Account);
  await ann.get(`/my/games/${number}`);
});

/** Makes a new address, and returns its path. */
async function newAddress(visitor: Visitor): Promise<string> {
  const page = (await visitor.post('/account/calendar')).body;
  const [, path] = /value="https:\/\/games\.example\.org(\/calendar\/[\w-]{43}\.ics)"/.exec(page) ?? [];
  if (path === undefined) throw new Error('The page shows no address.');
  return path;
}

describe('the calendar of an account', () => {
  test('has the due dates of its games for everyone who has the address', async () => {
    const path = await newAddress(ann);
    const feed = await aVisitor(app).get(path);
    expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(feed.body).toContain(`SUMMARY:${number}: turn 1 sheet due\r\n`);
    expect(feed.body).toContain('DTSTART:20270315T220000Z');
    expect(feed.body).not.toContain(play.players[0]?.email);
    expect(feed.headers['cache-control']).toContain('no-store');
  });

  test('can be opened in a calendar program or copied, once its address is made', async () => {
    const page = (await ann.post('/account/calendar')).body;
    const [, path] = /href="webcal:\/\/games\.example\.org(\/calendar\/[\w-]{43}\.ics)"/.exec(page) ?? [];
    expect(page).toContain(`value="https://games.example.org${path}" data-copy="Copy address"`);
    expect(page).toMatch(/<script[^>]*copy-text\.js/);
    expect((await aVisitor(app).get(String(path))).statusCode).toBe(200);
    expect((await ann.get('/account/calendar')).body).not.toContain('webcal:');
  });

  test('of a GM says so, and has no dates while a game is paused', async () => {
    const gm = await signedIn(app, own.ctx, play.gm);
    const path = await newAddress(gm);
    const asked = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    expect((await gm.get(path)).body).toContain('sheets due (you are the GM)');
    granted(await pauseGame(own.ctx, asked));
    expect((await gm.get(path)).body).not.toContain('BEGIN:VEVENT');
    granted(await resumeGame(own.ctx, asked));
  });

  test('has one address at a time, which is shown once and can be removed', async () => {
    const first = await newAddress(ann);
    const second = await newAddress(ann);
    expect((await ann.get('/account/calendar')).body).not.toContain('.ics');
    expect((await ann.get(first)).statusCode).toBe(404);
    expect((await ann.get(second)).statusCode).toBe(200);
    await ann.post('/account/calendar/remove');
    expect((await ann.get(second)).statusCode).toBe(404);
    expect((await ann.get('/calendar/short.ics')).statusCode).toBe(404);
  });

  test('is not stored', async () => {
    const path = await newAddress(ann);
    const stored = JSON.stringify(await own.ctx.db.prisma.calendarFeed.findMany());
    expect(stored).not.toContain(path.split('/')[2]?.slice(0, 43));
  });
});

describe('the feed of a game', () => {
  test('has the news of each turn, with links to the printouts', async () => {
    const feed = await aVisitor(app).get(`/games/${number}/feed.atom`);
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(feed.body).toContain(`<link href="https://games.example.org/games/${number}/turns/1"/>`);
    expect(feed.body).toContain(
      `<title type="html"><![CDATA[${number}: Turn 1 of 6 — the primaries]]></title>`,
    );
    expect((await ann.get(`/games/${number}`)).body).toContain(`href="/games/${number}/feed.atom"`);
    expect((await ann.get('/games/EY-999/feed.atom')).statusCode).toBe(404);
  });
});
