import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type {
  Account,
  Game,
  GamePolicy,
  GameSchedule,
  GameState,
  Prisma,
  Seat,
} from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { parseGameNumber } from './game-number.ts';
import type { WholeGame } from './game-store.ts';

/*
 * `lockGame` and `readGameByNumber` in statements written by hand, which take one round trip instead of seven: for the
 * processing of turns, and for pages.
 */

/** The lock has a statement of its own: one that waits for a lock sees all other rows as they were before the wait. */
const lockRow = statement<{ turn: number }, [gameId: string]>(
  'lock-whole-game',
  'select "turn" from "Game" where "id" = $1::uuid for update',
);

/** In a statement that reads a game as `g`: the attempt at the turn before the open one that is in force (see `WholeGame`). */
export const ATTEMPT_IN_FORCE = `coalesce((
      select b."attempt" from "Turn" b
      where b."gameId" = g."id" and b."turn" = g."turn" - 1 and b."rolledBackAt" is null
    ), 1)`;

const WHOLE_GAME = `select json_build_object(
    'game', g, 'schedule', c, 'policy', p, 'state', t, 'gm', m,
    'seats', coalesce((
      select json_agg(json_build_object('seat', s, 'account', a) order by s."position")
      from "Seat" s left join "Account" a on a."id" = s."accountId"
      where s."gameId" = g."id"
    ), '[]'::json),
    'attempt', ${ATTEMPT_IN_FORCE}
  )::text as "rows"
  from "Game" g
  join "GameSchedule" c on c."gameId" = g."id"
  join "GamePolicy" p on p."gameId" = g."id"
  join "GameState" t on t."gameId" = g."id"
  join "Account" m on m."id" = g."gmId"`;

const readById = statement<{ rows: string }, [gameId: string]>(
  'read-whole-game',
  `${WHOLE_GAME} where g."id" = $1::uuid`,
);

const readByIds = statement<{ rows: string }, [gameIds: string[]]>(
  'read-whole-games',
  `${WHOLE_GAME} where g."id" = any($1::uuid[])`,
);

const readByNumber = statement<{ rows: string }, [prefix: string, serial: number]>(
  'read-whole-game-by-number',
  `${WHOLE_GAME} where g."prefix" = $1::text and g."serial" = $2::int`,
);

/** A row as JSON has it: with texts instead of dates. */
export type JsonRow<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | null ? string | null : Row[Column];
};

interface Rows {
  game: JsonRow<Game>;
  schedule: JsonRow<GameSchedule>;
  policy: JsonRow<GamePolicy>;
  state: JsonRow<GameState>;
  gm: JsonRow<Account>;
  seats: { seat: JsonRow<Seat>; account: JsonRow<Account> | null }[];
  attempt: number;
}

/** The columns of a table that hold dates. The type makes sure that none is forgotten. */
export type DateColumns<Row> = {
  [Column in keyof Row as Row[Column] extends Date | null ? Column : never]: true;
};

const GAME_DATES: DateColumns<Game> = {
  createdAt: true,
  begunAt: true,
  endedAt: true,
  transferredOutAt: true,
};
const SCHEDULE_DATES: DateColumns<GameSchedule> = {
  due: true,
  pausedAt: true,
  earlyProcessingAt: true,
  missesCountFrom: true,
};
const SEAT_DATES: DateColumns<Seat> = { acceptedAt: true, offerAnnouncedAt: true };
const ACCOUNT_DATES: DateColumns<Account> = { deletedAt: true, createdAt: true, addressProvedAt: true };

/** Does what `lockGame` does: locks a game until the transaction ends and returns it as it is now; null if there is none. */
export async function lockWholeGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  if ((await lockRow(tx, gameId)).length === 0) return null;
  const [read] = await readById(tx, gameId);
  if (read === undefined) throw new Error('A game lacks one of its rows (see the trigger Game_parts).');
  return wholeGame(read.rows);
}

/**
 * Finds a game by its public number; null if there is none. It holds secrets: read models decide what to show of it. No
 * transaction is needed: a single statement sees the database as it was at one instant.
 */
export async function findGame(ctx: Pick<AppContext, 'db'>, number: string): Promise<WholeGame | null> {
  const parts = parseGameNumber(number);
  if (!parts) return null;
  const [read] = await readByNumber(ctx.db.prisma, parts.prefix, parts.serial);
  return read === undefined ? null : wholeGame(read.rows);
}

/**
 * Finds several whole games, for lists that need their states. A game may have changed between the search and the reading
 * of all found games, and then no longer have what was searched for.
 */
export async function findGames(
  ctx: Pick<AppContext, 'db'>,
  wanted: Pick<Prisma.GameFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<WholeGame[]> {
  const found = await ctx.db.prisma.game.findMany({ ...wanted, select: { id: true } });
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const read = await readByIds(ctx.db.prisma, ids);
  const games = new Map(read.map(({ rows }) => wholeGame(rows)).map((game) => [game.id, game]));
  return ids.flatMap((id) => games.get(id) ?? []);
}

function wholeGame(rows: string): WholeGame {
  const { game, schedule, policy, state, gm, seats, attempt } = JSON.parse(rows) as Rows;
  const { gameId: _policy, ...decided } = policy;
  const { gameId: _state, ...played } = state;
  return {
    ...scheduledGame(game, schedule),
    ...decided,
    ...played,
    gm: withDates<Account>(gm, ACCOUNT_DATES),
    attempt,
    seats: seats.map(({ seat, account }) => ({
      ...withDates<Seat>(seat, SEAT_DATES),
      account: account && withDates<Account>(account, ACCOUNT_DATES),
    })),
  };
}

/** A game's row and its schedule's as one object, from rows as JSON. */
export function scheduledGame(
  game: JsonRow<Game>,
  schedule: JsonRow<GameSchedule>,
): Game & Omit<GameSchedule, 'gameId'> {
  const { gameId: _, ...scheduled } = withDates<GameSchedule>(schedule, SCHEDULE_DATES);
  return { ...withDates<Game>(game, GAME_DATES), ...scheduled };
}

/** Puts dates in place of their texts into a row that was just parsed. */
export function withDates<Row>(row: JsonRow<Row>, columns: DateColumns<Row>): Row {
  const read = row as Record<string, unknown>;
  for (const column in columns) {
    const text = read[column];
    if (text !== null) read[column] = new Date(text as string);
  }
  return read as Row;
}
