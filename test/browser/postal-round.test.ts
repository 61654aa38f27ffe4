import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { formingGame, granted, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* The postal round of a GM in a real browser; the sheets are entered with the keyboard alone. */

let served: ServedApp;
let table: TestGame;

beforeAll(async () => {
  served = await serveApp();
  table = await formingGame(served.ctx, { humans: 1, opponents: 2 });
}, 240_000);
afterAll(() => served.close());

test('a GM adds two players without e-mail, prints the round, and enters their sheets without a mouse', async () => {
  const { ctx } = served;
  const page = await served.signedIn(table.gm);
  const path = `/gm/games/${gameNumber(table.game)}/post`;
  await page.goto(path);
  for (const name of ['Pat Paper', 'Quinn Quill']) {
    await page.fill('#name', name);
    await page.fill('#address', `${name}\n12 Long Road\nSpringfield, IL 62701`);
    await page.click('text="Add player"');
    await page.waitForURL(/done=paper-player-added/);
  }
  await page.fill('#own', 'Greta Master\nBox 99\nAustin, TX 78701');
  await page.click('text="Save addresses"');
  await page.waitForURL(/done=postal-addresses-saved/);
  expect(await served.faultsOf(page)).toEqual([]);
  granted(await beginGame(ctx, { gameId: table.game.id, by: table.gm.id, due: null }));

  await page.goto(path);
  expect(await served.faultsOf(page)).toEqual([]);
  await page.click('text="Open the round of turn 1"');
  await page.waitForURL(/done=postal-round-opened/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('text=/^Download for Letter/'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^EY-\d+-turn-1-by-post\.pdf$/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (process.env.KEEP_PAGES)
      await page.screenshot({ path: `${process.env.KEEP_PAGES}-${width}.png`, fullPage: true });
  }

  // Orders for later turns come first, and the player's own sheet follows.
  await page.locator('#enter ~ ol a', { hasText: 'Advance orders' }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('text="Open the form"');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#sheet');
  expect(await served.faultsOf(page)).toEqual([]);
  // A mistake is listed, and the list has the focus.
  await page.evaluate("document.querySelector('#sheet [name=_turn]').value = '7'");
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#problems');
  expect(await page.evaluate('document.activeElement.id')).toBe('problems');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (process.env.KEEP_PAGES)
      await page.screenshot({ path: `${process.env.KEEP_PAGES}-ahead-${width}.png`, fullPage: true });
  }
  await tabTo(page, 'press');
  await page.keyboard.type('Written in advance.');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/paper-sheet\?done=paper-advance-orders-entered/);
  expect(
    await ctx.db.prisma.advanceOrders.findMany({
      where: { gameId: table.game.id },
      select: { turn: true, raw: true },
    }),
  ).toMatchObject([{ turn: 2, raw: { press: 'Written in advance.' } }]);

  for (const press of ['Paper is patient.', 'Ink is thicker than water.']) {
    await page.waitForSelector('text="Open the form"');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#sheet');
    // Tab leads from the first field to the press release, which is the last one.
    await tabTo(page, 'press');
    await page.keyboard.type(press);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/done=paper-sheet-entered/);
  }
  await page.waitForURL(/done=paper-sheet-entered-all/);
  const sheets = await ctx.db.prisma.sheet.findMany({
    where: { gameId: table.game.id, channel: 'post' },
    orderBy: { receivedAt: 'asc' },
  });
  expect(sheets.map(({ raw }) => (raw as { press: string }).press)).toEqual([
    'Paper is patient.',
    'Ink is thicker than water.',
  ]);
}, 120_000);

async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    if ((await page.evaluate('document.activeElement.name')) === name) break;
    await page.keyboard.press('Tab');
  }
  expect(await page.evaluate('document.activeElement.name')).toBe(name);
}
