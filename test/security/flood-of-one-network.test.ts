import { expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { runningGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, type Visited } from '../web/visitor.ts';

/* Someone with many addresses who asks for a thousand costly pages at once keeps no one else waiting. */

const { own, app } = useWeb();

const at = (remoteAddress: string): Visited => ({
  inject: (request) => app.inject({ ...request, remoteAddress }),
});

/** Starts a practice game in a network. @returns what sends its first sheet from an address, to be checked or tried */
async function practiceSheet(network: string, { action, accept }: { action: string; accept: string }) {
  const guest = aVisitor(at(`${network}:ffff::1`));
  const { headers: started } = await guest.post('/practice', { ruleset: 'primary-season' });
  const payload = new URLSearchParams({ _csrf: await guest.token(), _turn: '1' }).toString();
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, accept, 'content-type': 'application/x-www-form-urlencoded' };
  const url = `${started.location}/sheet/${action}`;
  return (address: string) => at(address).inject({ method: 'POST', url, headers, payload });
}

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

test.each([
  ['check', 'text/html', '2001:db5:1'],
  ['check', 'application/json', '2001:db6:1'],
  ['try', 'text/html', '2001:db7:1'],
])(
  'nor for all sheets that are sent to /%s for %s from many addresses of a network',
  async (action, accept, network) => {
    const { game } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const url = `/games/${gameNumber(game)}`;
    let answered = 0;
    const post = await practiceSheet(network, { action, accept });
    const send = async (address: string) => {
      const { statusCode } = await post(address);
      answered += 1;
      return statusCode;
    };
    expect(await send(`${network}:ffff::1`)).toBe(200);
    answered = 0;
    const flood = Array.from({ length: 95 }, (_, i) => send(`${network}:${i % 10}::1`));
    const ask = async (remoteAddress: string) => {
      const { statusCode } = await app.inject({ url, remoteAddress });
      return { statusCode, before: answered };
    };
    const others = await Promise.all(Array.from({ length: 5 }, (_, i) => ask(`192.0.2.${i + 1}`)));
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(Math.max(...others.map(({ before }) => before))).toBeLessThan(40);
    const codes = await Promise.all(flood);
    // Only a few of a network may wait for their guess at the same time.
    expect(codes.filter((code) => code !== 200 && !(action === 'try' && code === 503))).toEqual([]);
  },
);

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

test('hundreds of neighbors who check sheets do not keep people in running games from checking theirs', async () => {
  const { game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const ann = await signedIn(at('2001:db8:5:ffff::1'), own.ctx, players[0] as Account);
  const url = `/my/games/${gameNumber(game)}/sheet/check`;
  const check = await practiceSheet('2001:db8:5', { action: 'check', accept: 'application/json' });
  const flood = Array.from({ length: 400 }, (_, i) => check(`2001:db8:5:${i}::1`));
  const checked = await ann.post(url, { _turn: '1' }, { accept: 'application/json' });
  expect(checked.statusCode).toBe(200);
  const others = await Promise.all(flood);
  expect(others.filter(({ statusCode }) => statusCode === 503).length).toBeGreaterThan(20);
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
