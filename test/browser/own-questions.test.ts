import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* A GM who adds questions of their own to a game of Politics, read from a file and typed. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served.close());

const TEXT = '#options-questions';
const WRONG = 'general 1: Which river is ours?\n+ Elk\n- Deer\n- Moose\n';

/** The form for a new game of Politics with its options unfolded. */
async function openForm(name: string, phone?: number): Promise<Page> {
  const gm = await served.signedIn(await anAccount(served.ctx, name, true), phone ? { phone } : {});
  await gm.goto(`${served.home}/gm/new?ruleset=politics`);
  await gm.click('summary:has-text("options of Politics")');
  return gm;
}

test('a file with questions is read into the form, and a mistake in it is named by its line', async () => {
  const gm = await openForm('Gwen Grill');
  await gm.setInputFiles(`${TEXT}-file`, {
    name: 'questions.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(WRONG),
  });
  await gm.waitForSelector('text=questions.txt has been read into the text above');
  expect(await gm.inputValue(TEXT)).toBe(WRONG);
  expect(await served.faultsOf(gm)).toEqual([]);
  await gm.click('text=Create game');
  await gm.waitForSelector(
    'text=Line 1: this question must have one right answer (+) and three wrong ones (-).',
  );
  expect(await served.faultsOf(gm)).toEqual([]);
  await gm.fill(TEXT, `${WRONG}- Bear`);
  await gm.click('text=Create game');
  await gm.waitForURL(/done=game-created/);
  await gm.goto(gm.url().replace(/\?.*/, '').replace('/gm/', '/'));
  expect(await gm.textContent('main')).toContain('wrote questions of this game and knows their answers');
});

test('a file that is too long is not read', async () => {
  const gm = await openForm('Grace Great');
  const buffer = Buffer.from('#'.repeat(120_001));
  await gm.setInputFiles(`${TEXT}-file`, { name: 'long.txt', mimeType: 'text/plain', buffer });
  await gm.waitForSelector('text=This file is too long. It may have 120,000 characters.');
  expect(await gm.inputValue(TEXT)).toBe('');
});

test('the form fits on a phone', async () => {
  const gm = await openForm('Gail Small', 390);
  expect(await served.faultsOf(gm)).toEqual([]);
});
