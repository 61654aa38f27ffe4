import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { firstDue, formingGame, granted } from '../games/game/play.ts';
import { processAsGm } from '../games/processing/turns.ts';
import { openBrowser } from '../helpers/browser.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor } from '../web/visitor.ts';

/* The feed of a game, read by the XML parser of a browser, which refuses the whole feed if one character is not allowed. */

const { own, app } = useWeb();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What is wrong with a document, null if nothing is, and its text. */
async function parsed(xml: string): Promise<{ error: string | null; text: string }> {
  const page = await browser.newPage();
  // As text: the types of tests know no browser.
  const found = await page.evaluate(`(() => {
    const read = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml');
    const error = read.querySelector('parsererror')?.textContent ?? null;
    return { error, text: read.documentElement.textContent };
  })()`);
  await page.close();
  return found as { error: string | null; text: string };
}

test('is well-formed, whatever characters are in the title and in the names of players', async () => {
  const play = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  const { prisma } = own.ctx.db;
  const where = { id: play.game.id };
  await prisma.game.update({ where, data: { title: 'The \ufffe\u0001season <of> & all' } });
  for (const { id } of play.seats)
    await prisma.seat.update({ where: { id }, data: { name: `Ann\uffff\u0008 ${id}` } });
  granted(await beginGame(own.ctx, { gameId: play.game.id, by: play.gm.id, due: firstDue }));
  expect(await processAsGm(own.ctx, play, 1)).toMatchObject({ kind: 'processed' });
  const feed = await aVisitor(app).get(`/games/${gameNumber(play.game)}/feed.atom`);
  const { error, text } = await parsed(feed.body);
  expect(error).toBeNull();
  expect(text).toContain('The season <of> & all');
  expect(text).toMatch(/Ann [0-9a-f-]{36}/);
});
