import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served?.close());

/** The most elements that a keyboard visits on one page. */
const MAX_STEPS = 150;

/** Presses Tab until the element that has the focus has this name. @throws if there is none */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused =
    '(document.activeElement?.getAttribute("id") ?? "") + "|" + (document.activeElement?.textContent ?? "")';
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const [id, text = ''] = String(await page.evaluate(focused)).split('|');
    if (id === name || text.trim().replace(/\s+/g, ' ').startsWith(name)) return;
  }
  throw new Error(`The keyboard does not reach “${name}” on ${page.url()}.`);
}

/** Follows a link or presses a button with the keyboard, and waits for the page that it leads to. */
async function press(page: Page, name: string, leadsTo: RegExp): Promise<void> {
  await tabTo(page, name);
  await Promise.all([page.waitForURL(leadsTo), page.keyboard.press('Enter')]);
}

/** Fills in a field with the keyboard: types the beginning of a choice, or a text. */
async function type(page: Page, id: string, text: string): Promise<void> {
  await tabTo(page, id);
  await page.keyboard.type(text);
}

const SHEET = /\/practice\/[\w-]+\/sheet/;
const PRINTOUT = /\/practice\/[\w-]+\/turns\/\d+$/;

describe('a stranger without a mouse', () => {
  test.each([
    ['on a desktop', undefined],
    ['on a phone', 390],
  ])(
    'is playing after two presses, and comes to the third turn, %s',
    async (_where, phone) => {
      const page = await served.stranger(phone === undefined ? {} : { phone });
      await page.goto('/');
      await press(page, 'Play now', /\/practice$/);
      expect(await served.faultsOf(page)).toEqual([]);
      await press(page, 'Play Election Year', SHEET);
      expect(await page.textContent('h1')).toBe('Turn sheet 1');
      expect(await page.textContent('.guide h2')).toBe('Your first turn');
      expect(await served.faultsOf(page)).toEqual([]);

      await type(page, 'f-fundraising-0', 'Cali');
      await type(page, 'f-campaign-0-state', 'Cali');
      await type(page, 'f-campaign-0-spend', '20');
      await press(page, 'Send sheet and play turn 1', PRINTOUT);
      expect(await page.textContent('.guide h2')).toBe('What happened');
      expect(await page.textContent('.report')).toContain('California');
      expect(await served.faultsOf(page)).toEqual([]);

      await press(page, 'Turn sheet 2', SHEET);
      expect(await page.locator('.guide').count()).toBe(0);
      await type(page, 'f-fundraising-0', 'Ohio');
      await press(page, 'Send sheet and play turn 2', PRINTOUT);
      await press(page, 'Turn sheet 3', SHEET);
      expect(await page.textContent('h1')).toBe('Turn sheet 3');
      await page.close();
    },
    120_000,
  );
});

test('works with scripts off: hints beside the fields, a refused sheet, undoing, starting again', async () => {
  const page = await served.stranger({ scripts: false });
  await page.goto('/practice');
  await page.click('article:has-text("Margin of Error") button');
  await page.waitForURL(SHEET);
  expect(await page.textContent('#f-actions-remarks')).toContain('A good first week');
  await page.selectOption('#f-actions-0-do', 'media');
  await page.fill('#f-actions-0-days', '9');
  await page.click('button.send');
  expect(await page.textContent('#problems h2')).toMatch(/^Not accepted/);
  await page.fill('#f-actions-0-days', '1');
  await page.click('button.send');
  await page.waitForURL(PRINTOUT);
  await page.click('text=Undo turn 1');
  await page.waitForURL(SHEET);
  expect(await page.inputValue('#f-actions-0-days')).toBe('1');
  await page.click('text=Start again, new dice');
  await page.waitForURL(SHEET);
  await page.goto('/practice');
  expect(await page.locator('table tbody tr').count()).toBe(2);
  await page.close();
}, 60_000);

test('the map of Margin of Error fills in campaign stops, and the state of the row that has the focus', async () => {
  const page = await served.stranger();
  await page.goto('/practice');
  await page.click('article:has-text("Margin of Error") button');
  await page.waitForURL(SHEET);
  await page.focus('#f-actions-0-do');
  await page.selectOption('#f-actions-0-do', 'media');
  // The focus is in a row that takes no state: the next blank row becomes a campaign stop.
  await page.click('path[data-state="OH"]');
  expect(await page.inputValue('#f-actions-0-state')).toBe('');
  expect(await page.inputValue('#f-actions-1-state')).toBe('OH');
  expect(await page.inputValue('#f-actions-1-do')).toBe('campaign');
  await page.keyboard.type('2');
  expect(await page.inputValue('#f-actions-1-days')).toBe('2');
  await page.focus('#f-actions-4-do');
  await page.selectOption('#f-actions-4-do', 'vp');
  await page.click('path[data-state="OH"]');
  expect(await page.inputValue('#f-actions-4-state')).toBe('OH');
  expect(await page.inputValue('#f-actions-4-do')).toBe('vp');
  // The map is beside the form.
  const map = await page.locator('.map-box').boundingBox();
  const fields = await page.locator('#f-actions').boundingBox();
  expect(map?.x ?? 0).toBeGreaterThanOrEqual((fields?.x ?? 0) + (fields?.width ?? 0));
  await page.close();
}, 60_000);

test('hints that were hidden stay hidden, in later games, too', async () => {
  const page = await served.stranger();
  await page.goto('/practice');
  const start = async () => {
    await page.goto('/practice');
    await page.click('text=Play Election Year');
    await page.waitForURL(SHEET);
  };
  await start();
  await page.click('text=Hide these hints');
  await page.locator('.guide').waitFor({ state: 'detached' });
  expect(await page.locator('.guide').count()).toBe(0);
  await start();
  expect(await page.locator('.guide').count()).toBe(0);
  await page.close();
}, 60_000);

test('a guest’s games belong to the account with which the browser signs in', async () => {
  const account = await anAccount(served.ctx, 'Ann Baker');
  const page = await served.stranger();
  await page.goto('/practice');
  await page.click('text=Play Election Year');
  await page.waitForURL(SHEET);
  const address = page.url();
  const elsewhere = await served.signedIn(account);
  expect((await elsewhere.goto(address))?.status()).toBe(404);
  await elsewhere.close();
  await page.goto('/sign-in?next=/practice');
  await page.fill('#account', String(account.id));
  await page.fill('#code', 'lantern tower nine');
  await page.click('main form[action="/sign-in"] button');
  await page.waitForURL(/\/practice$/);
  expect(await page.locator('table tbody tr').count()).toBe(1);
  const later = await served.signedIn(account);
  expect((await later.goto(address))?.status()).toBe(200);
  await later.close();
  await page.close();
}, 60_000);

test('the contents of a rulebook lead to its rules, and a heading of the sheet to its rule', async () => {
  const page = await served.stranger();
  await page.goto('/rules/election-year');
  await page.click('.rulebook-contents summary >> nth=0');
  const link = page.locator('.rulebook-contents details a').first();
  const target = (await link.getAttribute('href')) as string;
  await link.click();
  expect(new URL(page.url()).hash).toBe(target);
  expect(await page.locator(`[id="${target.slice(1)}"]`).isVisible()).toBe(true);
  await page.goto('/practice');
  await page.click('text=Play Election Year');
  await page.waitForURL(SHEET);
  const rule = (await page
    .locator('a[href^="/rules/election-year#"]')
    .first()
    .getAttribute('href')) as string;
  await page.goto(rule);
  expect(await page.locator(`[id="${rule.split('#')[1]}"]`).count()).toBe(1);
  await page.close();
}, 60_000);
