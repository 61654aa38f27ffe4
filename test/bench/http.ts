import autocannon from 'autocannon';
import fastify from 'fastify';
import { openSession } from '../../src/accounts/sessions.ts';
import type { House } from '../../src/database/house.ts';
import { findRuleset } from '../../src/rules/catalog.ts';
import { formFromRaw } from '../../src/rules/sheet.ts';
import { buildApp } from '../../src/web/app.ts';
import { begunGame, withHouse } from './house.ts';
import type { Measured } from './measure.ts';

const SECONDS = 6;
const CONNECTIONS = 8;

/** A sheet sent through the web form, beside a bare Fastify route that makes one INSERT of the same bytes. */
export function measureHttp(): Promise<Measured> {
  return withHouse(async (house) => {
    const ours = await sheetsOverHttp(house);
    const floorMs = await bareInserts(house);
    return { what: 'a sheet over HTTP', ours, floor: 'bare Fastify, one INSERT', floorMs };
  });
}

async function sheetsOverHttp(house: House): Promise<number> {
  const { gameId } = await begunGame(house);
  const game = await house.db.prisma.game.findUniqueOrThrow({
    where: { id: gameId },
    include: { seats: true },
  });
  const seat = game.seats[0] as { identifier: string; accountId: number };
  const limits = { pages: 1e9, forms: 1e9 };
  const publicUrl = 'http://localhost';
  const app = await buildApp({ house, publicUrl, mailbox: null, limits });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const page = `/my/games/${game.prefix}-${game.serial}/sheet`;
    const session = await openSession(house, seat.accountId);
    const signedIn = `whistlestop=${session}`;
    const shown = await fetch(`${address}${page}`, { headers: { cookie: signedIn } });
    const token = /name="_csrf" value="([^"]+)"/.exec(await shown.text())?.[1];
    if (token === undefined) throw new Error(`the sheet answered ${shown.status} without a form`);
    const formCookie = shown.headers.getSetCookie().map((line) => line.split(';')[0]);
    const body = bodyOf(game, seat.identifier, token);
    return await millisecondsEach(`${address}${page}`, body, [signedIn, ...formCookie].join('; '));
  } finally {
    await app.close();
  }
}

function bodyOf(game: { ruleset: string; state: unknown }, seat: string, token: string): string {
  const ruleset = findRuleset(game.ruleset);
  const form = ruleset?.sheet(game.state, seat);
  if (!ruleset || !form) throw new Error('no sheet is owed');
  const values = formFromRaw(form, ruleset.opponent(game.state, seat));
  return new URLSearchParams({ ...values, _turn: '1', _csrf: token }).toString();
}

async function bareInserts(house: House): Promise<number> {
  await house.db.pool.query('create table bare (id bigserial primary key, body text not null)');
  const app = fastify();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.post('/', async (request, reply) => {
    await house.db.pool.query('insert into bare (body) values ($1)', [request.body]);
    return reply.redirect('/', 303);
  });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return await millisecondsEach(address, 'x='.padEnd(600, 'y'), '');
  } finally {
    await app.close();
  }
}

/** Wall time over requests answered as they should be (a redirect). */
async function millisecondsEach(url: string, body: string, cookie: string): Promise<number> {
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const result = await autocannon({
    url,
    method: 'POST',
    body,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result['3xx'] === 0 || result.non2xx !== result['3xx']) {
    throw new Error(`${url}: ${result['3xx']} redirects, ${result['4xx']} refusals, ${result['5xx']} faults`);
  }
  return (result.duration * 1000) / result['3xx'];
}
