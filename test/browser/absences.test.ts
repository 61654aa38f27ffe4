import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { runningGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* Announcing an absence on a phone, without scripts. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served.close());

test('an absence is announced from the page of a game, seen by everyone, and withdrawn', async () => {
  const { game, players } = await runningGame(served.ctx, { humans: 1, opponents: 3 });
  const ann = players[0] as Account;
  const number = gameNumber(game);
  const phone = { phone: 360, scripts: false };
  const page = await served.signedIn(ann, { ...phone, at: `/my/games/${number}` });
  await page.click('text=Announce an absence');
  await page.fill('#firstDay', '2027-03-20');
  await page.fill('#lastDay', '2027-03-24');
  await page.keyboard.press('Enter');
  await page.waitForURL(/done=absence-announced/);
  const days = 'Sat, Mar 20, 2027, to Wed, Mar 24, 2027';
  expect(await page.textContent('table')).toContain(days);
  // The same days again are refused, and the form keeps them.
  await page.fill('#firstDay', '2027-03-24');
  await page.fill('#lastDay', '2027-03-26');
  await page.click('main button:has-text("Announce")');
  expect(await page.textContent('#problem-firstDay')).toContain(`You have already announced ${days}`);
  expect(await page.inputValue('#firstDay')).toBe('2027-03-24');
  expect(await page.inputValue('#lastDay')).toBe('2027-03-26');

  const lobby = await served.stranger(phone);
  await lobby.goto(`/games/${number}`);
  expect(await lobby.textContent('dl:has(dt:text("Away"))')).toContain(`[AB] Ann Baker, ${days}`);

  await page.goto('/account/absences');
  await page.click('main button:has-text("Withdraw")');
  await page.waitForURL(/done=absence-withdrawn/);
  await lobby.reload();
  expect(await lobby.textContent('main')).not.toContain(days);
}, 120_000);
