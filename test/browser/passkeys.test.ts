import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { runningGame, type TestGame } from '../games/game/play.ts';
import { testCode } from '../web/visitor.ts';
import { type ServedApp, serveApp } from './served.ts';

/* Passkeys in a real browser, with the virtual authenticators of the Chrome DevTools protocol. */

let served: ServedApp;
let table: TestGame;
let ann: Account;
let page: Page;
let devices: CDPSession;

beforeAll(async () => {
  served = await serveApp({ onLocalhost: true });
  table = await runningGame(served.ctx, { humans: 1, opponents: 3 });
  ann = table.players[0] as Account;
  page = await served.signedIn(ann, { phone: 360, at: '/account' });
  devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
}, 120_000);
afterAll(() => served.close());

/** Adds a device that confirms everything. Returns its id. */
async function plugIn(): Promise<string> {
  const options = {
    ...{ protocol: 'ctap2' as const, transport: 'internal' as const, hasResidentKey: true },
    ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  };
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options });
  return authenticatorId;
}

async function inspect(): Promise<void> {
  expect(await served.faultsOf(page)).toEqual([]);
}

async function enterCode(): Promise<void> {
  await page.goto('/sign-in');
  await page.fill('#account', String(ann.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  await page.waitForSelector('h1:text-is("Confirm with your passkey")');
}

async function signOut(): Promise<void> {
  await page.click('text=Sign out');
  await page.waitForSelector('text=You are signed out.');
}

let phone: string;

test('a passkey is added with the current security code only', async () => {
  phone = await plugIn();
  await page.click('main >> text=Your passkeys');
  await inspect();
  await page.fill('#name', 'My phone');
  await page.fill('#addCode', 'not my code');
  await page.click('button:text-is("Add passkey")');
  await page.waitForSelector('[role="alert"]:has-text("This is not your current security code.")');
  await inspect();
  expect(await served.ctx.db.prisma.passkey.count()).toBe(0);
  await page.fill('#addCode', testCode);
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=The passkey is added.');
  expect(await page.locator('article h3').allTextContents()).toEqual(['My phone']);
  await inspect();
  const [mail = ''] = await served.mailsTo(ann.email, 'passkey was added');
  expect(mail).toContain('“My phone” was added');
}, 60_000);

test('a device that has a passkey of the account cannot add another one', async () => {
  await page.fill('#addCode', testCode);
  await page.click('button:text-is("Add passkey")');
  await page.waitForSelector('text=This device already has a passkey of this account.');
  await inspect();
}, 60_000);

test('signing in then takes the code and the passkey, and what was wanted comes after it', async () => {
  await signOut();
  await page.goto('/account/passkeys');
  await page.fill('#account', String(ann.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  await page.waitForSelector('h1:text-is("Confirm with your passkey")');
  await inspect();
  const nav = await page.getByRole('navigation', { name: 'Site', exact: true }).textContent();
  expect(nav).not.toContain('Account');
  await page.click('button:text-is("Use passkey")');
  await page.waitForSelector('h1:text-is("Your passkeys")');
  expect(await page.locator('article dd').last().textContent()).not.toBe('Not yet');
}, 60_000);

test('what a device signs wrongly, or a copy of the passkey signs, is refused', async () => {
  await signOut();
  await enterCode();
  const use = page.locator('button:text-is("Use passkey")');
  await devices.send('WebAuthn.setResponseOverrideBits', { authenticatorId: phone, isBogusSignature: true });
  await use.click();
  await page.waitForSelector('text=This passkey was not accepted.');
  await inspect();
  await page.goto('/account');
  expect(new URL(page.url()).pathname).toBe('/sign-in/passkey');
  await page.click('text=Passkey lost');
  await page.waitForSelector('text=write to the operator');
  await inspect();

  // The copy has not counted what the original did.
  const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId: phone });
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone });
  const pluggedIn = async (signCount: (original: number) => number) => {
    const authenticatorId = await plugIn();
    for (const one of credentials) {
      const credential = { ...one, signCount: signCount(one.signCount) };
      await devices.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
    return authenticatorId;
  };
  const copy = await pluggedIn(() => 0);
  await use.click();
  await page.waitForSelector('text=This passkey was not accepted.');
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: copy });
  phone = await pluggedIn((original) => original);
  await use.click();
  await page.waitForURL('**/account');
}, 60_000);

test('a sheet that was being written when the session ended comes back after both steps', async () => {
  await page.goto(`/my/games/${gameNumber(table.game)}/sheet`);
  await page.fill('#f-press', 'All that I wrote');
  await page.context().clearCookies({ name: 'whistlestop' });
  await page.click('text=Send sheet');
  await page.fill('#account', String(ann.id));
  await page.fill('#code', testCode);
  await page.click('text=Sign in and continue');
  await page.waitForSelector('h1:text-is("Confirm with your passkey")');
  await inspect();
  await page.click('text=Use passkey and continue');
  await page.waitForSelector('text=You are signed in again');
  expect(await page.inputValue('#f-press')).toBe('All that I wrote');
}, 60_000);

test('without scripts the page says that it needs them, and offers the way on', async () => {
  const plain = await served.stranger({ phone: 360, scripts: false });
  await plain.goto('/sign-in');
  await plain.fill('#account', String(ann.id));
  await plain.fill('#code', testCode);
  await plain.click('main form[action="/sign-in"] button');
  await plain.waitForSelector('text=Passkeys need JavaScript.');
  expect(await plain.isDisabled('button:text-is("Use passkey")')).toBe(true);
  await plain.click('text=Cancel signing in');
  await plain.waitForSelector('text=You are signed out.');
}, 60_000);

test('the page of sessions names this browser and ends the others', async () => {
  await page.goto('/account/sessions');
  expect(await page.locator('article h2').first().textContent()).toMatch(
    /^Chrome on Linux \(this browser\)$/,
  );
  await inspect();
  if ((await page.locator('text=End all other sessions').count()) > 0) {
    await page.click('text=End all other sessions');
    await page.waitForSelector('text=All other sessions are ended.');
  }
  expect(await page.locator('article').count()).toBe(1);
  await inspect();
}, 60_000);

test('the last passkey is removed with the current code, and the code alone signs in again', async () => {
  await page.goto('/account/passkeys');
  await page.click('summary:has-text("Remove")');
  await inspect();
  await page.fill('#removeCode-1', testCode);
  await page.click('button:has-text("Remove")');
  await page.waitForSelector('text=The passkey is removed.');
  await signOut();
  await page.goto('/sign-in');
  await page.fill('#account', String(ann.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  await page.waitForURL('**/my/games');
}, 60_000);
