import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount } from '../games/game/play.ts';
import { testCode } from '../web/visitor.ts';
import { type ServedApp, serveApp } from './served.ts';

let served: ServedApp;
let ann: Account;

beforeAll(async () => {
  served = await serveApp();
  ann = await anAccount(served.ctx, 'Ann Baker');
}, 120_000);
afterAll(() => served.close());

describe('what is typed into a field for a code', () => {
  test('is shown and hidden again with the keyboard, and is hidden when it is sent', async () => {
    await (await served.signedIn(ann)).close();
    const page = await served.stranger({ phone: 390 });
    await page.goto('/sign-in');
    const code = page.locator('#code');
    await page.fill('#account', String(ann.id));
    await code.fill(testCode);
    await code.press('Tab');
    expect(await page.evaluate('document.activeElement.type')).toBe('checkbox');
    await page.keyboard.press('Space');
    expect(await code.getAttribute('type')).toBe('text');
    expect(await served.faultsOf(page)).toEqual([]);
    await page.keyboard.press('Space');
    expect(await code.getAttribute('type')).toBe('password');
    await page.keyboard.press('Space');
    // The page stays, so that the field can be looked at.
    await page.evaluate("document.querySelector('#code').form.action = '/health'");
    const typeWhenSent = page.evaluate(
      "new Promise((done) => addEventListener('submit', (sent) => { sent.preventDefault(); done(document.querySelector('#code').type); }))",
    );
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await typeWhenSent).toBe('password');
    await page.close();
  });

  test('is shown in all fields of a form together, and in no other form', async () => {
    const page = await served.signedIn(ann, { at: '/account' });
    await page.getByLabel('Show codes').check();
    expect(await page.locator('#current').getAttribute('type')).toBe('text');
    expect(await page.locator('#again').getAttribute('type')).toBe('text');
    expect(await page.locator('#emailCode').getAttribute('type')).toBe('password');
    expect(await served.faultsOf(page)).toEqual([]);
    await page.close();
  });
});
