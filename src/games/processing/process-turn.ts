import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SeatNotes } from '../../database/json-types.ts';
import { seededDice } from '../../rules/dice.ts';
import { toJsonValue } from '../archive/canonical-json.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { NotAllowed, rulesetOf } from '../game/game-ruleset.ts';
import {
  inTransaction,
  lockGame,
  NEW_TURN,
  NOT_ROLLED_BACK,
  readDiceSecret,
  type WholeGame,
} from '../game/game-store.ts';
import { reviewPress, storeHeldPress } from '../press/press-moderation.ts';
import { awayLines } from '../schedule/absences-view.ts';
import { nextDueDate } from '../schedule/next-due-date.ts';
import {
  autoProcessAt,
  postponeDeadline,
  postponeEarlyProcessing,
  scheduleJobs,
} from '../schedule/schedule-jobs.ts';
import { recordAttendance } from '../seats/missed-turns.ts';
import { replaceAbsentPlayers } from '../seats/replace-absent-players.ts';
import {
  type DueAdvanceOrders,
  dueAdvanceOrders,
  enterAdvanceOrders,
} from '../sheets/enter-advance-orders.ts';
import { allOrdersFinal } from '../sheets/final-orders.ts';
import { allSheetsIn } from '../sheets/missing-sheets.ts';
import { playedSheets } from '../sheets/played-sheets.ts';
import { retireStandingOrders, type StandingNotes, serveStandingOrders } from '../sheets/standing-orders.ts';
import { fillComputerSheets } from './computer-sheets.ts';
import { recordTurn } from './record-turn.ts';
import { reportHeader } from './report-header.ts';

export type Processing =
  | { kind: 'processed'; over: boolean }
  /** The turn was processed before: a second click, a second worker, a retry. Nothing was done. */
  | { kind: 'already' }
  /** There is no such game, it is not running, or that turn is not open yet. Nothing was done. */
  | { kind: 'not-running' }
  /** The GM has paused the game. Nothing was done. */
  | { kind: 'paused' };

/**
 * Processes the open turn of a game: one transaction under the lock of its row, so that a turn happens once,
 * wholly or not at all, however often and from wherever it is asked for.
 * @param wanted.turn the turn that the caller means; any other is left alone
 * @param wanted.by the GM's account, or null where the server does it
 * @throws NotAllowed if `by` is an account that does not run the game
 */
export async function processTurn(
  ctx: AppContext,
  wanted: { gameId: string; turn: number; by: number | null },
): Promise<Processing> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return { kind: 'not-running' };
    if (wanted.by !== null && wanted.by !== game.gmId) {
      throw new NotAllowed(`Account ${wanted.by} does not run ${gameNumber(game)}.`);
    }
    return notOpen(game, wanted.turn) ?? processOpenTurn(tx, ctx, game, wanted.by);
  });
}

/** As `processTurn`, by the server, if every sheet that is owed stands when the lock is held: else `incomplete`. */
export async function processWhenAllIn(
  ctx: AppContext,
  wanted: { gameId: string; turn: number },
): Promise<Processing | { kind: 'incomplete' }> {
  return onOpenTurn(ctx, wanted, async (tx, game) => {
    return (await allSheetsIn(tx, game)) ? processOpenTurn(tx, ctx, game, null) : { kind: 'incomplete' };
  });
}

/**
 * As `processTurn`, by the server, when the grace period after the due date is over. A date that has been moved
 * since (`moved`) has a job of its own; where the house's clock says that it is too early, the job waits on.
 * @param wanted.due the date that the caller means, ISO 8601
 */
export async function processAtDeadline(
  ctx: AppContext,
  wanted: { gameId: string; turn: number; due: string },
): Promise<Processing | { kind: 'moved' | 'early' }> {
  return onOpenTurn(ctx, wanted, async (tx, game) => {
    const at = autoProcessAt(game);
    if (at === null || game.due?.getTime() !== Date.parse(wanted.due)) return { kind: 'moved' };
    const early = at.getTime() - ctx.now().getTime();
    if (early <= 0) return processOpenTurn(tx, ctx, game, null);
    await postponeDeadline(tx, game, early);
    return { kind: 'early' };
  });
}

/**
 * As `processTurn`, by the server, when the time for taking last words back is over, and none was.
 * @param wanted.at the end of that time that the caller means, ISO 8601
 */
export async function processFinalTurn(
  ctx: AppContext,
  wanted: { gameId: string; turn: number; at: string },
): Promise<Processing | { kind: 'moved' | 'early' }> {
  return onOpenTurn(ctx, wanted, async (tx, game) => {
    const at = game.earlyProcessingAt?.getTime();
    if (at !== Date.parse(wanted.at) || !(await allOrdersFinal(tx, game))) return { kind: 'moved' };
    const early = at - ctx.now().getTime();
    if (early <= 0) return processOpenTurn(tx, ctx, game, null);
    await postponeEarlyProcessing(tx, game, early);
    return { kind: 'early' };
  });
}

/** Judges, under the lock, a turn that the server means to process; one that is not open is left alone. */
function onOpenTurn<T>(
  ctx: AppContext,
  wanted: { gameId: string; turn: number },
  judge: (tx: Tx, game: WholeGame) => Promise<Processing | T>,
): Promise<Processing | T> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return { kind: 'not-running' };
    return notOpen(game, wanted.turn) ?? judge(tx, game);
  });
}

function notOpen(game: WholeGame, turn: number): Processing | null {
  if (game.begunAt && turn >= 1 && turn < game.turn) return { kind: 'already' };
  if (game.status !== 'running' || game.turn !== turn) return { kind: 'not-running' };
  return game.pausedAt === null ? null : { kind: 'paused' };
}

/** Processes the open turn of a locked, running game, whatever sheets there are. For those who have judged that it may be. */
export async function processOpenTurn(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  by: number | null,
): Promise<Processing> {
  const ruleset = rulesetOf(game);
  await retireStandingOrders(tx, game);
  // The opponents' job may not have run yet; a turn closed before it must not find them missing.
  await fillComputerSheets(tx, ctx, game);
  const standing = await serveStandingOrders(tx, ctx, game);
  const owing = ruleset.seatsOwing(game.state);
  const sheets = await playedSheets(tx, game, owing);
  await recordAttendance(tx, ctx, game, owing);
  const press = await reviewPress(tx, game, ruleset, sheets);
  const past = await pastOf(tx, game.id);
  const secret = await readDiceSecret(tx, game.id);
  const dice = seededDice(secret, game.turn);
  const state = toJsonValue(ruleset.resolve(game.state, sheets, dice));
  const over = ruleset.outcome(state) !== null;
  const due = over ? null : await nextDueDate(tx, ctx, game, state);
  const away = over ? [] : await awayLines(tx, ctx, game);
  const ahead = over ? [] : await dueAdvanceOrders(tx, game, ruleset, { turn: game.turn + 1, state });
  const record = {
    game: gameNumber(game),
    turn: game.turn,
    sheets,
    dice: dice.rolls,
    header: reportHeader(game, {
      due,
      press,
      notes: notesOf(standing, ahead),
      away,
      revealedSecret: over ? secret : null,
    }),
    state,
    previousHash: past.at(-1)?.hash ?? null,
  };
  const states = [...past.map((turn) => turn.state), state];
  const attempt = await recordTurn(tx, ctx, { game, ruleset, record, states, by });
  await storeHeldPress(tx, game, attempt, press);
  await advance(tx, ctx, game, { state, over, due, by });
  await enterAdvanceOrders(tx, ctx, game.id, ahead);
  if (over) await tx.advanceOrders.deleteMany({ where: { gameId: game.id } });
  else await replaceAbsentPlayers(tx, ctx, game);
  return { kind: 'processed', over };
}

/** What each seat's printout has to say of its standing order, and of its sheet sent ahead for the turn that opens. */
function notesOf(standing: StandingNotes, ahead: readonly DueAdvanceOrders[]): Record<string, SeatNotes> {
  const notes: Record<string, SeatNotes> = {};
  for (const [identifier, note] of Object.entries(standing)) notes[identifier] = { standing: note };
  for (const { seat, version, dropped } of ahead) {
    notes[seat.identifier] = { ...notes[seat.identifier], ahead: { version, dropped } };
  }
  return notes;
}

function pastOf(tx: Tx, gameId: string) {
  const select = { state: true, hash: true } as const;
  return tx.turn.findMany({ where: { gameId, ...NOT_ROLLED_BACK }, select, orderBy: { turn: 'asc' } });
}

/** Opens the next turn of a locked game, or closes the game. `turn` counts on past the last turn all the same. */
async function advance(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  after: { state: unknown; over: boolean; due: Date | null; by: number | null },
): Promise<void> {
  const ending = after.over ? { status: 'over' as const, endedAt: ctx.now() } : {};
  await tx.game.update({
    where: { id: game.id },
    data: {
      turn: game.turn + 1,
      schedule: { update: { due: after.due, ...NEW_TURN } },
      state: { update: { state: after.state } },
      ...ending,
    },
  });
  await scheduleJobs(tx, ctx, game.id);
  const entry = { gameId: game.id, by: after.by, detail: `turn ${game.turn}` };
  await logGameEvent(tx, ctx, { ...entry, type: 'turnProcessed' });
  if (after.over) await logGameEvent(tx, ctx, { ...entry, type: 'gameOver' });
}
