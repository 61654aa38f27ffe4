import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Channel } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import type { GameNumber } from '../game/game-number.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { ATTEMPT_IN_FORCE } from '../game/whole-game-rows.ts';
import type { ComingSheet } from './missing-sheets.ts';
import { receiptsCountedSince } from './sheet-limits.ts';

/*
 * What is needed of a game to take a sheet. The statements are written by hand, because sheets are what players send most.
 * The lock has a statement of its own: one that waits for a lock sees all other rows as they were before the wait.
 */

/** The columns of a game that decide what becomes of a sheet. */
type GameColumns =
  | 'ruleset'
  | 'rulesetVersion'
  | 'prefix'
  | 'serial'
  | 'status'
  | 'gmId'
  | 'turn'
  | 'attempt'
  | 'transferredOutAt'
  | 'pausedAt'
  | 'earlyProcessingAt'
  | 'autoProcess'
  | 'processWhenComplete'
  | 'processWhenFinal';

/** A locked game and one of its seats, as they are now, and what has been sent for the seat. */
export interface LockedSheet {
  game: Pick<WholeGame, GameColumns | 'id' | 'state'>;
  seat: Pick<WholeSeat, 'id' | 'gameId' | 'identifier' | 'accountId' | 'acceptedAt'> & {
    account: Pick<Account, 'id' | 'name' | 'email' | 'mailReceipts'> | null;
  };
  /** The last version for the open turn, refused ones included; 0 if there is none. */
  lastVersion: number;
  standingVersion: number | null;
  /** Since when versions count for the limits of the sender: see `sheet-limits.ts`. */
  countedSince: Date;
  /** How many versions for the open turn count for the sender's limit: those that came by the same channel. */
  versionsSent: number;
  /** How many receipts count for the seat's limit of mails. */
  receiptsMailed: number;
  /** Whether the open turn was rolled back and has not been rolled forward since. */
  isRolledBack: boolean;
  /** How many seats of the game wait for what; null if the turn is never processed early. */
  coming: SeatComing[] | null;
}

/** What has come from a seat, and whose seat it is: all but whether it owes a sheet. */
export interface SeatComing extends Pick<ComingSheet, 'standing'> {
  seat: Pick<WholeSeat, 'identifier' | 'accountId' | 'opponent'>;
}

/** Who sends a sheet, and how: it decides what counts for the limits. */
export interface SheetSender {
  channel: Channel;
  sentById: number;
}

const lockGameOfSeat = statement<{ id: string }, [gameId: string]>(
  'lock-game-of-sheet',
  'select "id" from "Game" where "id" = $1::uuid for update',
);

/** A game in which the account has no seat is not locked: a stranger must not keep its players waiting. */
const lockGameOfAccount = statement<
  { gameId: string; seatId: string },
  [prefix: string, serial: number, accountId: number]
>(
  'lock-game-of-player',
  `select g."id" as "gameId", own."id" as "seatId"
  from "Game" g cross join lateral (
    select s."id" from "Seat" s
    where s."gameId" = g."id" and s."accountId" = $3::int
    order by s."position" limit 1
  ) own
  where g."prefix" = $1::text and g."serial" = $2::int
  for update of g`,
);

type Row = Omit<LockedSheet['game'], 'state'> & {
  state: string | null;
  seatId: string;
} & Pick<WholeSeat, 'identifier' | 'accountId' | 'acceptedAt'> &
  Pick<
    LockedSheet,
    'lastVersion' | 'standingVersion' | 'countedSince' | 'versionsSent' | 'receiptsMailed' | 'isRolledBack'
  > & {
    name: string | null;
    email: string | null;
    mailReceipts: boolean | null;
    coming: string | null;
  };

const readLocked = statement<
  Row,
  [gameId: string, seatId: string, sentById: number, channel: Channel, receiptsSince: string]
>(
  'read-locked-sheet',
  `select g."id", g."ruleset", g."rulesetVersion", g."prefix", g."serial", g."status", g."gmId", g."turn",
    ${ATTEMPT_IN_FORCE} as "attempt",
    g."transferredOutAt", c."pausedAt", c."earlyProcessingAt", c."autoProcess", c."processWhenComplete",
    c."processWhenFinal", t."state"::text as "state",
    s."id" as "seatId", s."identifier", s."accountId", s."acceptedAt", a."name", a."email", a."mailReceipts",
    opened."countedSince", v.*,
    (
      select count(*)::int from "Delivery" d join "Sheet" h on h."id" = d."sheetId"
      where d."gameId" = g."id" and d."seatId" = s."id" and d."kind" = 'receipt'
        and d."createdAt" > $5::timestamptz and (h."channel" = 'post') = ($4::text = 'post')
    ) as "receiptsMailed",
    exists (
      select from "Rollback" r where r."gameId" = g."id" and r."turn" = g."turn" and r."undoneAt" is null
    ) as "isRolledBack",
    case when c."processWhenComplete" or c."autoProcess" then (
      select json_agg(json_build_array(o."identifier", o."accountId", o."opponent", h."final"))::text
      from "Seat" o left join "Sheet" h on h."seatId" = o."id" and h."turn" = g."turn"
        and h."outcome" = 'standing' and h."channel" <> 'standing'
        and (h."channel" <> 'opponent' or o."accountId" is null)
      where o."gameId" = g."id"
    ) end as "coming"
  from "Game" g
    join "GameSchedule" c on c."gameId" = g."id"
    join "GameState" t on t."gameId" = g."id"
    join "Seat" s on s."gameId" = g."id" and s."id" = $2::uuid
    left join "Account" a on a."id" = s."accountId"
    cross join lateral (
      select greatest(
        (
          select p."processedAt" from "Turn" p
          where p."gameId" = g."id" and p."turn" = g."turn" - 1 and p."rolledBackAt" is null
        ),
        (
          select max(r."at") from "Rollback" r
          where r."gameId" = g."id" and r."turn" = g."turn" and r."undoneAt" is null
        ),
        (select k."setAt" from "SecurityCode" k where k."accountId" = $3::int),
        g."createdAt"
      ) as "countedSince"
    ) opened
    cross join lateral (
      select coalesce(max(h."version"), 0) as "lastVersion",
        max(h."version") filter (where h."outcome" = 'standing') as "standingVersion",
        (
          count(*) filter (
            where h."sentById" = $3::int and h."channel"::text = $4::text
              and h."receivedAt" >= opened."countedSince"
          )
        )::int as "versionsSent"
      from "Sheet" h where h."seatId" = s."id" and h."turn" = g."turn"
    ) v
  where g."id" = $1::uuid`,
);

/** Locks a game until the transaction ends, and reads what a sheet of a seat needs; null if there is no such seat. */
export async function lockForSheet(
  tx: Tx,
  ctx: AppContext,
  { gameId, seatId }: { gameId: string; seatId: string },
  sender: SheetSender,
): Promise<LockedSheet | null> {
  await lockGameOfSeat(tx, gameId);
  return readForSheet(tx, ctx, { gameId, seatId }, sender);
}

/**
 * The same for the seat that the sender has in the game with a number; null, and nothing is locked, if they have none.
 * Callers must make sure that the seat is still theirs: it was found before the lock.
 */
export async function lockForOwnSheet(
  tx: Tx,
  ctx: AppContext,
  { prefix, serial }: GameNumber,
  sender: SheetSender,
): Promise<LockedSheet | null> {
  const [found] = await lockGameOfAccount(tx, prefix, serial, sender.sentById);
  return found ? readForSheet(tx, ctx, found, sender) : null;
}

async function readForSheet(
  tx: Tx,
  ctx: AppContext,
  { gameId, seatId }: { gameId: string; seatId: string },
  { channel, sentById }: SheetSender,
): Promise<LockedSheet | null> {
  const since = receiptsCountedSince(ctx).toISOString();
  const [row] = await readLocked(tx, gameId, seatId, sentById, channel, since);
  return row ? fromRow(row) : null;
}

function fromRow(row: Row): LockedSheet {
  const { lastVersion, standingVersion, countedSince, versionsSent, receiptsMailed, isRolledBack, ...rest } =
    row;
  const { state, coming, seatId, identifier, accountId, acceptedAt, name, email, mailReceipts, ...game } =
    rest;
  const account =
    accountId !== null && name !== null && email !== null && mailReceipts !== null
      ? { id: accountId, name, email, mailReceipts }
      : null;
  return {
    game: { ...game, state: state === null ? null : JSON.parse(state) },
    seat: { id: seatId, gameId: game.id, identifier, accountId, acceptedAt, account },
    ...{ lastVersion, standingVersion, countedSince, versionsSent, receiptsMailed, isRolledBack },
    coming: coming === null ? null : comingFrom(JSON.parse(coming)),
  };
}

type ComingRow = [identifier: string, accountId: number | null, opponent: boolean, final: boolean | null];

function comingFrom(rows: ComingRow[]): SeatComing[] {
  return rows.map(([identifier, accountId, opponent, final]) => ({
    seat: { identifier, accountId, opponent },
    standing: final === null ? null : { final },
  }));
}
