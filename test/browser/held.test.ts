import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { type HeldState, readHeld } from '../../src/operations/held/held-state.ts';
import { runningGame, type TestGame } from '../games/game/play.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { type ServedApp, serveApp } from './served.ts';

/* A held server: its page for the operator, and what players see meanwhile. */

const HOUR = 3_600_000;
let served: ServedApp;
let held: HeldState | null = null;
let operator: Account;
let play: TestGame;

beforeAll(async () => {
  const watch = (ctx: ServedApp['ctx']) => ({
    held: () => held,
    async check() {
      held = await readHeld(ctx);
    },
  });
  served = await serveApp({ other: (ctx) => ({ held: watch(ctx) }) });
  const { ctx } = served;
  operator = await anOperator(ctx);
  play = await runningGame(ctx, { humans: 2, opponents: 2 });
  await served.worker.idle();
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR);
  const due = (gameId: string, date: Date) =>
    ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { due: date, autoProcess: true } });
  await due(play.game.id, at(-20));
  await due((await runningGame(ctx, { humans: 2, opponents: 2 })).game.id, at(5));
  held = { since: at(-1), reason: 'restored', seenAt: at(-26) };
  const { since: heldAt, reason: heldReason, seenAt } = held;
  await ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt, heldAt, heldReason } });
}, 120_000);
afterAll(() => served.close());

describe.each([
  ['on a desktop', {}],
  ['on a phone', { phone: 360 }],
])('%s', (_, device) => {
  test('the pages of a held server are accessible and fit the screen', async () => {
    const page = await served.signedIn(operator, { at: '/operator/held', ...device });
    expect(await served.faultsOf(page)).toEqual([]);
    await page.goto('/operator');
    expect(await page.textContent('.notice.held')).toContain('The server is held');
    expect(await served.faultsOf(page)).toEqual([]);
    const player = await served.signedIn(play.players[0] as Account, {
      at: `/my/games/${gameNumber(play.game)}/sheet`,
      ...device,
    });
    expect(await player.textContent('.notice.held')).toContain('you cannot send anything yet');
    expect(await served.faultsOf(player)).toEqual([]);
    await player.click('main form button[type=submit], main form button:not([type])');
    await player.waitForSelector('h1:has-text("Not possible now")');
    expect(await served.faultsOf(player)).toEqual([]);
  }, 120_000);
});

test('the operator releases the server from its page', async () => {
  const page = await served.signedIn(operator, { at: '/operator' });
  await page.click('.notice.held a');
  await page.waitForURL('**/operator/held');
  expect(await page.isChecked('#dates-putOff')).toBe(true);
  expect(await page.isChecked('#mail-send')).toBe(true);
  expect(await page.isChecked('#tellPlayers')).toBe(true);
  await page.click('button:has-text("Release the server")');
  await page.waitForURL('**/operator/held?done=released');
  expect(await page.textContent('main')).toContain('The server is not held.');
  expect(await page.locator('.notice.held').count()).toBe(0);
}, 60_000);
