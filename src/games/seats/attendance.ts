import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Rollback, RolledBackAttendance } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { gmGame } from '../game/gm-access.ts';
import { countGmEvent } from '../game/limited-actions.ts';
import { noticeOf } from '../schedule/short-notice.ts';
import { isMissedByPlayer, type OpenTurnSheet, owedSheets } from '../sheets/missing-sheets.ts';

/*
 * `excusedIfUnsent`: the miss is excused if the printout for the turn was never sent, because the server's own mail server took no mail.
 * Someone who plays by mail does not know of the turn then.
 */
const insertRows = statement<never, [gameId: string, turn: number, processedAt: Date, rows: string]>(
  'write-attendance',
  `insert into "Attendance"
    ("gameId", "turn", "processedAt", "seatId", "accountId", "missed", "excused", "counts")
  select $1::uuid, $2::int, $3::timestamptz, r."seatId", r."accountId", r."missed",
    r."excused" or (r."excusedIfUnsent" is true and coalesce((
      select bool_or(d."obstacle" = 'relay') and not bool_or(d."status" = 'sent')
      from "Delivery" d join "Printout" p on p."id" = d."printoutId"
      where d."accountId" = r."accountId" and d."kind" = 'printout'
        and p."gameId" = $1::uuid and p."turn" = $2::int and p."rolledBackAt" is null
    ), false)),
    r."counts"
  from json_to_recordset($4::json) as r
    ("seatId" uuid, "accountId" int, "missed" boolean, "excused" boolean, "excusedIfUnsent" boolean, "counts" boolean)`,
);

/**
 * Records for a locked game's open turn which of the people who owe a sheet have missed it (see `isMissedByPlayer`).
 * Their misses are excused if a date of the turn passed while the server was down, or if the mail server never took their printout for
 * the turn (except for a GM who plays, who knows of it), and do not count for the reliability of
 * people who have not accepted their seats, nor if there was no due date, or the GM processed the turn before it or set it at
 * short notice (see `missesCountFrom`), nor for those who got their seat on equally short notice (see `bindingFor`). A miss of the GM
 * that counted before a rollback counts again all the same: a GM who plays
 * could otherwise undo it. A new player of a seat that takes no sheet after a rollback misses nothing.
 * Nothing may have been recorded for the turn.
 * @param turn.by the account that processes the turn; null if the server does by itself
 * @param turn.owed what has come from the seats that owe a sheet
 * @param turn.before what was recorded for the turn before it was rolled back
 */
export async function writeAttendance(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
  {
    by,
    owed,
    before = [],
  }: { by: number | null; owed: readonly OpenTurnSheet[]; before?: readonly RolledBackAttendance[] },
): Promise<void> {
  const now = ctx.now();
  const isBoundTo = owed.some(isMissedByPlayer) ? await bindingFor(tx, ctx, game) : null;
  const rows = owed
    .filter(({ seat }) => seat.accountId !== null)
    // Nothing can be sent for a seat that keeps its sheet, so only those who missed the turn before miss it again.
    .filter(
      (sheet) => !sheet.isKept || !isMissedByPlayer(sheet) || before.some((row) => isMiss(row, sheet.seat)),
    )
    .map((sheet) => {
      const { id: seatId, accountId, acceptedAt } = sheet.seat;
      const missed = isMissedByPlayer(sheet);
      const wasDue = by === null ? game.due !== null : isPast(game.due, now);
      const isBinding = game.missesCountFrom === null || game.missesCountFrom <= now;
      const isOwn = accountId === game.gmId && before.some((row) => row.counts && isMiss(row, sheet.seat));
      const isBound = acceptedAt !== null && isBoundTo?.(sheet.seat) === true;
      const counts = !missed || isOwn || (isBound && wasDue && isBinding);
      const excused = missed && game.missesExcused;
      const excusedIfUnsent = missed && accountId !== game.gmId;
      return { seatId, accountId, missed, excused, excusedIfUnsent, counts };
    });
  const lost = before.filter((row) => isMissOfLostSeat(row, game));
  await insertRows(tx, game.id, game.turn, now, JSON.stringify([...rows, ...lost]));
}

/**
 * Finds out whom the due date binds: not those who got their seat in the running game less than a day ago, or in a live game, less than a
 * turn. Otherwise, a GM could give a seat to someone a minute before the date. It binds those who have reclaimed their own seat: otherwise,
 * misses of someone who does that in each turn would never count.
 */
async function bindingFor(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
): Promise<(seat: OpenTurnSheet['seat']) => boolean> {
  const latest = new Date(ctx.now().getTime() - (await noticeOf(tx, game)));
  const recent = await tx.seatChange.findMany({
    where: { gameId: game.id, kind: { notIn: ['gaveUp', 'reclaimed'] }, at: { gt: latest } },
    select: { seatId: true, accountId: true },
  });
  return ({ id, accountId }) =>
    !recent.some((change) => change.seatId === id && change.accountId === accountId);
}

/** Whether it is a counted miss of the GM, whose seat the computer has played since, and who can reclaim it. */
function isMissOfLostSeat(
  { missed, counts, seatId, accountId }: RolledBackAttendance,
  game: WholeGame,
): boolean {
  const seat = game.seats.find(({ id }) => id === seatId);
  const isGms = accountId !== null && accountId === game.gmId && seat?.reclaimableById === accountId;
  return missed && counts && isGms && seat.accountId === null;
}

function isMiss(row: RolledBackAttendance, { id, accountId }: OpenTurnSheet['seat']): boolean {
  return row.missed && row.seatId === id && row.accountId === accountId;
}

function isPast(due: Date | null, now: Date): boolean {
  return due !== null && due <= now;
}

/** Deletes what was recorded for a turn when it was processed before a rollback, and returns what was kept of it. */
export async function takeKeptAttendance(
  tx: Tx,
  turn: { gameId: string; turn: number },
): Promise<RolledBackAttendance[]> {
  const rows = await tx.rolledBackAttendance.findMany({ where: turn });
  await clearAttendance(tx, turn);
  return rows;
}

async function clearAttendance(tx: Tx, turn: { gameId: string; turn: number }): Promise<void> {
  await tx.attendance.deleteMany({ where: turn });
  await tx.rolledBackAttendance.deleteMany({ where: turn });
}

/**
 * Keeps the attendance of a turn that is rolled back, with its excuses, for `restoreAttendance`. Until then it counts for
 * nothing.
 */
export async function keepAttendance(tx: Tx, turn: { gameId: string; turn: number }): Promise<void> {
  const rows = await tx.attendance.findMany({ where: turn });
  await clearAttendance(tx, turn);
  await tx.rolledBackAttendance.createMany({ data: rows });
}

/**
 * Puts the attendance of a locked game's open turn in force again, as it was before the rollback: another person may have the
 * seat now, and the GM may have excused a miss. If it has not been kept, it is recorded for the people who have the seats now.
 * @param by the account that rolls the turn forward
 */
export async function restoreAttendance(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { rollback, by }: { rollback: Pick<Rollback, 'keepsAttendance'>; by: number },
): Promise<void> {
  const turn = { gameId: game.id, turn: game.turn };
  const rows = await takeKeptAttendance(tx, turn);
  if (rollback.keepsAttendance) await tx.attendance.createMany({ data: rows });
  else await writeAttendance(tx, ctx, game, { by, owed: await owedSheets(tx, game) });
}

/**
 * How many turns in a row, up to the latest, the seat's current player has missed since taking the seat. Excused turns
 * are skipped.
 */
export async function consecutiveMisses(
  tx: Tx,
  seat: { id: string; accountId: number | null; since: number },
): Promise<number> {
  if (seat.accountId === null) return 0;
  const counted = await tx.attendance.findMany({
    where: { seatId: seat.id, accountId: seat.accountId, excused: false, turn: { gte: seat.since } },
    orderBy: { turn: 'desc' },
    select: { missed: true },
  });
  const lastSent = counted.findIndex((owed) => !owed.missed);
  return lastSent < 0 ? counted.length : lastSent;
}

/**
 * The GM excuses a missed turn, or withdraws the excuse. A GM who plays cannot decide on turns that they missed themself.
 * Problems: `unknown-game`, `not-gm`, `not-missed`, `own-miss`, `too-often`.
 */
export async function excuseMiss(
  ctx: AppContext,
  wanted: { gameId: string; by: number; seatId: string; turn: number; excused: boolean },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await gmGame(tx, wanted);
    if (!game.ok) return game;
    const { gameId, by, seatId, turn, excused } = wanted;
    const where = { gameId, seatId, turn, missed: true };
    if ((await tx.attendance.count({ where: { ...where, accountId: by } })) > 0) {
      return fail('turn', 'own-miss', 'You cannot excuse a turn that you missed yourself.');
    }
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    const changed = await tx.attendance.updateMany({
      where: { ...where, excused: !excused },
      data: { excused },
    });
    if (changed.count === 0) {
      if ((await tx.attendance.count({ where })) > 0) return ok(undefined);
      return fail('turn', 'not-missed', `This seat did not miss turn ${turn}.`);
    }
    const seat = game.value.seats.find(({ id }) => id === seatId);
    const type = excused ? 'missExcused' : 'excuseWithdrawn';
    await logGameEvent(tx, ctx, {
      gameId,
      by,
      type,
      detail: `[${seat?.identifier}] turn ${turn}`,
    });
    return ok(undefined);
  });
}
