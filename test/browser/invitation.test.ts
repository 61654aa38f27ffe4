import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { formingGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* From the mail of an invitation to the game: in a real browser, with worker and mail. */

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served.close());

const pathIn = (mail: string | undefined, path: string) =>
  new RegExp(`${served.home}(${path}\\S+)`).exec(mail ?? '')?.[1] ?? '';

test.each([
  ['a desktop', {}],
  ['a phone without scripts', { phone: 390, scripts: false }],
])(
  'an invited person gets to the game by a link that the invitation mails to them, on %s',
  async (_name, device) => {
    const { game, players } = await formingGame(served.ctx, { humans: 1, opponents: 3 });
    const ann = players[0] as Account;
    const [invitation] = await served.mailsTo(ann.email, 'you are invited');
    const page = await served.stranger(device);
    await page.goto(pathIn(invitation, '/invitation/'));
    expect(await page.locator('main').textContent()).toContain('Greta Master has reserved the seat');
    expect(await page.content()).not.toContain(ann.email);
    if (!('scripts' in device)) expect(await served.faultsOf(page)).toEqual([]);
    await page.click('main form button');
    expect(await page.locator('h1').textContent()).toBe('Check your e-mail');
    const [link] = await served.mailsTo(ann.email, 'Your sign-in link');
    await page.goto(pathIn(link, '/sign-in/link/'));
    await page.click('main form button');
    await page.waitForURL(`**/my/games/EY-${game.serial}`);
    const other = await served.stranger(device);
    await other.goto(pathIn(invitation, '/invitation/'));
    expect(await other.locator('h1').textContent()).toBe('This link no longer works');
  },
  120_000,
);
