import type { AppContext } from '../../context.ts';
import type { Game, GameSchedule, Seat } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { hadSeatAt } from '../sheets/had-seat-at.ts';
import type { StandingSheet } from '../sheets/open-sheets.ts';
import { type GameCard, listCard } from './game-card.ts';
import { type JsonRow, scheduledGame } from './whole-game-rows.ts';

/*
 * Everything for the list of a player's games in two statements written by hand, because players open this page most often.
 * Only what the list shows is read of each game.
 */

/** A seat of the account with its game. */
export interface ReadSeat {
  seat: Pick<Seat, 'id' | 'identifier' | 'name' | 'accountId' | 'since'>;
  game: Game & Omit<GameSchedule, 'gameId'>;
  card: GameCard;
  /** The state of a running game; undefined for all others. */
  state: unknown;
  /** The standing sheet for the open turn; null if there is none. */
  sheet: StandingSheet | null;
  /** Whether someone else got a printout of the seat before the open turn. */
  hadByOthers: boolean;
  hasStandingOrders: boolean;
  /** How many letters, and messages from the GM, the player has not opened. */
  letters: number;
  messages: number;
}

/** What is stored for one page of the list. */
export interface PlayerGamesRows {
  /** Accepted seats in the order of the list. */
  accepted: ReadSeat[];
  /** Seats that the account has not accepted. */
  invited: ReadSeat[];
  /** Seats that the computer plays for the account, the newest game first. */
  reclaimable: ReclaimableSeat[];
  /** Whether the account is the GM of any game. */
  runsGames: boolean;
}

interface JsonGame {
  game: JsonRow<Game>;
  schedule: JsonRow<GameSchedule>;
  gm: { id: number; name: string };
  seats: number;
}

type JsonSeat = JsonGame & Omit<ReadSeat, 'game' | 'card'> & { accepted: boolean };

interface Json {
  seats: JsonSeat[];
  reclaimable: (JsonGame & Omit<ReclaimableSeat, 'game'>)[];
}

/** A seat that the computer plays, and that its former player can reclaim. */
export interface ReclaimableSeat {
  game: GameCard;
  seat: { identifier: string; name: string };
  /** Whether others can take it over. */
  offered: boolean;
}

/** How many games a page of the list has, and how many invitations at most. */
export const GAMES_PER_PAGE = 20;

/** How many seats to reclaim are shown. */
const MAX_RECLAIMABLE = 20;

/**
 * The account, for statements that read much of a few rows. PostgreSQL makes a new plan for each value of a parameter if it
 * expects to gain by it, which takes ten times as long as such a statement; a subquery hides the value. Where the value
 * decides how the rows are found, it must be seen: some accounts may have very many games.
 */
const ACCOUNT = '(select $1::int)';

const GAME = `'game', g, 'schedule', c, 'gm', json_build_object('id', m."id", 'name', m."name"),
      'seats', (select count(*)::int from "Seat" o where o."gameId" = g."id")`;

const GAME_TABLES = `join "GameSchedule" c on c."gameId" = g."id" join "Account" m on m."id" = g."gmId"`;

/** The seats that the account $1 can reclaim in running games, one for each game, as JSON. */
const RECLAIMABLE = `coalesce((
    select json_agg(json_build_object(
      ${GAME},
      'seat', json_build_object('identifier', r."identifier", 'name', r."name"),
      'offered', r."offered"
    ) order by g."createdAt" desc, g."id" desc)
    from (
      select distinct on (k."createdAt", k."id") k."id" as "gameId", s."identifier", s."name", s."offered"
      from "Seat" s join "Game" k on k."id" = s."gameId"
      where s."reclaimableById" = ${ACCOUNT} and s."opponent"
        and k."status" = 'running' and k."transferredOutAt" is null
        and not exists (select from "Seat" o where o."gameId" = k."id" and o."accountId" = ${ACCOUNT})
      order by k."createdAt" desc, k."id" desc, s."position"
      limit ${MAX_RECLAIMABLE}
    ) r join "Game" g on g."id" = r."gameId" ${GAME_TABLES}
  ), '[]'::json)`;

/** Running games come first, by due date, then forming ones, then those that have ended, the newest first. */
const ORDER = `g."status" = 'running' desc, g."status" = 'forming' desc,
    case when g."status" = 'running' then c."due" end, g."createdAt" desc, g."id" desc`;

const seatsOf = (accepted: boolean, part: string) =>
  `array(
    select s."id"::text
    from "Seat" s join "Game" g on g."id" = s."gameId" join "GameSchedule" c on c."gameId" = g."id"
    where s."accountId" = $1::int and s."acceptedAt" is ${accepted ? 'not ' : ''}null
    order by ${ORDER} ${part}
  )`;

const listSeats = statement<
  { accepted: string[]; invited: string[]; runsGames: boolean },
  [accountId: number, skip: number]
>(
  'list-player-seats',
  `select ${seatsOf(true, `limit ${GAMES_PER_PAGE + 1} offset $2::int`)} as "accepted",
    ${seatsOf(false, `limit ${GAMES_PER_PAGE}`)} as "invited",
    exists (select from "Game" g where g."gmId" = $1::int) as "runsGames"`,
);

const readPlayerGames = statement<{ rows: string }, [accountId: number, seatIds: string[]]>(
  'read-player-games',
  `select json_build_object(
    'seats', coalesce((
      select json_agg(json_build_object(
        'accepted', s."acceptedAt" is not null,
        ${GAME},
        'seat', json_build_object('id', s."id", 'identifier', s."identifier", 'name', s."name",
          'accountId', s."accountId", 'since', s."since"),
        'state', (
          select t."state" from "GameState" t
          where t."gameId" = g."id" and g."status" = 'running' and s."acceptedAt" is not null
        ),
        'sheet', (
          select json_build_object('version', h."version", 'final', h."final", 'channel', h."channel",
            'sentById', h."sentById", 'hadSeat', ${hadSeatAt('h', ACCOUNT)}, 'recipients', (
              select coalesce(json_agg(d."accountId"), '[]'::json) from "Delivery" d where d."sheetId" = h."id"
            ))
          from "Sheet" h
          where h."seatId" = s."id" and h."turn" = g."turn" and g."status" = 'running'
            and h."outcome" = 'standing' and h."channel" <> 'standing'
        ),
        'hadByOthers', exists (
          select from "Printout" p where p."seatId" = s."id" and p."turn" = g."turn"
            and (p."accountId" is null or p."accountId" <> ${ACCOUNT})
        ),
        'hasStandingOrders', g."status" = 'running' and exists (
          select from "AdvanceOrders" o where o."seatId" = s."id" and o."accountId" = ${ACCOUNT} and o."turn" = 0
        ),
        'letters', (
          select count(*)::int from "LetterCopy" x
          where x."accountId" = ${ACCOUNT} and x."readAt" is null and x."gameId" = g."id"
        ),
        'messages', (
          select count(*)::int from "GmMessage" x
          where x."accountId" = ${ACCOUNT} and x."fromGm" and x."readAt" is null and x."gameId" = g."id"
        )
      ) order by l."place")
      from unnest((select $2::uuid[])) with ordinality as l("id", "place")
      join "Seat" s on s."id" = l."id" and s."accountId" = ${ACCOUNT}
      join "Game" g on g."id" = s."gameId" ${GAME_TABLES}
    ), '[]'::json),
    'reclaimable', ${RECLAIMABLE}
  )::text as "rows"`,
);

const readReclaimable = statement<{ rows: string }, [accountId: number]>(
  'read-reclaimable-seats',
  `select (${RECLAIMABLE})::text as "rows"`,
);

/**
 * Reads one page of an account's games, and one game more, which shows whether there is another page.
 * @param skip how many accepted seats come before the page
 */
export async function playerGamesRows(
  ctx: Pick<AppContext, 'db'>,
  accountId: number,
  skip: number,
): Promise<PlayerGamesRows> {
  const [listed] = await listSeats(ctx.db.prisma, accountId, skip);
  const { accepted = [], invited = [], runsGames = false } = listed ?? {};
  const [row] = await readPlayerGames(ctx.db.prisma, accountId, [...accepted, ...invited]);
  const { seats, reclaimable } = JSON.parse(row?.rows as string) as Json;
  return {
    accepted: seats.filter(({ accepted }) => accepted).map(readSeat),
    invited: seats.filter(({ accepted }) => !accepted).map(readSeat),
    reclaimable: reclaimable.map(reclaimableSeat),
    runsGames,
  };
}

/** Reads the seats that an account can reclaim in running games, the newest game first, at most 20. */
export async function readReclaimableSeats(
  ctx: Pick<AppContext, 'db'>,
  accountId: number,
): Promise<ReclaimableSeat[]> {
  const [row] = await readReclaimable(ctx.db.prisma, accountId);
  return (JSON.parse(row?.rows as string) as Json['reclaimable']).map(reclaimableSeat);
}

function readSeat({ accepted: _, game, schedule, gm, seats, ...read }: JsonSeat): ReadSeat {
  const scheduled = scheduledGame(game, schedule);
  const card = cardOf({ game, schedule, gm, seats }, scheduled);
  return { ...read, state: read.state ?? undefined, game: scheduled, card };
}

function reclaimableSeat({ seat, offered, ...of }: Json['reclaimable'][number]): ReclaimableSeat {
  return { game: cardOf(of, scheduledGame(of.game, of.schedule)), seat, offered };
}

function cardOf({ gm, seats }: JsonGame, game: ReadSeat['game']): GameCard {
  return listCard(game, { gm, seats });
}
