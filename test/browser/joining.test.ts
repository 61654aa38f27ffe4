import { afterAll, beforeAll, expect, test } from 'vitest';
import { formingGame, type TestGame } from '../games/game/play.ts';
import { type ServedHouse, serveHouse } from './served.ts';

/* From a GM's link to a seat in a game that begins: with a real browser, worker and mail. */

let served: ServedHouse;
let table: TestGame;
let number: string;

beforeAll(async () => {
  served = await serveHouse();
  table = await formingGame(served.ctx, { humans: 0, opponents: 3 });
  number = `${table.game.prefix}-${table.game.serial}`;
}, 120_000);
afterAll(() => served.close());

/** The first link in the last mail to an address. */
async function mailedLink(address: string): Promise<string> {
  const [mail = ''] = await served.mailsTo(address);
  return /http:\/\/\S+/.exec(mail)?.[0] ?? `nothing came to ${address}`;
}

test('a stranger follows an invitation link, signs up, joins, and the full game begins', async () => {
  const desk = await served.signedIn(table.gm);
  await desk.goto(`/gm/games/${number}/players`);
  await desk.fill('#seatsWanted', '4');
  await desk.check('#beginWhenFull');
  await desk.click(`form[action$="/players/joining"] button`);
  await desk.waitForURL(/done=players-decided/);
  await desk.click('text=Make a new link');
  const invitation = (await desk.locator('#invitation-link').textContent()) as string;

  const page = await served.stranger({ scripts: false });
  await page.goto(new URL(invitation).pathname);
  await page.click('text=Make an account');
  await page.fill('#name', 'Nora New');
  await page.fill('#email', 'nora@new.test');
  await page.click('text=Mail me the link');
  await page.waitForSelector('text=Look into your mail');
  await page.goto(await mailedLink('nora@new.test'));
  await page.click('main button:has-text("Make my account")');
  await page.waitForURL(/\/join\//);
  await page.click('main button:has-text("Join the game")');
  await page.waitForURL(/done=joined-begun/);
  expect(await page.textContent('main')).toContain('[NN] Nora New');
  await page.click('text=Fill in the sheet');
  await page.waitForSelector('#sheet');
}, 120_000);
