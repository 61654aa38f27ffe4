import type { AppContext } from '../../context.ts';
import type { GamePolicy } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { type OpenGame, openGame } from '../seats/joining-view.ts';
import type { GameOffers, OfferedSeat } from '../seats/offers-view.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow } from './public-cards.ts';
import type { GameList } from './public-view.ts';

/* What the lobby shows everyone, in one statement written by hand: it is the page that is read most. */

/** The games in the lobby, each list with the newest game first. */
export interface LobbyGames {
  /** The public running games, and those that are over, at most as many as the lobby shows. */
  running: GameList;
  over: GameList;
  /** The public games that take players. */
  forming: OpenGame[];
  /** The seats that can be taken over, by game; of games for friends, too. */
  offers: GameOffers[];
}

/** How many running games, and games that are over, the lobby shows. */
const SHOWN = { running: 50, over: 20 } as const;

/** How many games that take players the lobby shows, and how many games with seats to take over. */
const MAX_LIST = 200;

type List = 'running' | 'over' | 'forming' | 'offered';

type Row = CardRow &
  Pick<GamePolicy, 'joining' | 'minReliability' | 'beginWhenFull' | 'seatsWanted'> & {
    list: List;
    rulesetVersion: number;
    waiting: number;
    offered: OfferedSeat[];
  };

const NEWEST = 'order by g."createdAt" desc, g."id" desc';

const publicGames = (status: 'running' | 'over' | 'forming', limit: number) =>
  `(select '${status}' as "list", g."id" from "Game" g where g."status" = '${status}' and not g."forFriends"
    ${NEWEST} limit ${limit})`;

const readLobby = statement<Row, []>(
  'read-lobby',
  `with "offering" as materialized (
    select distinct s."gameId" from "Seat" s where s."offered"
  ), "listed" as (
    ${publicGames('running', SHOWN.running + 1)}
    union all ${publicGames('over', SHOWN.over + 1)}
    union all ${publicGames('forming', MAX_LIST)}
    union all (
      select 'offered' as "list", g."id" from "offering" o join "Game" g on g."id" = o."gameId"
      where g."status" = 'running' and g."transferredOutAt" is null ${NEWEST} limit ${MAX_LIST}
    )
  )
  select l."list", ${CARD_COLUMNS}, g."rulesetVersion",
    p."joining"::text as "joining", p."minReliability", p."beginWhenFull", p."seatsWanted",
    case when l."list" = 'forming' then (
      select count(*)::int from "WaitlistEntry" w where w."gameId" = g."id"
    ) else 0 end as "waiting",
    case when l."list" = 'offered' then (
      select json_agg(json_build_object('id', s."id", 'identifier', s."identifier", 'name', s."name") order by s."position")
      from "Seat" s where s."gameId" = g."id" and s."offered"
    ) else '[]'::json end as "offered"
  from "listed" l
  join "Game" g on g."id" = l."id"
  join "GameSchedule" c on c."gameId" = g."id"
  join "GamePolicy" p on p."gameId" = g."id"
  join "Account" m on m."id" = g."gmId"
  ${NEWEST}`,
);

/** The games in the lobby. */
export async function lobbyGames(ctx: Pick<AppContext, 'db'>): Promise<LobbyGames> {
  const rows = await readLobby(ctx.db.prisma);
  const of = (list: List) => rows.filter((row) => row.list === list);
  const shown = (list: 'running' | 'over') => ({
    games: of(list).slice(0, SHOWN[list]).map(cardOfRow),
    hasMore: of(list).length > SHOWN[list],
  });
  return {
    running: shown('running'),
    over: shown('over'),
    forming: of('forming').map((row) => openGame(cardOfRow(row), row, row.waiting)),
    offers: of('offered').map((row) => ({
      card: cardOfRow(row),
      seats: row.offered,
      minReliability: row.minReliability,
    })),
  };
}
