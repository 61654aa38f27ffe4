import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { runningGame, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* A player on a phone writes to the GM at a desk, with real pages, worker and mail. */

let served: ServedApp;
let table: TestGame;
let number: string;

beforeAll(async () => {
  served = await serveApp();
  table = await runningGame(served.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(table.game);
}, 120_000);
afterAll(() => served.close());

async function inspect(page: Page): Promise<void> {
  expect(await served.faultsOf(page)).toEqual([]);
}

/** The path of the link in the newest mail of a message to an account. */
async function mailedPath(account: Account): Promise<string> {
  const [mail = ''] = await served.mailsTo(account.email, 'a message from');
  return new URL(/http:\/\/\S+\/messages\S*/.exec(mail)?.[0] ?? 'no message came').pathname;
}

test('a player writes to the GM from the sheet, the GM replies from the mail, and the player reads it', async () => {
  const ann = table.players[0] as Account;
  const player = await served.signedIn(ann, { phone: 360, at: `/my/games/${number}/sheet` });
  await player.click('text=Write to the GM');
  await inspect(player);
  await player.fill('#text', 'Can I have until Monday?\n\nThe mail was late.');
  // By keyboard: the button comes right after the text.
  await player.press('#text', 'Tab');
  await player.keyboard.press('Enter');
  await player.waitForSelector('text=Your message is on its way.');
  await inspect(player);

  const gm = await served.signedIn(table.gm, { at: await mailedPath(table.gm) });
  await gm.waitForSelector('text=The mail was late.');
  await inspect(gm);
  await gm.fill('#text', 'Until Monday noon.');
  await gm.click('text=Send message');
  await gm.waitForSelector('text=Your message is on its way.');
  await gm.click(`text=GM page of ${number}`);
  await gm.waitForSelector('text=You: Until Monday noon.');
  await inspect(gm);

  const reader = await served.signedIn(ann, { phone: 360, scripts: false, at: '/my/games' });
  await reader.click('text=A new message from the GM');
  await reader.waitForSelector('text=Until Monday noon.');
  expect(await mailedPath(ann)).toBe(`/games/${number}/messages`);
}, 90_000);

test('the first printout has the game on one page on a phone', async () => {
  const page = await served.signedIn(table.players[1] as Account, {
    phone: 360,
    at: `/my/games/${number}/turns/1`,
  });
  await page.waitForSelector('text=The game on one page');
  await inspect(page);
});
