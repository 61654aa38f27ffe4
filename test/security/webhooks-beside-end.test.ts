import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockAccount } from '../../src/accounts/lock-account.ts';
import { closeSessions } from '../../src/accounts/sessions.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { createGame } from '../../src/games/game/create-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { lockGame } from '../../src/games/game/game-store.ts';
import { lockGamesOf } from '../../src/games/game/new-game-right.ts';
import { addChat } from '../../src/games/webhooks/set-webhook.ts';
import { anAccount, codesOf, formingGame, runningGame } from '../games/game/play.ts';
import { beside } from '../helpers/beside.ts';
import { aSession } from '../helpers/session.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn, type Visitor } from '../web/visitor.ts';

/* What a session that is being ended asks for and would outlast it: addresses that the server calls, and a game with its link. */

const CHAT = 'https://discord.com/api/webhooks/1234567890/abcdefghijklmnopqrstuvwxyz';
const SIGNED_OUT = 'You have been signed out, so nothing was changed.';
const { own, app } = useWeb({ limits: { forms: 1000, signInByAddress: 1000 } });
let ann: Account;
let thief: Visitor;

beforeEach(async () => {
  ann = await anAccount(own.ctx, 'Ann Baker', true);
  thief = await signedIn(app, own.ctx, ann);
});

/** Ends the sessions of the account once the form waits for the lock of the game. */
const besideEnd = (gameId: string, form: () => Promise<LightMyRequestResponse>) =>
  beside(
    own.ctx,
    (tx) => lockGame(tx, gameId),
    form,
    (tx) => closeSessions(tx, ann.id, null),
  );

/** A game that is run by the account. */
async function ownGame() {
  const { game } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  await own.ctx.db.prisma.game.update({ where: { id: game.id }, data: { gmId: ann.id } });
  return game;
}

describe('while all sessions of an account end', () => {
  test('one of them makes no new secret for the program of a seat, and calls it for no test', async () => {
    const { game, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const { id } = seats[0] as Seat;
    await own.ctx.db.prisma.seat.update({ where: { id }, data: { accountId: ann.id } });
    const path = `/my/games/${gameNumber(game)}/program`;
    const secret = async () =>
      (await own.ctx.db.prisma.webhook.findFirstOrThrow({ where: { accountId: ann.id } })).secret;
    for (const action of ['secret', 'test']) {
      thief = await signedIn(app, own.ctx, ann);
      await thief.post(path, { url: 'https://programs.test/hook' });
      const before = await secret();
      const form = { _csrf: await thief.token() };
      const refused = await besideEnd(game.id, () => thief.postBare(`${path}/${action}`, form));
      expect([refused.statusCode, refused.body.includes(SIGNED_OUT)]).toEqual([409, true]);
      expect(await secret()).toEqual(before);
    }
  });

  test('one of them adds no chat to a game, and writes no test into one', async () => {
    const game = await ownGame();
    const path = `/gm/games/${gameNumber(game)}/chats`;
    const added = { _csrf: await thief.token(), url: CHAT, shape: 'discord' };
    const refused = await besideEnd(game.id, () => thief.postBare(path, added));
    expect([refused.statusCode, refused.body.includes(SIGNED_OUT)]).toEqual([422, true]);
    expect(await own.ctx.db.prisma.webhook.count({ where: { gameId: game.id } })).toBe(0);
    thief = await signedIn(app, own.ctx, ann);
    await thief.post(path, { url: CHAT, shape: 'discord' });
    const { id } = await own.ctx.db.prisma.webhook.findFirstOrThrow({ where: { gameId: game.id } });
    const tested = { _csrf: await thief.token(), webhook: id };
    expect((await besideEnd(game.id, () => thief.postBare(`${path}/test`, tested))).statusCode).toBe(409);
  });

  test('one of them creates no game with an invitation link', async () => {
    const token = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    const wanted = {
      ...{ ruleset: 'election-year', title: 'A game of the thief', gmId: ann.id, options: {} },
      ...{ daysPerTurn: 14, timeZone: 'UTC', processWhenComplete: false, joinLink: true },
    };
    const created = await beside(
      own.ctx,
      (tx) => lockGamesOf(tx, ann.id),
      () => createGame(own.ctx, { ...wanted, token }),
      (tx) => closeSessions(tx, ann.id, null),
    );
    expect(codesOf(created)).toEqual(['session-ended']);
    expect(await own.ctx.db.prisma.game.count({ where: { gmId: ann.id } })).toBe(0);
  });
});

test('chats that a GM adds to several games at once are not more than an account can have', async () => {
  const games = [await ownGame(), await ownGame(), await ownGame(), await ownGame()];
  const gameId = games.pop()?.id ?? '';
  const chat = { kind: 'slack' as const, accountId: ann.id, gameId, url: CHAT, createdAt: own.ctx.now() };
  await own.ctx.db.prisma.webhook.createMany({ data: Array.from({ length: 19 }, () => chat) });
  const added = await beside(
    own.ctx,
    (tx) => lockAccount(tx, ann.id),
    () =>
      Promise.all(
        games.map(({ id }) => addChat(own.ctx, { gameId: id, by: ann.id, url: CHAT, shape: 'discord' })),
      ),
  );
  const refused = added.filter(({ ok }) => !ok);
  expect(refused.map(codesOf)).toEqual([['too-many'], ['too-many']]);
});
