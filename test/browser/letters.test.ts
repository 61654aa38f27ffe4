import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { type Mailbox, openMailbox } from '../../src/mail/mailbox.ts';
import { openTransport } from '../../src/mail/transport.ts';
import { setLettersRule } from '../../src/turns/correspondence-rules.ts';
import { numberOf } from '../../src/turns/number.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type TestHouse, testHouse } from '../helpers/database.ts';
import { granted, runningGame, type TestGame } from '../turns/play.ts';
import { aWeb, testCode } from '../web/visitor.ts';

/* Two players write each other on their telephones, with real pages, worker and mail. */

let own: TestHouse;
let app: FastifyInstance;
let browser: Browser;
let mailbox: Mailbox;
let worker: Worker;
let dir: string;
let home: string;
let axe: string;
let table: TestGame;
let at: string;

beforeAll(async () => {
  own = await testHouse();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-letters-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  app = await aWeb(own.house, { limits: { forms: 1000 } });
  home = await app.listen({ port: 0, host: '127.0.0.1' });
  worker = await startWorker({
    house: own.house,
    transport: openTransport({ url: mailbox.smtpUrl }),
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: home,
  });
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  browser = await openBrowser();
  table = await runningGame(own.house, { humans: 3, opponents: 1 });
  at = `/my/games/${numberOf(table.game)}`;
  for (const { id } of table.players) granted(await setSecurityCode(own.house, id, testCode));
  const of = { gameId: table.game.id, by: table.gm.id };
  granted(await setLettersRule(own.house, { ...of, letters: 'before', lettersBefore: 3 }));
}, 120_000);

afterAll(async () => {
  await browser.close();
  await worker.stop();
  await app.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

async function telephone(account: Account, next: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: home, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(next);
  await page.fill('#account', String(account.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  return { context, page };
}

/** Nothing that axe-core finds, and nothing wider than the screen. */
async function inspect(page: Page): Promise<void> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  )) as AxeResults;
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(over)).toBe(0);
}

/** The link that the last letter's mail to an account leads to. */
async function mailedLink(account: Account): Promise<string> {
  await worker.idle();
  for (const { id, recipients, subject } of await mailbox.list()) {
    if (!recipients.includes(account.email) || !subject.includes('a letter from')) continue;
    const link = /http:\/\/\S+\/letters\/new\S+/.exec((await mailbox.read(id))?.text ?? '')?.[0];
    if (link) return link;
  }
  throw new Error('no letter came');
}

test('one writes, the other gets a mail, follows it, and answers', async () => {
  const [ann, carl] = table.players as [Account, Account];
  const one = await telephone(ann, `${at}`);
  await one.page.click('text=Letters');
  await one.page.click('text=Write a letter');
  await inspect(one.page);
  // Refused first: what was typed stays.
  await one.page.fill('#text', 'Shall we meet in Ohio?');
  await one.page.click('text=Send the letter');
  await one.page.waitForSelector('[role="alert"]');
  await inspect(one.page);
  expect(await one.page.inputValue('#text')).toBe('Shall we meet in Ohio?');
  await one.page.check('#to_CD');
  await one.page.click('text=Send the letter');
  await one.page.waitForSelector('text=Your letter is on its way.');
  await inspect(one.page);

  const two = await telephone(carl, await mailedLink(carl));
  await two.page.waitForSelector('text=Shall we meet in Ohio?');
  expect(await two.page.isChecked('#to_AB')).toBe(true);
  expect(await two.page.isChecked('#to_EF')).toBe(false);
  await inspect(two.page);
  await two.page.fill('#text', 'At noon, by the courthouse.');
  // From the keyboard: the button is the next stop after the letter.
  await two.page.press('#text', 'Tab');
  await two.page.keyboard.press('Enter');
  await two.page.waitForSelector('text=Your letter is on its way.');

  await one.page.goto('/my/games');
  await one.page.click('text=A new letter');
  const newest = one.page.locator('article.letter').first();
  expect(await newest.innerText()).toMatch(/New[\s\S]*Carl Dunn[\s\S]*At noon, by the courthouse\./);
  await inspect(one.page);
  await one.page.reload();
  expect(await newest.innerText()).not.toContain('New');
  await one.context.close();
  await two.context.close();
}, 120_000);
