import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { InspectionKind } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { WholeGame } from '../game/game-store.ts';
import { hasOrMayReclaimSeat } from '../game/gm-access.ts';
import { sinceLastTurn } from '../game/since-last-turn.ts';

/* Whether a GM may see what players may not see, and the record that they have seen it. */

/** What a GM wants to see. */
export interface WantedInspection {
  /** The GM's account. */
  by: number;
  kind: InspectionKind;
  /** Whose sheet or press release it is; null for a preview and a rollback. */
  seatId: string | null;
}

/**
 * Checks that the GM may see something secret of a locked game, and records that they see it. The record bars them from
 * a seat in the game for good, also from one that they wait for. Callers must check that the account is the GM's, and
 * must show nothing before the transaction has committed. Problem: `plays`.
 */
export async function inspect(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  wanted: WantedInspection,
): Promise<Result<void>> {
  const allowed = await checkMayInspect(tx, game, wanted.by);
  if (!allowed.ok) return allowed;
  await record(tx, ctx, game, wanted);
  return ok(undefined);
}

/**
 * Records that the GM of a locked game rolls back a turn. They have read its public printouts, so without a record they could
 * process, read, roll back, and take a computer candidate's seat for the same turn. Nothing is recorded for a GM who has a
 * seat or can reclaim one: their sheet for that turn is kept (see `kept-sheets.ts`).
 * @param rollback.turn the turn that is rolled back
 */
export async function recordRollbackOfGm(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { by, turn }: { by: number; turn: number },
): Promise<void> {
  if (hasOrMayReclaimSeat(game, by)) return;
  await record(tx, ctx, { ...game, turn }, { by, kind: 'rollback', seatId: null });
}

/** Records that the GM of a new game has given it options that players must not know. Callers have locked the game. */
export async function recordSecretOptions(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  await record(tx, ctx, game, { by: game.gmId, kind: 'options', seatId: null });
}

async function record(tx: Tx, ctx: AppContext, game: WholeGame, wanted: WantedInspection): Promise<void> {
  const { by: accountId, kind, seatId } = wanted;
  const seat = game.seats.find(({ id }) => id === seatId);
  const player = { seatName: seat?.name ?? null, playerId: seat?.accountId ?? null };
  const data = { gameId: game.id, accountId, turn: game.turn, kind, seatId, ...player, at: ctx.now() };
  await tx.inspection.create({ data });
  await tx.waitlistEntry.deleteMany({ where: { gameId: game.id, accountId } });
}

/** Checks that an account may see the secrets of a game as its GM. Problem: `plays` (it has, had or may reclaim a seat). */
export async function checkMayInspect(tx: Tx, game: WholeGame, accountId: number): Promise<Result<void>> {
  if (!(await belongsToPlayer(tx, game, accountId))) return ok(undefined);
  const message =
    'You have or had a seat in this game, or can reclaim one. This would show you the secrets of the other players.';
  return fail('', 'plays', message);
}

/** Whether the GM has opened the form for a paper sheet of a seat for the open turn. See `openedSeats`. */
export async function hasOpenedPaperSheet(tx: Tx, game: WholeGame, seatId: string): Promise<boolean> {
  return (await openedSeats(tx, game, 'paperSheet')).has(seatId);
}

/**
 * The seats whose secrets the GM has seen in the open turn. What was seen of a turn that was rolled back and played
 * again does not count: the new turn can have other secrets, and the players are told of those, too.
 */
export async function openedSeats(
  tx: Tx,
  game: WholeGame,
  kind: 'paperSheet' | 'paperAdvanceOrders' | 'postalRound',
): Promise<Set<string>> {
  const since = await sinceLastTurn(tx, game);
  if (since === null) return new Set();
  const where = { gameId: game.id, accountId: game.gmId, turn: game.turn, kind, ...since };
  const seen = await tx.inspection.findMany({ where, select: { seatId: true, playerId: true } });
  // If the seat has another player since, what the GM opens is announced with that name, too.
  const isOfPlayer = (seatId: string, playerId: number | null) =>
    game.seats.some((seat) => seat.id === seatId && seat.accountId === playerId);
  return new Set(
    seen.flatMap(({ seatId, playerId }) => (seatId !== null && isOfPlayer(seatId, playerId) ? [seatId] : [])),
  );
}

/**
 * Whether an account has, had or may reclaim a seat of the game. Anything that only a player does or gets shows it: a
 * seat that someone had for a few hours may have left only one of these traces. Paper sheets are sent by the GM.
 */
async function belongsToPlayer(tx: Tx, game: WholeGame, accountId: number): Promise<boolean> {
  if (hasOrMayReclaimSeat(game, accountId)) return true;
  const own = { gameId: game.id, accountId };
  const sent = { gameId: game.id, sentById: accountId, channel: { not: 'post' as const } };
  // One after another: a transaction has one connection.
  return (
    (await tx.printout.count({ where: own })) > 0 ||
    (await tx.printoutReader.count({ where: own })) > 0 ||
    (await tx.seatChange.count({ where: own })) > 0 ||
    (await tx.delivery.count({ where: { ...own, seatId: { not: null } } })) > 0 ||
    (await tx.sheet.count({ where: sent })) > 0 ||
    (await tx.advanceOrders.count({ where: own })) > 0 ||
    (await tx.attendance.count({ where: own })) > 0 ||
    (await tx.letter.count({ where: own })) > 0 ||
    (await tx.letterCopy.count({ where: own })) > 0
  );
}
