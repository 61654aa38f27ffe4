import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import { openForm } from '../../../src/games/game/player-seat.ts';
import { formFromRaw } from '../../../src/rules/sheet-values.ts';
import { gameNow, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { testCode } from '../../web/visitor.ts';
import { type Office, openOffice } from './office.ts';
import { type Turn, type Way, ways } from './ways.ts';

/* A whole game of seven accounts, each of which sends its sheets in another way. */

let office: Office;
let game: TestGame;

beforeAll(async () => {
  office = await openOffice();
  game = await runningGame(office.ctx, { humans: 7, opponents: 0 });
  for (const { id } of [game.gm, ...game.players]) granted(await setSecurityCode(office.ctx, id, testCode));
}, 120_000);
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

/** Sends a sheet, and checks that it stands as it was meant, and that there is a receipt. */
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
  expect(receipts, where).toHaveLength(1);
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
  for (const account of game.players) {
    const subjects = (await office.mailsTo(account)).map(({ subject }) => subject ?? '');
    expect(subjects.filter((subject) => subject.includes('sheet received'))).toHaveLength(6);
    expect(subjects.filter((subject) => subject.includes('final printout'))).toHaveLength(1);
  }
}, 600_000);
