import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { goodSheet, runningGame, send, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/** Printouts on the web: the slider over the turns, the figures of a state, and what works without scripts. */

let served: ServedApp;
let table: TestGame;
let path: string;

beforeAll(async () => {
  served = await serveApp();
  table = await runningGame(served.ctx, { humans: 1, opponents: 5 });
  path = `/my/games/${gameNumber(table.game)}/turns`;
  const [seat] = table.seats as [TestGame['seats'][number]];
  for (const turn of [1, 2]) {
    await send(served.ctx, seat, turn, await goodSheet(served.ctx, seat.gameId, seat));
    await processTurn(served.ctx, { gameId: table.game.id, turn, by: null });
  }
}, 120_000);
afterAll(() => served?.close());

const titleOf = (page: Page, code: string) =>
  page.locator(`[data-turn-map] [data-state="${code}"] title`).textContent();

describe('the map of a printout', () => {
  test('shows another turn with the slider, by keyboard, and comes back', async () => {
    const page = await served.signedIn(table.players[0] as Account, { at: `${path}/3` });
    const slider = page.getByLabel('Map of printout');
    expect(await slider.getAttribute('aria-valuetext')).toBe('Turn 3');
    const marks = () => page.locator('[data-turn-map] title').allTextContents();
    const own = await marks();
    await slider.focus();
    await page.keyboard.press('Home');
    await page.locator('.map-turns a').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('Turn 1');
    expect(await page.locator('.map-turns a').getAttribute('href')).toContain(`${path}/1`);
    expect(await marks()).not.toEqual(own);
    const first = await served.signedIn(table.players[0] as Account, { at: `${path}/1` });
    expect(await marks()).toEqual(await first.locator('[data-turn-map] title').allTextContents());
    await page.keyboard.press('End');
    await page.locator('.map-turns a').waitFor({ state: 'detached' });
    expect(await marks()).toEqual(own);
    await page.close();
    await first.close();
  }, 60_000);

  test('shows the figures of a state to a finger and to a keyboard, and keeps it for another turn', async () => {
    const page = await served.signedIn(table.players[0] as Account, { at: `${path}/3`, phone: 390 });
    const panel = page.locator('[data-turn-map] .map-panel');
    expect(await panel.textContent()).toContain('Choose a state');
    await page.locator('[data-turn-map] [data-state="TX"]').click();
    expect(await panel.textContent()).toContain((await titleOf(page, 'TX')) ?? '?');
    await page.keyboard.press('o');
    await page.keyboard.press('h');
    await page.keyboard.press('Enter');
    expect(await panel.textContent()).toContain((await titleOf(page, 'OH')) ?? '?');
    await page.getByLabel('Map of printout').fill('0');
    await page.locator('.map-turns a').waitFor();
    expect(await panel.textContent()).toContain((await titleOf(page, 'OH')) ?? '?');
    expect(await served.faultsOf(page)).toEqual([]);
    await page.close();
  }, 60_000);

  test('says so if the map of another turn cannot be had', async () => {
    const page = await served.stranger();
    await page.goto(`/games/${gameNumber(table.game)}`);
    await page.route('**/turns/1', (route) => route.abort());
    await page.getByLabel('Map of printout').fill('0');
    await page.locator('.map-turns a').waitFor();
    expect(await page.locator('.map-turns').textContent()).toContain('could not be loaded');
    await page.close();
  }, 60_000);
});

describe('without scripts', () => {
  test('links lead to the other turns and to the sections, and folded tables open', async () => {
    const page = await served.stranger({ scripts: false, phone: 390 });
    await page.goto(`/games/${gameNumber(table.game)}`);
    expect(await page.locator('.map-turns').count()).toBe(0);
    await page.click('.printout-contents a[href="#printout-states"]');
    await page.click('#printout-states summary');
    expect(await page.locator('#printout-states table').isVisible()).toBe(true);
    await page.click('nav.turns a:has-text("Turn 1")');
    expect(new URL(page.url()).pathname).toMatch(/\/turns\/1$/);
    expect(await page.locator('[data-turn-map] svg.map').count()).toBe(1);
    await page.close();
  }, 60_000);

  test.each([390, 1280])(
    'every folded part is printed from a screen of %i pixels',
    async (width) => {
      const page = await served.stranger({ scripts: false, phone: width });
      await page.goto(`/games/${gameNumber(table.game)}`);
      await page.emulateMedia({ media: 'print' });
      const height = await page.locator('#printout-states tbody tr').last().boundingBox();
      expect(height?.height ?? 0).toBeGreaterThan(0);
      await page.close();
    },
    60_000,
  );
});

test('with all tables open, no printout is wider than a phone', async () => {
  const page = await served.signedIn(table.players[0] as Account, { at: `${path}/3`, phone: 390 });
  await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
  expect(await served.faultsOf(page)).toEqual([]);
  await page.close();
}, 60_000);

test('a practice game of each kind has a slider, too, and fits on a phone with all tables open', async () => {
  for (const kind of ['Election Year', 'Margin of Error']) {
    const page = await served.stranger({ phone: 390 });
    await page.goto('/practice');
    await page.click(`article:has-text("${kind}") button`);
    await page.waitForURL(/\/sheet/);
    await page.click('button.send');
    await page.waitForURL(/\/(sheet|turns\/2)/);
    if (page.url().includes('/sheet')) await page.click('button.send');
    await page.waitForURL(/\/turns\/2$/);
    await page.getByLabel('Map of printout').fill('0');
    await page.locator('.map-turns a').waitFor();
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
    expect(await served.faultsOf(page), kind).toEqual([]);
    await page.close();
  }
}, 120_000);
