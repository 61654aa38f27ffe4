import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import { storedJson } from '../../database/stored-json.ts';
import type { Roll } from '../../rules/dice.ts';
import { hashTurn } from '../archive/turn-hash.ts';
import { gameNumber } from '../game/game-number.ts';
import { NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';
import { seatsKeepingSheets } from '../sheets/kept-sheets.ts';
import { seatsOwingIn } from '../sheets/missing-sheets.ts';
import { enqueueComputerSheets } from './computer-sheets.ts';
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
  /** The GM's account; null if the server processed the turn. */
  by: number | null;
}

/**
 * Writes a turn with its hash, and what follows from it: the printouts after it, and the job that fills in the
 * computer's next sheets. All in the caller's transaction.
 * @returns the attempt: how often the turn has been written now, counted from 1
 */
export async function recordTurn(tx: Tx, ctx: AppContext, played: PlayedTurn): Promise<number> {
  const { game, turn, sheets, dice, header, state, by } = played;
  const past = await pastTurns(tx, game.id);
  const attempt = 1 + (await tx.turn.count({ where: { gameId: game.id, turn } }));
  const previousHash = past.at(-1)?.hash ?? null;
  const hash = hashTurn({ game: gameNumber(game), turn, sheets, dice, header, state, previousHash });
  await tx.turn.create({
    data: {
      ...{ gameId: game.id, turn, attempt, processedAt: ctx.now(), processedById: by },
      ...{ hash, previousHash },
      ...{ sheets: storedJson(sheets), dice: storedJson(dice) },
      ...{ header: storedJson(header), state: storedJson(state) },
    },
  });
  if (attempt > 1) await supersedeSheets(tx, game, turn + 1);
  const states = [...past.map((earlier) => earlier.state), state];
  await writePrintouts(tx, ctx, game, { turn: turn + 1, attempt, header, states });
  if (seatsOwingIn(game, state).some((seat) => seat.opponent)) {
    await enqueueComputerSheets(tx, { gameId: game.id, turn: turn + 1 });
  }
  return attempt;
}

function pastTurns(tx: Tx, gameId: string) {
  return tx.turn.findMany({
    where: { gameId, ...NOT_ROLLED_BACK },
    select: { state: true, hash: true },
    orderBy: { turn: 'asc' },
  });
}

/**
 * After a rollback, the sheets for the turn after it were written for a state that has been discarded. They are kept,
 * but not played; the ruleset checks those of seats that must keep theirs against the new state when it plays them.
 */
async function supersedeSheets(tx: Tx, game: WholeGame, turn: number): Promise<void> {
  const kept = await seatsKeepingSheets(tx, game, turn);
  // A refused sheet has no orders; a superseded sheet must have some, if only null.
  await tx.$executeRaw`
    UPDATE "Sheet" SET "outcome" = 'superseded', "orders" = coalesce("orders", 'null'::json)
    WHERE "gameId" = ${game.id}::uuid AND "turn" = ${turn} AND "outcome" <> 'superseded'
      AND NOT "seatId" = ANY(${kept}::uuid[])`;
}
