import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import { replayGame } from '../../src/games/archive/replay-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { runningGame, send, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* The GM page of a game in a real browser, with worker and mail. */

let served: ServedApp;
let table: TestGame;

beforeAll(async () => {
  served = await serveApp();
  table = await runningGame(served.ctx, { humans: 2, opponents: 2 });
}, 240_000);
afterAll(() => served.close());

async function unfold(page: Page): Promise<void> {
  await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
}

/** axe-core finds nothing, by default with every fold of the page open. */
async function expectAccessible(page: Page, open = true): Promise<void> {
  if (open) await unfold(page);
  expect(await served.faultsOf(page)).toEqual([]);
}

/** Opens all folds and presses the button of a form. */
async function press(page: Page, action: string, done: string): Promise<void> {
  await unfold(page);
  await page.locator(`form[action$="${action}"] button`).first().click();
  await page.waitForURL(new RegExp(`done=${done}`));
}

test('a GM previews, processes, withholds press, rolls back, enters a paper sheet, and writes to all players', async () => {
  const [ann, carl] = table.seats as [Seat, Seat];
  const [annsMail = '', carlsMail = ''] = table.players.map((player) => player.email);
  const number = gameNumber(table.game);
  const gmPath = `/gm/games/${number}`;
  const { ctx, mailsTo } = served;
  await send(ctx, ann, 1, { press: 'This is bullshit' });
  const page = await served.signedIn(table.gm);
  await page.goto(gmPath);
  await expectAccessible(page);
  await page.locator(`form[action$="/preview"] button`).click();
  await page.waitForSelector('h1:has-text("Preview of turn 1")');
  expect(await page.locator('article.report').count()).toBe(3);
  expect(await page.content()).not.toContain('This is bullshit');
  await expectAccessible(page, false);

  await page.goto(gmPath);
  await page.check('#anyway');
  await press(page, '/process', 'processed');
  expect(await page.locator('blockquote').count()).toBe(0);
  await expectAccessible(page);
  await press(page, '/press', 'press-read');
  expect(await page.locator('blockquote').textContent()).toBe('This is bullshit');
  await expectAccessible(page);
  const release = page.locator('form[action*="/press/"]');
  await release.locator('input[name="word"]').fill('Not in my printouts.');
  await release.locator('button[value="withhold"]').click();
  await page.waitForURL(/done=press-decided/);
  expect(await mailsTo(annsMail, 'was withheld')).toEqual([expect.stringContaining('Not in my printouts.')]);

  await unfold(page);
  await page.fill('#back-word', 'The mail was slow.');
  await press(page, '/rollback', 'rolled-back');
  for (const address of [annsMail, carlsMail]) {
    expect(await mailsTo(address, 'was rolled back')).toEqual([
      expect.stringContaining('The mail was slow.'),
    ]);
  }
  await expectAccessible(page);
  await page.goto(`${gmPath}/seats/${carl.id}/paper-sheet`);
  await expectAccessible(page);
  await page.click('form[action$="/open"] button');
  await page.waitForURL(/done=paper-sheet-opened/);
  await expectAccessible(page);
  await page.fill('#f-press', 'By the slow post');
  await page.click('button.send');
  await page.waitForURL(/done=paper-sheet-entered/);
  expect(await mailsTo(carlsMail, 'sheet received')).toEqual([expect.stringContaining('By the slow post')]);
  // A sheet has come in: the turn cannot be rolled forward.
  expect(await page.locator('form[action$="/rollforward"]').count()).toBe(0);
  expect(await page.locator('#anyway').count()).toBe(0);
  await press(page, '/process', 'processed');

  await unfold(page);
  await page.fill('#broadcast', 'Dear all,\n\nthe trains run again.');
  await press(page, '/broadcast', 'broadcast-sent');
  expect(await mailsTo(annsMail, 'a message from the GM')).toEqual([
    expect.stringContaining('the trains run again.'),
  ]);
  await page.goto('/gm');
  expect(await page.locator('table tbody tr').first().textContent()).toContain('missing');
  await expectAccessible(page);
  await page.goto(`/games/${number}/turns/2`);
  expect(await page.content()).toContain('By the slow post');
  expect(await page.locator('section[aria-labelledby="inspections"] li').count()).toBe(4);
  await expectAccessible(page);
  expect(await replayGame(ctx, number)).toMatchObject({
    ok: true,
    value: { turns: 1, printoutsOfOtherVersions: 0 },
  });
}, 240_000);
