import { expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { runningGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn, type Visited } from '../web/visitor.ts';

/* Someone with many addresses who asks for a thousand costly pages at once keeps no one else waiting. */

const { own, app } = useWeb();

test('others wait for one costly page of a network at most, not for all that were asked for', async () => {
  const { game } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const url = `/games/${gameNumber(game)}`;
  let answered = 0;
  const ask = async (method: 'GET' | 'HEAD', remoteAddress: string) => {
    const { statusCode } = await app.inject({ method, url, remoteAddress });
    answered += 1;
    return { statusCode, before: answered - 1 };
  };
  expect((await ask('GET', '198.51.100.1')).statusCode).toBe(200);
  answered = 0;
  const flood = Array.from({ length: 95 }, (_, i) => ask('HEAD', `2001:db8:1:${i % 10}::1`));
  const others = await Promise.all(Array.from({ length: 5 }, (_, i) => ask('GET', `192.0.2.${i + 1}`)));
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(Math.max(...others.map(({ before }) => before))).toBeLessThan(40);
  expect((await Promise.all(flood)).every(({ statusCode }) => statusCode === 200)).toBe(true);
});

test('people of the network take turns, and the newest pages of the one who asks for most are refused', async () => {
  const { game } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const url = `/games/${gameNumber(game)}`;
  const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode;
  const flood = Array.from({ length: 110 }, () => ask('2001:db8:2:1::1'));
  const neighbors = Array.from({ length: 5 }, (_, i) => ask(`2001:db8:2:${i + 2}::1`));
  expect(await Promise.all(neighbors)).toEqual([200, 200, 200, 200, 200]);
  const codes = await Promise.all(flood);
  expect(codes.filter((code) => code === 503).length).toBeGreaterThan(5);
  expect(codes.filter((code) => code === 200).length).toBeGreaterThan(80);
});

test('a hundred neighbors do not keep people in running games from their pages', async () => {
  const { game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const url = `/games/${gameNumber(game)}`;
  const fromHere: Visited = {
    inject: (request) => app.inject({ ...request, remoteAddress: '2001:db8:3:ffff::1' }),
  };
  const ann = await signedIn(fromHere, own.ctx, players[0] as Account);
  const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode;
  // All of them are asked for before the first one is made.
  const flood = Array.from({ length: 130 }, (_, i) => ask(`2001:db8:3:${i}::1`));
  const [page, ...others] = await Promise.all([ann.get('/my/games'), ...flood]);
  expect(page.statusCode).toBe(200);
  expect(others.filter((code) => code === 503).length).toBeGreaterThan(20);
});

test.each([
  ['your network', '127.0.0.1', 60],
  ['a crowded network', '2001:db8:4:ffff::1', 30],
])(
  'someone who has one of your sessions in %s does not keep you from your pages',
  async (_where, remoteAddress, most) => {
    const { game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const owner = await signedIn(app, own.ctx, players[0] as Account);
    const there: Visited = { inject: (request) => app.inject({ ...request, remoteAddress }) };
    const thief = await signedIn(there, own.ctx, players[0] as Account);
    const url = `/my/games/${gameNumber(game)}`;
    let answered = 0;
    const flood = Array.from({ length: 118 }, async () => {
      await thief.get(url);
      answered += 1;
    });
    const page = await owner.get(url);
    expect([page.statusCode, answered < most]).toEqual([200, true]);
    await Promise.all(flood);
  },
);
