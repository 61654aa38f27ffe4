import { createHash } from 'node:crypto';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer } from '../../../src/games/seats/replace-player.ts';
import { openQuestions } from '../../../src/rules/politics/pending.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { firstDue, gameNow, goodSheet, granted, send } from '../../games/game/play.ts';
import { type OwnQuestion, wrongAnswer } from './quiz.ts';

/*
 * Two games of Politics that differ only in the right answers of the questions that nobody has answered: the same people, the
 * same dice and the same sheets. Whoever can see a difference between them can learn an answer.
 */

/** The people of the games. */
export interface Cast {
  gm: Account;
  /** The last one hands the seat of a campaign to the computer for a moment. */
  players: readonly Account[];
}

/** A game whose open turn waits for sheets. */
export interface TwinGame {
  id: string;
  number: string;
  /** In the order of the cast's players; then that of the computer, if it has one. */
  seats: Seat[];
  state: State;
  turn: number;
}

/** Plays a game with these questions up to the open turn that is looked at. */
type Play = (ctx: AppContext, cast: Cast, questions: OwnQuestion[]) => Promise<TwinGame>;

/** A campaign in which questions were answered and others wait for answers; one seat was the computer's for a moment. */
export const playCampaign: Play = async (ctx, cast, questions) => {
  const game = await begin(ctx, cast, { questions, computers: 1 });
  for (const turn of [1, 2, 3]) {
    for (const seat of people(game)) await send(ctx, seat, turn, await goodSheet(ctx, game.id, seat));
    await processTurn(ctx, { gameId: game.id, by: cast.gm.id, turn });
  }
  const now = await asItIs(ctx, game);
  const [lent] = people(game).slice(-1) as [Seat];
  for (const seat of people(game).slice(0, -1)) {
    const own = openQuestions(now.state).filter(({ by }) => by === seat.identifier);
    const answers = own.map(({ asked }) => ({ question: asked.label, answer: 'A' }));
    await send(ctx, seat, now.turn, { answers });
  }
  const at = { gameId: game.id, by: cast.gm.id, turn: now.turn };
  granted(await handSeatToComputer(ctx, { ...at, seatId: lent.id }));
  await makeComputerSheets(ctx, { gameId: game.id, turn: now.turn });
  granted(await reclaimSeat(ctx, { gameId: game.id, by: lent.accountId as number }));
  return now;
};

/** The answers that the computer gave for the seat that it had for a moment. */
export async function lentAnswers(ctx: AppContext, { id: gameId, seats, turn }: TwinGame): Promise<unknown> {
  const seatId = people({ seats }).at(-1)?.id ?? '';
  const where = { gameId, seatId, turn, channel: 'opponent' as const };
  const { orders } = await ctx.db.prisma.sheet.findFirstOrThrow({ where });
  return (orders as { answers: unknown }).answers;
}

/** Speed Play after a tie: nothing that was asked has been solved, and the other answers are kept. */
export const playSpeed: Play = async (ctx, cast, questions) => {
  const game = await begin(ctx, cast, { questions, computers: 0 });
  const sheets: ((place: number, seat: Seat) => unknown)[] = [
    () => null,
    () => ({ adjourn: true }),
    (_, { identifier }) => ({
      written: Array.from({ length: 5 }, (_, i) => wrongAnswer(identifier, i)),
    }),
  ];
  for (const [i, sheetOf] of sheets.entries()) {
    for (const [place, seat] of people(game).entries()) {
      const raw = sheetOf(place, seat);
      if (raw !== null) await send(ctx, seat, i + 1, raw);
    }
    await processTurn(ctx, { gameId: game.id, by: cast.gm.id, turn: i + 1 });
  }
  return asItIs(ctx, game);
};

function people({ seats }: Pick<TwinGame, 'seats'>): Seat[] {
  return seats.filter(({ accountId }) => accountId !== null);
}

async function begin(
  ctx: AppContext,
  { gm, players }: Cast,
  { questions, computers }: { questions: OwnQuestion[]; computers: number },
): Promise<TwinGame> {
  const wanted = { ruleset: 'politics', title: 'The twin', gmId: gm.id, options: { bank: null, questions } };
  const rest = { daysPerTurn: 14, timeZone: 'America/New_York', processWhenComplete: false };
  const secret = createHash('sha256').update('twins').digest();
  const game = granted(await createGame(ctx, { ...wanted, ...rest }, () => secret));
  const of = { gameId: game.id, by: gm.id };
  // No one loses a seat by missing turns, and the same people are invited to more games than a day allows.
  await ctx.db.prisma.gamePolicy.update({ where: { gameId: game.id }, data: { maxMisses: 0 } });
  await ctx.db.prisma.mailRequest.deleteMany();
  const seats: Seat[] = [];
  for (const { name, email } of players) seats.push(granted(await addSeat(ctx, { ...of, name, email })));
  for (let n = 0; n < computers; n += 1) {
    seats.push(granted(await addSeat(ctx, { ...of, name: 'Zoe Zimmer', opponent: true })));
  }
  const seated = { gameId: game.id, accountId: { not: null } };
  await ctx.db.prisma.seat.updateMany({ where: seated, data: { acceptedAt: ctx.now(), invitedAs: null } });
  granted(await beginGame(ctx, { ...of, due: firstDue }));
  const { state, turn } = (await gameNow(ctx, game.id)) as unknown as { state: State; turn: number };
  return { id: game.id, number: gameNumber(game), seats, state, turn };
}

async function asItIs(ctx: AppContext, game: TwinGame): Promise<TwinGame> {
  const { state, turn } = (await gameNow(ctx, game.id)) as unknown as { state: State; turn: number };
  return { ...game, state, turn };
}
