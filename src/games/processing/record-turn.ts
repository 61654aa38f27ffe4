import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery, enqueueJob } from '../../database/outbox.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { hashTurn, type TurnRecord } from '../archive/turn-hash.ts';
import type { WholeGame } from '../game/game-store.ts';
import { printedReport, reportVersionOf } from './printed-report.ts';
import { retireSheets } from './roll-back.ts';

/** A turn just played, and what is needed to write all that follows from it. */
export interface PlayedTurn {
  game: WholeGame;
  ruleset: Ruleset;
  record: TurnRecord;
  /** Every state from the beginning to this turn's, plain. */
  states: readonly unknown[];
  by: number | null;
}

/**
 * Writes a turn (0: the beginning) with its hash, the printouts that come after it, a delivery for each of them
 * that somebody awaits, and the job that lets the computer opponents fill in their next sheets: all in the
 * caller's transaction.
 * @returns how often the turn has been written now, counted from 1
 */
export async function recordTurn(tx: Tx, ctx: AppContext, played: PlayedTurn): Promise<number> {
  const { game, record, by } = played;
  const earlier = await tx.turn.count({ where: { gameId: game.id, turn: record.turn } });
  const attempt = earlier + 1;
  await tx.turn.create({
    data: {
      gameId: game.id,
      turn: record.turn,
      attempt,
      processedAt: ctx.now(),
      processedById: by,
      sheets: record.sheets,
      dice: record.dice,
      header: record.header,
      state: record.state,
      hash: hashTurn(record),
      previousHash: record.previousHash,
    },
  });
  if (attempt > 1) await retireSheets(tx, game.id, record.turn + 1);
  await writePrintouts(tx, ctx, played, attempt);
  await enqueueComputerSheets(tx, played);
  return attempt;
}

/** The public's printout first, then one for each seat at which a person sits. */
async function writePrintouts(tx: Tx, ctx: AppContext, played: PlayedTurn, attempt: number): Promise<void> {
  const { game, ruleset, record, states } = played;
  const history = { header: record.header, states };
  const readers = [null, ...game.seats.filter((seat) => !seat.opponent)];
  const written = await tx.printout.createManyAndReturn({
    select: { id: true, seatId: true },
    data: readers.map((seat) => ({
      gameId: game.id,
      turn: record.turn + 1,
      attempt,
      seatId: seat?.id ?? null,
      accountId: seat?.accountId ?? null,
      report: printedReport(ruleset, history, seat?.identifier ?? null),
      reportVersion: reportVersionOf(ruleset),
    })),
  });
  const printoutOf = new Map(written.map((printout) => [printout.seatId, printout.id]));
  for (const seat of game.seats) {
    const printoutId = printoutOf.get(seat.id);
    if (!printoutId || !seat.account?.mailPrintouts) continue;
    const draft = {
      kind: 'printout',
      account: seat.account,
      gameId: game.id,
      seatId: seat.id,
      printoutId,
    } as const;
    await enqueueDelivery(tx, draft, ctx);
  }
}

async function enqueueComputerSheets(tx: Tx, { game, ruleset, record }: PlayedTurn): Promise<void> {
  const owing = new Set(ruleset.seatsOwing(record.state));
  if (!game.seats.some((seat) => seat.opponent && owing.has(seat.identifier))) return;
  const turn = record.turn + 1;
  await enqueueJob(
    tx,
    'computerSheets',
    { gameId: game.id, turn },
    { jobKey: `computerSheets:${game.id}:${turn}` },
  );
}
