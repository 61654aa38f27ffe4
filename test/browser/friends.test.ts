import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* A game for friends, from the form to the first sheet: two people in real browsers, with worker and mail. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp({ onLocalhost: true });
}, 120_000);
afterAll(() => served.close());

/** Someone without the right to run games whose address is proved, signed in. */
async function aHost(): Promise<Page> {
  const { id } = await anAccount(served.ctx, 'Fay Friend');
  const data = { addressProvedAt: served.ctx.now() };
  const account = await served.ctx.db.prisma.account.update({ where: { id }, data });
  return served.signedIn(account);
}

/** The first link in the last mail to an address. */
async function mailedLink(address: string): Promise<string> {
  const [mail = ''] = await served.mailsTo(address);
  return /http:\/\/\S+/.exec(mail)?.[0] ?? `nothing came to ${address}`;
}

/** Creates a live game with the form, and copies the invitation from the GM page. */
async function createGame(host: Page): Promise<string> {
  await host.click('nav >> text=Create a game');
  await host.click('dt >> text=Election Year');
  expect(await host.isVisible('#daysPerTurn')).toBe(false);
  await host.check('#pace-custom');
  expect(await host.isVisible('#daysPerTurn')).toBe(true);
  await host.check('#pace-live');
  await host.fill('#title', 'An evening among friends');
  await host.fill('#seatsWanted', '5');
  await host.fill('#computers', '2');
  expect(await served.faultsOf(host)).toEqual([]);
  await host.click('text=Create game');
  await host.waitForURL(/done=game-created/);
  expect(await served.faultsOf(host)).toEqual([]);
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await host.click('text=Copy text');
  await host.waitForSelector('text=Copied.');
  return (await host.evaluate('navigator.clipboard.readText()')) as string;
}

/** Signs up by the invitation link, without scripts, and takes a seat. */
async function joinBy(link: string): Promise<Page> {
  const guest = await served.stranger({ scripts: false, phone: 390 });
  await guest.goto(link);
  await guest.click('text=Create an account');
  await guest.fill('#name', 'Nora New');
  await guest.fill('#email', 'nora@new.test');
  await guest.click('text=Mail me a link');
  await guest.waitForSelector('text=Check your e-mail');
  await guest.goto(await mailedLink('nora@new.test'));
  await guest.click('main button:has-text("Create my account")');
  await guest.waitForURL(/\/join\//);
  await guest.click('main button:has-text("Join game")');
  await guest.waitForURL(/done=joined/);
  return guest;
}

test('someone without the right to run games creates one, a friend joins it by the link, and it begins', async () => {
  const host = await aHost();
  const invitation = await createGame(host);
  expect(invitation).toContain('Fay Friend invites you to “An evening among friends”');
  const guest = await joinBy(/http\S+\/join\/\S+/.exec(invitation)?.[0] ?? 'no link');

  await host.reload();
  expect(await host.textContent('main')).toContain('1 of the 5 seats is missing.');
  await host.click('text=Begin game');
  await host.waitForSelector('#problem-missing');
  expect(await served.faultsOf(host)).toEqual([]);
  await host.check('#missing-fill');
  await host.click('text=Begin game');
  await host.waitForURL(/done=begun/);

  await guest.goto('/my/games');
  await guest.click('h3 >> text=An evening among friends');
  expect(await guest.textContent('main')).toContain('[NN] Nora New');
  await guest.click('text=Fill in the sheet');
  await guest.fill('#f-press', 'Good evening, friends.');
  await guest.click('main button:has-text("Send sheet")');
  await guest.waitForSelector('text=Your sheet is in');
  await host.goto('/my/games');
  expect(await host.textContent('main')).toContain('An evening among friends');
}, 120_000);

test('the form works on a phone without scripts', async () => {
  const { id } = await anAccount(served.ctx, 'Gil Host');
  const data = { addressProvedAt: served.ctx.now() };
  const account = await served.ctx.db.prisma.account.update({ where: { id }, data });
  const page = await served.signedIn(account, {
    phone: 390,
    scripts: false,
    at: '/gm/new?ruleset=election-year',
  });
  await page.check('#pace-custom');
  await page.fill('#daysPerTurn', '0');
  await page.click('text=Create game');
  await page.waitForSelector('#problem-daysPerTurn');
  await page.fill('#daysPerTurn', '10');
  await page.click('text=Create game');
  await page.waitForURL(/done=game-created/);
  expect(await page.inputValue('#invitation-text')).toContain('Gil Host invites you to');
  expect(await page.isVisible('text=Copy text')).toBe(false);
}, 120_000);
