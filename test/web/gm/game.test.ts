import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { readGame, type WholeGame } from '../../../src/games/game/game-store.ts';
import { notifyAllSeats } from '../../../src/games/notices/notices.ts';
import type { RouteAccess } from '../../../src/web/access/route-access.ts';
import { anAccount, gameNow, goodSheet, send } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anOperator } from '../operator/an-operator.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';
import { runningGmGame } from './gm-game.ts';

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
});

afterAll(async () => {
  await app.close();
  await own.close();
});

const fresh = (id: string) => gameNow(own.ctx, id);

async function aGm(): Promise<{ visitor: Visitor; account: Account }> {
  const account = await anAccount(own.ctx, 'Greta Master', true);
  return { visitor: await signedIn(app, own.ctx, account), account };
}

describe('route access', () => {
  const visit = (visitor: Visitor, method: string, url: string, fields?: Record<string, string>) =>
    method === 'GET' ? visitor.get(url) : visitor.post(url, fields);

  /** The routes that a test visits; there must be some. */
  function routesWhere(isWanted: (route: RouteAccess) => boolean, atLeast: number): RouteAccess[] {
    const routes = app.routeAccess.filter(isWanted);
    expect(routes.length).toBeGreaterThanOrEqual(atLeast);
    return routes;
  }

  test('no one without an account uses a route that needs one', async () => {
    const visitor = aVisitor(app);
    for (const route of routesWhere(({ access }) => access !== 'anyone', 20)) {
      const url = route.url.replace(/:number/g, 'EY-1').replace(/:[a-z]+/g, '1');
      const response = await visit(visitor, route.method, url);
      expect([303, 401], `${route.method} ${route.url}`).toContain(response.statusCode);
      if (response.statusCode === 303) expect(response.headers.location).toMatch(/^\/sign-in\?next=/);
    }
  });

  test('a player uses no route of GMs or of the operator', async () => {
    const withoutFriendGames = await aWeb({ ...own.ctx, friendGames: 0 });
    const visitor = await signedIn(withoutFriendGames, own.ctx, await anAccount(own.ctx, 'Ann Baker'));
    const routes = routesWhere(({ access }) => access === 'gm' || access === 'operator', 7);
    expect(new Set(routes.map(({ access }) => access))).toEqual(new Set(['gm', 'operator']));
    for (const route of routes) {
      const response = await visit(visitor, route.method, route.url.replace(/:[a-z]+/g, '1'));
      expect(response.statusCode, `${route.method} ${route.url}`).toBe(403);
    }
    await withoutFriendGames.close();
  });

  test('the GM page of a game is for its GM only, not for players, other GMs or the operator', async () => {
    const { game, players, seats, gmVisitor, gmPath } = await runningGmGame(app, own.ctx);
    const operator = await anOperator(own.ctx);
    const others = [players[0] as Account, await anAccount(own.ctx, 'Otto Pym', true), operator];
    const events = () => own.ctx.db.prisma.gameEvent.count({ where: { gameId: game.id } });
    const before = await events();
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { gameId: game.id } });
    const routes = routesWhere(({ url }) => url.startsWith('/gm/games/:number'), 20);
    const fields = { turn: '1', due: '2027-05-01T18:00', anyway: 'yes', sitter: 'opponent', name: 'X Y' };
    for (const account of others) {
      const visitor = await signedIn(app, own.ctx, account);
      for (const route of routes) {
        const url = route.url
          .replace('/gm/games/:number', gmPath)
          .replace(':seat', seats[0]?.id ?? '')
          .replace(':delivery', mail.id);
        const response = await visit(visitor, route.method, url, fields);
        expect(response.statusCode, `${route.method} ${route.url}`).toBe(404);
      }
    }
    expect(await events()).toBe(before);
    expect((await gmVisitor.get(gmPath)).statusCode).toBe(200);
  });

  test('the mail of one game is not sent again from the GM page of another', async () => {
    const mine = await runningGmGame(app, own.ctx);
    const theirs = await runningGmGame(app, own.ctx);
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { gameId: theirs.game.id } });
    const response = await mine.gmVisitor.post(`${mine.gmPath}/deliveries/${mail.id}/resend`);
    expect(response.statusCode).toBe(404);
  });
});

describe('a new game', () => {
  test('is created, gets its seats, and begins', async () => {
    const { visitor, account } = await aGm();
    const form = await visitor.get('/gm/new?ruleset=election-year');
    expect(form.body).toContain('name="daysPerTurn"');
    const bad = await visitor.post('/gm/new', {
      ruleset: 'election-year',
      title: '',
      daysPerTurn: 'soon',
      timeZone: 'UTC',
    });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain('value="soon"');
    const made = await visitor.post('/gm/new', {
      ruleset: 'election-year',
      title: 'Bunting & <Brass>',
      daysPerTurn: '7',
      timeZone: 'America/Chicago',
    });
    const gmPath = String(made.headers.location).replace(/\?.*/, '');
    expect(gmPath).toMatch(/^\/gm\/games\/EY-\d+$/);
    expect((await visitor.get(gmPath)).body).toContain('Bunting &amp; &lt;Brass&gt;');

    const nameless = await visitor.post(`${gmPath}/seats`, {
      sitter: 'player',
      name: 'Zoë Łukasiewicz',
      email: 'no address',
    });
    expect(nameless.statusCode).toBe(422);
    expect(nameless.body).toContain('id="problem-email"');
    expect(nameless.body).toContain('value="Zoë Łukasiewicz"');
    const homeless = await visitor.post(`${gmPath}/seats`, { sitter: 'player', name: 'Zoë Łukasiewicz' });
    expect(homeless.statusCode).toBe(422);
    const zoe = { sitter: 'player', name: 'Zoë Łukasiewicz', email: `zoe.${account.id}@players.test` };
    expect((await visitor.post(`${gmPath}/seats`, zoe)).statusCode).toBe(303);
    const short = await visitor.post(`${gmPath}/begin`, { due: '2027-03-20T18:00' });
    expect(short.statusCode).toBe(422);
    expect(short.body).toContain('needs 4 to 12 seats');
    for (const name of ['Cora Dunn', 'Eli Frost', 'Gus Hale', 'Ivy Jones']) {
      const added = await visitor.post(`${gmPath}/seats`, { sitter: 'opponent', name });
      expect(added.headers.location).toBe(`${gmPath}?done=seat-added#seats`);
    }
    const page = (await visitor.get(gmPath)).body;
    const removal =
      /action="([^"]+\/remove)"[^>]*>(?:(?!<\/form>)[\s\S])*Remove<span class="spoken"> IJ/.exec(page)?.[1] ??
      '';
    expect((await visitor.post(removal)).statusCode).toBe(303);
    expect((await visitor.get(gmPath)).body).not.toContain('Ivy Jones</td>');

    const past = await visitor.post(`${gmPath}/begin`, { due: '2020-01-01T18:00' });
    expect(past.statusCode).toBe(422);
    const unread = await visitor.post(`${gmPath}/begin`, { due: 'tomorrow' });
    expect(unread.statusCode).toBe(422);
    expect(unread.body).toContain('value="tomorrow"');
    const begun = await visitor.post(`${gmPath}/begin`, { due: '2027-03-20T18:00' });
    expect(begun.headers.location).toBe(`${gmPath}?done=begun`);
    const game = await own.ctx.db.prisma.gameSchedule.findFirstOrThrow({
      where: { game: { gmId: account.id } },
    });
    // 6 p.m. in Chicago, by daylight saving time.
    expect(game.due?.toISOString()).toBe('2027-03-20T23:00:00.000Z');
    expect(
      (await visitor.post(`${gmPath}/seats`, { sitter: 'opponent', name: 'Late Comer' })).statusCode,
    ).toBe(422);
  });
});

describe('the open turn', () => {
  test('the GM page says who has sent a sheet, but never what is in it', async () => {
    const { seats, gmVisitor, gmPath } = await runningGmGame(app, own.ctx, { humans: 2, opponents: 2 });
    const [first] = seats as [(typeof seats)[number]];
    await send(own.ctx, first, 1, { fundraising: ['WY', 'VT', 'SD'], press: 'A whisper in the hall' });
    const page = (await gmVisitor.get(gmPath)).body;
    const rows = page.slice(page.indexOf('id="seats"'), page.indexOf('id="deliveries"'));
    expect(rows.match(/✓ In</g)).toHaveLength(1);
    expect(rows.match(/✗ Not in</g)).toHaveLength(3);
    expect(page).not.toContain('A whisper in the hall');
  });

  test('is processed once: without missing sheets only on purpose, and an outdated page does nothing', async () => {
    const { game, gmVisitor, gmPath } = await runningGmGame(app, own.ctx);
    const hasty = await gmVisitor.post(`${gmPath}/process`, { turn: '1' });
    expect(hasty.statusCode).toBe(422);
    expect(hasty.body).toContain('These sheets are missing: [AB] Ann Baker');
    expect((await fresh(game.id)).turn).toBe(1);
    const done = await gmVisitor.post(`${gmPath}/process`, { turn: '1', anyway: 'yes' });
    expect(done.headers.location).toBe(`${gmPath}?done=processed`);
    const stale = await gmVisitor.post(`${gmPath}/process`, { turn: '1', anyway: 'yes' });
    expect(stale.statusCode).toBe(409);
    expect(stale.body).toContain('Turn 1 has already been processed');
    const early = await gmVisitor.post(`${gmPath}/process`, { turn: '5', anyway: 'yes' });
    expect(early.statusCode).toBe(409);
    expect((await fresh(game.id)).turn).toBe(2);
    expect((await gmVisitor.post(`${gmPath}/process`, { turn: 'x' })).statusCode).toBe(400);
  });

  test('takes one click if every sheet is in, and the public page shows it', async () => {
    const { game, gmVisitor, number, gmPath, seats } = await runningGmGame(app, own.ctx);
    const [first] = seats as [(typeof seats)[number]];
    await send(own.ctx, first, 1, await goodSheet(own.ctx, game.id, first));
    expect((await gmVisitor.get(`/games/${number}/turns/2`)).statusCode).toBe(404);
    expect((await gmVisitor.post(`${gmPath}/process`, { turn: '1' })).statusCode).toBe(303);
    const page = await aVisitor(app).get(`/games/${number}`);
    expect(page.body).toContain(`/games/${number}/turns/2" aria-current="page"`);
    expect(page.body).toContain('<svg');
    expect((await aVisitor(app).get(`/games/${number.toLowerCase()}/turns/1`)).statusCode).toBe(200);
  });

  test('gets a due date, or none, if the form was made for it', async () => {
    const { game, gmVisitor, gmPath } = await runningGmGame(app, own.ctx);
    expect((await gmVisitor.post(`${gmPath}/due`, { turn: '2', due: '2027-04-01T18:00' })).statusCode).toBe(
      422,
    );
    const unread = await gmVisitor.post(`${gmPath}/due`, { turn: '1', due: 'in May' });
    expect([unread.statusCode, unread.body]).toEqual([422, expect.stringContaining('value="in May"')]);
    expect((await gmVisitor.post(`${gmPath}/due`, { turn: '1', due: '2027-04-01T18:00' })).statusCode).toBe(
      303,
    );
    expect((await fresh(game.id)).due?.toISOString()).toBe('2027-04-01T22:00:00.000Z');
    expect((await gmVisitor.post(`${gmPath}/due`, { turn: '1', due: '' })).statusCode).toBe(303);
    expect((await fresh(game.id)).due).toBeNull();
  });

  test('a notice is listed with its subject, and a confidential one only if it failed', async () => {
    const { game, gmVisitor, gmPath } = await runningGmGame(app, own.ctx);
    const paragraphs = ['Not for the GM.'];
    await own.ctx.db.prisma.$transaction(async (tx) => {
      const whole = (await readGame(tx, game.id)) as WholeGame;
      await notifyAllSeats(tx, own.ctx, whole, { subject: 'a new schedule', paragraphs });
      await notifyAllSeats(tx, own.ctx, whole, {
        ...{ subject: 'your sheet in store', paragraphs },
        confidential: true,
      });
    });
    let page = (await gmVisitor.get(gmPath)).body;
    expect(page).toContain('<small>a new schedule</small>');
    const listed = () => page.match(/<th scope="row">Notice /g);
    expect(listed()).toHaveLength(1);
    const { delivery } = own.ctx.db.prisma;
    const notices = await delivery.findMany({ where: { gameId: game.id, kind: 'notice' } });
    const confidential = notices.find(({ detail }) => 'confidential' in detail);
    const where = { id: confidential?.id ?? '' };
    expect((await gmVisitor.post(`${gmPath}/deliveries/${where.id}/resend`)).statusCode).toBe(404);
    await delivery.update({ where, data: { status: 'failed', nextAttempt: null } });
    page = (await gmVisitor.get(gmPath)).body;
    expect(listed()).toHaveLength(2);
    expect(page).not.toContain('your sheet in store');
    expect(page).not.toContain('Not for the GM.');
  });

  test('a failed mail is sent again', async () => {
    const { game, gmVisitor, gmPath } = await runningGmGame(app, own.ctx);
    const { delivery } = own.ctx.db.prisma;
    const mail = await delivery.findFirstOrThrow({ where: { gameId: game.id, kind: 'printout' } });
    await delivery.update({
      where: { id: mail.id },
      data: { status: 'failed', nextAttempt: null, lastError: '550 no such <mailbox>' },
    });
    expect((await gmVisitor.get(gmPath)).body).toContain('550 no such &lt;mailbox&gt;');
    const count = await delivery.count({ where: { gameId: game.id } });
    const again = await gmVisitor.post(`${gmPath}/deliveries/${mail.id}/resend`);
    expect(again.headers.location).toBe(`${gmPath}?done=resent#deliveries`);
    expect(await delivery.count({ where: { gameId: game.id } })).toBe(count + 1);
  });
});
