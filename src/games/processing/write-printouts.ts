import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
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
  const written = await tx.printout.createManyAndReturn({
    select: { id: true, seatId: true },
    data: readers.map((seat) => ({
      gameId: game.id,
      turn,
      attempt,
      seatId: seat?.id ?? null,
      accountId: seat?.accountId ?? null,
      report: printedReport(ruleset, { header, states }, seat?.identifier ?? null),
      reportVersion: reportVersionOf(ruleset),
    })),
  });
  const printoutOf = new Map(written.map(({ id, seatId }) => [seatId, id]));
  for (const { id: seatId, account } of game.seats) {
    const printoutId = printoutOf.get(seatId);
    if (!printoutId || !account?.mailPrintouts) continue;
    await enqueueDelivery(tx, { kind: 'printout', account, gameId: game.id, seatId, printoutId }, ctx);
  }
}
