import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import type { JobDraft } from '../../database/outbox.ts';
import { statement } from '../../database/sql.ts';
import type { Roll } from '../../rules/dice.ts';
import { hashTurn } from '../archive/turn-hash.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';
import { seatsKeepingSheets } from '../sheets/kept-sheets.ts';
import { seatsOwingIn } from '../sheets/missing-sheets.ts';
import { computerSheetsJob } from './computer-sheets.ts';
import { keepState, statesUntil } from './earlier-states.ts';
import { writePrintouts } from './write-printouts.ts';

/** A turn that has just been played. */
export interface PlayedTurn {
  game: WholeGame;
  /** 0 for the setup. */
  turn: number;
  /** Raw orders by seat as they were resolved; for turn 0, the seats as the ruleset set them up. */
  sheets: unknown;
  dice: readonly Roll[];
  header: SaltedReportHeader;
  /** The state after the turn, as plain JSON. */
  state: unknown;
  /** How often the turn has been written now, counted from 1. */
  attempt: number;
  /** The hash of the turn before it; null for the setup. */
  previousHash: string | null;
  /** The GM's account; null if the server processed the turn. */
  by: number | null;
}

const insertTurn = statement<
  never,
  [
    ...[gameId: string, turn: number, attempt: number, processedAt: Date, processedById: number | null],
    ...[hash: string, previousHash: string | null],
    ...[sheets: string, dice: string, header: string, state: string],
  ]
>(
  'write-turn',
  `insert into "Turn" (
    "gameId", "turn", "attempt", "processedAt", "processedById", "hash", "previousHash",
    "sheets", "dice", "header", "state"
  ) values (
    $1::uuid, $2::int, $3::int, $4::timestamptz, $5::int, $6::text, $7::text,
    $8::json, $9::json, $10::json, $11::json
  )`,
);

/**
 * Writes a turn with its hash, and the printouts after it. All in the caller's transaction.
 * @returns the jobs that mail the printouts and fill in the computer's next sheets, which the caller must enqueue
 */
export async function recordTurn(tx: Tx, ctx: AppContext, played: PlayedTurn): Promise<JobDraft[]> {
  const { game, turn, sheets, dice, header, state, attempt, previousHash, by } = played;
  const earlier = previousHash === null ? [] : await statesUntil(tx, game.id, previousHash);
  const hash = hashTurn({ game: gameNumber(game), turn, sheets, dice, header, state, previousHash });
  const json = JSON.stringify(state);
  await insertTurn(
    tx,
    ...([game.id, turn, attempt, ctx.now(), by, hash, previousHash] as const),
    ...([JSON.stringify(sheets), JSON.stringify(dice), JSON.stringify(header), json] as const),
  );
  if (attempt > 1) {
    await supersedeSheets(tx, game, turn + 1);
    // Those who were reminded before the rollback owe their sheets anew.
    await tx.reminder.deleteMany({ where: { turn: turn + 1, seat: { gameId: game.id } } });
  }
  const jobs = await writePrintouts(tx, ctx, game, {
    ...{ turn: turn + 1, attempt, header },
    states: [...earlier, state],
  });
  keepState(game.id, { hash, previousHash, state, length: json.length });
  const computerPlays = seatsOwingIn(game, state).some((seat) => seat.opponent);
  return computerPlays ? [...jobs, computerSheetsJob({ gameId: game.id, turn: turn + 1 })] : jobs;
}

/**
 * After a rollback, the sheets for the turn after it were written for a state that has been discarded. They are kept,
 * but not played; the ruleset checks those of seats that must keep theirs against the new state when it plays them. A program
 * that sends its sheet again under the same key does not repeat the one that is no longer played.
 */
async function supersedeSheets(tx: Tx, game: WholeGame, turn: number): Promise<void> {
  const kept = await seatsKeepingSheets(tx, game, turn);
  // A refused sheet has no orders; a superseded sheet must have some, if only null.
  await tx.$executeRaw`
    UPDATE "Sheet" SET "outcome" = 'superseded', "orders" = coalesce("orders", 'null'::json),
      "requestKey" = NULL, "requestHash" = NULL
    WHERE "gameId" = ${game.id}::uuid AND "turn" = ${turn} AND ("outcome" <> 'superseded' OR "requestKey" IS NOT NULL)
      AND NOT "seatId" = ANY(${kept}::uuid[])`;
}
