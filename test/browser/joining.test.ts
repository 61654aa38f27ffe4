import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/codes.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { type Mailbox, openMailbox } from '../../src/mail/mailbox.ts';
import { openTransport } from '../../src/mail/transport.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type TestHouse, testHouse } from '../helpers/database.ts';
import { formingGame, granted, type TestGame } from '../turns/play.ts';
import { aWeb, testCode } from '../web/visitor.ts';

/* From a GM's link to a seat in a game that begins: with a real browser, worker and mail. */

let own: TestHouse;
let app: FastifyInstance;
let browser: Browser;
let mailbox: Mailbox;
let worker: Worker;
let dir: string;
let home: string;
let table: TestGame;
let number: string;

beforeAll(async () => {
  own = await testHouse();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-joining-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  app = await aWeb(own.house, { limits: { forms: 1000 } });
  home = await app.listen({ port: 0, host: '127.0.0.1' });
  worker = await startWorker({
    house: own.house,
    transport: openTransport({ url: mailbox.smtpUrl }),
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: home,
  });
  browser = await openBrowser();
  table = await formingGame(own.house, { humans: 0, opponents: 3 });
  number = `${table.game.prefix}-${table.game.serial}`;
  granted(await setSecurityCode(own.house, table.gm.id, testCode));
}, 120_000);

afterAll(async () => {
  await browser.close();
  await worker.stop();
  await app.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

/** The first link in the last mail to an address. */
async function mailedLink(address: string): Promise<string> {
  await worker.idle();
  for (const { id } of await mailbox.list()) {
    const mail = await mailbox.read(id);
    const to = mail?.headers.find((header) => header.name.toLowerCase() === 'to')?.value ?? '';
    const link = /http:\/\/\S+/.exec(mail?.text ?? '')?.[0];
    if (to.includes(address) && link) return link;
  }
  throw new Error(`nothing came to ${address}`);
}

test('a stranger follows an invitation link, signs up, joins, and the full game begins', async () => {
  const gm = await browser.newContext({ baseURL: home });
  const desk = await gm.newPage();
  await desk.goto('/sign-in');
  await desk.fill('#account', String(table.gm.id));
  await desk.fill('#code', testCode);
  await desk.click('main form[action="/sign-in"] button');
  await desk.waitForURL('**/my/games');
  await desk.goto(`/gm/games/${number}/players`);
  await desk.fill('#seatsWanted', '4');
  await desk.check('#startsWhenFull');
  await desk.click(`form[action$="/players/joining"] button`);
  await desk.waitForURL(/done=players-decided/);
  await desk.click('text=Make a new link');
  const invitation = (await desk.locator('#invitation-link').textContent()) as string;

  const stranger = await browser.newContext({ baseURL: home, javaScriptEnabled: false });
  const page = await stranger.newPage();
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
  await Promise.all([gm.close(), stranger.close()]);
}, 120_000);
