import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { MAX_MESSAGE } from '../../../src/games/messages/write-message.ts';
import { anAccount, formingGame, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let g: TestGame;
let number: string;
let page: string;
let ann: Visitor;
let gm: Visitor;

const LINK = /href="(\/games\/[A-Z]+-\d+\/messages)"[^>]*>Write to the GM/;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, signInByAddress: 1000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});
beforeEach(async () => {
  g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(g.game);
  page = `/games/${number}/messages`;
  ann = await signedIn(app, own.ctx, g.players[0] as Account);
  gm = await signedIn(app, own.ctx, g.gm);
});

describe('the link “Write to the GM”', () => {
  test('is on every page of the game for its players', async () => {
    const pages = [
      `/games/${number}`,
      `/my/games/${number}`,
      `/my/games/${number}/sheet`,
      `/my/games/${number}/turns/1`,
      `/my/games/${number}/advance-orders/2`,
    ];
    for (const address of pages) {
      const { statusCode, body } = await ann.get(address);
      expect([address, statusCode, LINK.exec(body)?.[1]]).toEqual([address, 200, page]);
    }
  });

  test('is on the public page of a forming game for everyone who is signed in, but not for its GM', async () => {
    const forming = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    const address = `/games/${gameNumber(forming.game)}`;
    const stranger = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Sam Stranger'));
    expect((await stranger.get(address)).body).toMatch(LINK);
    expect((await stranger.get(`/games/${number}`)).body).not.toMatch(LINK);
    expect((await aVisitor(app).get(address)).body).not.toMatch(LINK);
    expect((await (await signedIn(app, own.ctx, forming.gm)).get(address)).body).not.toMatch(LINK);
  });
});

describe('a long conversation', () => {
  test('has pages on both sides, so that every message can be read', async () => {
    const person = g.players[0] as Account;
    const seat = g.seats.find(({ accountId }) => accountId === person.id);
    await own.ctx.db.prisma.gmMessage.createMany({
      data: Array.from({ length: 401 }, (_, i) => ({
        ...{ gameId: g.game.id, turn: 1, gmId: g.gm.id, accountId: person.id, seatId: seat?.id ?? '' },
        ...{ fromGm: i % 2 === 0, text: `Message number ${i}.`, via: 'web' as const },
        sentAt: new Date(own.ctx.now().getTime() - (401 - i) * 60_000),
      })),
    });
    const { id } = await own.ctx.db.prisma.gmMessage.findFirstOrThrow({ where: { gmId: g.gm.id } });
    const sides = [
      { visitor: ann, path: page },
      { visitor: gm, path: `/gm/games/${number}/messages/${id}` },
      { visitor: gm, path: `/gm/games/${number}/seats/${seat?.id}/messages` },
    ];
    for (const { visitor, path } of sides) {
      const read = new Set<string>();
      let next: string | undefined = path;
      for (let shown = 1; next !== undefined; shown += 1) {
        expect(shown).toBeLessThan(4);
        const { statusCode, body } = await visitor.get(next);
        expect([next, statusCode]).toEqual([next, 200]);
        for (const [text] of body.matchAll(/Message number \d+\./g)) read.add(text);
        next = /href="([^"]+)" rel="next">Earlier messages/.exec(body)?.[1];
      }
      expect([path, read.size]).toEqual([path, 401]);
      expect((await visitor.get(`${path}?page=2`)).body).toContain('rel="prev">Later messages');
      expect((await visitor.get(`${path}?page=9`)).body).toContain('There are no messages on this page.');
    }
    // Messages are marked as read on the page on which they are.
    expect((await ann.get(`/my/games/${number}`)).body).not.toMatch(/\(\d+ new\)/);
  });

  test('that fits on a page has no links to others', async () => {
    await ann.post(page, { text: 'Hello' });
    expect((await ann.get(page)).body).not.toContain('Pages of messages');
  });
});

describe('writing', () => {
  test('brings the message to the GM page, and the reply back', async () => {
    const form = (await ann.get(page)).body;
    expect(form).toContain('Message to Greta Master, the GM');
    expect(form).not.toContain(g.gm.email);
    const sent = await ann.post(page, { text: 'Line one\nline <two>' });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${page}?done=message-sent`]);
    const shown = (await ann.get(sent.headers.location as string)).body;
    expect(shown).toContain('Your message is on its way.');
    expect(shown).toContain('Line one<br>line &lt;two&gt;');

    const gmPage = (await gm.get(`/gm/games/${number}`)).body;
    expect(gmPage).toContain('1 new message');
    const [, conversation] = /href="(\/gm\/games\/[^"]+\/messages\/[^"]+)"/.exec(gmPage) ?? [];
    const opened = (await gm.get(conversation as string)).body;
    expect(opened).toContain('Messages with [AB] Ann Baker');
    expect(opened).toContain('Line one<br>line &lt;two&gt;');
    expect((await gm.get(`/gm/games/${number}`)).body).not.toContain('1 new message');
    const replied = await gm.post(conversation as string, { text: 'Go ahead.' });
    expect([replied.statusCode, replied.headers.location]).toEqual([
      303,
      `${conversation}?done=message-sent`,
    ]);

    expect((await ann.get('/my/games')).body).toContain('A new message from the GM');
    expect((await ann.get(`/my/games/${number}`)).body).toContain('Write to the GM (1 new)');
    expect((await ann.get(page)).body).toContain('Go ahead.');
    expect((await ann.get(`/my/games/${number}`)).body).not.toContain('(1 new)');
  });

  test('keeps the text of a message that is refused', async () => {
    const text = 'y'.repeat(MAX_MESSAGE + 1);
    const refused = await ann.post(page, { text });
    expect([refused.statusCode, refused.body.includes(`${text}</textarea>`)]).toEqual([422, true]);
    expect(refused.body).toContain('A message can have at most 4000 characters. Yours has 4001.');
    expect(refused.body).toMatch(/aria-describedby="text-hint problem-text" aria-invalid=true/);
    expect((await ann.post(page, { text: ' ' })).body).toContain('Write a message.');
  });

  test('is refused for someone who has nothing to do with the game', async () => {
    const stranger = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Sam Stranger'));
    const refused = await stranger.post(page, { text: 'Let me in' });
    expect([refused.statusCode, refused.body.includes('Let me in</textarea>')]).toEqual([422, true]);
    expect(refused.body).toContain(`Only people with a seat in ${number} or on its waitlist`);
    expect((await stranger.get(page)).body).toContain('You cannot write a message now.');
    expect((await gm.get(page)).body).toContain('You are the GM of this game.');
  });

  test('is only for people who are signed in, and conversations are only for their GM', async () => {
    const signedOut = aVisitor(app);
    const asked = await signedOut.get(page);
    expect(asked.headers.location).toBe(`/sign-in?next=${encodeURIComponent(page)}`);
    expect((await signedOut.post(page, { text: 'Hello' })).statusCode).toBe(401);
    await ann.post(page, { text: 'Hello' });
    const { id } = await own.ctx.db.prisma.gmMessage.findFirstOrThrow({ where: { gameId: g.game.id } });
    const conversation = `/gm/games/${number}/messages/${id}`;
    expect((await ann.get(conversation)).statusCode).toBe(404);
    expect((await ann.post(conversation, { text: 'I am the GM' })).statusCode).toBe(404);
    expect((await gm.get(`/gm/games/${number}/messages/not-an-id`)).statusCode).toBe(404);
  });
});

test('the printout page of the open turn says how far away the due date is', async () => {
  const body = (await ann.get(`/my/games/${number}/turns/1`)).body;
  expect(body).toMatch(
    /Your sheet for this turn is due <strong>Mon, Mar 15, 2027, [^<]*, in \d+ days<\/strong>/,
  );
});
