import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import type { WholeGame } from '../../../src/games/game/game-store.ts';
import { findGames } from '../../../src/games/game/whole-game-rows.ts';
import { setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import type { SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { type Submission, submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import type { Result } from '../../../src/rules/result.ts';

/** The first due date of the tests' games: 6 p.m. in New York. */
export const firstDue = new Date('2027-03-15T22:00:00Z');

/** The value of a result that must be a success. */
export function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problems)}`);
  return result.value;
}

/** The problem codes of a result that must be a failure. */
export function codesOf(result: Result<unknown>): string[] {
  if (result.ok) throw new Error('not refused');
  return result.problems.map((problem) => problem.code);
}

export function anAccount(ctx: AppContext, name: string, mayRunGames = false): Promise<Account> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomBytes(4).toString('hex')}@players.test`;
  return ctx.db.prisma.account.create({ data: { name, email, mayRunGames, createdAt: ctx.now() } });
}

export interface GameWish {
  /** Election Year by default. */
  ruleset?: string;
  humans: number;
  opponents: number;
  processWhenComplete?: boolean;
  due?: Date | null;
  secret?: Uint8Array;
}

/** A game with its GM, players and seats, in the order of positions. */
export interface TestGame {
  gm: Account;
  game: WholeGame;
  seats: Seat[];
  players: Account[];
}

const NAMES = [
  ...['Ann Baker', 'Carl Dunn', 'Eve Farrow', 'Gus Hill', 'Ida Jones', 'Kurt Lowe'],
  ...['Mia Nash', 'Otto Pym', 'Quinn Rush', 'Sue Tate', 'Uma Voss', 'Will Young'],
];

/** A forming game with its seats. */
export async function formingGame(ctx: AppContext, wish: GameWish): Promise<TestGame> {
  const gm = await anAccount(ctx, 'Greta Master', true);
  const { ruleset = 'election-year', secret, processWhenComplete = false } = wish;
  const game = granted(
    await createGame(
      ctx,
      {
        ruleset,
        title: 'The test of the season',
        gmId: gm.id,
        options: {},
        daysPerTurn: 14,
        timeZone: 'America/New_York',
        processWhenComplete,
      },
      ...(secret ? [() => secret] : []),
    ),
  );
  const seats: Seat[] = [];
  const players: Account[] = [];
  for (let i = 0; i < wish.humans + wish.opponents; i += 1) {
    const seat = { gameId: game.id, by: gm.id, name: NAMES[i] as string };
    if (i < wish.humans) {
      const account = await anAccount(ctx, seat.name);
      players.push(account);
      seats.push(granted(await addSeat(ctx, { ...seat, email: account.email })));
    } else seats.push(granted(await addSeat(ctx, { ...seat, opponent: true })));
  }
  // The players have opened the game.
  const seated = { gameId: game.id, accountId: { not: null } };
  await ctx.db.prisma.seat.updateMany({ where: seated, data: { acceptedAt: ctx.now(), invitedAs: null } });
  return { gm, game: await gameNow(ctx, game.id), seats, players };
}

/** A game on turn 1. */
export async function runningGame(ctx: AppContext, wish: GameWish): Promise<TestGame> {
  const test = await formingGame(ctx, wish);
  const due = wish.due === undefined ? firstDue : wish.due;
  const game = granted(await beginGame(ctx, { gameId: test.game.id, by: test.gm.id, due }));
  return { ...test, game: await gameNow(ctx, game.id) };
}

/** A game on turn 1 with this schedule policy. The mail that was sent so far is deleted. */
export async function calendarGame(
  ctx: AppContext,
  policy: SchedulePolicy,
  wish: GameWish = { humans: 2, opponents: 2 },
): Promise<TestGame> {
  const play = await runningGame(ctx, wish);
  granted(await setSchedule(ctx, { gameId: play.game.id, by: play.gm.id, policy }));
  await ctx.db.prisma.delivery.deleteMany({ where: { gameId: play.game.id } });
  return play;
}

/** The whole game as it is now. */
export async function gameNow(ctx: AppContext, id: string): Promise<WholeGame> {
  const [game] = await findGames(ctx, { where: { id } });
  if (!game) throw new Error('This game does not exist.');
  return game;
}

/** A valid sheet for a seat and the open turn: the one that the computer would send. */
export async function goodSheet(ctx: AppContext, gameId: string, seat: Seat): Promise<unknown> {
  const game = await gameNow(ctx, gameId);
  return rulesetOf(game).opponent(game.state, seat.identifier);
}

/** Sends a sheet as the seat's player. */
export function send(ctx: AppContext, seat: Seat, turn: number, raw: unknown): Promise<Submission> {
  const { gameId, id: seatId, accountId } = seat;
  return submitSheet(ctx, { gameId, seatId, turn, raw, channel: 'web', sentById: accountId as number });
}

export interface Job {
  task_identifier: string;
  payload: Record<string, unknown>;
  key: string | null;
}

/** The waiting jobs of one kind. */
export async function jobsOf(ctx: AppContext, task: string): Promise<Job[]> {
  const found = await ctx.db.pool.query<Job>(
    `SELECT t.identifier AS task_identifier, j.payload, j.key
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 ORDER BY j.id`,
    [task],
  );
  return found.rows;
}
