import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/codes.ts';
import type { Seat } from '../../src/database/generated/client.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { type Mailbox, openMailbox } from '../../src/mail/mailbox.ts';
import { openTransport } from '../../src/mail/transport.ts';
import { numberOf } from '../../src/turns/number.ts';
import { replayGame } from '../../src/turns/replay.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type TestHouse, testHouse } from '../helpers/database.ts';
import { granted, runningGame, send, type TestGame } from '../turns/play.ts';
import { aWeb, testCode } from '../web/visitor.ts';

/* A GM's day at the desk: with a real browser, worker and mail. */

let own: TestHouse;
let app: FastifyInstance;
let browser: Browser;
let mailbox: Mailbox;
let worker: Worker;
let dir: string;
let home: string;
let axe: string;
let table: TestGame;

beforeAll(async () => {
  own = await testHouse();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-desk-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  app = await aWeb(own.house, { limits: { forms: 1000 } });
  home = await app.listen({ port: 0, host: '127.0.0.1' });
  const transport = openTransport({ url: mailbox.smtpUrl });
  const from = 'Whistlestop <post@whistlestop.test>';
  worker = await startWorker({ house: own.house, transport, from, publicUrl: home });
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  browser = await openBrowser();
  table = await runningGame(own.house, { humans: 2, opponents: 2 });
  granted(await setSecurityCode(own.house, table.gm.id, testCode));
}, 240_000);

afterAll(async () => {
  await browser.close();
  await worker.stop();
  await app.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

/** The texts of the mails to somebody whose subject holds these words. */
async function mailsTo(address: string, subject: string): Promise<string[]> {
  await worker.idle();
  const heads = (await mailbox.list()).filter((head) => head.subject.includes(subject));
  const mails = await Promise.all(heads.map(({ id }) => mailbox.read(id)));
  return mails.flatMap((mail) => (mail?.to.includes(address) ? [mail.text ?? ''] : []));
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
}

/** Nothing for axe-core to find, with every fold of the page open unless told. */
async function expectAccessible(page: Page, open = true): Promise<void> {
  if (open) await unfold(page);
  // The policy keeps scripts out of the page, not out of the browser's own tools.
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Opens the fold, and presses the button in it. */
async function press(page: Page, action: string, done: string): Promise<void> {
  await unfold(page);
  await page.locator(`form[action$="${action}"] button`).first().click();
  await page.waitForURL(new RegExp(`done=${done}`));
}

test('preview, process, hold back press, roll back, enter a sheet by post, write to all', async () => {
  const [ann, carl] = table.seats as [Seat, Seat];
  const [annsMail = '', carlsMail = ''] = table.players.map((player) => player.email);
  const number = numberOf(table.game);
  const desk = `/gm/games/${number}`;
  await send(own.house, ann, 1, { press: 'This is bullshit' });
  const page = await (await browser.newContext({ baseURL: home })).newPage();
  await page.goto('/sign-in');
  await page.fill('#account', String(table.gm.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  await page.waitForURL('**/my/games');

  await page.goto(desk);
  await expectAccessible(page);
  await page.locator(`form[action$="/preview"] button`).click();
  await page.waitForSelector('h1:has-text("Preview of turn 1")');
  expect(await page.locator('article.report').count()).toBe(3);
  expect(await page.content()).not.toContain('This is bullshit');
  await expectAccessible(page, false);

  await page.goto(desk);
  await page.check('#anyway');
  await press(page, '/process', 'processed');
  expect(await page.locator('blockquote').textContent()).toBe('This is bullshit');
  await expectAccessible(page);
  const release = page.locator('form[action*="/press/"]');
  await release.locator('input[name="word"]').fill('Not in my printouts.');
  await release.locator('button[value="withhold"]').click();
  await page.waitForURL(/done=press-decided/);
  expect(await mailsTo(annsMail, 'is not printed')).toEqual([
    expect.stringContaining('Not in my printouts.'),
  ]);

  await unfold(page);
  await page.fill('#back-word', 'The post was slow.');
  await press(page, '/roll-back', 'rolled-back');
  for (const address of [annsMail, carlsMail]) {
    expect(await mailsTo(address, 'was rolled back')).toEqual([
      expect.stringContaining('The post was slow.'),
    ]);
  }
  await expectAccessible(page);
  await page.goto(`${desk}/seats/${carl.id}/sheet`);
  await expectAccessible(page);
  await page.fill('#f-press', 'By the slow post');
  await page.click('button.send');
  await page.waitForURL(/done=post-entered/);
  expect(await mailsTo(carlsMail, 'sheet received')).toEqual([expect.stringContaining('By the slow post')]);
  // A sheet has come: what was rolled back cannot come back.
  expect(await page.locator('form[action$="/roll-forward"]').count()).toBe(0);
  await page.check('#anyway').catch(() => null);
  await press(page, '/process', 'processed');

  await unfold(page);
  await page.fill('#letter', 'Dear all,\n\nthe trains run again.');
  await press(page, '/letter', 'letter-sent');
  expect(await mailsTo(annsMail, 'a letter from the GM')).toEqual([
    expect.stringContaining('the trains run again.'),
  ]);
  await page.goto('/gm');
  expect(await page.locator('table tbody tr').first().textContent()).toContain('missing');
  await expectAccessible(page);
  await page.goto(`/games/${number}/turns/2`);
  expect(await page.content()).toContain('By the slow post');
  expect(await replayGame(own.house, number)).toEqual({ ok: true, turns: 1 });
}, 240_000);
