import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, type ServedApp, serveApp } from './served.ts';

/* A list whose order matters, on the sheet of a game that has one. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served?.close());

/** The sheet of a new practice game. */
async function openSheet(device: Device = {}): Promise<Page> {
  const page = await served.stranger(device);
  await page.goto('/practice');
  await page.click('article:has-text("Electoral Barrage") button');
  await page.waitForURL(/\/practice\/[\w-]+\/sheet/);
  return page;
}

/** For how many milliseconds nothing must have been asked of the server: longer than the page waits after a change. */
const QUIET = 1_000;

/** Waits until the figures of the last change are in: they take room in the rows, so that the rows below them move. */
async function figuresIn(page: Page): Promise<void> {
  let quietSince = Date.now();
  let pending = 0;
  const begun = () => {
    pending += 1;
  };
  const ended = () => {
    pending = Math.max(0, pending - 1);
    quietSince = Date.now();
  };
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  await expect.poll(() => pending === 0 && Date.now() - quietSince > QUIET, { timeout: 20_000 }).toBe(true);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
}

/** What is chosen in the first rows of the plan. */
function areas(page: Page, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => page.inputValue(`#f-plan-${i}-area`)));
}

async function chooseAreas(page: Page, codes: string[]): Promise<void> {
  for (const [i, code] of codes.entries()) await page.selectOption(`#f-plan-${i}-area`, code);
}

const row = (i: number) => `[data-row="plan[${i}]"]`;

describe('with scripts', () => {
  test('rows are moved by keyboard: the focus follows, and the new place is announced', async () => {
    const page = await openSheet();
    await chooseAreas(page, ['CA', 'TX', 'OH']);
    await page.fill('#f-plan-2-when', '7');
    await page.click(`${row(2)} summary`);
    await page.check('#f-plan-2-hold');
    await page.focus(`${row(2)} [data-move="up"]`);
    await page.keyboard.press('Enter');
    const status = page.locator('[data-ranked="plan"] [data-ranked-status]');
    expect(await status.textContent()).toBe('OH Ohio is now row 2.');
    await page.keyboard.press('Enter');
    expect(await areas(page, 3)).toEqual(['OH', 'CA', 'TX']);
    expect(await page.inputValue('#f-plan-0-when')).toBe('7');
    expect(await page.isChecked('#f-plan-0-hold')).toBe(true);
    // What was opened is open in its new place.
    expect(await page.locator('.ranked-more[open]').count()).toBe(1);
    expect(await page.locator(`${row(0)} .ranked-more[open]`).count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(await status.textContent()).toBe('Row 1 is first already.');
    expect(await areas(page, 3)).toEqual(['OH', 'CA', 'TX']);
    await page.close();
  }, 60_000);

  test('rows are dragged by their numbers; Escape leaves them where they were', async () => {
    const page = await openSheet();
    await chooseAreas(page, ['CA', 'TX', 'OH', 'WY']);
    const drag = async (from: number, to: number) => {
      await figuresIn(page);
      await page.locator(row(from)).scrollIntoViewIfNeeded();
      const grip = await page.locator(`${row(from)} [data-grip]`).boundingBox();
      const target = await page.locator(row(to)).boundingBox();
      if (grip === null || target === null) throw new Error('A row is not shown.');
      await page.mouse.move(grip.x + 10, grip.y + 10);
      await page.mouse.down();
      await page.mouse.move(grip.x + 10, target.y + target.height * (to > from ? 0.8 : 0.2), { steps: 5 });
    };
    await drag(0, 2);
    await page.mouse.up();
    expect(await areas(page, 4)).toEqual(['TX', 'OH', 'CA', 'WY']);
    await drag(3, 0);
    await page.mouse.up();
    expect(await areas(page, 4)).toEqual(['WY', 'TX', 'OH', 'CA']);
    await drag(0, 3);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await areas(page, 4)).toEqual(['WY', 'TX', 'OH', 'CA']);
    await page.close();
  }, 60_000);

  test('only as many rows as are needed are shown; rows are added and removed', async () => {
    const page = await openSheet();
    const shown = page.locator(`.ranked-row:visible`);
    // Four staffers, and three more because areas fill up.
    expect(await shown.count()).toBe(7);
    await page.click('[data-ranked="plan"] >> text=Add a row');
    expect(await shown.count()).toBe(8);
    expect(await page.evaluate('document.activeElement.id')).toBe('f-plan-7-area');
    await chooseAreas(page, ['CA', 'TX', 'OH']);
    await page.click(`${row(1)} summary`);
    await page.click(`${row(1)} >> text=Remove row 2`);
    expect(await areas(page, 3)).toEqual(['CA', 'OH', '']);
    expect(await shown.count()).toBe(7);
    await page.close();
  }, 60_000);

  test('the map and the buttons below it fill the next blank row; a state can be in two rows', async () => {
    const page = await openSheet();
    for (const code of ['CA', 'OH', 'CA']) await page.click(`path[data-state="${code}"]`);
    await page.click('.map-places >> text=Town hall meeting');
    expect(await areas(page, 5)).toEqual(['CA', 'OH', 'CA', 'TOWN', '']);
    expect(await page.textContent('[data-map-hint]')).toBe('Town hall meeting is now Plan, row 4.');
    // The odds of a row come from the server.
    await page.waitForSelector(`${row(1)} .note`);
    expect(await page.textContent(`${row(1)} .ranked-remarks`)).toContain('(50%)');
    await page.close();
  }, 60_000);

  test('what is filled in of the folded columns is said in the row', async () => {
    const page = await openSheet();
    await chooseAreas(page, ['CA']);
    await page.click(`${row(0)} summary`);
    await page.fill('#f-plan-0-after', '2');
    await page.check('#f-plan-0-hold');
    await page.click(`${row(0)} summary`);
    expect(await page.locator(`${row(0)} [data-row-summary]`).innerText()).toBe('After 2, Hold');
    await page.close();
  }, 60_000);
});

test('on a phone, rows are one line, moved by touch, and nothing is wider than the screen', async () => {
  const page = await openSheet({ phone: 390 });
  for (const code of ['TX', 'CO']) await page.click(`path[data-state="${code}"]`);
  const line = await page.locator(`${row(1)} .ranked-line`).boundingBox();
  expect(line?.height).toBeLessThan(60);
  await page.click(`${row(1)} [data-move="up"]`);
  expect(await areas(page, 2)).toEqual(['CO', 'TX']);
  await page.click(`${row(0)} summary`);
  expect(await page.isVisible('#f-plan-0-before')).toBe(true);
  expect(await served.faultsOf(page)).toEqual([]);
  await page.close();
}, 60_000);

test('on a phone, rows are dragged by a finger on their numbers, and the page does not scroll meanwhile', async () => {
  const page = await openSheet({ phone: 390 });
  await chooseAreas(page, ['CA', 'TX', 'OH']);
  const touches = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await figuresIn(page);
  await page.locator(row(1)).scrollIntoViewIfNeeded();
  const grip = await page.locator(`${row(0)} [data-grip]`).boundingBox();
  const target = await page.locator(row(2)).boundingBox();
  if (grip === null || target === null) throw new Error('A row is not shown.');
  const [x, from, to] = [grip.x + 10, grip.y + grip.height / 2, target.y + target.height * 0.8];
  const scrolled = await page.evaluate('scrollY');
  await touch('touchStart', [{ x, y: from }]);
  for (let step = 1; step <= 6; step += 1)
    await touch('touchMove', [{ x, y: from + ((to - from) * step) / 6 }]);
  await touch('touchEnd', []);
  expect(await areas(page, 3)).toEqual(['TX', 'OH', 'CA']);
  expect(await page.evaluate('scrollY')).toBe(scrolled);
  await page.close();
}, 60_000);

test('with scripts off, buttons move rows and keep what was typed, and Enter sends the sheet', async () => {
  const page = await openSheet({ scripts: false });
  expect(await page.locator('.ranked-row:visible').count()).toBe(18);
  await chooseAreas(page, ['CA', 'TX', 'OH']);
  await page.fill('#f-press', 'Yeah, boy!');
  await page.click(`${row(2)} [data-move="up"]`);
  await page.waitForURL(/\/check$/);
  expect(await areas(page, 3)).toEqual(['CA', 'OH', 'TX']);
  expect(await page.inputValue('#f-press')).toBe('Yeah, boy!');
  expect(await page.textContent('.box')).toContain('The row was moved up.');
  // The same button has the focus in the new place.
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=The row was moved up.');
  expect(await areas(page, 3)).toEqual(['OH', 'CA', 'TX']);
  await page.click(`${row(1)} summary`);
  await page.click(`${row(1)} >> text=Remove row 2`);
  await page.waitForSelector('text=The row was removed.');
  expect(await areas(page, 3)).toEqual(['OH', 'TX', '']);
  await page.focus('#f-plan-0-when');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/turns\/2$/);
  expect(await page.textContent('.report')).toContain('Ohio');
  await page.close();
}, 60_000);
