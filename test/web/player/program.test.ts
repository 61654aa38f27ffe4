import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { useWeb } from '../use-web.ts';
import { signedIn, type Visitor } from '../visitor.ts';

/* The pages on which a player says where their program is, and a GM where the news of a game go. */

const { own, app } = useWeb();
let play: TestGame;
let ann: Visitor;
let gm: Visitor;
let page: string;
let chats: string;

beforeAll(async () => {
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const number = gameNumber(play.game);
  [page, chats] = [`/my/games/${number}/program`, `/gm/games/${number}/chats`];
  ann = await signedIn(app, own.ctx, play.players[0] as Account);
  gm = await signedIn(app, own.ctx, play.gm);
});
beforeEach(async () => {
  await own.ctx.db.prisma.webhook.deleteMany();
});

const SECRET = /value="(whsec_[A-Za-z0-9+/]{43}=)"/;
const url = 'https://bot.example.org/hook';

describe('the page for a program', () => {
  test('shows the secret once, and makes a new one', async () => {
    const first = SECRET.exec((await ann.post(page, { url })).body)?.[1];
    expect(first).toBeDefined();
    const shown = (await ann.get(page)).body;
    expect(shown).toContain(`value="${url}"`);
    expect(shown).not.toContain('whsec_');
    const second = SECRET.exec((await ann.post(`${page}/secret`)).body)?.[1];
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  });

  test('sends a test event and shows what came of it', async () => {
    await ann.post(page, { url });
    expect((await ann.get(page)).body).toContain('Nothing was sent yet.');
    expect((await ann.post(`${page}/test`)).statusCode).toBe(303);
    expect((await ann.get(page)).body).toMatch(/Test<\/th><td>[^<]+<\/td><td>On its way/);
    const failed = { status: 'failed' as const, attempts: 10, outcome: 'The answer was 500.' };
    await own.ctx.db.prisma.webhookCall.updateMany({ data: failed });
    expect((await ann.get(page)).body).toContain('Given up after 10 attempts. The answer was 500.');
  });

  test('refuses an address in a private network and keeps what was typed', async () => {
    const refused = await ann.post(page, { url: 'https://192.168.0.1/x' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('This is an address in a private network.');
    expect(refused.body).toContain('value="https://192.168.0.1/x"');
  });

  test('is the player’s alone, and its webhook is shown to no other player of the game', async () => {
    await ann.post(page, { url });
    const other = await signedIn(app, own.ctx, play.players[1] as Account);
    expect((await other.get(page)).body).not.toContain(url);
    await other.post(`${page}/remove`);
    expect((await ann.get(page)).body).toContain(url);
    expect((await gm.get(page)).statusCode).toBe(404);
    await ann.post(`${page}/remove`);
    expect((await ann.get(page)).body).not.toContain(url);
  });
});

describe('the page for chats', () => {
  test('adds, tests and removes a chat without showing its address again', async () => {
    const secret = 'https://hooks.slack.com/services/T0/B0/verysecret';
    expect((await gm.post(chats, { url: secret })).statusCode).toBe(303);
    const shown = (await gm.get(chats)).body;
    expect(shown).toContain('Slack: hooks.slack.com … cret');
    expect(shown).not.toContain('verysecret');
    const { id } = await own.ctx.db.prisma.webhook.findFirstOrThrow();
    expect((await gm.post(`${chats}/test`, { webhook: id })).statusCode).toBe(303);
    expect((await gm.get(chats)).body).toContain('On its way');
    expect((await gm.post(`${chats}/remove`, { webhook: id })).statusCode).toBe(303);
    expect(await own.ctx.db.prisma.webhook.count()).toBe(0);
  });

  test('takes only addresses of Discord and Slack', async () => {
    const refused = await gm.post(chats, { url: 'https://example.org/hook' });
    expect([refused.statusCode, await own.ctx.db.prisma.webhook.count()]).toEqual([422, 0]);
    expect(refused.body).toContain('This is not an address of Discord or Slack.');
  });
});
