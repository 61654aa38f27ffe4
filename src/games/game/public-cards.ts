import type { Tx } from '../../database/client.ts';
import type { GameStatus } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { type CardColumns, type GameCard, listCard } from './game-card.ts';

/* The cards of public games in one statement written by hand: lists of games are read most. */

/** What a card is made of, as `cardOfRow` takes it. */
export type CardRow = CardColumns & { gmId: number; gmName: string; seats: number };

/** The columns of a `CardRow`, from a game `g` with its schedule `c` and the account of its GM `m`. */
export const CARD_COLUMNS = `g."id", g."ruleset", g."prefix", g."serial", g."title", g."status"::text as "status", g."turn",
    g."createdAt", g."begunAt", g."endedAt", c."due", c."pausedAt", c."daysPerTurn", c."minutesPerTurn", c."timeZone",
    c."weekdays", c."dueTime", c."autoProcess", c."processWhenComplete", m."id" as "gmId", m."name" as "gmName",
    (select count(*)::int from "Seat" s where s."gameId" = g."id") as "seats"`;

const readCards = statement<CardRow, [status: GameStatus, take: number, skip: number]>(
  'list-public-cards',
  `select ${CARD_COLUMNS}
  from "Game" g
  join "GameSchedule" c on c."gameId" = g."id"
  join "Account" m on m."id" = g."gmId"
  where g."status" = $1::"GameStatus" and not g."forFriends"
  order by g."createdAt" desc, g."id" desc
  limit $2::int offset $3::int`,
);

/** The cards of the games in a state that are not games for friends, the newest first. */
export async function publicCards(
  db: Pick<Tx, '$queryRawUnsafe'>,
  { status, take, skip }: { status: GameStatus; take: number; skip: number },
): Promise<GameCard[]> {
  const rows = await readCards(db, status, take, skip);
  return rows.map(cardOfRow);
}

/** The card of a game in a list. */
export function cardOfRow(row: CardRow): GameCard {
  return listCard(row, { gm: { id: row.gmId, name: row.gmName }, seats: row.seats });
}
