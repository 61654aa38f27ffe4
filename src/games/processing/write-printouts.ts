import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import { newId } from '../../database/new-id.ts';
import { type DeliveryDraft, type JobDraft, writeDeliveries } from '../../database/outbox.ts';
import { statement } from '../../database/sql.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { reportPrinter, reportVersionOf } from './printed-report.ts';
import { canonicalReportWriter, reportWriter } from './report-text.ts';

const insertPrintouts = statement<
  never,
  [gameId: string, turn: number, attempt: number, reportVersion: string, rows: string, reports: string]
>(
  'write-printouts',
  `insert into "Printout"
    ("gameId", "turn", "attempt", "reportVersion", "id", "seatId", "accountId", "report")
  select $1::uuid, $2::int, $3::int, $4::text, r."id", r."seatId", r."accountId", r."report"
  from rows from (
    json_to_recordset($5::json) as ("id" uuid, "seatId" uuid, "accountId" int),
    json_array_elements($6::json)
  ) as r ("id", "seatId", "accountId", "report")`,
);

/**
 * Writes the printouts before a turn, the public one first, then one for each seat that a person plays, and mails to the
 * players who want them by mail.
 * @param printed.turn the turn that they come before
 * @param printed.attempt how often the turn before it has been processed
 * @param printed.states all states from the beginning on, as plain JSON
 * @returns the jobs that send the mails, which the caller must enqueue
 */
export async function writePrintouts(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  printed: { turn: number; attempt: number; header: SaltedReportHeader; states: readonly unknown[] },
): Promise<JobDraft[]> {
  const { turn, attempt, header, states } = printed;
  const ruleset = rulesetOf(game);
  const print = reportPrinter(ruleset, { header, states });
  const write = reportWriter();
  const readers = [null, ...game.seats.filter((seat) => !seat.opponent)];
  const printouts = readers.map((seat) => ({
    row: { id: newId(), seatId: seat?.id ?? null, accountId: seat?.accountId ?? null },
    report: print(seat?.identifier ?? null),
  }));
  await insertPrintouts(
    tx,
    ...([game.id, turn, attempt, reportVersionOf(ruleset)] as const),
    JSON.stringify(printouts.map(({ row }) => row)),
    `[${printouts.map(({ report }) => write(report)).join(',')}]`,
  );
  const writeCanonical = canonicalReportWriter();
  const mails: DeliveryDraft[] = [];
  for (const seat of game.seats) {
    const { id: seatId, account } = seat;
    const printout = printouts.find(({ row }) => row.seatId === seatId);
    if (!printout || !account?.mailPrintouts) continue;
    if (!(await mayMail(tx, ctx, seat, 'printout'))) continue;
    const report = writeCanonical(printout.report);
    const messageName = messageNameOf({ gameId: game.id, turn, attempt, seatId, report }, account.email);
    const about = { gameId: game.id, seatId, printoutId: printout.row.id, messageName };
    mails.push({ kind: 'printout', account, ...about });
  }
  return await writeDeliveries(tx, mails, ctx);
}

/**
 * The left side of the Message-ID of a printout's mail. If a turn is processed again because an older backup was restored,
 * the mail of a printout that comes out the same has the same Message-ID, so that mail programs hide the second one.
 * @param printout.report as canonical JSON
 */
function messageNameOf(
  printout: { gameId: string; turn: number; attempt: number; seatId: string; report: string },
  address: string,
): string {
  const { gameId, turn, attempt, seatId, report } = printout;
  const names = [gameId, turn, attempt, seatId, address].map((name) => JSON.stringify(name));
  const content = `[${[...names, report].join(',')}]`;
  return `printout-${createHash('sha256').update(content).digest('hex').slice(0, 40)}`;
}
