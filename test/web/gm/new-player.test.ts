import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer } from '../../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { anAccount, gameNow, granted } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { ask, aToken } from '../api/a-program.ts';
import { aWeb, signedIn, type Visitor } from '../visitor.ts';
import { formingGmGame, type GmGame, runningGmGame } from './gm-game.ts';

/* A seat passes to another person while a form that its GM has begun for the player is open. */

let own: TestContext;
let app: FastifyInstance;
let g: GmGame;
let seat: Seat;
let gm: Visitor;
let nora: Account;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, signInByAddress: 1000 } });
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});
beforeEach(async () => {
  g = await runningGmGame(app, own.ctx, { humans: 2, opponents: 2 });
  gm = g.gmVisitor;
  [seat] = g.seats as [Seat];
  nora = await anAccount(own.ctx, 'Nora Newcomer');
});

const atSeat = () => ({ gameId: g.game.id, seatId: seat.id, turn: 1 });

async function toComputer(): Promise<void> {
  granted(await handSeatToComputer(own.ctx, { ...atSeat(), by: g.gm.id }));
}

async function toNora(): Promise<void> {
  await toComputer();
  granted(await offerSeat(own.ctx, { ...atSeat(), by: g.gm.id }));
  granted(await takeOverSeat(own.ctx, { ...atSeat(), by: nora.id }));
}

const playerNow = async () =>
  (await gameNow(own.ctx, g.game.id)).seats.find(({ id }) => id === seat.id)?.accountId;

/** What the first form of a page that leads to an address says of the player. */
function meantBy(body: string, action: string): string {
  const [, form = ''] = body.split(`action="${action}"`);
  return /name="player" value="([0-9a-f]{16})"/.exec(form.split('</form>')[0] ?? '')?.[1] ?? '';
}

describe('a message to the player', () => {
  const text = 'Only for Ann: are you well?';
  let page: string;

  beforeEach(() => {
    page = `${g.gmPath}/seats/${seat.id}/messages`;
  });

  const messages = () => own.ctx.db.prisma.gmMessage.count({ where: { gameId: g.game.id } });

  test('does not go to the next one: the page shows who that is, and keeps the text', async () => {
    const player = meantBy((await gm.get(page)).body, page);
    await toNora();
    const refused = await gm.post(page, { player, text });
    expect([refused.statusCode, refused.body.includes(`${text}</textarea>`)]).toEqual([422, true]);
    expect(refused.body).toContain('[AB] has a different player now than when you began this message.');
    expect(refused.body).toContain('Message to [AB] Nora Newcomer');
    expect(await messages()).toBe(0);
    const hers = await signedIn(app, own.ctx, nora);
    expect((await hers.get(`/games/${g.number}/messages`)).body).not.toContain(text);
    // The page that was shown means the new player.
    const now = meantBy(refused.body, page);
    expect((await gm.post(page, { player: now, text: 'Welcome' })).statusCode).toBe(303);
    expect((await hers.get(`/games/${g.number}/messages`)).body).toContain('Welcome');
  });

  test('is kept if no one has the seat anymore, or its new player has not accepted it', async () => {
    const player = meantBy((await gm.get(page)).body, page);
    await toComputer();
    const refused = await gm.post(page, { player, text });
    expect([refused.statusCode, refused.body.includes(`${text}</textarea>`)]).toEqual([422, true]);
    expect(refused.body).toContain('[AB] has no player to write to.');
    const invited = { turn: '1', name: 'Ned Neu', email: `ned.${g.game.id}@players.test` };
    expect((await gm.post(`${g.gmPath}/seats/${seat.id}/replace`, invited)).statusCode).toBe(303);
    const again = await gm.post(page, { player, text });
    expect([again.statusCode, again.body.includes(`${text}</textarea>`)]).toEqual([422, true]);
    expect((await gm.get(page)).statusCode).toBe(404);
    const stranger = await signedIn(app, own.ctx, nora);
    expect((await stranger.post(page, { player, text })).statusCode).toBe(404);
    expect(await messages()).toBe(0);
  });

  test('tells nothing of the account behind an address that the GM has typed', async () => {
    const account = await anAccount(own.ctx, 'Secret Person');
    const invite = async (email: string) => {
      const answer = await gm.post(`${g.gmPath}/seats/${seat.id}/replace`, {
        turn: '1',
        name: 'Some One',
        email,
      });
      expect(answer.statusCode).toBe(303);
      const refused = await gm.post(page, { text });
      expect(refused.body).toContain('has not opened the game yet');
      return meantBy(refused.body, page);
    };
    const first = await invite(account.email);
    const other = await invite(`other.${g.game.id}@players.test`);
    const email = `moved.${g.game.id}@players.test`;
    await own.ctx.db.prisma.account.update({ where: { id: account.id }, data: { email } });
    const again = await invite(email);
    expect(new Set([first, other, again]).size).toBe(3);
    for (const player of [first, other, again]) {
      const refused = await gm.post(page, { player, text });
      expect(refused.body).not.toContain('different player now');
    }
  });

  test('goes to the same person after the computer has played for them', async () => {
    const player = meantBy((await gm.get(page)).body, page);
    await toComputer();
    // So does one that was sent in between, and was kept.
    const kept = meantBy((await gm.post(page, { player, text })).body, page);
    expect((await gm.post(`${g.gmPath}/seats/${seat.id}/return`, { turn: '1' })).statusCode).toBe(303);
    expect((await gm.post(page, { player, text })).statusCode).toBe(303);
    expect((await gm.post(page, { player: kept, text: `${text} Ann?` })).statusCode).toBe(303);
  });

  test('of a program does not go to the next one either, if it sends the mark', async () => {
    const token = await aToken(own.ctx, g.gm.id, ['gm']);
    const url = `/api/gm/games/${gameNumber(g.game)}/seats/AB/messages`;
    const { mark } = (await ask(app, token, ['GET', url])).body;
    expect((await ask(app, token, ['POST', url], { text, mark })).status).toBe(200);
    await toNora();
    const refused = await ask(app, token, ['POST', url], { text, mark });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'changed']);
    expect(await messages()).toBe(1);
    expect((await ask(app, token, ['POST', url], { text })).status).toBe(200);
  });
});

describe('a change of the player', () => {
  const newcomer = { name: 'Ned Neu', email: 'ned.neu@players.test' };
  const FORMS: Record<string, Record<string, string>> = {
    opponent: {},
    replace: newcomer,
    address: { email: 'right@players.test' },
  };

  test.each(Object.entries(FORMS))('does not hit the next one: %s', async (form, fields) => {
    const path = `${g.gmPath}/seats/${seat.id}/${form}`;
    const player = meantBy((await gm.get(g.gmPath)).body, path);
    expect(player).not.toBe('');
    await toNora();
    const refused = await gm.post(path, { turn: '1', player, ...fields });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('[AB] has a different player now than when you opened this page');
    for (const typed of Object.values(fields)) expect(refused.body).toContain(`value="${typed}"`);
    expect(await playerNow()).toBe(nora.id);
    expect(meantBy(refused.body, path)).not.toBe(player);
  });

  test('does not hit a person who took over from the computer', async () => {
    await toComputer();
    granted(await offerSeat(own.ctx, { ...atSeat(), by: g.gm.id }));
    const path = `${g.gmPath}/seats/${seat.id}/replace`;
    const player = meantBy((await gm.get(g.gmPath)).body, path);
    granted(await takeOverSeat(own.ctx, { ...atSeat(), by: nora.id }));
    expect((await gm.post(path, { turn: '1', player, ...newcomer })).statusCode).toBe(409);
    expect(await playerNow()).toBe(nora.id);
  });

  test('does not hit a player who has reclaimed the seat from the computer', async () => {
    await toComputer();
    const path = `${g.gmPath}/seats/${seat.id}/replace`;
    const player = meantBy((await gm.get(g.gmPath)).body, path);
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: seat.accountId ?? 0 }));
    const refused = await gm.post(path, { turn: '1', player, ...newcomer });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('or its player has just accepted or reclaimed it');
    expect(await playerNow()).toBe(seat.accountId);
    const email = `ned.${g.game.id}@players.test`;
    const now = meantBy(refused.body, path);
    expect((await gm.post(path, { turn: '1', player: now, ...newcomer, email })).statusCode).toBe(303);
  });

  test('without e-mail does not hit a player who has reclaimed the seat either', async () => {
    await toComputer();
    const path = `${g.gmPath}/post`;
    const field = `player-${seat.id}`;
    const { body } = await gm.get(path);
    const player = new RegExp(`name="${field}" value="([0-9a-f]{16})"`).exec(body)?.[1] ?? '';
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: seat.accountId ?? 0 }));
    const wanted = { turn: '1', seat: seat.id, name: 'Pia Plum', address: 'Pia Plum\n1 Wide Street' };
    const refused = await gm.post(`${path}/player`, { ...wanted, [field]: player });
    expect([refused.statusCode, await playerNow()]).toEqual([422, seat.accountId]);
  });

  test('is made if the seat has the same player', async () => {
    const path = `${g.gmPath}/seats/${seat.id}/replace`;
    const player = meantBy((await gm.get(g.gmPath)).body, path);
    await toComputer();
    const email = `ned.${g.game.id}@players.test`;
    expect((await gm.post(path, { turn: '1', player, ...newcomer, email })).statusCode).toBe(303);
    expect(await playerNow()).not.toBe(seat.accountId);
  });

  test('by a program does not hit the next one, if it sends the mark', async () => {
    const token = await aToken(own.ctx, g.gm.id, ['gm']);
    const url = `/api/gm/games/${g.number}`;
    const [{ mark }] = (await ask(app, token, ['GET', url])).body.seats;
    await toNora();
    for (const [form, fields] of Object.entries(FORMS)) {
      const json = { turn: 1, mark, ...fields };
      const refused = await ask(app, token, ['POST', `${url}/seats/AB/${form}`], json);
      expect([form, refused.status, refused.body.error.code]).toEqual([form, 409, 'changed']);
    }
    expect(await playerNow()).toBe(nora.id);
  });

  test('before the game does not remove someone who has got the seat since', async () => {
    const forming = await formingGmGame(app, own.ctx, { humans: 1, opponents: 1 });
    const [first] = forming.seats as [Seat];
    const remove = `${forming.gmPath}/seats/${first.id}/remove`;
    const player = meantBy((await forming.gmVisitor.get(forming.gmPath)).body, remove);
    expect(player).not.toBe('');
    await own.ctx.db.prisma.seat.update({ where: { id: first.id }, data: { accountId: nora.id } });
    const refused = await forming.gmVisitor.post(remove, { player });
    expect(refused.statusCode).toBe(409);
    const now = meantBy(refused.body, remove);
    expect((await forming.gmVisitor.post(remove, { player: now })).statusCode).toBe(303);
  });

  test('does not remove a person who has accepted the seat since', async () => {
    const forming = await formingGmGame(app, own.ctx, { humans: 1, opponents: 1 });
    const [first] = forming.seats as [Seat];
    const where = { id: first.id };
    const invitedAs = `ann.${forming.game.id}@players.test`;
    await own.ctx.db.prisma.seat.update({ where, data: { acceptedAt: null, invitedAs } });
    const path = `${forming.gmPath}/seats/${first.id}/remove`;
    const player = meantBy((await forming.gmVisitor.get(forming.gmPath)).body, path);
    await own.ctx.db.prisma.seat.update({ where, data: { acceptedAt: own.ctx.now() } });
    const refused = await forming.gmVisitor.post(path, { turn: '0', player });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('or its player has just accepted or reclaimed it, so nothing was changed');
    const now = meantBy(refused.body, path);
    expect((await forming.gmVisitor.post(path, { turn: '0', player: now })).statusCode).toBe(303);
  });

  test('by a program does not remove a newcomer whose seat has the same identifier', async () => {
    const forming = await formingGmGame(app, own.ctx, { humans: 1, opponents: 1 });
    const token = await aToken(own.ctx, forming.gm.id, ['gm']);
    const url = `/api/gm/games/${forming.number}`;
    const [{ mark, identifier }] = (await ask(app, token, ['GET', url])).body.seats;
    const remove = `${url}/seats/${identifier}/remove`;
    const [first] = forming.seats as [Seat];
    const { position, name } = first;
    await own.ctx.db.prisma.seat.delete({ where: { id: first.id } });
    const newcomer = { gameId: forming.game.id, position, identifier, name, accountId: nora.id };
    await own.ctx.db.prisma.seat.create({ data: { ...newcomer, acceptedAt: own.ctx.now() } });
    const refused = await ask(app, token, ['POST', remove], { mark });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'changed']);
    expect((await ask(app, token, ['POST', remove], {})).status).toBe(200);
  });
});
