import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn } from '../visitor.ts';

/* What messengers and social networks show with a link (Open Graph). */

let own: TestContext;
let app: FastifyInstance;
let game: TestGame;
let number: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { publicUrl: 'https://games.example.org' });
  game = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  number = gameNumber(game.game);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** The Open Graph properties of a page. */
async function propertiesOf(path: string, visitor = aVisitor(app)): Promise<Record<string, string>> {
  const { body } = await visitor.get(path);
  const found = body.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

describe('a link', () => {
  test('to a public printout is shown with its words and its map', async () => {
    for (const path of [`/games/${number}`, `/games/${number}/turns/1`]) {
      const { title, description, image } = await propertiesOf(path);
      expect(title).toBe(`${number} The test of the season`);
      expect(description).toMatch(/\w+ \w+/);
      expect(image).toMatch(/^https:\/\/games\.example\.org\/games\/EY-\d+\/turns\/1\/picture\.png\?of=/);
      const picture = await app.inject({ url: (image as string).replace('https://games.example.org', '') });
      expect(picture.statusCode).toBe(200);
      expect(picture.headers).toMatchObject({ 'content-type': 'image/png' });
      expect(picture.headers['cache-control']).toBe('public, max-age=86400');
      expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    }
  });

  test('to any other page is shown with the picture of the server', async () => {
    const { image, site_name } = await propertiesOf('/rules');
    expect({ image, site_name }).toEqual({
      image: 'https://games.example.org/picture.png',
      site_name: 'Whistlestop',
    });
    expect((await aVisitor(app).get('/picture.png')).headers['content-type']).toBe('image/png');
  });

  test('has no words for someone who is signed in', async () => {
    const visitor = await signedIn(app, own.ctx, game.players[0] as TestGame['gm']);
    expect(await propertiesOf('/my/games', visitor)).toEqual({});
  });
});

test('there is no picture without a printout', async () => {
  for (const path of [`/games/${number}/turns/2/picture.png`, '/games/EY-999/turns/1/picture.png']) {
    expect((await aVisitor(app).get(path)).statusCode, path).toBe(404);
  }
});
