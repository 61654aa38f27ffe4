import type { FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { numberOf } from '../../src/turns/number.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type TestHouse, testHouse } from '../helpers/database.ts';
import { granted, runningGame } from '../turns/play.ts';
import { aWeb, testCode } from '../web/visitor.ts';

/* Announcing an absence on a telephone, without scripts. */

let own: TestHouse;
let app: FastifyInstance;
let browser: Browser;
let home: string;

beforeAll(async () => {
  own = await testHouse();
  app = await aWeb(own.house, { limits: { forms: 1000 } });
  home = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await app.close();
  await own.close();
});

test('from the page of a game: announced, seen by everybody, withdrawn', async () => {
  const { game, players } = await runningGame(own.house, { humans: 1, opponents: 3 });
  const ann = players[0] as Account;
  const number = numberOf(game);
  granted(await setSecurityCode(own.house, ann.id, testCode));
  const phone = { viewport: { width: 360, height: 740 }, baseURL: home, javaScriptEnabled: false };
  const made = await browser.newContext(phone);
  const page = await made.newPage();
  await page.goto('/sign-in');
  await page.fill('#account', String(ann.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  await page.waitForURL('**/my/games');
  await page.goto(`/my/games/${number}`);
  await page.click('text=Announce days on which you are away');
  await page.fill('#firstDay', '2027-03-20');
  await page.fill('#lastDay', '2027-03-24');
  await page.keyboard.press('Enter');
  await page.waitForURL(/done=absence-announced/);
  const days = 'Sat 20 Mar 2027 to Wed 24 Mar 2027';
  expect(await page.textContent('table')).toContain(days);
  // Once more the same days: refused, and the form keeps them.
  await page.fill('#firstDay', '2027-03-24');
  await page.fill('#lastDay', '2027-03-26');
  await page.click('main button:has-text("Announce")');
  expect(await page.textContent('#problem-firstDay')).toContain(`${days} already`);
  expect(await page.inputValue('#firstDay')).toBe('2027-03-24');
  expect(await page.inputValue('#lastDay')).toBe('2027-03-26');

  const anybody = await browser.newContext(phone);
  const lobby = await anybody.newPage();
  await lobby.goto(`/games/${number}`);
  expect(await lobby.textContent('dl:has(dt:text("Away"))')).toContain(`[AB] Ann Baker, ${days}`);

  await page.goto('/account/away');
  await page.click('main button:has-text("Withdraw")');
  await page.waitForURL(/done=absence-withdrawn/);
  await lobby.reload();
  expect(await lobby.textContent('main')).not.toContain(days);
  await Promise.all([made.close(), anybody.close()]);
}, 120_000);
