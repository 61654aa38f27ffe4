import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* Two players write each other letters on their phones, with real pages, worker and mail. */

let served: ServedApp;
let table: TestGame;
let at: string;

beforeAll(async () => {
  served = await serveApp();
  table = await runningGame(served.ctx, { humans: 3, opponents: 1 });
  at = `/my/games/${gameNumber(table.game)}`;
  const of = { gameId: table.game.id, by: table.gm.id };
  granted(await setLettersPolicy(served.ctx, { ...of, letters: 'before', lettersBefore: 3 }));
}, 120_000);
afterAll(() => served.close());

async function inspect(page: Page): Promise<void> {
  expect(await served.faultsOf(page)).toEqual([]);
}

/** The path in the mail of the last letter to an account. */
async function mailedPath(account: Account): Promise<string> {
  const [letter = ''] = await served.mailsTo(account.email, 'a letter from');
  const link = new URL(/http:\/\/\S+\/letters\/new\S+/.exec(letter)?.[0] ?? 'no letter came');
  return `${link.pathname}${link.search}`;
}

test('one player writes, the other gets a mail, opens its link, and replies', async () => {
  const [ann, carl] = table.players as [Account, Account];
  const one = await served.signedIn(ann, { phone: 360, at });
  await one.click('text=Letters');
  await one.click('text=Write a letter');
  await inspect(one);
  // A refused letter keeps its text.
  await one.fill('#text', 'Shall we meet in Ohio?');
  await one.click('text=Send letter');
  await one.waitForSelector('[role="alert"]');
  await inspect(one);
  expect(await one.inputValue('#text')).toBe('Shall we meet in Ohio?');
  await one.check('#to_CD');
  await one.click('text=Send letter');
  await one.waitForSelector('text=Your letter is on its way.');
  await inspect(one);

  const two = await served.signedIn(carl, { phone: 360, at: await mailedPath(carl) });
  await two.waitForSelector('text=Shall we meet in Ohio?');
  expect(await two.isChecked('#to_AB')).toBe(true);
  expect(await two.isChecked('#to_EF')).toBe(false);
  await inspect(two);
  await two.fill('#text', 'At noon, by the courthouse.');
  // By keyboard: the button comes right after the text.
  await two.press('#text', 'Tab');
  await two.keyboard.press('Enter');
  await two.waitForSelector('text=Your letter is on its way.');

  await one.goto('/my/games');
  await one.click('text=A new letter');
  const newest = one.locator('article.letter').first();
  expect(await newest.innerText()).toMatch(/New[\s\S]*Carl Dunn[\s\S]*At noon, by the courthouse\./);
  await inspect(one);
  await one.reload();
  expect(await newest.innerText()).not.toContain('New');
}, 120_000);
