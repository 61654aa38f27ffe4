import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Sheet } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { isoDay } from '../../text/dates.ts';
import type { WholeGame } from '../game/game-store.ts';

/** A version of a sheet for the open turn, as processing needs it. */
export type OpenTurnVersion = Pick<
  Sheet,
  | 'seatId'
  | 'version'
  | 'outcome'
  | 'unread'
  | 'channel'
  | 'receivedAt'
  | 'final'
  | 'sentById'
  | 'raw'
  | 'problems'
>;

/**
 * Everything that is stored about the open turn of a locked game besides the game itself, so that most turns take no other
 * query. What is seldom there is only named: the steps that need it read it.
 */
export interface OpenTurn {
  /** All versions of all sheets. */
  sheets: OpenTurnVersion[];
  /** The 32 bytes behind all dice (see `readDiceSecret`). */
  diceSecret: Uint8Array;
  /** The hash of the last turn in force. */
  previousHash: string;
  /** How often the turn has been processed, and rolled back. */
  attempts: number;
  /** Whether there are standing orders, and advance orders for the turn after it. */
  hasStandingOrders: boolean;
  hasAdvanceOrders: boolean;
  /** Whether someone with a seat is away today or later. */
  hasAbsences: boolean;
  /** Whether a player's last sheet before this turn was missed, and not excused. */
  hasMisses: boolean;
  /** Whether the GM has seen something, or a seat got another player, since the last turn in force was processed. */
  hasInspections: boolean;
  hasSeatChanges: boolean;
  /** Whether a press release of this game was ever held. */
  hasHeldPress: boolean;
  hasWebhooks: boolean;
}

type Row = Omit<OpenTurn, 'sheets' | 'diceSecret'> & { sheets: string; diceSecret: string };

const readRow = statement<Row, [gameId: string, turn: number, today: string]>(
  'read-open-turn',
  `select
    (
      select coalesce(json_agg(json_build_object(
        'seatId', h."seatId", 'version', h."version", 'outcome', h."outcome", 'unread', h."unread", 'channel', h."channel",
        'receivedAt', h."receivedAt", 'final', h."final", 'sentById', h."sentById", 'raw', h."raw",
        'problems', h."problems"
      ) order by h."version" desc), '[]'::json)::text
      from "Sheet" h where h."gameId" = $1::uuid and h."turn" = $2::int
    ) as "sheets",
    (select encode(x."diceSecret", 'hex') from "GameSecret" x where x."gameId" = $1::uuid) as "diceSecret",
    l."hash" as "previousHash",
    (select count(*)::int from "Turn" t where t."gameId" = $1::uuid and t."turn" = $2::int) as "attempts",
    exists (
      select from "AdvanceOrders" o where o."gameId" = $1::uuid and o."turn" = 0
    ) as "hasStandingOrders",
    exists (
      select from "AdvanceOrders" o where o."gameId" = $1::uuid and o."turn" = $2::int + 1
    ) as "hasAdvanceOrders",
    exists (
      select from "Seat" s join "Absence" b on b."accountId" = s."accountId"
      where s."gameId" = $1::uuid and b."lastDay" >= $3::text
    ) as "hasAbsences",
    exists (
      select from "Seat" s cross join lateral (
        select n."missed" from "Attendance" n
        where n."seatId" = s."id" and n."accountId" = s."accountId" and not n."excused" and n."turn" >= s."since"
        order by n."turn" desc limit 1
      ) last
      where s."gameId" = $1::uuid and last."missed"
    ) as "hasMisses",
    exists (
      select from "Inspection" i where i."gameId" = $1::uuid and i."at" >= l."processedAt"
    ) as "hasInspections",
    exists (
      select from "SeatChange" e where e."gameId" = $1::uuid and e."at" >= l."processedAt"
    ) as "hasSeatChanges",
    exists (select from "HeldPressRelease" r where r."gameId" = $1::uuid) as "hasHeldPress",
    exists (
      select from "Webhook" w where w."gameId" = $1::uuid and w."disabledAt" is null
    ) as "hasWebhooks"
  from (
    select t."hash", t."processedAt" from "Turn" t
    where t."gameId" = $1::uuid and t."rolledBackAt" is null
    order by t."turn" desc limit 1
  ) l`,
);

/** Reads what is stored about the open turn of a locked, running game. */
export async function readOpenTurn(tx: Tx, ctx: Pick<AppContext, 'now'>, game: WholeGame): Promise<OpenTurn> {
  const [row] = await readRow(tx, game.id, game.turn, isoDay(ctx.now(), game.timeZone));
  if (row === undefined) throw new Error('A running game has no turn in force.');
  return { ...row, sheets: versionsOf(row.sheets), diceSecret: Buffer.from(row.diceSecret, 'hex') };
}

function versionsOf(json: string): OpenTurnVersion[] {
  const sheets = JSON.parse(json) as (Omit<OpenTurnVersion, 'receivedAt'> & { receivedAt: string })[];
  return sheets.map((sheet) => ({ ...sheet, receivedAt: new Date(sheet.receivedAt) }));
}
