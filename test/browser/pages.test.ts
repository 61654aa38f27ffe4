import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPaperAddress } from '../../src/accounts/paper-address.ts';
import { requestEmailChange } from '../../src/accounts/requested-mail.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { abandonGame } from '../../src/games/game/abandon-game.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../src/games/letters/write-letter.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { rollBack } from '../../src/games/processing/roll-back.ts';
import { announceAbsence } from '../../src/games/schedule/absences.ts';
import { pauseGame } from '../../src/games/schedule/change-due-date.ts';
import { makeJoinLink, setJoiningPolicy } from '../../src/games/seats/joining-policy.ts';
import { sendAdvanceOrders } from '../../src/games/sheets/advance-orders.ts';
import { addChat, setSeatWebhook, testSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import { type Mailbox, openMailbox } from '../../src/mail/mailbox/mailbox.ts';
import {
  anAccount,
  formingGame,
  goodSheet,
  granted,
  runningGame,
  send,
  type TestGame,
} from '../games/game/play.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aSession } from '../helpers/session.ts';
import { aWeb, testCode } from '../web/visitor.ts';
import { violationsOn } from './axe.ts';

/* Every page in a real browser: no axe-core violations, nothing wider than the screen, nothing against the policy, no values that are missing. */

let own: TestContext;
let app: FastifyInstance;
let browser: Browser;
let mailbox: Mailbox;
let dir: string;
let home: string;
let forming: TestGame;
let running: TestGame;
let over: TestGame;
let posted: TestGame;
let owner: Account;
let mailId: string;
let joinToken: string;
let addressToken: string;
let letter: string;
/** A game with seats to take over, one of which the owner had before. */
let left: TestGame;
/** An abandoned game. */
let gone: TestGame;

beforeAll(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-pages-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  app = await aWeb(own.ctx, { mailbox, limits: { forms: 10_000, pages: 10_000, games: 10_000 } });
  home = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  await makeGames();
  await sendMail();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await app.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

/** One account is GM, player and operator, so that it can open every page. */
async function makeGames(): Promise<void> {
  forming = await formingGame(own.ctx, { humans: 2, opponents: 1 });
  running = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  posted = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  // Its player has no e-mail, so the GM enters everything.
  await own.ctx.db.prisma.account.update({
    where: { id: posted.players[0]?.id ?? -1 },
    data: { email: newPaperAddress() },
  });
  over = await runningGame(own.ctx, { humans: 0, opponents: 4 });
  for (let turn = 1; ; turn += 1) {
    const done = await processTurn(own.ctx, { gameId: over.game.id, turn, by: null });
    if (done.kind !== 'processed' || done.over) break;
  }
  const [first, second] = running.seats as [TestGame['seats'][number], TestGame['seats'][number]];
  const { account, game, seat } = own.ctx.db.prisma;
  const made = await anAccount(own.ctx, 'Olive Operator');
  owner = await account.update({ where: { id: made.id }, data: { operator: true } });
  granted(await setSecurityCode(own.ctx, owner.id, testCode));
  await game.updateMany({ data: { gmId: owner.id } });
  addressToken = await linkToNewAddress();
  const of = { gameId: forming.game.id, by: owner.id };
  granted(
    await setJoiningPolicy(own.ctx, { ...of, joining: 'open', seatsWanted: null, beginWhenFull: true }),
  );
  joinToken = granted(await makeJoinLink(own.ctx, of));
  await seat.update({ where: { id: first.id }, data: { accountId: owner.id } });
  const sitting = { ...first, accountId: owner.id };
  for (const turn of [1, 2, 3]) {
    for (const one of [sitting, second]) {
      const sheet = {
        ...((await goodSheet(own.ctx, one.gameId, one)) as object),
        press: `We <3 turn ${turn}`,
      };
      await send(own.ctx, one, turn, sheet);
    }
    await processTurn(own.ctx, { gameId: running.game.id, turn, by: owner.id });
  }
  // The last turn was rolled back once: its printouts are there twice.
  const taken = { gameId: running.game.id, by: owner.id };
  granted(await rollBack(own.ctx, { ...taken, turn: 4, due: null }));
  await processTurn(own.ctx, { ...taken, turn: 3 });
  await makeLeftGames();
  // A paused game, and a player who is away: their pages say so.
  granted(await pauseGame(own.ctx, { gameId: posted.game.id, by: owner.id, turn: 1, reason: 'Holidays' }));
  granted(
    await announceAbsence(own.ctx, {
      accountId: owner.id,
      firstDay: '2027-03-01',
      lastDay: '2027-03-10',
    }),
  );
  await send(own.ctx, sitting, 4, { fundraising: ['CA'] });
  await send(own.ctx, sitting, 4, { fundraising: ['CA', 'CA'] });
  const dear = { fundraising: ['CA'], campaign: [{ state: 'NY', spend: 99_000 }] };
  const ahead = { gameId: running.game.id, seatId: sitting.id, sentById: owner.id };
  granted(await sendAdvanceOrders(own.ctx, { ...ahead, turn: 5, raw: dear }));
  const about = { gameId: running.game.id, by: owner.id };
  granted(await setLettersPolicy(own.ctx, { ...about, letters: 'open', lettersBefore: null }));
  const token = await aSession(own.ctx, { accountId: owner.id, method: 'code' });
  granted(await setSeatWebhook(own.ctx, { ...about, token, url: 'https://bot.example.org/' }));
  granted(await testSeatWebhook(own.ctx, about));
  const chat = 'https://discord.com/api/webhooks/1/x';
  granted(await addChat(own.ctx, { ...about, url: chat, shape: 'discord' }));
  const words = { text: 'Dear rival,\n\nwhat about Ohio?', via: 'web' as const };
  const by = second.accountId as number;
  letter = granted(await writeLetter(own.ctx, { ...about, by, to: [first.id], ...words }));
  granted(await writeLetter(own.ctx, { ...about, to: [second.id], ...words }));
}

/** The token of a link to a new address of the owner. */
async function linkToNewAddress(): Promise<string> {
  const { account, delivery } = own.ctx.db.prisma;
  // The code has ended everything that was under way, so the account is read again.
  const today = await account.findUniqueOrThrow({ where: { id: owner.id } });
  granted(await requestEmailChange(own.ctx, today, 'olive.new@players.test'));
  await answerRequests(own.ctx);
  const mail = await delivery.findFirstOrThrow({ where: { toAddress: 'olive.new@players.test' } });
  return String(mail.detail.token);
}

async function makeLeftGames(): Promise<void> {
  const { game, seat } = own.ctx.db.prisma;
  gone = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await game.update({ where: { id: gone.game.id }, data: { gmId: owner.id } });
  const given = { gameId: gone.game.id, by: owner.id, turn: 1 };
  granted(await abandonGame(own.ctx, { ...given, confirm: numberOf(gone.game) }));
  left = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [first, , machine] = left.seats;
  const kept = { opponent: true, accountId: null, reclaimableById: owner.id, offered: true };
  await seat.update({ where: { id: first?.id ?? '' }, data: kept });
  await seat.update({ where: { id: machine?.id ?? '' }, data: { offered: true } });
}

async function sendMail(): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl);
  await transport.sendMail({
    from: 'server@whistlestop.test',
    to: owner.email,
    subject: 'Your printout',
    text: 'Hello',
    html: '<html lang="en"><head><title>Hello</title></head><body><p id="hello">Hello</p><script>document.title = "hacked"; parent.document.title = "hacked"</script></body></html>',
    attachments: [{ filename: 'EY-1.pdf', content: 'not really', contentType: 'application/pdf' }],
  });
  transport.close();
  mailId = (await mailbox.list())[0]?.id ?? '';
}

function numberOf(game: TestGame['game']): string {
  return `${game.prefix}-${game.serial}`;
}

/** A route's address with parameters for which the page exists. */
function addressOf(url: string): string {
  // Only a finished game can be verified, and only a GM who does not play enters paper sheets. The seat is in that game.
  const shown = url.endsWith('/verify')
    ? over
    : url.endsWith('/paper-sheet') ||
        url.includes('/paper-advance-orders/') ||
        url.endsWith('/post') ||
        url.endsWith('/seats/:seat/messages')
      ? posted
      : url.includes('/take-over/')
        ? left
        : running;
  const number = url.startsWith('/api/') ? '' : numberOf(shown.game);
  return url
    .replace(':number', number)
    .replace(/:turn(?=\/(versions|attempts))/, '4')
    .replace(':attempt', '1')
    .replace(/(?<=\/advance-orders\/):turn/, '5')
    .replace(':turn', '3')
    .replace(':seat', (url.includes('/take-over/') ? left.seats[2] : posted.seats[0])?.id ?? '')
    .replace(':version', '2')
    .replace('/account/email/:token', `/account/email/${addressToken}`)
    .replace(':token', url.startsWith('/join/') ? joinToken : 'A'.repeat(43))
    .replace(':id', url.startsWith('/mailbox') ? mailId : url.startsWith('/rules') ? 'margin-of-error' : '1');
}

/** Pages come from the app's own list of routes, so new ones are tested without being named here. */
function pages(): string[] {
  // Practice games and messages to a GM have browser tests of their own, and no proof of mail to end is known here.
  const skipped =
    /^\/(api|health|ready|invitation|unsubscribe|my$)|\/:(game|message)\b|\.(pdf|txt|json|atom|ics|png)$|\/html$|\/attachments\//;
  const found = app.routeAccess.filter(({ method, url }) => method === 'GET' && !skipped.test(url));
  const more = [
    `/gm/games/${numberOf(forming.game)}`,
    `/games/${numberOf(forming.game)}`,
    `/games/${numberOf(over.game)}`,
    `/gm/games/${numberOf(over.game)}`,
    `/games/${numberOf(forming.game)}/join`,
    `/gm/games/${numberOf(forming.game)}/players`,
    `/gm/games/${numberOf(forming.game)}/schedule`,
    `/gm/games/${numberOf(posted.game)}/schedule`,
    `/gm/games/${numberOf(over.game)}/schedule`,
    `/my/games/${numberOf(running.game)}/advance-orders/standing`,
    `/my/games/${numberOf(running.game)}/advance-orders/9`,
    '/gm/new?ruleset=election-year',
    `/my/games/${numberOf(running.game)}/letters/new?answer=${letter}&all=yes`,
    '/gm/new?ruleset=margin-of-error',
    `/games/${numberOf(left.game)}`,
    `/games/${numberOf(left.game)}/take-over/${left.seats[0]?.id}`,
    `/gm/games/${numberOf(gone.game)}`,
    '/nothing',
    '/?done=signed-out',
  ];
  return [...found.map(({ url }) => addressOf(url)), ...more];
}

async function context(width: number, signIn: boolean): Promise<BrowserContext> {
  const made = await browser.newContext({ viewport: { width, height: 800 }, baseURL: home });
  if (signIn) {
    const page = await made.newPage();
    await page.goto('/sign-in');
    await page.fill('#account', String(owner.id));
    await page.fill('#code', testCode);
    await page.click('main form[action="/sign-in"] button');
    await page.waitForURL('**/my/games');
    await page.close();
  }
  return made;
}

/** What axe-core finds on a page, in words. */
async function violations(page: Page): Promise<string[]> {
  return (await violationsOn(page)).flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} — ${node.failureSummary ?? ''}`,
    ),
  );
}

/** Checks pages one after the other in one tab: for a new tab the browser would start a process each time. */
async function inspectAll(made: BrowserContext, urls: string[], withAxe: boolean): Promise<void> {
  const page = await made.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy|Refused to/.test(line.text()) && !page.url().includes('/mailbox'))
      complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const url of urls) {
    await inspect(page, url, withAxe);
    expect(complaints, url).toEqual([]);
  }
  await page.close();
}

/** Checks a page. axe-core runs only on request, because it is slow. */
async function inspect(page: Page, url: string, withAxe: boolean): Promise<void> {
  const answer = await page.goto(url);
  expect(answer?.status(), url).toBeLessThan(url === '/nothing' ? 405 : 400);
  expect(await page.textContent('body'), url).not.toMatch(/\b(undefined|NaN)\b|\[object /);
  if (withAxe) expect(await violations(page), url).toEqual([]);
  const over = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(over, `${url} is wider than the screen`).toBeLessThanOrEqual(0);
  // On a phone the rows of these tables are blocks: nothing may hide beside the screen.
  const hidden = await page.evaluate(
    '[...document.querySelectorAll(".stacked")].filter((one) => one.scrollWidth > one.clientWidth).length',
  );
  if (page.viewportSize()?.width === 390) expect(hidden, `${url} cuts a table`).toBe(0);
}

describe('every page is accessible, fits the screen and obeys the policy', () => {
  test('on a phone, signed in', async () => {
    const made = await context(390, true);
    await inspectAll(made, pages(), true);
    expect(pages().length).toBeGreaterThan(18);
    await made.close();
  }, 240_000);

  test('on a desktop, signed in', async () => {
    const made = await context(1280, true);
    await inspectAll(made, pages(), false);
    await made.close();
  }, 240_000);

  test('signed out', async () => {
    const made = await context(390, false);
    const urls = ['/', '/sign-in', `/sign-in/link/${'A'.repeat(43)}`, `/games/${numberOf(running.game)}`];
    await inspectAll(made, urls, true);
    await made.close();
  }, 120_000);

  test.each([390, 1280])(
    'with a guess at what a sheet would do, %i pixels wide',
    async (width) => {
      const made = await context(width, true);
      const page = await made.newPage();
      await page.goto(`/my/games/${numberOf(running.game)}/sheet?version=1`);
      await page.click('text=Try it');
      for (const choice of ['Repeat last turn', 'Play like the computer']) {
        await page.click(`button:has-text("${choice}")`);
        await page.waitForSelector(`button[aria-pressed="true"]:has-text("${choice}")`);
      }
      expect(await violations(page)).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBeLessThanOrEqual(0);
      await page.click('text=Back to the sheet');
      await page.waitForSelector('#sheet');
      expect(await page.inputValue('#f-fundraising-0')).toBe('CA');
      await made.close();
    },
    120_000,
  );

  test('with problems on them', async () => {
    const made = await context(390, true);
    const page = await made.newPage();
    await page.goto('/gm/new?ruleset=election-year');
    await page.fill('#title', '   ');
    await page.click('main form button');
    await page.waitForSelector('[role="alert"]');
    expect(await violations(page)).toEqual([]);
    await page.goto(`/gm/games/${numberOf(running.game)}`);
    await page.click('text=Process turn 4');
    await page.waitForSelector('[role="alert"]');
    expect(await violations(page)).toEqual([]);
    await made.close();
  }, 120_000);
});

test('the first tab stop skips to the content', async () => {
  const made = await context(1280, false);
  const page = await made.newPage();
  await page.goto('/');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  await made.close();
});

test('the scripts of a mail do not run, neither in the mailbox nor outside', async () => {
  const made = await context(1280, true);
  const page = await made.newPage();
  await page.goto(`/mailbox/${mailId}`);
  await page.frameLocator('iframe.mail').locator('#hello').waitFor();
  expect(await page.title()).toContain('Your printout');
  await page.goto(`/mailbox/${mailId}/html`);
  expect(await page.title()).toBe('Hello');
  await made.close();
});
