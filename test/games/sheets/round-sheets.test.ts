import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { NOT_ROLLED_BACK } from '../../../src/games/game/game-store.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { advanceOrdersPage, previewAdvanceOrders } from '../../../src/games/sheets/advance-orders-view.ts';
import { guessStandingOrders } from '../../../src/games/sheets/guess-sheet.ts';
import { type Advice, fieldsOf } from '../../../src/rules/sheet.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, gameNow, granted } from '../game/play.ts';
import { expectReplay } from '../processing/turns.ts';
import { versionsOf } from './sheets.ts';

/* A game whose rounds have two sheets: Primary Season with re-rolls and spending in turns of their own. */

const own = useContext();

const REROLL = ['reroll'];
const SPENDING = ['debate', 'ones', 'radio', 'rest', 'shop', 'television', 'votes'];
const BOTH = [...REROLL, ...SPENDING].toSorted();
const ORDERS = {
  reroll: [1],
  ones: 'finish',
  shop: [{ item: 'organizer' }],
  votes: [{ where: 'STAFF' }, { where: 'SC' }],
};
const { reroll, ...spending } = ORDERS;

/** A two-sheet game of two players on turn 1, always with the same dice. */
async function aGame(options: Record<string, unknown> = {}) {
  const gm = await anAccount(own.ctx, 'Greta Master', true);
  const game = granted(
    await createGame(
      own.ctx,
      {
        ruleset: 'primary-season',
        title: 'Two sheets a round',
        gmId: gm.id,
        options: { pace: 'two-sheet', ...options },
        daysPerTurn: 7,
        timeZone: 'America/New_York',
        processWhenComplete: false,
      },
      () => new Uint8Array(32).fill(5),
    ),
  );
  const of = { gameId: game.id, by: gm.id };
  const seats: Seat[] = [];
  for (const name of ['Ann Baker', 'Carl Dunn']) {
    const { email } = await anAccount(own.ctx, name);
    seats.push(granted(await addSeat(own.ctx, { ...of, name, email })));
  }
  await own.ctx.db.prisma.seat.updateMany({
    where: { gameId: game.id },
    data: { acceptedAt: own.ctx.now() },
  });
  granted(await beginGame(own.ctx, { ...of, due: new Date('2027-03-15T22:00:00Z') }));
  const [ann, carl] = seats as [Seat, Seat];
  const process = (turn: number) => processTurn(own.ctx, { ...of, turn });
  return { game, ann, carl, process };
}

function sendInAdvance(seat: Seat, turn: number, raw: unknown) {
  const { gameId, id: seatId, accountId } = seat;
  return sendAdvanceOrders(own.ctx, { gameId, seatId, turn, raw, sentById: accountId as number });
}

/** The seat with the game as it is now. */
async function now({ gameId, id }: Seat) {
  const game = await gameNow(own.ctx, gameId);
  const seat = game.seats.find((one) => one.id === id);
  if (!seat) throw new Error('This seat does not exist.');
  return { game, seat };
}

const fieldsFor = async (seat: Seat, turn: number) => {
  const { form } = await advanceOrdersPage(own.ctx, await now(seat), turn);
  return (
    form && [
      form.phase,
      ...fieldsOf(form)
        .map(({ name }) => name)
        .toSorted(),
    ]
  );
};

/** The fields of which something was dropped. */
const droppedFrom = (advice: readonly Advice[]) =>
  advice.filter(({ code }) => code === 'dropped').map(({ field }) => field);

const printoutOf = ({ id }: Seat, turn: number) =>
  own.ctx.db.prisma.printout.findFirstOrThrow({ where: { seatId: id, turn, ...NOT_ROLLED_BACK } });

describe('standing orders in a game whose rounds have two sheets', () => {
  test('are written once for both sheets, and each sheet plays its own fields', async () => {
    const { game, ann, process } = await aGame();
    expect(granted(await sendInAdvance(ann, STANDING_ORDERS, ORDERS)).dropped).toEqual([]);
    for (const turn of [1, 2, 3, 4]) await process(turn);
    const sheets = await versionsOf(own.ctx, ann);
    expect(sheets.map(({ turn, channel, advice }) => [turn, channel, droppedFrom(advice)])).toEqual([
      [1, 'standing', []],
      [2, 'standing', []],
      [3, 'standing', []],
      // The Organizer was bought in round 1.
      [4, 'standing', ['shop']],
    ]);
    expect(sheets.map(({ raw }) => raw)).toEqual([
      { reroll },
      spending,
      { reroll },
      { ...spending, shop: undefined },
    ]);
    for (const turn of [2, 3, 4]) {
      const { report } = await printoutOf(ann, turn);
      expect(report.summary.at(-1)).toBe(
        `Your sheet for turn ${turn - 1} was not in, so your standing orders were played.`,
      );
    }
    await expectReplay(own.ctx, game, 4);
  });

  test('have the fields of both sheets whichever is open, and of the open one in the last turn', async () => {
    const { ann, process } = await aGame({ maxTurns: 10 });
    expect(await fieldsFor(ann, STANDING_ORDERS)).toEqual(['Round 1, re-rolls', ...BOTH]);
    await process(1);
    expect(await fieldsFor(ann, STANDING_ORDERS)).toEqual(['Round 1, spending', ...BOTH]);
    granted(await sendInAdvance(ann, STANDING_ORDERS, ORDERS));
    for (let turn = 2; turn < 20; turn += 1) await process(turn);
    const last = await advanceOrdersPage(own.ctx, await now(ann), STANDING_ORDERS);
    expect(last).toMatchObject({ openTurn: 20, sheets: 1, form: { phase: 'Round 10, spending' } });
    expect(granted(await sendInAdvance(ann, STANDING_ORDERS, { reroll, rest: 'none' })).dropped).toEqual([]);
  });

  test('name what would be dropped from either sheet, and are tried out on the open one', async () => {
    const { ann, process } = await aGame();
    const wrong = { ...ORDERS, reroll: [1, 5], votes: [{ where: 'TX' }, { where: 'SC' }] };
    const parts = (dropped: readonly { field: string }[]) => dropped.map(({ field }) => field);
    for (const fields of [
      ['reroll', 'votes[0]'],
      ['votes[0]', 'reroll'],
    ]) {
      const sent = granted(await sendInAdvance(ann, STANDING_ORDERS, wrong));
      expect(parts(sent.dropped)).toEqual(fields);
      const preview = previewAdvanceOrders(await now(ann), STANDING_ORDERS, wrong);
      expect(parts(preview?.dropped ?? [])).toEqual(fields);
      expect(preview?.tally.totals).toMatchObject([{ label: 'Shopping list', value: 2 }]);
      const guessed = guessStandingOrders(await now(ann), wrong, null);
      expect(guessed?.guess.ok).toBe(true);
      expect(parts(guessed?.dropped ?? [])).toEqual(fields.slice(0, 1));
      await process((await now(ann)).game.turn);
    }
    const sheets = await versionsOf(own.ctx, ann);
    expect(sheets.map(({ advice }) => droppedFrom(advice))).toEqual([['reroll'], ['votes']]);
  });

  test('have all fields on the one sheet of a round with one sheet', async () => {
    const { ann, process } = await aGame({ pace: 'one-sheet' });
    expect(await fieldsFor(ann, STANDING_ORDERS)).toEqual(['Round 1', ...BOTH]);
    granted(await sendInAdvance(ann, STANDING_ORDERS, ORDERS));
    await process(1);
    expect((await versionsOf(own.ctx, ann)).map(({ raw }) => raw)).toEqual([ORDERS]);
  });
});

test('advance orders have the form of their own turn', async () => {
  const { ann, process } = await aGame();
  expect(await fieldsFor(ann, 2)).toEqual(['Round 1, spending', ...SPENDING]);
  expect(await fieldsFor(ann, 3)).toEqual(['Round 2, re-rolls', ...REROLL]);
  expect(await fieldsFor(ann, 4)).toEqual(['Round 2, spending', ...SPENDING]);
  expect(await fieldsFor(ann, 5)).toBeNull();
  granted(await sendInAdvance(ann, 2, spending));
  granted(await sendInAdvance(ann, 3, { reroll }));
  await process(1);
  await process(2);
  const sheets = await versionsOf(own.ctx, ann);
  expect(sheets.map(({ turn, channel, raw, advice }) => [turn, channel, raw, droppedFrom(advice)])).toEqual([
    [2, 'advance', spending, []],
    [3, 'advance', { reroll }, []],
  ]);
});

test('a reminder says which sheet of the round is missing', async () => {
  const { game, process } = await aGame();
  await process(1);
  const due = new Date(testNow.getTime() + 10 * 24 * 3_600_000);
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.id }, data: { due } });
  own.setNow(new Date(due.getTime() - 3_600_000));
  await remindPlayers(own.ctx, { gameId: game.id, turn: 2 });
  own.setNow(testNow);
  const mails = await own.ctx.db.prisma.delivery.findMany({ where: { gameId: game.id, kind: 'notice' } });
  expect(mails).toHaveLength(2);
  expect(JSON.stringify(mails[0]?.detail)).toContain(
    'No sheet of yours for turn 2 (Round 1, spending) counts yet.',
  );
});
