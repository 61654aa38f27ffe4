import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../helpers/browser.ts';
import { ANNS_CODE, type SheetGame, sheetGame } from '../web/turn-sheet/sheet-setup.ts';

/* Advance orders in a real browser on a narrow phone. */

let browser: Browser;
let game: SheetGame;
let address: string;

beforeAll(async () => {
  game = await sheetGame();
  address = await game.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await game?.close();
});

async function onPhone(scripts: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    baseURL: address,
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.fill('#account', String(game.ann.id));
  await page.fill('#code', ANNS_CODE);
  await page.click('form[action="/sign-in"] button');
  await page.waitForURL('**/my/games');
  return { context, page };
}

function tooWide(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

test('advance orders are filled in without scripts, saved, and entered when their turn opens', async () => {
  const { context, page } = await onPhone(false);
  await page.goto(`/my/games/${game.number}`);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await page.click('text=Fill in turn 2');
  await page.waitForURL('**/advance-orders/2');
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await page.selectOption('[name="fundraising[0]"]', 'CA');
  await page.selectOption('[name="campaign[0].state"]', 'NY');
  await page.fill('[name="campaign[0].spend"]', '77,000');
  await page.fill('[name="press"]', 'From the road');
  await page.click('button.send');
  await page.waitForURL('**/advance-orders/2?saved=yes');
  expect(await page.textContent('main')).toContain('As things stand now, 1 part would be dropped');
  expect(await tooWide(page)).toBeLessThanOrEqual(0);

  await game.processTurn();
  await page.goto(`/my/games/${game.number}/turns/2`);
  const printed = await page.textContent('main');
  expect(printed).toContain('are in as version 1 of your sheet, except for 1 part that was dropped');
  expect(printed).toContain('Campaign money, NY New York: $77,000');
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await page.goto(`/my/games/${game.number}/sheet`);
  expect(await page.inputValue('[name="press"]')).toBe('From the road');
  await context.close();
}, 90_000);

test('standing orders are filled in with the keyboard, with live figures and a draft of their own', async () => {
  const { context, page } = await onPhone(true);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`/my/games/${game.number}/advance-orders/standing`);
  await page.focus('[name="campaign[0].spend"]');
  await page.keyboard.type('66000');
  await page.keyboard.press('Tab');
  await page.waitForSelector('.total.is-over');
  await page.waitForSelector('text=This would be dropped as things stand now');
  // The draft belongs to these orders only, and is kept while another page is open.
  await page.goto(`/my/games/${game.number}/advance-orders/4`);
  expect(await page.locator('text=has an unsent draft').count()).toBe(0);
  await page.goto(`/my/games/${game.number}/advance-orders/standing`);
  await page.click('text=Restore draft');
  expect(await page.inputValue('[name="campaign[0].spend"]')).toBe('66000');
  await page.fill('[name="campaign[0].spend"]', '');
  await page.focus('[name="press"]');
  await page.keyboard.type('Steady as she goes');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/advance-orders/standing?saved=yes');
  await page.reload();
  expect(await page.locator('text=has an unsent draft').count()).toBe(0);
  expect(await page.inputValue('[name="press"]')).toBe('Steady as she goes');
  // The page says again that they are saved, but not what is typed from here on.
  await page.fill('[name="press"]', 'Full steam ahead');
  await page.reload();
  await page.click('text=Restore draft');
  expect(await page.inputValue('[name="press"]')).toBe('Full steam ahead');
  await page.click('button:text-is("Withdraw")');
  await page.waitForURL(`**/${game.number}?done=advance-orders-withdrawn`);
  expect(complaints).toEqual([]);
  await context.close();
}, 90_000);
