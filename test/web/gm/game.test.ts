import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSignInLink } from '../../../src/accounts/sign-in-links.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { readGame, type WholeGame } from '../../../src/games/game/game-store.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import { notifyAllSeats } from '../../../src/games/notices/notices.ts';
import {
  anAccount,
  formingGame,
  gameNow,
  goodSheet,
  granted,
  runningGame,
  send,
} from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let operator: Account;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
  const made = await anAccount(own.ctx, 'Olive Operator');
  operator = await own.ctx.db.prisma.account.update({ where: { id: made.id }, data: { operator: true } });
});

afterAll(async () => {
  await app.close();
  await own.close();
});

const numberOf = (game: { prefix: string; serial: number }) => `${game.prefix}-${game.serial}`;
const fresh = (id: string) => gameNow(own.ctx, id);

async function aGm(): Promise<{ visitor: Visitor; account: Account }> {
  const account = await anAccount(own.ctx, 'Greta Master', true);
  return { visitor: await signedIn(app, own.ctx, account), account };
}

describe('who may pass', () => {
  test('nobody without an account passes a door that asks for one', async () => {
    const visitor = aVisitor(app);
    const routeAccess = app.routeAccess.filter((door) => door.who !== 'anyone');
    expect(routeAccess.length).toBeGreaterThan(20);
    for (const door of routeAccess) {
      const url = door.url.replace(/:number/g, 'EY-1').replace(/:[a-z]+/g, '1');
      const answer = door.method === 'GET' ? await visitor.get(url) : await visitor.post(url);
      expect([303, 401], `${door.method} ${door.url}`).toContain(answer.statusCode);
      if (answer.statusCode === 303) expect(answer.headers.location).toMatch(/^\/sign-in\?next=/);
    }
  });

  test('a player passes no door of GMs or of the operator', async () => {
    const visitor = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Ann Baker'));
    for (const door of app.routeAccess.filter((one) => one.who === 'gm' || one.who === 'operator')) {
      const url = door.url.replace(/:[a-z]+/g, '1');
      const answer = door.method === 'GET' ? await visitor.get(url) : await visitor.post(url);
      expect(answer.statusCode, `${door.method} ${door.url}`).toBe(403);
    }
  });

  test('a game’s desk is there for its GM alone: not for players, other GMs or the operator', async () => {
    const { game, players, seats, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const others = [players[0] as Account, await anAccount(own.ctx, 'Otto Pym', true), operator];
    const before = await own.ctx.db.prisma.gameEvent.count({ where: { gameId: game.id } });
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { gameId: game.id } });
    const routeAccess = app.routeAccess.filter((door) => door.url.startsWith('/gm/games/:number'));
    expect(routeAccess.length).toBeGreaterThan(6);
    for (const account of others) {
      const visitor = await signedIn(app, own.ctx, account);
      for (const door of routeAccess) {
        const url = door.url
          .replace(':number', numberOf(game))
          .replace(':seat', seats[0]?.id ?? '')
          .replace(':delivery', mail.id);
        const fields = { turn: '1', due: '2027-05-01T18:00', anyway: 'yes', sitter: 'opponent', name: 'X Y' };
        const answer = door.method === 'GET' ? await visitor.get(url) : await visitor.post(url, fields);
        expect(answer.statusCode, `${door.method} ${door.url}`).toBe(404);
      }
    }
    expect(await own.ctx.db.prisma.gameEvent.count({ where: { gameId: game.id } })).toBe(before);
    const page = await (await signedIn(app, own.ctx, gm)).get(`/gm/games/${numberOf(game)}`);
    expect(page.statusCode).toBe(200);
  });

  test('the mail of one game is not sent again from the desk of another', async () => {
    const mine = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const theirs = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { gameId: theirs.game.id } });
    const visitor = await signedIn(app, own.ctx, mine.gm);
    const answer = await visitor.post(`/gm/games/${numberOf(mine.game)}/deliveries/${mail.id}/resend`);
    expect(answer.statusCode).toBe(404);
  });
});

describe('a game from nothing', () => {
  test('opened, seated, begun and processed through the doors', async () => {
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
    const desk = String(made.headers.location).replace(/\?.*/, '');
    expect(desk).toMatch(/^\/gm\/games\/EY-\d+$/);
    expect((await visitor.get(desk)).body).toContain('Bunting &amp; &lt;Brass&gt;');

    const nameless = await visitor.post(`${desk}/seats`, {
      sitter: 'player',
      name: 'Zoë Łukasiewicz',
      email: 'no address',
    });
    expect(nameless.statusCode).toBe(422);
    expect(nameless.body).toContain('id="problem-email"');
    expect(nameless.body).toContain('value="Zoë Łukasiewicz"');
    const homeless = await visitor.post(`${desk}/seats`, { sitter: 'player', name: 'Zoë Łukasiewicz' });
    expect(homeless.statusCode).toBe(422);
    const zoe = { sitter: 'player', name: 'Zoë Łukasiewicz', email: `zoe.${account.id}@players.test` };
    expect((await visitor.post(`${desk}/seats`, zoe)).statusCode).toBe(303);
    const short = await visitor.post(`${desk}/begin`, { due: '2027-03-20T18:00' });
    expect(short.statusCode).toBe(422);
    expect(short.body).toContain('needs 4 to 12 seats');
    for (const name of ['Cora Dunn', 'Eli Frost', 'Gus Hale', 'Ivy Jones']) {
      const added = await visitor.post(`${desk}/seats`, { sitter: 'opponent', name });
      expect(added.headers.location).toBe(`${desk}?done=seat-added#seats`);
    }
    const page = (await visitor.get(desk)).body;
    const removal =
      /action="([^"]+\/remove)"[^>]*>(?:(?!<\/form>)[\s\S])*Remove<span class="spoken"> IJ/.exec(page)?.[1] ??
      '';
    expect((await visitor.post(removal)).statusCode).toBe(303);
    expect((await visitor.get(desk)).body).not.toContain('Ivy Jones</td>');

    const past = await visitor.post(`${desk}/begin`, { due: '2020-01-01T18:00' });
    expect(past.statusCode).toBe(422);
    const unread = await visitor.post(`${desk}/begin`, { due: 'tomorrow' });
    expect(unread.statusCode).toBe(422);
    expect(unread.body).toContain('value="tomorrow"');
    const begun = await visitor.post(`${desk}/begin`, { due: '2027-03-20T18:00' });
    expect(begun.headers.location).toBe(`${desk}?done=begun`);
    const game = await own.ctx.db.prisma.gameSchedule.findFirstOrThrow({
      where: { game: { gmId: account.id } },
    });
    // 6 p.m. in Chicago, by daylight saving time.
    expect(game.due?.toISOString()).toBe('2027-03-20T23:00:00.000Z');
    expect((await visitor.post(`${desk}/seats`, { sitter: 'opponent', name: 'Late Comer' })).statusCode).toBe(
      422,
    );
  });
});

describe('the open turn', () => {
  test('the desk says who has sent, and never what', async () => {
    const { game, seats, gm } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [first] = seats as [(typeof seats)[number]];
    await send(own.ctx, first, 1, { fundraising: ['WY', 'VT', 'SD'], press: 'A whisper in the hall' });
    const page = (await (await signedIn(app, own.ctx, gm)).get(`/gm/games/${numberOf(game)}`)).body;
    const rows = page.slice(page.indexOf('id="seats"'), page.indexOf('id="deliveries"'));
    expect(rows.match(/✓ Sent/g)).toHaveLength(1);
    expect(rows.match(/✗ Not yet/g)).toHaveLength(3);
    expect(page).not.toContain('A whisper in the hall');
  });

  test('is processed once: with sheets missing only on purpose, and a stale click does nothing', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const visitor = await signedIn(app, own.ctx, gm);
    const desk = `/gm/games/${numberOf(game)}`;
    const hasty = await visitor.post(`${desk}/process`, { turn: '1' });
    expect(hasty.statusCode).toBe(422);
    expect(hasty.body).toContain('No sheet stands yet for [AB] Ann Baker');
    expect((await fresh(game.id)).turn).toBe(1);
    const done = await visitor.post(`${desk}/process`, { turn: '1', anyway: 'yes' });
    expect(done.headers.location).toBe(`${desk}?done=processed`);
    const stale = await visitor.post(`${desk}/process`, { turn: '1', anyway: 'yes' });
    expect(stale.statusCode).toBe(409);
    expect(stale.body).toContain('had been processed before; nothing was done');
    const early = await visitor.post(`${desk}/process`, { turn: '5', anyway: 'yes' });
    expect(early.statusCode).toBe(409);
    expect((await fresh(game.id)).turn).toBe(2);
    expect((await visitor.post(`${desk}/process`, { turn: 'x' })).statusCode).toBe(400);
  });

  test('with every sheet there it takes one click, and the public page follows', async () => {
    const { game, gm, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const [first] = seats as [(typeof seats)[number]];
    await send(own.ctx, first, 1, await goodSheet(own.ctx, game.id, first));
    const visitor = await signedIn(app, own.ctx, gm);
    const number = numberOf(game);
    expect((await visitor.get(`/games/${number}/turns/2`)).statusCode).toBe(404);
    expect((await visitor.post(`/gm/games/${number}/process`, { turn: '1' })).statusCode).toBe(303);
    const page = await aVisitor(app).get(`/games/${number}`);
    expect(page.body).toContain(`/games/${number}/turns/2" aria-current="page"`);
    expect(page.body).toContain('<svg');
    expect((await aVisitor(app).get(`/games/${number.toLowerCase()}/turns/1`)).statusCode).toBe(200);
  });

  test('the due date is set for the turn that the form was made for, or cleared', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const visitor = await signedIn(app, own.ctx, gm);
    const desk = `/gm/games/${numberOf(game)}`;
    expect((await visitor.post(`${desk}/due`, { turn: '2', due: '2027-04-01T18:00' })).statusCode).toBe(422);
    const unread = await visitor.post(`${desk}/due`, { turn: '1', due: 'in May' });
    expect([unread.statusCode, unread.body]).toEqual([422, expect.stringContaining('value="in May"')]);
    expect((await visitor.post(`${desk}/due`, { turn: '1', due: '2027-04-01T18:00' })).statusCode).toBe(303);
    expect((await fresh(game.id)).due?.toISOString()).toBe('2027-04-01T22:00:00.000Z');
    expect((await visitor.post(`${desk}/due`, { turn: '1', due: '' })).statusCode).toBe(303);
    expect((await fresh(game.id)).due).toBeNull();
  });

  test('a notice is listed with its subject, but for one that is its reader’s alone', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const paragraphs = ['Not for the desk.'];
    await own.ctx.db.prisma.$transaction(async (tx) => {
      const whole = (await readGame(tx, game.id)) as WholeGame;
      await notifyAllSeats(tx, own.ctx, whole, { subject: 'a new calendar', paragraphs });
      await notifyAllSeats(tx, own.ctx, whole, {
        ...{ subject: 'your sheet in store', paragraphs },
        confidential: true,
      });
    });
    const page = (await (await signedIn(app, own.ctx, gm)).get(`/gm/games/${numberOf(game)}`)).body;
    expect(page).toContain('<small>a new calendar</small>');
    expect(page.match(/<th scope="row">Notice /g)).toHaveLength(2);
    expect(page).not.toContain('your sheet in store');
    expect(page).not.toContain('Not for the desk.');
  });

  test('a mail is sent again', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const { delivery } = own.ctx.db.prisma;
    const mail = await delivery.findFirstOrThrow({ where: { gameId: game.id, kind: 'printout' } });
    await delivery.update({
      where: { id: mail.id },
      data: { status: 'failed', nextAttempt: null, lastError: '550 no such <mailbox>' },
    });
    const visitor = await signedIn(app, own.ctx, gm);
    const desk = `/gm/games/${numberOf(game)}`;
    expect((await visitor.get(desk)).body).toContain('550 no such &lt;mailbox&gt;');
    const count = await delivery.count({ where: { gameId: game.id } });
    const again = await visitor.post(`${desk}/deliveries/${mail.id}/resend`);
    expect(again.headers.location).toBe(`${desk}?done=resent#deliveries`);
    expect(await delivery.count({ where: { gameId: game.id } })).toBe(count + 1);
  });
});

test('the operator makes accounts, lets them run games, and sends links', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const bad = await visitor.post('/operator/accounts', { name: 'Nell', email: 'nell' });
  expect(bad.statusCode).toBe(422);
  expect(bad.body).toContain('value="nell"');
  const made = await visitor.post('/operator/accounts', {
    name: 'Nell North',
    email: 'Nell@Players.test',
    sendLink: 'yes',
  });
  expect(made.headers.location).toBe('/operator?done=account-made');
  const { account, delivery } = own.ctx.db.prisma;
  const nell = await account.findUniqueOrThrow({ where: { email: 'nell@players.test' } });
  expect(nell.mayRunGames).toBe(false);
  expect(await delivery.count({ where: { accountId: nell.id, kind: 'signInLink' } })).toBe(1);
  await visitor.post(`/operator/accounts/${nell.id}/rights`, { mayRunGames: 'yes' });
  expect((await account.findUniqueOrThrow({ where: { id: nell.id } })).mayRunGames).toBe(true);
  const herself = await signedIn(app, own.ctx, nell);
  expect((await herself.get('/gm/new')).statusCode).toBe(200);
  await visitor.post(`/operator/accounts/${nell.id}/rights`, {});
  expect((await herself.get('/gm/new')).statusCode).toBe(403);
  await visitor.post(`/operator/accounts/${nell.id}/link`);
  expect(await delivery.count({ where: { accountId: nell.id, kind: 'signInLink' } })).toBe(2);
  expect((await visitor.post('/operator/accounts/77777/link')).statusCode).toBe(404);
});

test('the operator corrects an e-mail address, and what went to the old one is void', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const { account, signInLink, delivery } = own.ctx.db.prisma;
  const { seats, players, game, gm } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = players as [Account, Account];
  const letters = { gameId: game.id, by: gm.id, letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, letters));
  const to = [(seats[0] as Seat).id];
  granted(await writeLetter(own.ctx, { gameId: game.id, by: carl.id, to, text: 'For you', via: 'web' }));
  const herself = await signedIn(app, own.ctx, ann);
  await visitor.post(`/operator/accounts/${ann.id}/link`);
  await own.ctx.db.prisma.delivery.updateMany({
    where: { seatId: seats[0]?.id, kind: { in: ['printout', 'letter'] } },
    data: { status: 'retrying', nextAttempt: own.ctx.now() },
  });
  const door = `/operator/accounts/${ann.id}/email`;
  const taken = await visitor.post(door, { email: operator.email });
  expect(taken.statusCode).toBe(422);
  expect(taken.body).toContain('Another account has this e-mail address');
  expect(taken.body).toContain(`id="email-${ann.id}" name="email" type="email" required`);
  expect((await herself.get('/my/games')).statusCode).toBe(200);
  expect((await herself.post(door, { email: 'mine@example.org' })).statusCode).toBe(403);

  const email = `right-${ann.id}@example.org`;
  expect((await visitor.post(door, { email })).headers.location).toBe('/operator?done=email-set');
  expect((await account.findUniqueOrThrow({ where: { id: ann.id } })).email).toBe(email);
  expect(await signInLink.count({ where: { accountId: ann.id, usedAt: null } })).toBe(0);
  expect((await herself.get('/my/games')).statusCode).toBe(303);
  for (const kind of ['printout', 'notice', 'letter'] as const) {
    const waiting = await delivery.findFirstOrThrow({ where: { accountId: ann.id, kind } });
    expect(waiting.toAddress, kind).toBe(email);
  }
});

test('a game’s public page leads those who belong to it to their own pages, and nobody else', async () => {
  const { game, players, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const page = `/games/${numberOf(game)}`;
  const links = [`href="/my${page}"`, `href="/gm${page}"`];
  const seen = async (visitor: Visitor) => {
    const { body } = await visitor.get(page);
    return links.map((link) => body.includes(link));
  };
  expect(await seen(await signedIn(app, own.ctx, players[0] as Account))).toEqual([true, false]);
  expect(await seen(await signedIn(app, own.ctx, gm))).toEqual([false, true]);
  expect(await seen(await signedIn(app, own.ctx, operator))).toEqual([false, false]);
  expect(await seen(aVisitor(app))).toEqual([false, false]);
});

test('whoever came in by a link and has no security code is asked to choose one, until it is set', async () => {
  const { ctx } = own;
  const ann = await anAccount(ctx, 'Ann Codeless');
  const token = await ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, ctx, ann.id, 1));
  const visitor = aVisitor(app);
  await visitor.post(`/sign-in/link/${token}`);
  const asked = 'href="/account#security"';
  expect((await visitor.get('/my/games')).body).toContain(asked);
  expect((await visitor.get('/account')).body).not.toContain(asked);
  await visitor.post('/account/code', { code: 'lantern tower ten', again: 'lantern tower ten' });
  expect((await visitor.get('/my/games')).body).not.toContain(asked);
});

test('a forming game is in the lobby, with its seats on its page', async () => {
  const { game } = await formingGame(own.ctx, { humans: 1, opponents: 1 });
  const lobby = (await aVisitor(app).get('/')).body;
  expect(lobby).toContain(`/games/${numberOf(game)}`);
  const page = (await aVisitor(app).get(`/games/${numberOf(game)}`)).body;
  expect(page).toContain('Ann Baker');
  expect(page).toContain('(computer opponent)');
});
