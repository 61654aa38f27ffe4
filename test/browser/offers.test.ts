import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { anAccount, runningGame, send, type TestGame } from '../games/game/play.ts';
import { type ServedApp, serveApp } from './served.ts';

/* A seat is offered and taken over: on a phone without scripts, with worker and mail. */

let served: ServedApp;
let table: TestGame;
let number: string;

beforeAll(async () => {
  served = await serveApp();
  table = await runningGame(served.ctx, { humans: 2, opponents: 2 });
  number = `${table.game.prefix}-${table.game.serial}`;
}, 120_000);
afterAll(() => served.close());

function phoneOf(account: Account): Promise<Page> {
  return served.signedIn(account, { phone: 390, scripts: false });
}

/** The text of the last mail to an address whose subject has these words. */
async function mailTo(address: string, words: string): Promise<string> {
  return (await served.mailsTo(address, words))[0] ?? `no "${words}" came to ${address}`;
}

test('the GM offers seats, a player stops sending sheets, someone takes the seat over, and everyone is told', async () => {
  const { ctx, home } = served;
  const gm = await phoneOf(table.gm);
  await gm.goto(`/gm/games/${number}/players`);
  await gm.fill('#maxMisses', '1');
  await gm.check('#offerAbandonedSeats');
  await gm.click(`form[action$="/players"] button`);
  await gm.waitForURL(/done=player-policy-set/);
  const fay = await anAccount(ctx, 'Fay First');
  const line = { gameId: table.game.id, accountId: fay.id, wish: {}, since: ctx.now() };
  await ctx.db.prisma.waitlistEntry.create({ data: line });
  await send(ctx, table.seats[0] as Seat, 1, {});
  await processTurn(ctx, { gameId: table.game.id, turn: 1, by: null });

  const [, carl] = table.players as [Account, Account];
  expect(await mailTo(carl.email, 'the computer plays [CD]')).toContain('offered to other players');
  const toGm = await mailTo(table.gm.email, 'the computer plays [CD]');
  expect(toGm).toContain(`${home}/gm/games/${number}`);
  expect(toGm.replace(/\s+/g, ' ')).toContain(`because you run ${number}`);
  const toFay = await mailTo(fay.email, 'you can take over seat [CD]');
  expect(toFay.replace(/\s+/g, ' ')).toContain(`because you are on the waitlist of ${number}`);

  const mine = await phoneOf(carl);
  await mine.waitForSelector('text=The computer plays [CD] Carl Dunn for you');

  const phone = await phoneOf(fay);
  const link = /http:\S+\/my\/games\/\S+/.exec(toFay)?.[0] ?? '';
  await phone.goto(new URL(link).pathname);
  expect(new URL(phone.url()).pathname).toBe(`/games/${number}`);
  await phone.goto('/');
  await phone.click('section[aria-labelledby="offered"] a:has-text("Take over")');
  await phone.waitForSelector('h1:has-text("Take over [CD] Carl Dunn")');
  await phone.click('main button:has-text("Take over seat")');
  await phone.waitForURL(/done=taken-over/);
  expect(await phone.textContent('main')).toContain('[CD] Fay First');
  await phone.click('text=Before turn 2');
  expect(await phone.textContent('article.report')).toContain('[CD]');

  const toCarl = await mailTo(carl.email, 'another player has taken over [CD]');
  expect(toCarl.replace(/\s+/g, ' ')).toContain('you can no longer reclaim it');
  expect(await mailTo(table.gm.email, '[CD] has a new player')).toContain('Fay First');
  await mine.click('button:has-text("Reclaim seat")');
  await mine.waitForSelector('text=You have no seat in this game that you can reclaim.');

  await gm.goto(`/gm/games/${number}`);
  await gm.click('summary:has-text("Paper sheets, new players, computer")');
  await gm.click('[aria-label="Seat EF"] button:has-text("Offer in the lobby")');
  await gm.waitForURL(/done=offered/);
  await gm.click('summary:has-text("Paper sheets, new players, computer")');
  await gm.click('[aria-label="Seat EF"] button:has-text("Withdraw offer")');
  await gm.waitForURL(/done=offer-withdrawn/);

  await gm.click('summary:has-text("Abandon the game")');
  await gm.fill('#confirm', number);
  await gm.click('form[action$="/abandon"] button');
  await gm.waitForURL(/done=abandoned/);
  await gm.click('button:has-text("Revive game")');
  await gm.waitForURL(/done=revived/);
  const revival = await mailTo(fay.email, 'the game continues');
  expect(revival.replace(/\s+/g, ' ')).toContain('is paused');
}, 240_000);
