import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../src/games/letters/write-letter.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { reclaimSeat } from '../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../src/games/seats/replace-player.ts';
import { sendAdvanceOrders } from '../../src/games/sheets/advance-orders.ts';
import { openPaperSheet } from '../../src/games/sheets/open-paper-sheet.ts';
import { playedSheets } from '../../src/games/sheets/played-sheets.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import {
  anAccount,
  codesOf,
  firstDue,
  formingGame,
  gameNow,
  goodSheet,
  granted,
  runningGame,
  send,
  type TestGame,
} from '../games/game/play.ts';
import { processAsGm, rollBackAsGm, rollForwardAsGm } from '../games/processing/turns.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { readPdf } from '../printouts/read-pdf.ts';
import { aWeb, signedIn, type Visitor } from '../web/visitor.ts';

/* What changes hands with a seat of a running game, and what does not. */

const SECRET = 'my secret plan for turn one';

let own: TestContext;
let app: Awaited<ReturnType<typeof aWeb>>;
beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const game = () => runningGame(own.ctx, { humans: 2, opponents: 2 });
const request = (g: TestGame, seat: Seat, turn = 1) => ({
  ...{ gameId: g.game.id, by: g.gm.id, turn, seatId: seat.id },
});
const give = (g: TestGame, seat: Seat, { name, email }: Account, turn = 1) =>
  replacePlayer(own.ctx, { ...request(g, seat, turn), name, email });
const first = (g: TestGame) => g.seats[0] as Seat;

/** Everything that the account can read of the seat's sheets, as one text. */
async function shownOf(g: TestGame, visitor: Visitor, version = 1): Promise<string> {
  const number = gameNumber(g.game);
  const pages = await Promise.all(
    [
      `/my/games/${number}`,
      `/my/games/${number}/sheet`,
      `/my/games/${number}/sheet?version=${version}`,
      `/my/games/${number}/sheet/turns/1/versions/${version}`,
    ].map((url) => visitor.get(url)),
  );
  return pages.map(({ body }) => body).join('\n');
}

describe('the new player of a seat', () => {
  test('sees no sheet that the player before sent for the open turn, and is told that it counts', async () => {
    const g = await game();
    await send(own.ctx, first(g), 1, { press: SECRET });
    const nora = await anAccount(own.ctx, 'Nora Neu');
    granted(await give(g, first(g), nora));
    const visitor = await signedIn(app, own.ctx, nora);
    const shown = await shownOf(g, visitor);
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain('versions/1"');
    const number = gameNumber(g.game);
    expect((await visitor.get(`/my/games/${number}/sheet/turns/1/versions/1`)).statusCode).toBe(404);
    expect((await visitor.get(`/my/games/${number}/sheet`)).body).toContain(
      'A sheet that you did not send counts',
    );
    const now = await gameNow(own.ctx, g.game.id);
    const played = await own.ctx.db.prisma.$transaction((tx) => playedSheets(tx, now));
    expect(played[first(g).identifier]).toMatchObject({ press: SECRET });
  });

  test('sees no refused sheet of the player before in the form, either', async () => {
    const g = await game();
    await send(own.ctx, first(g), 1, { press: SECRET, campaign: [{ state: 'XX', spend: 1 }] });
    const nora = await anAccount(own.ctx, 'Nora Neu');
    granted(await give(g, first(g), nora));
    expect(await shownOf(g, await signedIn(app, own.ctx, nora))).not.toContain(SECRET);
  });

  test('sees no paper sheet that was entered for the player before, also after the turn', async () => {
    const g = await game();
    const raw = { ...goodSheet, press: SECRET };
    const post = { channel: 'post' as const, sentById: g.gm.id };
    await submitSheet(own.ctx, { gameId: g.game.id, seatId: first(g).id, turn: 1, raw, ...post });
    const ann = await signedIn(app, own.ctx, g.players[0] as Account);
    expect(await shownOf(g, ann)).toContain(SECRET);
    // Records of mail are deleted after some time.
    await own.ctx.db.prisma.delivery.deleteMany({ where: { gameId: g.game.id, kind: 'receipt' } });
    expect(await shownOf(g, ann)).toContain(SECRET);
    const nora = await anAccount(own.ctx, 'Nora Neu');
    granted(await give(g, first(g), nora));
    const visitor = await signedIn(app, own.ctx, nora);
    expect(await shownOf(g, visitor)).not.toContain(SECRET);
    await processAsGm(own.ctx, g, 1);
    expect(await shownOf(g, visitor)).not.toContain(SECRET);
  });

  test('sees the own sheets, and a player who comes back those from before', async () => {
    const g = await game();
    await send(own.ctx, first(g), 1, { press: SECRET });
    granted(await handSeatToComputer(own.ctx, request(g, first(g))));
    granted(await returnSeat(own.ctx, request(g, first(g))));
    const ann = g.players[0] as Account;
    const visitor = await signedIn(app, own.ctx, ann);
    expect(await shownOf(g, visitor)).toContain(SECRET);
    granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu')));
    granted(await give(g, first(g), ann));
    expect(await shownOf(g, visitor)).toContain(SECRET);
  });
});

/** Has the first player send advance orders that cannot be played as they are, and processes turn 1. */
async function withDroppedOrders(): Promise<TestGame> {
  const g = await game();
  const { id: seatId, accountId } = first(g);
  const campaign = [{ state: 'NY', spend: 88_000 }];
  const sent = { gameId: g.game.id, seatId, turn: 2, raw: { campaign }, final: false };
  granted(await sendAdvanceOrders(own.ctx, { ...sent, sentById: accountId as number }));
  await processAsGm(own.ctx, g, 1);
  return g;
}

test('the new player of a seat does not see what was dropped of the orders of the player before', async () => {
  const g = await withDroppedOrders();
  const number = gameNumber(g.game);
  const ann = await signedIn(app, own.ctx, g.players[0] as Account);
  const printout = `/my/games/${number}/turns/2`;
  expect((await ann.get(printout)).body).toContain('$88,000');
  // The PDF is kept in memory from now on.
  expect((await readPdf((await ann.get(`${printout}.pdf`)).rawPayload)).pages.join()).toContain('$88,000');
  const nora = await anAccount(own.ctx, 'Nora Neu');
  granted(await give(g, first(g), nora, 2));
  const visitor = await signedIn(app, own.ctx, nora);
  const shown = await visitor.get(printout);
  expect(shown.statusCode).toBe(200);
  expect(shown.body).not.toContain('$88,000');
  expect((await visitor.get(`${printout}.txt`)).body).not.toContain('$88,000');
  const pdf = await visitor.get(`${printout}.pdf`);
  expect((await readPdf(pdf.rawPayload)).pages.join()).not.toContain('$88,000');
});

/** A game in which so many turns have been processed, and no one has lost a seat by missing them. */
async function gameOf(turns: number): Promise<TestGame> {
  const g = await game();
  await own.ctx.db.prisma.gamePolicy.update({ where: { gameId: g.game.id }, data: { maxMisses: 0 } });
  for (let turn = 1; turn <= turns; turn += 1) await processAsGm(own.ctx, g, turn);
  return g;
}

test('rolling back, taking a seat and rolling forward shows a GM no printout of someone else', async () => {
  const g = await gameOf(2);
  for (const turn of [3, 2]) granted(await rollBackAsGm(own.ctx, g, turn));
  granted(await handSeatToComputer(own.ctx, request(g, first(g))));
  const gm = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: g.gm.id } });
  expect(codesOf(await give(g, first(g), gm))).toEqual(['inspected']);
});

test('someone who takes a seat while turns are rolled back does not get the printouts of these turns', async () => {
  const g = await gameOf(3);
  for (const turn of [4, 3]) granted(await rollBackAsGm(own.ctx, g, turn));
  const nora = await anAccount(own.ctx, 'Nora Neu');
  granted(await give(g, first(g), nora, 2));
  for (const turn of [2, 3]) granted(await rollForwardAsGm(own.ctx, g, turn));
  const visitor = await signedIn(app, own.ctx, nora);
  const statuses: number[] = [];
  for (const turn of [2, 3, 4]) {
    statuses.push((await visitor.get(`/my/games/${gameNumber(g.game)}/turns/${turn}`)).statusCode);
  }
  expect(statuses).toEqual([404, 404, 200]);
});

test('the new player has marked no orders as final, also not those of turns that are rolled forward', async () => {
  const g = await gameOf(2);
  await send(own.ctx, first(g), 3, { press: SECRET });
  const marked = { seatId: first(g).id, outcome: 'standing' as const };
  await own.ctx.db.prisma.sheet.updateMany({ where: marked, data: { final: true } });
  granted(await rollBackAsGm(own.ctx, g, 3));
  granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu'), 2));
  granted(await rollForwardAsGm(own.ctx, g, 2));
  const sheet = await own.ctx.db.prisma.sheet.findFirstOrThrow({ where: { ...marked, turn: 3 } });
  expect(sheet.final).toBe(false);
});

test('the next player sees no paper sheet of a player who has deleted their account', async () => {
  const g = await game();
  const seat = first(g);
  granted(await openPaperSheet(own.ctx, request(g, seat)));
  const paper = {
    gameId: g.game.id,
    seatId: seat.id,
    turn: 1,
    raw: { press: SECRET },
    channel: 'post' as const,
  };
  await submitSheet(own.ctx, { ...paper, sentById: g.gm.id, final: false });
  granted(await deleteAccount(own.ctx, seat.accountId as number));
  const nora = await anAccount(own.ctx, 'Nora Neu');
  granted(await give(g, seat, nora));
  expect(await shownOf(g, await signedIn(app, own.ctx, nora))).not.toContain(SECRET);
});

describe('a GM', () => {
  test('cannot take a seat that another person has in the open turn', async () => {
    const g = await game();
    expect(codesOf(await give(g, first(g), g.gm))).toEqual(['held-by-player']);
  });

  test('nor one that another person had in the open turn before the computer', async () => {
    const g = await game();
    granted(await handSeatToComputer(own.ctx, request(g, first(g))));
    expect(codesOf(await give(g, first(g), g.gm))).toEqual(['held-by-player']);
  });

  test('but can take one that the computer has played for the whole turn', async () => {
    const g = await game();
    granted(await handSeatToComputer(own.ctx, request(g, first(g))));
    await processAsGm(own.ctx, g, 1);
    granted(await give(g, first(g), g.gm, 2));
  });

  test('cannot give a seat to another person without all players being told', async () => {
    for (const isAtComputer of [false, true]) {
      const g = await game();
      if (isAtComputer) granted(await handSeatToComputer(own.ctx, request(g, first(g))));
      const { prisma } = own.ctx.db;
      await prisma.delivery.deleteMany({ where: { gameId: g.game.id } });
      granted(await give(g, first(g), await anAccount(own.ctx, 'Alt Person')));
      const notices = await prisma.delivery.findMany({ where: { gameId: g.game.id, kind: 'notice' } });
      const told = notices.map(({ accountId }) => accountId).sort();
      expect(told).toEqual(g.players.map(({ id }) => id).sort());
      expect(JSON.stringify(notices.map(({ detail }) => detail))).not.toContain('Alt Person');
      const by = { accountId: g.gm.id, kind: 'notice' as const };
      expect(await prisma.mailRequest.count({ where: by })).toBe(isAtComputer ? 3 : 2);
    }
  });
});

describe('the GM of another game cannot give the seat of an account to their own address', () => {
  /** What is left of a seat in a game of another GM. */
  const TRACES: [string, (g: TestGame) => Promise<void>][] = [
    [
      'that may reclaim a seat',
      async (g) => {
        granted(await handSeatToComputer(own.ctx, request(g, first(g))));
        await forget(g, { printouts: true });
      },
    ],
    [
      'for which printouts were written',
      async (g) => {
        granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu')));
        await forget(g, {});
      },
    ],
    [
      'that has got letters',
      async (g) => {
        const policy = { letters: 'open' as const, lettersBefore: null };
        granted(await setLettersPolicy(own.ctx, { gameId: g.game.id, by: g.gm.id, ...policy }));
        const by = (g.players[1] as Account).id;
        const letter = { gameId: g.game.id, by, to: [first(g).id], text: 'Ann?', via: 'web' as const };
        granted(await writeLetter(own.ctx, letter));
        granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu')));
        await forget(g, { printouts: true });
      },
    ],
    [
      'that has missed a turn',
      async (g) => {
        await processAsGm(own.ctx, g, 1);
        granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu'), 2));
        await forget(g, { printouts: true });
      },
    ],
    [
      'that has got mail about a seat',
      async (g) => {
        granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu')));
        await own.ctx.db.prisma.printout.deleteMany({ where: { gameId: g.game.id } });
      },
    ],
  ];

  async function forget(g: TestGame, { printouts }: { printouts?: boolean }): Promise<void> {
    const where = { gameId: g.game.id };
    await own.ctx.db.prisma.delivery.deleteMany({ where });
    if (printouts) await own.ctx.db.prisma.printout.deleteMany({ where });
  }

  test.each(TRACES)('%s', async (_, leave) => {
    const g = await game();
    await leave(g);
    const { id } = g.players[0] as Account;
    const other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const seat = first(other);
    const data = { accountId: id, acceptedAt: null };
    await own.ctx.db.prisma.seat.update({ where: { id: seat.id }, data });
    const wanted = { ...request(other, seat), email: `gm.${id}@players.test` };
    expect(codesOf(await correctAddress(own.ctx, wanted))).toEqual(['in-use']);
  });
});

describe('someone who has had a seat of the game', () => {
  const second = (g: TestGame) => g.seats[1] as Seat;

  test('cannot get another one, nor come back to the first one with two in hand', async () => {
    const g = await game();
    const [ann, bert] = g.players as [Account, Account];
    await send(own.ctx, first(g), 1, { press: SECRET });
    granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu')));
    expect(codesOf(await give(g, second(g), ann))).toEqual(['sat-before']);
    await processAsGm(own.ctx, g, 1);
    expect(codesOf(await give(g, second(g), ann, 2))).toEqual(['sat-before']);
    granted(await give(g, first(g), ann, 2));
    granted(await give(g, second(g), await anAccount(own.ctx, 'Otto Other'), 2));
    expect(codesOf(await give(g, first(g), bert, 2))).toEqual(['sat-before']);
  });

  test('only by a mistyped address before the game began, can reclaim the seat that they have', async () => {
    const g = await formingGame(own.ctx, { humans: 2, opponents: 2 });
    const at = { gameId: g.game.id, by: g.gm.id };
    const bob = await anAccount(own.ctx, 'Bob Both');
    const mistyped = granted(await addSeat(own.ctx, { ...at, name: 'Cleo', email: 'cloe@players.test' }));
    for (const email of [bob.email, 'cleo@players.test']) {
      granted(await correctAddress(own.ctx, { ...at, turn: 0, seatId: mistyped.id, email }));
    }
    const bobs = granted(await addSeat(own.ctx, { ...at, name: bob.name, email: bob.email }));
    await own.ctx.db.prisma.seat.update({ where: { id: bobs.id }, data: { acceptedAt: own.ctx.now() } });
    granted(await beginGame(own.ctx, { ...at, due: firstDue }));
    granted(await handSeatToComputer(own.ctx, { ...at, turn: 1, seatId: bobs.id }));
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: bob.id }));
  });

  test('and got another one in an earlier version cannot reclaim the first one, and reads the printouts of the present one', async () => {
    const { prisma } = own.ctx.db;
    const g = await game();
    const ann = g.players[0] as Account;
    await processAsGm(own.ctx, g, 1);
    granted(await handSeatToComputer(own.ctx, request(g, first(g), 2)));
    granted(await give(g, second(g), await anAccount(own.ctx, 'Nora Neu'), 2));
    await prisma.seat.update({ where: { id: second(g).id }, data: { accountId: ann.id } });
    const visitor = await signedIn(app, own.ctx, ann);
    const page = await visitor.get(`/my/games/${gameNumber(g.game)}/turns/2.txt`);
    expect(page.body).toContain(`[${second(g).identifier}]`);
    await prisma.seat.update({ where: { id: second(g).id }, data: { accountId: null, opponent: true } });
    await prisma.seatChange.updateMany({ where: { seatId: second(g).id }, data: { accountId: ann.id } });
    expect(codesOf(await returnSeat(own.ctx, request(g, first(g), 2)))).toEqual(['sat-before']);
    const reclaimed = await reclaimSeat(own.ctx, { gameId: g.game.id, by: ann.id });
    expect(codesOf(reclaimed)).toEqual(['sat-before']);
  });
});

test('a vote for more time does not pass to the next player', async () => {
  const { prisma } = own.ctx.db;
  const g = await game();
  const vote = { seatId: first(g).id, turn: 1, due: own.ctx.now(), at: own.ctx.now() };
  await prisma.extensionVote.create({ data: vote });
  granted(await handSeatToComputer(own.ctx, request(g, first(g))));
  granted(await returnSeat(own.ctx, request(g, first(g))));
  expect(await prisma.extensionVote.count()).toBe(1);
  granted(await give(g, first(g), await anAccount(own.ctx, 'Nora Neu')));
  expect(await prisma.extensionVote.count()).toBe(0);
});

describe('a player who had the seat before and after another one', () => {
  test.each(['whose receipts are no longer kept', 'who sent more versions than there are receipts'])(
    'sees no paper sheet of the one between %s',
    async (whose) => {
      const { prisma } = own.ctx.db;
      const g = await game();
      const ann = g.players[0] as Account;
      const pat = await anAccount(own.ctx, 'Pat Paper');
      const began = own.ctx.now();
      const later = () => own.setNow(new Date(own.ctx.now().getTime() + 60_000));
      granted(await give(g, first(g), pat));
      later();
      const post = { channel: 'post' as const, sentById: g.gm.id };
      const sent = whose.includes('more') ? 5 : 1;
      for (let i = 1; i <= sent; i += 1) {
        const raw = { ...goodSheet, press: `${SECRET} ${i}` };
        await submitSheet(own.ctx, { gameId: g.game.id, seatId: first(g).id, turn: 1, raw, ...post });
      }
      later();
      granted(await give(g, first(g), ann));
      own.setNow(began);
      if (sent === 1) await prisma.delivery.deleteMany({ where: { gameId: g.game.id, kind: 'receipt' } });
      const visitor = await signedIn(app, own.ctx, ann);
      expect(await shownOf(g, visitor, sent)).not.toContain(SECRET);
      const games = (await visitor.get('/my/games')).body;
      expect(games).toContain('a sheet that you did not send counts');
    },
  );
});
