import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import { openForm } from '../../../src/games/game/player-seat.ts';
import { formFromRaw } from '../../../src/rules/sheet-values.ts';
import { firstDue, formingGame, gameNow, granted, type TestGame } from '../../games/game/play.ts';
import { testCode } from '../../web/visitor.ts';
import { type Office, openOffice } from './office.ts';
import { postedTo, type Turn, type Way, ways } from './ways.ts';

/* A whole game of seven accounts, each of which sends its sheets in another way. */

let office: Office;
let game: TestGame;

beforeAll(async () => {
  office = await openOffice();
  const { ctx } = office;
  const forming = await formingGame(ctx, { humans: 6, opponents: 0 });
  const people = [forming.gm, ...forming.players];
  for (const { id } of people) granted(await setSecurityCode(ctx, id, testCode));
  await addPaperPlayer(forming);
  const { id: gameId } = forming.game;
  const begun = granted(await beginGame(ctx, { gameId, by: forming.gm.id, due: firstDue }));
  const { seats } = await gameNow(ctx, begun.id);
  const players = seats.flatMap(({ account }) => account ?? []);
  game = { ...forming, seats, players };
}, 120_000);

/** The GM gives a seat to someone without e-mail, on the page of the postal round. */
async function addPaperPlayer({ gm, game: { prefix, serial } }: TestGame): Promise<void> {
  const page = await office.signedIn(gm, 'desktop');
  await page.goto(`/gm/games/${prefix}-${serial}/post`);
  await page.fill('#name', 'Pat Paper');
  await page.fill('#address', 'Pat Paper\n12 Long Road\nSpringfield, IL 62701');
  await page.click('text="Add player"');
  await page.waitForURL(/done=paper-player-added/);
  await page.fill('#own', 'Greta Master\nBox 99\nAustin, TX 78701');
  await page.click('text="Save addresses"');
  await page.waitForURL(/done=postal-addresses-saved/);
  await page.context().close();
}
afterAll(() => office?.close());

/** What each seat wants to send in the open turn. */
async function openTurn(): Promise<Turn[]> {
  const now = await gameNow(office.ctx, game.game.id);
  const ruleset = rulesetOf(now);
  return game.seats.map((seat, index) => {
    const own = now.seats.find(({ id }) => id === seat.id);
    const account = game.players[index];
    const form = own && openForm({ game: now, seat: own });
    if (!own || !account || !form) throw new Error(`${seat.identifier} has no sheet in turn ${now.turn}.`);
    const orders = JSON.parse(JSON.stringify(ruleset.opponent(now.state, seat.identifier)));
    const values = formFromRaw(form, orders);
    return { number: gameNumber(now), turn: now.turn, seat: own, account, form, orders, values };
  });
}

/** The mails to a player whose subject contains these words. */
async function mailsAbout(turn: Turn, words: string): Promise<Email[]> {
  return (await office.mailsTo(turn.account)).filter(({ subject }) => subject?.includes(words));
}

/** Sends a sheet, and checks that it stands as it was meant, and that there is a receipt; on paper it comes with the next turn. */
async function sendBy(way: Way, turn: Turn): Promise<void> {
  await way.send(office, turn, game.gm);
  const sheets = await office.ctx.db.prisma.sheet.findMany({
    where: { seatId: turn.seat.id, turn: turn.turn },
  });
  const where = `turn ${turn.turn}, ${way.name}`;
  expect(sheets, where).toMatchObject([{ outcome: 'standing', channel: way.channel }]);
  const now = await gameNow(office.ctx, game.game.id);
  const check = (raw: unknown) => rulesetOf(now).check(now.state, turn.seat.identifier, raw);
  expect(check(sheets[0]?.raw), where).toEqual(check(turn.orders));
  const receipts = await mailsAbout(turn, `${turn.number}: turn ${turn.turn} sheet received`);
  expect(receipts, where).toHaveLength(way.channel === 'post' ? 0 : 1);
}

test('a whole Election Year: two by mail, one by PDF, one on paper, one program, one phone, one on the web', async () => {
  expect(game.players).toHaveLength(ways.length);
  let turns = 0;
  for (;;) {
    const now = await gameNow(office.ctx, game.game.id);
    if (now.status !== 'running') break;
    const sheets = await openTurn();
    for (const [index, way] of ways.entries()) await sendBy(way, sheets[index] as Turn);
    await office.processTurn(game.gm, gameNumber(now), now.turn);
    office.nextDay();
    turns += 1;
  }
  expect(turns).toBe(6);
  const number = gameNumber(game.game);
  // For the beginning and each turn, those of the seven players and the public one.
  expect(granted(await replayGame(office.ctx, number))).toMatchObject({ turns: 6, printouts: 8 * 7 });
  const page = await office.signedIn(game.gm, 'desktop');
  const last = await postedTo(page, number);
  expect(last).toContain('Turn 6: your paper sheet was entered');
  expect(last).not.toContain('Sheet token');
  for (const account of game.players) {
    const subjects = (await office.mailsTo(account)).map(({ subject }) => subject ?? '');
    const count = (words: string) => subjects.filter((subject) => subject.includes(words)).length;
    const isOnPaper = account.email.endsWith('@paper.invalid');
    expect([account.name, count('sheet received')]).toEqual([account.name, isOnPaper ? 0 : 6]);
    expect([account.name, count('final printout')]).toEqual([account.name, isOnPaper ? 0 : 1]);
  }
}, 600_000);
