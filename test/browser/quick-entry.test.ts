import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { addPaperPlayer } from '../../src/games/post/paper-players.ts';
import { formingGame, granted } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* A pile of letters from players on paper, entered one after the other with the keyboard alone, with and without scripts. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 240_000);
afterAll(() => served.close());

/** What stands on a sheet: what is typed in the fields with these names, in the order of the form. */
type Sheet = Record<string, string>;

const PAT: Sheet = {
  'fundraising[0]': 'CA',
  'campaign[0].state': 'TX',
  'campaign[0].spend': '30',
  press: 'Pat',
};
const QUINN_AHEAD: Sheet = { 'fundraising[0]': 'OH', press: 'Quinn, in advance' };
const QUINN: Sheet = { 'campaign[0].state': 'NY', 'campaign[0].spend': '12', press: 'Quinn' };
const RUTH: Sheet = { 'fundraising[0]': 'FL', press: 'Ruth' };

test.each([true, false])(
  'a pile of letters is entered without a mouse; scripts: %s',
  async (scripts) => {
    const { ctx } = served;
    const table = await formingGame(ctx, { humans: 1, opponents: 2 });
    const of = { gameId: table.game.id, by: table.gm.id };
    for (const name of ['Pat Paper', 'Quinn Quill', 'Ruth Writer']) {
      granted(await addPaperPlayer(ctx, { ...of, name, address: `${name}\n12 Long Road` }));
    }
    granted(await beginGame(ctx, { ...of, due: null }));
    const page = await served.signedIn(table.gm, { scripts });
    await page.goto(`/gm/games/${gameNumber(table.game)}/post`);
    const submit = scripts ? withShortcut : withButton;

    // Pat's letter has a sheet with a mistake, which Pat's GM made.
    await tabTo(page, 'text', 'Pat Paper');
    await page.keyboard.press('Enter');
    await openForm(page, 'Pat Paper');
    await fillIn(page, { ...PAT, 'campaign[0].spend': '30x' });
    await submit(page);
    await page.waitForSelector('#problems');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('problems');
    // Scripts that move the focus have run.
    await page.waitForLoadState();
    expect(await page.inputValue('[name=press]')).toBe('Pat');
    await tabTo(page, 'name', 'campaign[0].spend');
    // Tab selects what is in a field.
    await page.keyboard.type('30');
    await submit(page);
    await page.waitForURL(/done=paper-sheet-entered-next/);

    // Quinn's has orders for turn 2 besides, so the GM goes back for them; the sheet follows.
    await tabTo(page, 'text', 'GM page of');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/gm\/games\/EY-\d+$/);
    await tabTo(page, 'text', 'Postal round');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#enter');
    await tabTo(page, 'text', `Advance orders of ${await identifierOf(page, 'Quinn Quill')}`);
    await page.keyboard.press('Enter');
    await openForm(page, 'Quinn Quill');
    await fillIn(page, QUINN_AHEAD);
    await submit(page);
    await page.waitForURL(/paper-sheet\?done=paper-advance-orders-entered/);
    await openForm(page, 'Quinn Quill');
    await fillIn(page, QUINN);
    await submit(page);
    await page.waitForURL(/done=paper-sheet-entered-next/);
    await openForm(page, 'Ruth Writer');
    await fillIn(page, RUTH);
    await submit(page);
    await page.waitForURL(/done=paper-sheet-entered-all/);

    const stored = await ctx.db.prisma.sheet.findMany({
      where: { gameId: table.game.id, channel: 'post', outcome: 'standing' },
      orderBy: { receivedAt: 'asc' },
    });
    expect(stored.map(({ raw }) => raw)).toMatchObject([
      { fundraising: ['CA'], campaign: [{ state: 'TX', spend: 30 }], press: 'Pat' },
      { campaign: [{ state: 'NY', spend: 12 }], press: 'Quinn' },
      { fundraising: ['FL'], press: 'Ruth' },
    ]);
    const ahead = await ctx.db.prisma.advanceOrders.findMany({ where: { gameId: table.game.id } });
    expect(ahead).toMatchObject([{ turn: 2, raw: { fundraising: ['OH'], press: 'Quinn, in advance' } }]);
    await page.close();
  },
  120_000,
);

/** Opens the form of a player. Its button has the focus, and then Tab leads to the first field at once. */
async function openForm(page: Page, player: string): Promise<void> {
  await page.waitForSelector('text="Open the form"');
  expect(await page.textContent('h1')).toContain(player);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#sheet');
  // Scripts that move the focus have run.
  await page.waitForLoadState();
  expect(await tabTo(page, 'name', 'fundraising[0]')).toBeLessThanOrEqual(1);
}

/** Types what stands on a sheet, and goes from field to field with Tab. */
async function fillIn(page: Page, sheet: Sheet): Promise<void> {
  let tabs = 0;
  for (const [name, text] of Object.entries(sheet)) {
    tabs += await tabTo(page, 'name', name);
    // A list of choices opens at the one whose name begins so.
    await page.keyboard.type(text);
  }
  // Nothing but the form was gone through.
  expect(tabs).toBeLessThan(40);
}

const withShortcut = (page: Page) => page.keyboard.press('Control+Enter');

async function withButton(page: Page): Promise<void> {
  await tabTo(page, 'text', 'Enter ');
  await page.keyboard.press('Enter');
}

/** Presses Tab until a field with this name, or a link or button with this text, has the focus. Returns how often. */
async function tabTo(page: Page, by: 'name' | 'text', wanted: string): Promise<number> {
  const focused = async () =>
    String(
      await page.evaluate(
        by === 'name'
          ? 'document.activeElement.name'
          : 'document.activeElement.textContent.replace(/\\s+/g, " ")',
      ),
    );
  const isThere = async () =>
    by === 'name' ? (await focused()) === wanted : (await focused()).includes(wanted);
  let tabs = 0;
  // The body has the text of the whole page.
  while ((await page.evaluate('document.activeElement === document.body')) || !(await isThere())) {
    if (tabs > 120) throw new Error(`Tab never leads to ${wanted}.`);
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  return tabs;
}

async function identifierOf(page: Page, name: string): Promise<string> {
  const item = await page
    .locator('#enter ~ ol li', { hasText: name })
    .locator('.figure')
    .first()
    .textContent();
  return item?.trim() ?? '';
}
