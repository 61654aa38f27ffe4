import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { openBrowser } from '../helpers/browser.ts';
import { ANNS_CODE, type SheetDesk, sheetDesk } from '../web/turn-sheet/sheet-setup.ts';

const GM_CODE = 'the desk of the master';

let browser: Browser;
let desk: SheetDesk;
let address: string;

beforeAll(async () => {
  desk = await sheetDesk();
  await setSecurityCode(desk.ctx, desk.gm.id, GM_CODE);
  address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});

/** A browser of somebody's own; complaints of the pages' scripts fail the test. */
async function context(options: { scripts: boolean; phone?: boolean }): Promise<BrowserContext> {
  const made = await browser.newContext({
    javaScriptEnabled: options.scripts,
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    hasTouch: options.phone ?? false,
    baseURL: address,
  });
  made.setDefaultTimeout(20_000);
  return made;
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const expected = /status of (422|401|409)/.test(message.text());
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  return complaints;
}

async function signIn(page: Page, account: number, code: string): Promise<void> {
  await page.goto('/sign-in');
  await page.fill('#account', `#${account}`);
  await page.fill('#code', code);
  await page.click('form[action="/sign-in"] button');
  await page.waitForURL('**/my/games');
}

async function processTurn(options: { scripts: boolean }): Promise<void> {
  const own = await context(options);
  const page = await own.newPage();
  await signIn(page, desk.gm.id, GM_CODE);
  await page.goto(`/gm/games/${desk.number}`);
  await page.check('#anyway');
  await page.click(`form[action="/gm/games/${desk.number}/process"] button`);
  await page.waitForURL(/done=/);
  await own.close();
}

async function downloadPdf(page: Page, name: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await page.click(`text=${name}`);
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^EY-1-T\d-AB\.pdf$/);
  return readFile(await download.path());
}

function texts(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).allTextContents();
}

/** What a select or input holds. */
function held(page: Page, id: string): Promise<string> {
  return page.inputValue(`#${id}`);
}

describe('a turn in the browser', () => {
  test('is played with scripts: map, live totals, refusal, receipt, processing, PDF', async () => {
    const own = await context({ scripts: true });
    const page = await own.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, desk.ann.id, ANNS_CODE);
    await page.click('text=Fill in the sheet');
    await page.waitForSelector('.map-switch');

    // The map fills the first list, and takes out what is chosen twice.
    for (const code of ['CA', 'TX', 'NV']) await page.click(`path[data-state="${code}"]`);
    expect(await held(page, 'f-fundraising-2')).toBe('NV');
    await page.click('path[data-state="NV"]');
    expect(await held(page, 'f-fundraising-2')).toBe('');
    // By keyboard: jump by code, walk by arrow, choose by Enter.
    await page.focus('path[data-state="AK"]');
    await page.keyboard.type('wa');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await held(page, 'f-fundraising-2')).toBe('OR');
    expect(await page.locator('[data-map-hint]').textContent()).toContain('Oregon is now Trip 3');
    expect(await page.getAttribute('path[data-state="OR"]', 'aria-pressed')).toBe('true');

    // The field that was gone to is filled next; with a mouse the amount is ready to be typed.
    await page.focus('#f-campaign-1-state');
    await page.click('path[data-state="TX"]');
    expect(await held(page, 'f-campaign-1-state')).toBe('TX');
    await page.keyboard.type('30');
    expect(await held(page, 'f-campaign-1-spend')).toBe('30');
    await page.selectOption('#f-campaign-4-state', 'OH');
    await page.fill('#f-campaign-4-spend', '12o');
    await page.press('#f-campaign-4-spend', 'Tab');

    await page.waitForSelector('#f-campaign-4-spend-said .problem');
    expect(await page.locator('[data-totals] .figure').textContent()).toMatch(/^\$30 of \$\d+$/);
    expect(await page.locator('#f-campaign-1-said').textContent()).toMatch(
      /\$30 × \d = \d+ popularity in Texas/,
    );
    expect(await page.locator('[data-live]').textContent()).toContain('One problem so far.');

    await page.fill('#f-press', 'A <b>chicken</b> in every pot');
    await page.click('text=Send the sheet');
    await page.waitForSelector('#problems[role="alert"]');
    expect(await texts(page, '#problems li')).toEqual([expect.stringContaining('Campaign money 5, Amount')]);
    expect(await page.evaluate('document.activeElement.id')).toBe('problems');
    expect(await held(page, 'f-campaign-4-spend')).toBe('12o');
    expect(await held(page, 'f-press')).toBe('A <b>chicken</b> in every pot');
    await page.click('#problems li a');
    expect(await page.evaluate('document.activeElement.id')).toBe('f-campaign-4-spend');
    await page.fill('#f-campaign-4-spend', '120');
    await page.click('text=Send the sheet');

    await page.waitForSelector('text=Your sheet has arrived: version 2 stands');
    expect(await texts(page, '.orders li')).toEqual([
      'CA California',
      'TX Texas',
      'OR Oregon',
      'TX Texas: $30',
      'OH Ohio: $120',
    ]);
    expect(await page.evaluate('localStorage.length')).toBe(0);

    await processTurn({ scripts: true });
    await page.goto('/my/games');
    await page.click('text=Printout 2');
    await page.waitForSelector('.printout');
    expect(await page.locator('.printout').textContent()).toContain('A <b>chicken</b> in every pot');
    const pdf = await downloadPdf(page, 'Download as PDF');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(complaints).toEqual([]);
    await own.close();
  }, 120_000);

  test('keeps an unsent draft through a closed page, and what was typed through a lost session', async () => {
    const own = await context({ scripts: true, phone: true });
    const page = await own.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, desk.ann.id, ANNS_CODE);
    const sheet = `/my/games/${desk.number}/sheet`;
    await page.goto(sheet);
    await page.tap('path[data-state="GA"]');
    await page.fill('#f-press', 'unsent');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

    await page.goto('/my/games');
    await page.goto(sheet);
    expect(await held(page, 'f-press')).toBe('');
    await page.click('text=Bring it back');
    expect(await held(page, 'f-press')).toBe('unsent');
    expect(await held(page, 'f-fundraising-0')).toBe('GA');

    await own.clearCookies({ name: 'whistlestop' });
    await page.click('text=Send the sheet');
    await page.waitForSelector('text=Please sign in again');
    await page.fill('#account', String(desk.ann.id));
    await page.fill('#code', ANNS_CODE);
    await page.click('text=Sign in and go on');
    await page.waitForSelector('text=You are signed in again');
    expect(await held(page, 'f-press')).toBe('unsent');
    expect(await held(page, 'f-fundraising-0')).toBe('GA');
    expect(complaints).toEqual([]);
    await own.close();
  }, 120_000);

  test('is played without scripts: lists, check, refusal, receipt, processing, PDF', async () => {
    const own = await context({ scripts: false, phone: true });
    const page = await own.newPage();
    await signIn(page, desk.ann.id, ANNS_CODE);
    await page.click('text=Fill in the sheet');
    await page.waitForSelector('#sheet');
    expect(await page.locator('.map-switch').count()).toBe(0);
    await page.selectOption('#f-fundraising-0', 'IL');
    await page.selectOption('#f-fundraising-1', 'IL');
    await page.selectOption('#f-campaign-2-state', 'IL');
    await page.fill('#f-campaign-2-spend', '25');
    await page.click('text=Check only');
    await page.waitForSelector('text=Checked: one problem');
    expect(await page.locator('[data-totals] .figure').textContent()).toMatch(/^\$25 of \$\d+$/);
    expect(await page.locator('#f-fundraising-1-said').textContent()).toContain('Problem:');
    expect(await page.locator('.versions').count()).toBe(0);

    await page.click('text=Send the sheet');
    await page.waitForSelector('text=Not accepted: one problem');
    await page.selectOption('#f-fundraising-1', 'NY');
    await page.click('text=Send the sheet');
    await page.waitForSelector('text=Your sheet has arrived: version 2 stands');
    expect(await texts(page, '.orders li')).toEqual(['IL Illinois', 'NY New York']);
    expect(await page.locator('.orders').textContent()).toContain('IL Illinois: $25');
    expect(await page.locator('.box-advice').textContent()).toContain('Fundraising trips');

    await processTurn({ scripts: false });
    await page.goto(`/my/games/${desk.number}/turns/3`);
    const pdf = await downloadPdf(page, 'Download as PDF');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await own.close();
  }, 120_000);
});
