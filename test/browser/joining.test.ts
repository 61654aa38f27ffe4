import { afterAll, beforeAll, expect, test } from 'vitest';
import { formingGame, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* From an invitation link to a seat in a game that begins: in a real browser, with worker and mail. */

let served: ServedApp;
let table: TestGame;
let number: string;

beforeAll(async () => {
  served = await serveApp();
  table = await formingGame(served.ctx, { humans: 0, opponents: 3 });
  number = `${table.game.prefix}-${table.game.serial}`;
}, 120_000);
afterAll(() => served.close());

/** The first link in the last mail to an address. */
async function mailedLink(address: string): Promise<string> {
  const [mail = ''] = await served.mailsTo(address);
  return /http:\/\/\S+/.exec(mail)?.[0] ?? `nothing came to ${address}`;
}

test('a stranger opens an invitation link, signs up and joins, and the full game begins', async () => {
  const gm = await served.signedIn(table.gm);
  await gm.goto(`/gm/games/${number}/players`);
  await gm.fill('#seatsWanted', '4');
  await gm.check('#beginWhenFull');
  await gm.click(`form[action$="/players/joining"] button`);
  await gm.waitForURL(/done=player-policy-set/);
  await gm.click('text=Create new link');
  const invitation = (await gm.locator('#invitation-link').textContent()) as string;

  const page = await served.stranger({ scripts: false });
  await page.goto(new URL(invitation).pathname);
  await page.click('text=Create an account');
  await page.fill('#name', 'Nora New');
  await page.fill('#email', 'nora@new.test');
  await page.click('text=Mail me a link');
  await page.waitForSelector('text=Check your e-mail');
  await page.goto(await mailedLink('nora@new.test'));
  await page.click('main button:has-text("Create my account")');
  await page.waitForURL(/\/join\//);
  await page.click('main button:has-text("Join game")');
  await page.waitForURL(/done=joined-and-begun/);
  expect(await page.textContent('main')).toContain('[NN] Nora New');
  await page.click('text=Fill in the sheet');
  await page.waitForSelector('#sheet');
}, 120_000);
