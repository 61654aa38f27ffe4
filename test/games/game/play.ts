import { randomBytes } from 'node:crypto';
import type { Account, Game, Seat } from '../../../src/database/generated/client.ts';
import type { House } from '../../../src/context.ts';
import type { Result } from '../../../src/rules/result.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { setCalendar } from '../../../src/games/schedule/change-due-date.ts';
import type { CalendarRules } from '../../../src/games/schedule/schedule-policy.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { type Submission, submitSheet } from '../../../src/games/sheets/submit-sheet.ts';

/** When the first sheets of the tests' games are due: 6 p.m. in New York. */
export const firstDue = new Date('2027-03-15T22:00:00Z');

/** The value of a result that must be good. */
export function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problems)}`);
  return result.value;
}

/** The codes of a result that must be a refusal. */
export function codesOf(result: Result<unknown>): string[] {
  if (result.ok) throw new Error('not refused');
  return result.problems.map((problem) => problem.code);
}

export function anAccount(house: House, name: string, mayRunGames = false): Promise<Account> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomBytes(4).toString('hex')}@players.test`;
  return house.db.prisma.account.create({ data: { name, email, mayRunGames, createdAt: house.now() } });
}

export interface GameWish {
  humans: number;
  opponents: number;
  closesWhenComplete?: boolean;
  due?: Date | null;
  secret?: Uint8Array;
}

/** A game with its people, seats in the order of position. */
export interface TestGame {
  gm: Account;
  game: Game;
  seats: Seat[];
  players: Account[];
}

const NAMES = [
  ...['Ann Baker', 'Carl Dunn', 'Eve Farrow', 'Gus Hill', 'Ida Jones', 'Kurt Lowe'],
  ...['Mia Nash', 'Otto Pym', 'Quinn Rush', 'Sue Tate', 'Uma Voss', 'Will Young'],
];

/** A forming game with its seats. */
export async function formingGame(house: House, wish: GameWish): Promise<TestGame> {
  const gm = await anAccount(house, 'Greta Master', true);
  const { secret, closesWhenComplete = false } = wish;
  const game = granted(
    await createGame(
      house,
      {
        ruleset: 'election-year',
        title: 'The test of the season',
        gmId: gm.id,
        options: {},
        daysPerTurn: 14,
        timeZone: 'America/New_York',
        closesWhenComplete,
      },
      ...(secret ? [() => secret] : []),
    ),
  );
  const seats: Seat[] = [];
  const players: Account[] = [];
  for (let i = 0; i < wish.humans + wish.opponents; i += 1) {
    const seat = { gameId: game.id, by: gm.id, name: NAMES[i] as string };
    if (i < wish.humans) {
      const account = await anAccount(house, seat.name);
      players.push(account);
      seats.push(granted(await addSeat(house, { ...seat, email: account.email })));
    } else seats.push(granted(await addSeat(house, { ...seat, opponent: true })));
  }
  return { gm, game, seats, players };
}

/** A game on turn 1. */
export async function runningGame(house: House, wish: GameWish): Promise<TestGame> {
  const test = await formingGame(house, wish);
  const due = wish.due === undefined ? firstDue : wish.due;
  const game = granted(await beginGame(house, { gameId: test.game.id, by: test.gm.id, due }));
  return { ...test, game };
}

/** A game on turn 1 with these rules of its calendar, and no mail yet that anybody would count. */
export async function calendarGame(
  house: House,
  rules: CalendarRules,
  wish: GameWish = { humans: 2, opponents: 2 },
): Promise<TestGame> {
  const play = await runningGame(house, wish);
  granted(await setCalendar(house, { gameId: play.game.id, by: play.gm.id, rules }));
  await house.db.prisma.delivery.deleteMany({ where: { gameId: play.game.id } });
  return play;
}

/** A good sheet for a seat on the game's open turn: what the computer would send. */
export async function goodSheet(house: House, gameId: string, seat: Seat): Promise<unknown> {
  const game = await house.db.prisma.game.findUniqueOrThrow({ where: { id: gameId } });
  return rulesetOf(game).opponent(game.state, seat.identifier);
}

/** Sends a sheet as the player who sits there. */
export function send(house: House, seat: Seat, turn: number, raw: unknown): Promise<Submission> {
  const { gameId, id: seatId, accountId } = seat;
  return submitSheet(house, { gameId, seatId, turn, raw, channel: 'web', sentById: accountId as number });
}

export interface Job {
  task_identifier: string;
  payload: Record<string, unknown>;
  key: string | null;
}

/** The jobs that wait, of one kind. */
export async function jobsOf(house: House, task: string): Promise<Job[]> {
  const found = await house.db.pool.query<Job>(
    `SELECT t.identifier AS task_identifier, j.payload, j.key
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 ORDER BY j.id`,
    [task],
  );
  return found.rows;
}
