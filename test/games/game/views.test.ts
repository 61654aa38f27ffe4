import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import type { Viewer } from '../../../src/games/game/game-card.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { readDiceSecret } from '../../../src/games/game/game-store.ts';
import { gmGameSummaries } from '../../../src/games/game/gm-games-view.ts';
import { gmGamePage } from '../../../src/games/game/gm-view.ts';
import { playerGames } from '../../../src/games/game/player-games-view.ts';
import { loadPlayerSeat, type PlayerSeat } from '../../../src/games/game/player-seat.ts';
import { playerGame, playerPrintout } from '../../../src/games/game/player-view.ts';
import { publicGame, publicGames, publicPrintout } from '../../../src/games/game/public-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { ownSheet, previewSheet, receiptPage, sheetPage } from '../../../src/games/sheets/sheet-view.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, formingGame, gameNow, goodSheet, runningGame, send, type TestGame } from './play.ts';

const PRESS = 'Nobody shall read this before its time';

let own: TestContext;
let table: TestGame;
let number: string;
let ann: Account;
let carl: Account;
let otherGm: Account;
/** Both players' cash as their own printouts show it: secrets of one seat each. */
let cash: string[];

beforeAll(async () => {
  own = await testContext();
  const { ctx } = own;
  table = await runningGame(ctx, { humans: 2, opponents: 4, secret: new Uint8Array(32).fill(5) });
  number = gameNumber(table.game);
  [ann, carl] = table.players as [Account, Account];
  otherGm = (await runningGame(ctx, { humans: 1, opponents: 3 })).gm;
  await makeComputerSheets(ctx, { gameId: table.game.id, turn: 1 });
  for (const seat of table.seats.slice(0, 2)) {
    await send(ctx, seat, 1, {
      ...((await goodSheet(ctx, seat.gameId, seat)) as object),
      press: 'Hello',
    });
  }
  await processTurn(ctx, { gameId: table.game.id, turn: 1, by: table.gm.id });
  const first = table.seats[0] as Seat;
  await send(ctx, first, 2, { fundraising: ['XX'] });
  await send(ctx, first, 2, { fundraising: ['CA', 'TX'], press: PRESS });
  const { state } = await gameNow(ctx, table.game.id);
  const { players } = state as { players: { id: string; cash: number }[] };
  cash = ['AB', 'CD'].map((id) => String(players.find((player) => player.id === id)?.cash));
});
afterAll(() => own.close());

const nobody: Viewer = null;
const seatOf = async (viewer: Viewer) => (await loadPlayerSeat(own.ctx, viewer, number)) as PlayerSeat;

describe('the public', () => {
  test('finds every game in the lobby, the newest first', async () => {
    const forming = await formingGame(own.ctx, { humans: 1, opponents: 1 });
    const games = (await publicGames(own.ctx, { size: 200 })).games;
    expect(games.map((game) => game.number)).toContain(number);
    expect(games.find((game) => game.id === forming.game.id)).toMatchObject({
      ...{ status: 'forming', turn: null, phase: null, seats: 2, due: null },
    });
    expect(games.find((game) => game.number === number)).toMatchObject({
      status: 'running',
      turn: 2,
      seats: 6,
      gm: { name: 'Greta Master' },
    });
  });

  test('sees a game with its public printouts, with its number in upper or lower case', async () => {
    expect(await publicGame(own.ctx, number.toLowerCase())).toMatchObject({
      card: { number, phase: 'the primaries' },
      seats: [{ identifier: 'AB', name: 'Ann Baker', opponent: false }, {}, { opponent: true }, {}, {}, {}],
      printouts: [{ turn: 2 }, { turn: 1 }],
      dice: { commitment: table.game.diceCommitment, secret: null },
      outcome: null,
    });
    expect(await publicPrintout(own.ctx, number, 2)).toMatchObject({ game: number, turn: 2, reader: null });
  });

  test.each([0, 3, -1, 1.5, Number.NaN, 1e10])('has no printout %d', async (turn) => {
    expect(await publicPrintout(own.ctx, number, turn)).toBeNull();
  });

  test('finds nothing for an invalid number', async () => {
    for (const wrong of ['EY-999', 'XX-1', '', "EY-1'", '../EY-1']) {
      expect(await publicGame(own.ctx, wrong)).toBeNull();
      expect(await publicPrintout(own.ctx, wrong, 1)).toBeNull();
    }
  });
});

describe('a player', () => {
  test('finds the games in which they have a seat, those that wait for a sheet first', async () => {
    expect((await playerGames(own.ctx, ann)).games).toMatchObject([
      { game: { number }, seat: { identifier: 'AB' }, owes: true, standingVersion: 2 },
    ]);
    expect((await playerGames(own.ctx, carl)).games).toMatchObject([{ standingVersion: null }]);
    expect(await playerGames(own.ctx, nobody)).toMatchObject({ games: [], invitations: [] });
  });

  test('reads their own printouts and sheets', async () => {
    expect(await playerGame(own.ctx, ann, number)).toMatchObject({
      printouts: [{ turn: 2 }, { turn: 1 }],
      versions: [
        { turn: 2, version: 2, outcome: 'standing' },
        { turn: 2, version: 1, outcome: 'refused' },
        { turn: 1, version: 1, outcome: 'standing' },
      ],
    });
    const printout = await playerPrintout(own.ctx, ann, number, 2);
    expect(printout?.report.reader).toEqual({ identifier: 'AB', name: 'Ann Baker', account: ann.id });
    expect(JSON.stringify(printout)).toContain(cash[0]);
    const seat = await seatOf(ann);
    expect(await receiptPage(own.ctx, seat, { turn: 2, version: 1 })).toMatchObject({
      sheet: { raw: { fundraising: ['XX'] }, problems: [{ code: 'unknown-state' }] },
      form: { turn: 2 },
      versions: [{ version: 2 }, { version: 1 }],
    });
    expect(await receiptPage(own.ctx, seat, { turn: 1, version: 1 })).toMatchObject({
      sheet: { outcome: 'standing' },
      form: { turn: 1 },
    });
    expect(await receiptPage(own.ctx, seat, { turn: 2, version: 9 })).toBeNull();
  });

  test('gets a form with the standing sheet and its tally', async () => {
    const seat = await seatOf(ann);
    expect(await ownSheet(own.ctx, seat, { turn: 2, version: 2 })).toMatchObject({
      outcome: 'standing',
      raw: { fundraising: ['CA', 'TX'] },
    });
    expect(await sheetPage(own.ctx, seat)).toMatchObject({
      turn: 2,
      form: { turn: 2 },
      standingVersion: 2,
      versions: [{ version: 2 }, { version: 1 }],
    });
    const preview = previewSheet(seat, {
      campaign: [{ state: 'CA', spend: 99_999 }],
    });
    expect(preview).toMatchObject({ problems: [{ code: 'overspent' }], advice: [] });
    expect(preview.tally.totals.length).toBeGreaterThan(0);
    const short = previewSheet(seat, { fundraising: ['CA'] });
    expect(short).toMatchObject({ problems: [], advice: [{ code: 'few-trips' }, {}] });
    expect(previewSheet(seat, { press: 'x'.repeat(99_999) })).toMatchObject({
      problems: [{ code: 'too-large' }],
    });
    expect(await own.ctx.db.prisma.sheet.count({ where: { sentById: ann.id, turn: 2 } })).toBe(2);
  });
});

describe('the GM', () => {
  test('sees who has sent which version and when, the mail and the log', async () => {
    const found = await gmGamePage(own.ctx, table.gm, number);
    expect(found).toMatchObject({ complete: false, limits: { min: 4, max: 12 } });
    expect(found?.seats.slice(0, 3)).toMatchObject([
      {
        identifier: 'AB',
        owes: true,
        standing: { version: 2 },
        latest: { version: 2 },
        account: { id: ann.id },
      },
      { identifier: 'CD', owes: true, standing: null, latest: null },
      { identifier: 'EF', owes: true, opponent: true, account: null },
    ]);
    const kinds = found?.deliveries.map((delivery) => delivery.kind) ?? [];
    expect(kinds.filter((kind) => kind === 'printout')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'receipt')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'invitation')).toHaveLength(2);
    expect(found?.log.map((line) => line.type)).toContain('turnProcessed');
    expect((await gmGameSummaries(own.ctx, table.gm)).map(({ game }) => game.number)).toEqual([number]);
    expect(await gmGameSummaries(own.ctx, nobody)).toEqual([]);
  });

  test('sees that the turn is complete when every owed sheet is standing', async () => {
    const { gm, game, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    await makeComputerSheets(own.ctx, { gameId: game.id, turn: 1 });
    expect(await gmGamePage(own.ctx, gm, gameNumber(game))).toMatchObject({ complete: false });
    await send(own.ctx, seats[0] as Seat, 1, {});
    expect(await gmGamePage(own.ctx, gm, gameNumber(game))).toMatchObject({ complete: true });
  });
});

describe('secrets', () => {
  test('no one else gets a player’s pages', async () => {
    const { ctx } = own;
    for (const viewer of [nobody, otherGm, table.gm, await anAccount(ctx, 'Stan Stranger', true)]) {
      expect(await playerGame(ctx, viewer, number)).toBeNull();
      expect(await loadPlayerSeat(ctx, viewer, number)).toBeNull();
      expect(await playerPrintout(ctx, viewer, number, 2)).toBeNull();
    }
    for (const viewer of [nobody, otherGm, ann]) expect(await gmGamePage(ctx, viewer, number)).toBeNull();
  });

  test('no read model for others holds an unsent sheet, a cash figure, a link, an address or the dice secret', async () => {
    const { ctx } = own;
    const tokens = await ctx.db.pool.query<{ token: string }>(
      `SELECT detail->>'token' AS token FROM "Delivery" WHERE kind = 'invitation'`,
    );
    const secret = Buffer.from(await readDiceSecret(ctx.db.prisma, table.game.id)).toString('hex');
    const everywhere = [PRESS, secret, ...tokens.rows.map((row) => row.token)];
    const carls = [
      await playerGames(ctx, carl),
      await playerGame(ctx, carl, number),
      await sheetPage(ctx, await seatOf(carl)),
      previewSheet(await seatOf(carl), {}),
      await ownSheet(ctx, await seatOf(carl), { turn: 1, version: 1 }),
      await receiptPage(ctx, await seatOf(carl), { turn: 1, version: 1 }),
      await playerPrintout(ctx, carl, number, 1),
      await playerPrintout(ctx, carl, number, 2),
    ];
    const publics = [
      (await publicGames(ctx, { size: 200 })).games,
      await publicGame(ctx, number),
      await publicPrintout(ctx, number, 1),
      await publicPrintout(ctx, number, 2),
    ];
    const texts = [...carls, ...publics, await gmGamePage(ctx, table.gm, number)].map((model) =>
      JSON.stringify(model),
    );
    for (const text of texts) for (const word of everywhere) expect(text).not.toContain(word);
    // A number alone may be anything; with a dollar sign it is a player's campaign money.
    for (const model of publics) {
      for (const figure of cash) expect(JSON.stringify(model)).not.toMatch(new RegExp(`\\$\\s?${figure}\\b`));
      expect(JSON.stringify(model)).not.toContain('@');
    }
    // The words are found where they belong, so the search works.
    expect(JSON.stringify(await ownSheet(ctx, await seatOf(ann), { turn: 2, version: 2 }))).toContain(PRESS);
    expect(JSON.stringify(await playerPrintout(ctx, ann, number, 2))).toMatch(
      new RegExp(`\\$\\s?${cash[0]}\\b`),
    );
  });
});
