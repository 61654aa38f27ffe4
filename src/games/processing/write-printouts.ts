import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import { type DeliveryDraft, enqueueDeliveries } from '../../database/outbox.ts';
import { storedJson } from '../../database/stored-json.ts';
import type { Report } from '../../rules/report.ts';
import { canonicalJson } from '../archive/canonical-json.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { printedReport, reportVersionOf } from './printed-report.ts';

/**
 * Writes the printouts before a turn, the public one first, then one for each seat that a person plays, and mails them
 * to the players who want them by mail.
 * @param printed.turn the turn that they come before
 * @param printed.attempt how often the turn before it has been processed
 * @param printed.states all states from the beginning on, as plain JSON
 */
export async function writePrintouts(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  printed: { turn: number; attempt: number; header: SaltedReportHeader; states: readonly unknown[] },
): Promise<void> {
  const { turn, attempt, header, states } = printed;
  const ruleset = rulesetOf(game);
  const readers = [null, ...game.seats.filter((seat) => !seat.opponent)];
  const printouts = readers.map((seat) => ({
    gameId: game.id,
    turn,
    attempt,
    seatId: seat?.id ?? null,
    accountId: seat?.accountId ?? null,
    report: printedReport(ruleset, { header, states }, seat?.identifier ?? null),
    reportVersion: reportVersionOf(ruleset),
  }));
  const written = await tx.printout.createManyAndReturn({
    select: { id: true, seatId: true },
    data: printouts.map((printout) => ({ ...printout, report: storedJson(printout.report) })),
  });
  const printoutIdOf = new Map(written.map(({ id, seatId }) => [seatId, id]));
  const mails: DeliveryDraft[] = [];
  for (const seat of game.seats) {
    const { id: seatId, account } = seat;
    const printout = printouts.find((one) => one.seatId === seatId);
    const printoutId = printoutIdOf.get(seatId);
    if (!printout || !printoutId || !account?.mailPrintouts) continue;
    if (!(await mayMail(tx, ctx, seat, 'printout'))) continue;
    const messageName = messageNameOf(printout, account.email);
    const about = { gameId: game.id, seatId, printoutId, messageName };
    mails.push({ kind: 'printout', account, ...about });
  }
  await enqueueDeliveries(tx, mails, ctx);
}

/**
 * The left side of the Message-ID of a printout's mail. If a turn is processed again because an older backup was restored,
 * the mail of a printout that comes out the same has the same Message-ID, so that mail programs hide the second one.
 */
function messageNameOf(
  printout: { gameId: string; turn: number; attempt: number; seatId: string | null; report: Report },
  address: string,
): string {
  const { gameId, turn, attempt, seatId, report } = printout;
  const content = canonicalJson([gameId, turn, attempt, seatId, address, report]);
  return `printout-${createHash('sha256').update(content).digest('hex').slice(0, 40)}`;
}
