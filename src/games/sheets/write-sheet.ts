import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Sheet } from '../../database/generated/client.ts';
import { newId } from '../../database/new-id.ts';
import { newDelivery } from '../../database/outbox.ts';
import { statement } from '../../database/sql.ts';

/** A version of a sheet with all that is written together with it. */
export interface SheetToWrite {
  sheet: Sheet;
  /** The line of the game's log. */
  detail: string;
  /** Who gets the receipt by mail; null if no one does. */
  receipt: Pick<Account, 'id' | 'name' | 'email'> | null;
}

/**
 * The new version is inserted after the one that was standing has been superseded, because it reads how many were: only one
 * can stand at a time. Everything is written even if nothing of it is selected, but the job only because it is.
 */
const insertSheet = statement<
  { version: number; jobs: number },
  [
    ...[id: string, gameId: string, seatId: string, turn: number, version: number, channel: string],
    ...[
      receivedAt: string,
      outcome: string,
      raw: string,
      orders: string | null,
      problems: string,
      advice: string,
    ],
    ...[final: boolean, sentById: number | null, requestKey: string | null, requestHash: string | null],
    ...[eventId: string, detail: string],
    ...[deliveryId: string | null, messageId: string | null],
    ...[accountId: number | null, toAddress: string | null, toName: string | null],
    ...[payload: string | null, jobKey: string | null],
    ...[sentAt: string | null, unread: boolean, markedAt: string | null],
  ]
>(
  'write-sheet',
  `with superseded as (
    update "Sheet" set "outcome" = 'superseded'
    where "seatId" = $3::uuid and "turn" = $4::int and "outcome" = 'standing'
      and $8::"SheetOutcome" = 'standing'
    returning 1
  ), sheet as (
    insert into "Sheet" (
      "id", "gameId", "seatId", "turn", "version", "channel", "receivedAt", "outcome",
      "raw", "orders", "problems", "advice", "final", "sentById", "requestKey", "requestHash", "sentAt",
      "unread", "markedAt"
    )
    select $1::uuid, $2::uuid, $3::uuid, $4::int, $5::int, $6::"Channel", $7::timestamptz, $8::"SheetOutcome",
      $9::json, $10::json, $11::json, $12::json, $13::boolean, $14::int, $15::text, $16::text,
      $26::timestamptz, $27::boolean, $28::timestamptz
    from (select count(*) from superseded) before
    returning "version"
  ), replaced as (
    delete from "AdvanceOrders" a using "Seat" s
    where a."seatId" = $3::uuid and a."turn" = $4::int and s."id" = a."seatId" and s."accountId" = a."accountId"
      and $8::"SheetOutcome" = 'standing' and $6::"Channel" not in ('advance', 'standing', 'opponent')
  ), event as (
    insert into "GameEvent" ("id", "gameId", "at", "accountId", "type", "detail")
    values ($17::uuid, $2::uuid, $7::timestamptz, $14::int, 'sheetReceived', $18::text)
  ), delivery as (
    insert into "Delivery" (
      "id", "kind", "messageId", "toAddress", "toName", "accountId", "gameId", "seatId", "sheetId",
      "createdAt", "nextAttempt"
    )
    select $19::uuid, 'receipt', $20::text, $22::text, $23::text, $21::int, $2::uuid, $3::uuid, $1::uuid,
      $7::timestamptz, $7::timestamptz
    where $19::uuid is not null
    returning "id"
  ), job as (
    select j."id" from delivery cross join lateral graphile_worker.add_job(
      identifier => 'deliver', payload => $24::json, job_key => $25::text
    ) j
  )
  select "version", (select count(*) from job)::int as "jobs" from sheet`,
);

/**
 * Writes a version of a sheet, the line in the game's log, and the delivery of the receipt with its job. A version that is
 * standing supersedes the one that was. If it is the player's own, it also replaces their advance orders for the turn, which
 * would come back after a rollback otherwise. Callers must have locked the game.
 */
export async function writeSheet(
  tx: Tx,
  ctx: AppContext,
  { sheet, detail, receipt }: SheetToWrite,
): Promise<void> {
  const { id, gameId, seatId, turn, version, channel, outcome, sentById, requestKey, requestHash } = sheet;
  const mail = receipt && newDelivery(ctx);
  await insertSheet(
    tx,
    ...([id, gameId, seatId, turn, version, channel, sheet.receivedAt.toISOString(), outcome] as const),
    ...([
      JSON.stringify(sheet.raw),
      outcome === 'refused' ? null : JSON.stringify(sheet.orders ?? null),
    ] as const),
    ...([JSON.stringify(sheet.problems), JSON.stringify(sheet.advice)] as const),
    ...([sheet.final, sentById, requestKey, requestHash, newId(), detail] as const),
    ...([mail?.id ?? null, mail?.messageId ?? null] as const),
    ...([receipt?.id ?? null, receipt?.email ?? null, receipt?.name ?? null] as const),
    ...([mail?.job.payload ?? null, mail?.job.key ?? null] as const),
    ...([sheet.sentAt?.toISOString() ?? null, sheet.unread, sheet.markedAt?.toISOString() ?? null] as const),
  );
}
