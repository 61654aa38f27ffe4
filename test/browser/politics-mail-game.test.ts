import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { replayGame } from '../../src/games/archive/replay-game.ts';
import type { WholeGame } from '../../src/games/game/game-store.ts';
import { openForm } from '../../src/games/game/player-seat.ts';
import { commitment } from '../../src/rules/dice.ts';
import { isGuessed, showCard } from '../../src/rules/politics/data/wildcards.ts';
import { opponent } from '../../src/rules/politics/opponent/index.ts';
import type { State } from '../../src/rules/politics/state.ts';
import type { FormValues } from '../../src/rules/sheet.ts';
import { formFromRaw } from '../../src/rules/sheet-values.ts';
import { anAccount, gameNow } from '../games/game/play.ts';
import { shortOrLong } from '../helpers/long.ts';
import { type ServedApp, serveApp } from './served.ts';

/*
 * A game of Politics by mail, from the form that makes it to its last printout: two people, one of them on a phone, and two
 * computer candidates. Everything that people do is done on the pages.
 */

let served: ServedApp;
let gm: Page;
let game: WholeGame;
let number: string;

interface Person {
  account: Account;
  page: Page;
}
const people: Person[] = [];

/** As many as a game has by default in a long run. */
const CAMPAIGN_TURNS = shortOrLong(4, 22);
/** Home states, the closing sheet, and three sets of questions for each of three rounds. */
const MOST_TURNS = CAMPAIGN_TURNS + 2 + 9;

beforeAll(async () => {
  served = await serveApp();
  gm = await served.signedIn(await anAccount(served.ctx, 'Greta Master', true));
  for (const [name, phone] of [
    ['Ann Baker', 390],
    ['Carl Dunn', null],
  ] as const) {
    const account = await anAccount(served.ctx, name);
    people.push({ account, page: await served.signedIn(account, phone === null ? {} : { phone }) });
  }
  for (const page of [gm, ...people.map((person) => person.page)]) page.setDefaultTimeout(120_000);
}, 240_000);
afterAll(() => served.close());

/** Keeps a picture of a page if someone wants to look at it: KEEP_PAGES is where their names begin. */
async function look(page: Page, name: string): Promise<void> {
  if (!process.env.KEEP_PAGES) return;
  const size = page.viewportSize();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.KEEP_PAGES}-${name}-${width}.png`, fullPage: true });
  }
  if (size !== null) await page.setViewportSize(size);
}

/** Pages that are checked once in a short run: the sheet and the receipt of each phase, on both devices. */
const checked = new Set<string>();

/** Looks for faults of a page. In a short run only one page of each kind is looked at. */
async function expectFaultless(page: Page, name: string, kind = name): Promise<void> {
  await look(page, name);
  if (shortOrLong(checked.has(kind), false)) return;
  checked.add(kind);
  expect(await served.faultsOf(page), name).toEqual([]);
}

/** The GM makes the game, seats the people by their addresses, and begins it. */
async function beginGame(): Promise<void> {
  await gm.goto('/gm/new?ruleset=politics');
  await gm.fill('#title', 'The long road by mail');
  await gm.fill('#seatsWanted', '4');
  await gm.fill('#computers', '2');
  await gm.selectOption('#computerGrade', 'hard');
  await gm.click('summary:has-text("options of Politics")');
  await gm.fill('[name="options.turnLimit"]', String(CAMPAIGN_TURNS));
  await expectFaultless(gm, 'new-game');
  await gm.click('text=Create game');
  await gm.waitForURL(/done=game-created/);
  number = /games\/(PTG-\d+)/.exec(gm.url())?.[1] ?? '';
  for (const { account } of people) {
    await gm.check('input[name="sitter"][value="player"]');
    await gm.fill('#name', account.name);
    await gm.fill('#email', account.email ?? '');
    await gm.click('text="Add seat"');
    await gm.waitForSelector(`main table:has-text("${account.name}")`);
  }
  await fixDice();
  await expectFaultless(gm, 'gm-forming');
  await gm.click('text=Begin game');
  await gm.waitForURL(/done=begun/);
}

/** The dice of the game are the same in every run. No page lets a GM choose them. */
async function fixDice(): Promise<void> {
  const { prisma } = served.ctx.db;
  const diceSecret = createHash('sha256').update('the long road').digest();
  const { id } = await prisma.game.findFirstOrThrow({ where: { ruleset: 'politics' } });
  await prisma.game.update({
    where: { id },
    data: { diceCommitment: commitment(diceSecret), secret: { update: { diceSecret } } },
  });
  game = await gameNow(served.ctx, id);
}

/** What someone sends: the sheet of a computer candidate, with right guesses of what others perform, and a bid for help. */
function ordersOf(state: State, seat: string): unknown {
  const onStage = state.shows.filter(({ by, stage }) => by !== seat && stage === 'stage');
  const guessed = onStage.filter(({ card }) => isGuessed(showCard(card).kind));
  return {
    ...opponent(state, seat),
    guesses: guessed.map((show) => ({ show: show.number, text: showCard(show.card).task })),
    press: `${seat} was here on turn ${state.turn + 1}.`,
  };
}

/** Fills in the form of a sheet as `ordersOf` says. Returns false if the seat owes none. */
async function sendSheet({ account, page }: Person): Promise<boolean> {
  const now = await gameNow(served.ctx, game.id);
  const seat = now.seats.find(({ accountId }) => accountId === account.id);
  const form = seat && openForm({ game: now, seat });
  if (!seat || !form) return false;
  const state = now.state as State;
  const values = formFromRaw(form, JSON.parse(JSON.stringify(ordersOf(state, seat.identifier))));
  await page.goto(`/my/games/${number}/sheet`);
  const kind = `${state.phase} ${account.name}`;
  await expectFaultless(page, `${now.turn}-${seat.identifier}-sheet`, `sheet ${kind}`);
  await fillIn(page, values);
  await look(page, `${now.turn}-${seat.identifier}-filled`);
  await page.click('button.send');
  await page.waitForSelector('text=Your sheet is in: version 1 counts');
  await expectFaultless(page, `${now.turn}-${seat.identifier}-receipt`, `receipt ${kind}`);
  return true;
}

/** The kinds of all fields of a sheet in one question to the browser. Of several with one name the first counts. */
const KINDS =
  'Object.fromEntries([...document.querySelectorAll("#sheet [name]")].reverse().map((field) => [field.name, field.type]))';

async function fillIn(page: Page, values: FormValues): Promise<void> {
  await page.evaluate('for (const fold of document.querySelectorAll("#sheet details")) fold.open = true');
  const kinds = (await page.evaluate(KINDS)) as Record<string, string>;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') continue;
    const field = page.locator(`#sheet [name="${name}"]`).first();
    const kind = kinds[name] ?? (await field.evaluate((element: { type?: string }) => element.type));
    if (kind === 'select-one') await field.selectOption(value);
    else if (kind === 'checkbox') await field.check();
    else if (kind === 'radio') await page.check(`#sheet [name="${name}"][value="${value}"]`);
    else if (kind !== 'hidden') await field.fill(value);
  }
}

async function processTurn(turn: number): Promise<void> {
  await gm.goto(`/gm/games/${number}`);
  await look(gm, `${turn}-gm`);
  await gm.click(`button:has-text("Process turn ${turn}")`);
  await gm.waitForURL(/done=/);
}

test(
  'a game of two people and two computers is played by mail from the form to its last printout',
  async () => {
    await beginGame();
    const shows = new Set<number>();
    let turns = 0;
    for (;;) {
      const now = await gameNow(served.ctx, game.id);
      if (now.status !== 'running') break;
      for (const show of (now.state as State).shows) if (show.stage === 'stage') shows.add(show.number);
      for (const person of people) {
        const owed = await sendSheet(person);
        if (!owed) expect(['speed', 'runoff']).toContain((now.state as State).phase);
      }
      await processTurn(now.turn);
      turns += 1;
      const mails = await served.mailsTo(people[0]?.account.email ?? '', 'printout');
      expect(mails).toHaveLength(turns + 1);
      expect(turns).toBeLessThanOrEqual(MOST_TURNS);
    }
    const { page } = people[0] as Person;
    await page.goto(`/my/games/${number}`);
    await expectFaultless(page, 'over-mine');
    await page.click('text="Final printout"');
    await page.waitForSelector('.report');
    await expectFaultless(page, 'over-printout');
    expect(await page.textContent('.report')).toMatch(/is president/);
    const stranger = await served.stranger({ phone: 390 });
    await stranger.goto(`/games/${number}`);
    await expectFaultless(stranger, 'over-public');
    expect(shows.size).toBeGreaterThan(shortOrLong(-1, 2));
    expect(await replayGame(served.ctx, number)).toMatchObject({
      ok: true,
      value: { turns, printoutsOfOtherVersions: 0 },
    });
  },
  shortOrLong(480_000, 1_800_000),
);
