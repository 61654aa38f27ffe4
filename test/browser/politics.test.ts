import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, type ServedApp, serveApp } from './served.ts';

/* The sheets of Politics, whose questions, shows and stops come row by row, in a practice game. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served?.close());

/** The most elements that a keyboard visits on one page. */
const MAX_STEPS = 150;
/** A Wildcard costs the first stop in about one game of 150. */
const MAX_TRIES = 4;
/** The most turns of the short game below: one for the home states, four campaign turns, the last answers, and Speed Play. */
const MAX_TURNS = 16;

const SHEET = /\/practice\/[\w-]+\/sheet/;
const PRINTOUT = /\/practice\/[\w-]+\/turns\/\d+$/;

/** The first sheet of a new practice game, with these options. */
async function openGame(device: Device = {}, options: Record<string, string> = {}): Promise<Page> {
  const page = await served.stranger(device);
  await page.goto('/practice');
  await page.click('article:has-text("Politics") summary');
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`article:has-text("Politics") [name="${name}"]`);
    if (await field.evaluate((element) => element.nodeName === 'SELECT')) await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click('article:has-text("Politics") button:has-text("Play")');
  await page.waitForURL(SHEET);
  return page;
}

/** Sends the sheet, and waits for the printout that it leads to. */
async function send(page: Page): Promise<void> {
  await Promise.all([page.waitForURL(PRINTOUT), page.click('button.send')]);
}

/** The first state that the roll of the first stop reaches and that is not DC. */
async function firstInReach(page: Page): Promise<string> {
  const words = await page.locator('[data-row="stops[0]"] .given-words').textContent();
  const codes = /reaches ([A-Z, ]+)\./.exec(words ?? '')?.[1]?.split(', ') ?? [];
  const found = codes.find((code) => code !== 'DC');
  if (found === undefined) throw new Error(`No state is in reach: ${words}`);
  return found;
}

/**
 * Opens the sheet of the first campaign turn, after the home states, and finds a state for its first stop. A Wildcard can cost
 * that stop: then the game is begun again with other dice.
 */
async function openFirstStop(page: Page): Promise<string> {
  await page.click('text=Turn sheet 2');
  await page.waitForURL(SHEET);
  for (let tries = 1; (await page.locator('#f-stops-0-to').count()) === 0; tries += 1) {
    if (tries > MAX_TRIES) throw new Error('The first stop is lost in every game.');
    await page.click('text=Start again, new dice');
    await page.waitForURL(SHEET);
    await page.selectOption('#f-homes-0', 'NE');
    await send(page);
    await page.click('text=Turn sheet 2');
    await page.waitForURL(SHEET);
  }
  return firstInReach(page);
}

/** Presses Tab until the element with this id has the focus. @throws if there is none */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement?.id')) === id) return;
  }
  throw new Error(`The keyboard does not reach #${id} on ${page.url()}.`);
}

describe.each([
  ['on a desktop', {}],
  ['on a phone', { phone: 390 }],
] as const)('a sheet of Politics %s', (_where, device) => {
  test('is filled in with the keyboard; a stop with a state and without a move is a walk', async () => {
    const page = await openGame(device, { computerSeats: '3' });
    expect(await served.faultsOf(page)).toEqual([]);
    await tabTo(page, 'f-homes-0');
    await page.keyboard.type('TN');
    await send(page);
    expect(await served.faultsOf(page)).toEqual([]);
    const to = await openFirstStop(page);
    await tabTo(page, 'f-stops-0-to');
    await page.keyboard.type(to);
    await tabTo(page, 'f-stops-0-question');
    await page.keyboard.type('Gov');
    // What is offered to the holder of a chip is folded away; the keyboard opens it.
    expect(await page.isVisible('#f-stops-0-offerCash')).toBe(false);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.isVisible('#f-stops-0-offerCash')).toBe(true);
    expect(await served.faultsOf(page)).toEqual([]);
    await send(page);
    const happened = page.locator('table', { hasText: 'Second stop' });
    expect(await happened.textContent()).toMatch(
      new RegExp(`YOU\\s*[A-Z]{2} to ${to} with an? \\d+\\. Government`),
    );
    // Its question is on the next sheet.
    await page.click('text=Turn sheet 3');
    await page.waitForURL(SHEET);
    expect(await page.inputValue('#f-answers-0-answer')).toBe('');
    expect(await served.faultsOf(page)).toEqual([]);
    await page.close();
  }, 120_000);
});

test('the map fills in a walk, and the focus goes on to the question', async () => {
  const page = await openGame();
  await page.selectOption('#f-homes-0', 'NE');
  await send(page);
  const to = await openFirstStop(page);
  await page.focus(`path[data-state="${to}"]`);
  await page.keyboard.press('Enter');
  expect(await page.inputValue('#f-stops-0-to')).toBe(to);
  expect(await page.inputValue('#f-stops-0-move')).toBe('roll');
  await page.focus('#f-stops-1-to');
  await page.click('path[data-state="KS"]');
  expect(await page.inputValue('#f-stops-1-to')).toBe('KS');
  expect(await page.evaluate('document.activeElement?.id')).toBe('f-stops-1-question');
  await page.close();
}, 60_000);

/** Fills in what a campaign sheet asks for, as far as there is something of it. */
async function fillIn(page: Page): Promise<void> {
  for (const select of await page.locator('[id^="f-answers-"][id$="-answer"]').all()) {
    await select.selectOption({ index: 1 });
  }
  for (const text of await page.locator('input[id^="f-written-"]').all()) await text.fill('Jupiter');
  // A turn can have nothing else to fill in: a stop can be lost.
  await page.fill('#f-press', 'Onward!');
  if ((await page.locator('#f-stops-0-to').count()) === 0) return;
  await page.selectOption('#f-stops-0-to', await firstInReach(page));
}

test('a short game is played to its end on a phone with scripts off', async () => {
  const page = await openGame(
    { phone: 390, scripts: false },
    {
      ...{ computerSeats: '3', 'options.turnLimit': '4', 'options.stops': '1' },
      ...{ 'options.wildcards': 'events', 'options.bank': 'specimen' },
    },
  );
  const sheet = page.url();
  await page.selectOption('#f-homes-0', 'VT');
  await send(page);
  const phases = new Set<string>();
  for (let turn = 2; turn <= MAX_TURNS; turn += 1) {
    await page.goto(sheet);
    if (SHEET.test(page.url())) {
      phases.add(
        /Campaign|last answers|runoff|Speed Play/i.exec((await page.textContent('main')) ?? '')?.[0] ?? '',
      );
      await fillIn(page);
      await send(page);
      if (/\/sheet$/.test(page.url())) throw new Error('The sheet was refused.');
      continue;
    }
    // Those who are out owe no sheet, and the game goes on without them.
    const play = page.locator('button:has-text("Play turn")');
    if ((await play.count()) === 0) break;
    await play.click();
    await page.waitForLoadState();
  }
  // No one can win 270 electoral votes with four stops.
  expect([...phases]).toEqual(['Campaign', 'last answers', 'Speed Play']);
  expect(await page.textContent('.report')).toContain('is president after Speed Play');
  expect(await page.textContent('.report')).toMatch(/Why .+ won/);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.close();
}, 180_000);
