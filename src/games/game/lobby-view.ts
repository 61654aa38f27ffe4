import type { AppContext } from '../../context.ts';
import type { GamePolicy } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { type OpenGame, openGame } from '../seats/joining-view.ts';
import type { GameOffers, OfferedSeat } from '../seats/offers-view.ts';
import type { GameCard } from './game-card.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow } from './public-cards.ts';
import type { GameList } from './public-view.ts';
import { type DateColumns, type JsonRow, withDates } from './whole-game-rows.ts';

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

type Row = JsonRow<CardRow> &
  Pick<GamePolicy, 'joining' | 'minReliability' | 'beginWhenFull' | 'seatsWanted'> & {
    list: List;
    rulesetVersion: number;
    waiting: number;
    offered: OfferedSeat[];
  };

const NEWEST = 'order by g."createdAt" desc, g."id" desc';

const publicGames = (status: 'running' | 'over' | 'forming', limit: number) =>
  `(select '${status}' as "list", g.* from "Game" g where g."status" = '${status}' and not g."forFriends"
    ${NEWEST} limit ${limit})`;

// One JSON text: as rows with thirty columns each, reading the lobby took longer than finding it.
const readLobby = statement<{ rows: string }, []>(
  'read-lobby',
  `with "offering" as materialized (
    select distinct s."gameId" from "Seat" s where s."offered"
  ), "listed" as (
    ${publicGames('running', SHOWN.running + 1)}
    union all ${publicGames('over', SHOWN.over + 1)}
    union all ${publicGames('forming', MAX_LIST)}
    union all (
      select 'offered' as "list", g.* from "offering" o join "Game" g on g."id" = o."gameId"
      where g."status" = 'running' and g."transferredOutAt" is null ${NEWEST} limit ${MAX_LIST}
    )
  )
  select coalesce(json_agg(r order by r."createdAt" desc, r."id" desc), '[]'::json)::text as "rows" from (
  select g."list", ${CARD_COLUMNS}, g."rulesetVersion",
    p."joining"::text as "joining", p."minReliability", p."beginWhenFull", p."seatsWanted",
    case when g."list" = 'forming' then (
      select count(*)::int from "WaitlistEntry" w where w."gameId" = g."id"
    ) else 0 end as "waiting",
    case when g."list" = 'offered' then (
      select json_agg(json_build_object('id', s."id", 'identifier', s."identifier", 'name', s."name") order by s."position")
      from "Seat" s where s."gameId" = g."id" and s."offered"
    ) else '[]'::json end as "offered"
  from "listed" g
  join "GameSchedule" c on c."gameId" = g."id"
  left join lateral (
    -- The offset keeps PostgreSQL from joining the policies of all games before it looks at the list.
    select * from "GamePolicy" p where p."gameId" = g."id" and g."list" in ('forming', 'offered') offset 0
  ) p on true
  join "Account" m on m."id" = g."gmId"
  ) r`,
);

/** The games in the lobby. */
export async function lobbyGames(ctx: Pick<AppContext, 'db'>): Promise<LobbyGames> {
  const [read] = await readLobby(ctx.db.prisma);
  const rows = JSON.parse(read?.rows as string) as Row[];
  const of = (list: List) => rows.filter((row) => row.list === list);
  const shown = (list: 'running' | 'over') => ({
    games: of(list).slice(0, SHOWN[list]).map(cardOfJson),
    hasMore: of(list).length > SHOWN[list],
  });
  return {
    running: shown('running'),
    over: shown('over'),
    forming: of('forming').map((row) => openGame(cardOfJson(row), row, row.waiting)),
    offers: of('offered').map((row) => ({
      card: cardOfJson(row),
      seats: row.offered,
      minReliability: row.minReliability,
    })),
  };
}

const DATES: DateColumns<CardRow> = {
  createdAt: true,
  begunAt: true,
  endedAt: true,
  due: true,
  pausedAt: true,
};

function cardOfJson(row: JsonRow<CardRow>): GameCard {
  return cardOfRow(withDates<CardRow>(row, DATES));
}
