import type { AppContext } from '../../context.ts';
import type { Channel, SheetOutcome } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import type { PlayerSeat } from '../game/player-seat.ts';
import { hadSeatAt } from './had-seat-at.ts';
import { isSentAndStanding } from './played-sheets.ts';

/*
 * Which versions of a seat's sheets are shown to its present player: those that the same account sent, and paper sheets
 * that the GM entered while it had the seat. A version that a former player or the computer sent is never shown.
 * Otherwise a GM could read a player's orders by taking the seat for a moment. It is played until a new one comes.
 */

/** One version of a sheet without its content. */
export interface OwnVersion {
  turn: number;
  version: number;
  outcome: SheetOutcome;
  channel: Channel;
  receivedAt: Date;
  /** Whether the player marked it as final. */
  final: boolean;
}

/** One version of a sheet with its content. */
export interface OwnSheet extends OwnVersion {
  id: string;
  raw: unknown;
  /** The checked orders; null if the version was refused. */
  orders: unknown;
  problems: Problem[];
  advice: Advice[];
  /** Whether its receipt was mailed or is about to be. */
  mailed: boolean;
}

/** What was read of the versions of a seat's sheets. */
export interface ShownVersions {
  /** Those that are shown to the player, the latest first. */
  versions: OwnVersion[];
  /** The one whose content was asked for; null if there is none, or if it is not shown. */
  sheet: OwnSheet | null;
  /** The sheet that was sent for the open turn and is standing, shown or not; null also if that turn was not read. */
  openSheet: Pick<OwnVersion, 'channel'> | null;
}

type Content = Omit<OwnSheet, keyof OwnVersion>;

type Row = OwnVersion & { shown: boolean; content: Content | null };

/** Which of the versions with a turn, or of all if it is null, are shown, and the content of one version if it is. */
const readVersions = statement<
  Row,
  [seatId: string, accountId: number, since: number, turn: number | null, version: number | null]
>(
  'read-shown-versions',
  `select v."turn", v."version", v."outcome"::text as "outcome", v."channel"::text as "channel", v."receivedAt", v."final",
    v."shown",
    case when v."shown" and v."version" = $5::int then json_build_object(
      'id', v."id", 'raw', v."raw", 'orders', v."orders", 'problems', v."problems", 'advice', v."advice",
      'mailed', exists (select from "Delivery" d where d."sheetId" = v."id")
    ) end as "content"
  from (
    select h.*, case
      when h."channel" <> 'post' then coalesce(h."sentById" = $2::int, false)
      -- Its receipt went to the person who had the seat when it was entered.
      when exists (select from "Delivery" d where d."sheetId" = h."id" and d."accountId" = $2::int) then true
      -- Records of mail are deleted after some time, so the receipts do not show it forever. A printout without an account
      -- is that of a player who has deleted theirs.
      else h."turn" >= $3::int
        and not exists (select from "Delivery" d where d."sheetId" = h."id" and d."accountId" <> $2::int)
        and not exists (
          select from "Printout" p
          where p."seatId" = $1::uuid and p."turn" = h."turn"
            and (p."accountId" is null or p."accountId" <> $2::int)
        )
        and ${hadSeatAt('h', '$2::int')}
      end as "shown"
    from "Sheet" h
    where h."seatId" = $1::uuid and ($4::int is null or h."turn" = $4::int)
  ) v
  order by v."turn" desc, v."version" desc`,
);

/** No account has this number. */
const NO_ONE = -1;

/**
 * Reads the versions of the sheets of a seat that are shown to its player.
 * @param wanted.turn of all turns if it is missing
 * @param wanted.version the version whose content is read, too; only with a turn
 */
export async function shownVersions(
  ctx: Pick<AppContext, 'db'>,
  { game, seat }: PlayerSeat,
  { turn, version }: { turn?: number; version?: number } = {},
): Promise<ShownVersions> {
  if (![turn, version].every(isStorable)) return { versions: [], sheet: null, openSheet: null };
  const { id, accountId, since } = seat;
  const rows = await readVersions(
    ctx.db.prisma,
    id,
    accountId ?? NO_ONE,
    since,
    turn ?? null,
    version ?? null,
  );
  const found = turn === undefined ? undefined : rows.find(({ content }) => content !== null);
  return {
    versions: rows.filter(({ shown }) => shown).map(versionOf),
    sheet: found ? { ...versionOf(found), ...(found.content as Content) } : null,
    openSheet: rows.find((row) => row.turn === game.turn && isSentAndStanding(row)) ?? null,
  };
}

function versionOf({ turn, version, outcome, channel, receivedAt, final }: OwnVersion): OwnVersion {
  return { turn, version, outcome, channel, receivedAt, final };
}

/** Whether the database can store this number as a turn or a version. */
function isStorable(number: number | undefined): boolean {
  return number === undefined || (Number.isInteger(number) && number >= 0 && number <= 1_000_000);
}
