import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { runningGame, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

let served: ServedApp;
let played: TestGame;
let sheet: string;

beforeAll(async () => {
  served = await serveApp({ throughProxy: true });
  played = await runningGame(served.ctx, { humans: 2, opponents: 2 });
  sheet = `/my/games/EY-${played.game.serial}/sheet`;
});
afterAll(() => served.close());

const DEVICES = [
  ['a desktop', {}],
  ['a phone without scripts', { phone: 360, scripts: false }],
] as const;

describe.each(DEVICES)('On %s', (name, device) => {
  const player = () => played.players[name === 'a desktop' ? 0 : 1] as Account;

  test('a sheet that is sent while the database is gone is sent again from the page that comes instead', async () => {
    const page = await served.signedIn(player(), device);
    await page.goto(sheet);
    await page.selectOption('[name="fundraising[0]"]', 'CA');
    await page.fill('[name="press"]', 'Read my lips: “no” new <taxes>.');
    await served.proxy?.cut();
    await page.getByRole('button', { name: 'Send sheet' }).click();
    await expect.poll(() => page.textContent('h1')).toBe('Not available');
    expect(await page.textContent('main')).toContain('Nothing you sent was stored.');
    await page.getByText('Everything you entered', { exact: true }).click();
    expect(await page.textContent('.posted')).toContain('Read my lips: “no” new <taxes>.');
    if (!('scripts' in device)) expect(await served.faultsOf(page)).toEqual([]);

    await served.proxy?.restore();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => page.textContent('h1')).toContain('Receipt');
    const stored = await served.ctx.db.prisma.sheet.findMany({ where: { sentById: player().id } });
    expect(stored).toMatchObject([
      { outcome: 'standing', raw: { fundraising: ['CA'], press: 'Read my lips: “no” new <taxes>.' } },
    ]);
    await page.context().close();
  });

  test('a page that cannot be shown is opened again with a link', async () => {
    const page = await served.signedIn(player(), device);
    await served.proxy?.cut();
    await page.goto('/my/games');
    expect(await page.textContent('h1')).toBe('Not available');
    if (!('scripts' in device)) expect(await served.faultsOf(page)).toEqual([]);
    await served.proxy?.restore();
    await page.getByRole('link', { name: 'open this page again' }).click();
    await expect.poll(() => page.textContent('h1')).toBe('My games');
    await page.context().close();
  });
});
