import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { openBrowser } from '../helpers/browser.ts';
import { ANNS_CODE, type SheetGame, sheetGame } from '../web/turn-sheet/sheet-setup.ts';

const GM_CODE = 'the code of the master';

let browser: Browser;
let game: SheetGame;
let address: string;

beforeAll(async () => {
  game = await sheetGame();
  await setSecurityCode(game.ctx, game.gm.id, GM_CODE);
  address = await game.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await game?.close();
});

/** A browser context with its own cookies. */
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
  await signIn(page, game.gm.id, GM_CODE);
  await page.goto(`/gm/games/${game.number}`);
  await page.check('#anyway');
  await page.click(`form[action="/gm/games/${game.number}/process"] button`);
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

/** The value of a select or input. */
function inputValue(page: Page, id: string): Promise<string> {
  return page.inputValue(`#${id}`);
}

describe('a turn in the browser', () => {
  test('shows the figures of the states, sorts them, and fills in what it takes', async () => {
    const own = await context({ scripts: true });
    const page = await own.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, game.ann.id, ANNS_CODE);
    await page.goto(`/my/games/${game.number}/sheet`);
    const first = page.locator('.facts-table tbody tr').first();
    expect(await first.getAttribute('data-state')).toBe('AL');
    const votes = page.locator('.facts-table th', { hasText: 'Electoral votes' });
    await votes.getByRole('button').click();
    expect(await first.getAttribute('data-state')).toBe('CA');
    expect(await votes.getAttribute('aria-sort')).toBe('descending');
    await votes.getByRole('button').click();
    expect(await first.locator('th').textContent()).toMatch(
      /Alaska|Delaware|District|Dakota|Vermont|Wyoming/,
    );

    await page.hover('path[data-state="TX"]');
    const panel = page.locator('[data-map-facts]');
    expect(await panel.textContent()).toMatch(/TX Texas.*Electoral votes40.*Donation number\$291/);
    // The home state of a rival, who begins with a popularity of 300. It costs less if it is visited.
    const button = page.locator('.facts-table button[data-row*=\'"spend":"3\']').first();
    const code = (await button.getAttribute('value')) as string;
    const spend = JSON.parse((await button.getAttribute('data-row')) as string).spend;
    await button.click();
    expect(await inputValue(page, 'f-campaign-0-state')).toBe(code);
    expect(await inputValue(page, 'f-campaign-0-spend')).toBe(spend);
    expect(await page.locator('[data-facts-status]').textContent()).toContain('is now in row 1');
    await page.selectOption('#f-fundraising-0', code);
    await button.click();
    expect(Number(await inputValue(page, 'f-campaign-0-spend'))).toBeLessThan(Number(spend));
    expect(await inputValue(page, 'f-campaign-1-state')).toBe('');
    expect(await page.getAttribute(`tr[data-state="${code}"]`, 'class')).toContain('is-on-sheet');
    await page.evaluate('localStorage.clear()');
    expect(complaints).toEqual([]);
    await own.close();
  }, 120_000);

  test('works with scripts: map, live totals, refusal, receipt, processing, PDF', async () => {
    const own = await context({ scripts: true });
    const page = await own.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, game.ann.id, ANNS_CODE);
    await page.click('text=Fill in the sheet');
    await page.waitForSelector('.map-switch');

    // The map fills the first list. A state that is chosen twice is removed.
    for (const code of ['CA', 'TX', 'NV']) await page.click(`path[data-state="${code}"]`);
    expect(await inputValue(page, 'f-fundraising-2')).toBe('NV');
    await page.click('path[data-state="NV"]');
    expect(await inputValue(page, 'f-fundraising-2')).toBe('');
    // With the keyboard: a code jumps, an arrow key moves, Enter chooses.
    await page.focus('path[data-state="AK"]');
    await page.keyboard.type('wa');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await inputValue(page, 'f-fundraising-2')).toBe('OR');
    expect(await page.locator('[data-map-hint]').textContent()).toContain('Oregon is now Trip 3');
    expect(await page.getAttribute('path[data-state="OR"]', 'aria-pressed')).toBe('true');

    // The field that had the focus is filled next. With a mouse, the focus moves to the amount.
    await page.focus('#f-campaign-1-state');
    await page.click('path[data-state="TX"]');
    expect(await inputValue(page, 'f-campaign-1-state')).toBe('TX');
    await page.keyboard.type('30');
    expect(await inputValue(page, 'f-campaign-1-spend')).toBe('30');
    await page.selectOption('#f-campaign-4-state', 'OH');
    await page.fill('#f-campaign-4-spend', '12o');
    await page.press('#f-campaign-4-spend', 'Tab');

    await page.waitForSelector('#f-campaign-4-spend-remarks .problem');
    expect(await page.locator('[data-totals] .figure').textContent()).toMatch(/^\$30 of \$\d+$/);
    expect(await page.locator('#f-campaign-1-remarks').textContent()).toMatch(
      /\$30 × \d = \d+ popularity in Texas/,
    );
    expect(await page.locator('[data-live]').textContent()).toContain('1 problem so far.');

    await page.fill('#f-press', 'A <b>chicken</b> in every pot');
    await page.click('text=Send sheet');
    await page.waitForSelector('#problems[role="alert"]');
    expect(await texts(page, '#problems li')).toEqual([expect.stringContaining('Campaign money 5, Amount')]);
    expect(await page.evaluate('document.activeElement.id')).toBe('problems');
    expect(await inputValue(page, 'f-campaign-4-spend')).toBe('12o');
    expect(await inputValue(page, 'f-press')).toBe('A <b>chicken</b> in every pot');
    await page.click('#problems li a');
    expect(await page.evaluate('document.activeElement.id')).toBe('f-campaign-4-spend');
    await page.fill('#f-campaign-4-spend', '120');
    await page.click('text=Send sheet');

    await page.waitForSelector('text=Your sheet is in: version 2 counts');
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
    const pdf = await downloadPdf(page, 'Download PDF');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(complaints).toEqual([]);
    await own.close();
  }, 120_000);

  test('keeps an unsent draft when the page is closed, and the input when the session is lost', async () => {
    const own = await context({ scripts: true, phone: true });
    const page = await own.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, game.ann.id, ANNS_CODE);
    const sheet = `/my/games/${game.number}/sheet`;
    await page.goto(sheet);
    await page.tap('path[data-state="GA"]');
    await page.fill('#f-press', 'unsent');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

    await page.goto('/my/games');
    await page.goto(sheet);
    expect(await inputValue(page, 'f-press')).toBe('');
    await page.click('text=Restore draft');
    expect(await inputValue(page, 'f-press')).toBe('unsent');
    expect(await inputValue(page, 'f-fundraising-0')).toBe('GA');

    await own.clearCookies({ name: 'whistlestop' });
    await page.click('text=Send sheet');
    await page.waitForSelector('h1:text-is("Sign in again")');
    await page.fill('#account', String(game.ann.id));
    await page.fill('#code', ANNS_CODE);
    await page.click('text=Sign in and continue');
    await page.waitForSelector('text=You are signed in again');
    expect(await inputValue(page, 'f-press')).toBe('unsent');
    expect(await inputValue(page, 'f-fundraising-0')).toBe('GA');
    expect(complaints).toEqual([]);
    await own.close();
  }, 120_000);

  test('works without scripts: lists, check, refusal, receipt, processing, PDF', async () => {
    const own = await context({ scripts: false, phone: true });
    const page = await own.newPage();
    await signIn(page, game.ann.id, ANNS_CODE);
    await page.click('text=Fill in the sheet');
    await page.waitForSelector('#sheet');
    expect(await page.locator('.map-switch').count()).toBe(0);
    await page.selectOption('#f-fundraising-0', 'IL');
    await page.selectOption('#f-fundraising-1', 'IL');
    await page.selectOption('#f-campaign-2-state', 'IL');
    await page.fill('#f-campaign-2-spend', '25');
    await page.click('text=Check only');
    await page.waitForSelector('text=Checked: 1 problem');
    expect(await page.locator('[data-totals] .figure').textContent()).toMatch(/^\$25 of \$\d+$/);
    expect(await page.locator('#f-fundraising-1-remarks').textContent()).toContain('Problem:');
    expect(await page.locator('.versions').count()).toBe(0);

    await page.click('text=Send sheet');
    await page.waitForSelector('text=Not accepted: 1 problem');
    await page.selectOption('#f-fundraising-1', 'NY');
    await page.click('text=Send sheet');
    await page.waitForSelector('text=Your sheet is in: version 2 counts');
    expect(await texts(page, '.orders li')).toEqual(['IL Illinois', 'NY New York']);
    expect(await page.locator('.orders').textContent()).toContain('IL Illinois: $25');
    expect(await page.locator('.box-advice').textContent()).toContain('Fundraising trips');

    await processTurn({ scripts: false });
    await page.goto(`/my/games/${game.number}/turns/3`);
    const pdf = await downloadPdf(page, 'Download PDF');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await own.close();
  }, 120_000);

  test('keeps what was typed since a sheet was sent, also when its receipt is opened again', async () => {
    const own = await context({ scripts: true });
    const page = await own.newPage();
    await signIn(page, game.ann.id, ANNS_CODE);
    const sheet = `/my/games/${game.number}/sheet`;
    await page.goto(sheet);
    await page.fill('#f-press', 'sent');
    await page.click('text=Send sheet');
    await page.waitForSelector('text=Your sheet is in');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    const receipt = page.url();
    await page.click('text=Change the sheet');
    await page.fill('#f-press', 'typed since');
    await page.goto(receipt);
    await page.waitForSelector('text=Your sheet is in');
    await page.goto(sheet);
    expect(await inputValue(page, 'f-press')).toBe('sent');
    await page.click('text=Restore draft');
    expect(await inputValue(page, 'f-press')).toBe('typed since');
    await page.evaluate('localStorage.clear()');
    await own.close();
  }, 120_000);
});
