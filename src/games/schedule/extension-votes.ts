import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { countAction, type Limited, limitReached } from '../game/limited-actions.ts';
import { playersOwing } from '../sheets/missing-sheets.ts';
import { changeDueDate } from './change-due-date.ts';
import { daysLater, scheduleOf } from './schedule.ts';

/** How a vote for more time stands: for the date that is set now, and no other. */
export interface VoteCount {
  /** The date that would be put off, and by how many days. */
  due: Date;
  days: number;
  /** How many have voted for it, and how many must: two thirds of the players who owe a sheet. */
  votes: number;
  needed: number;
  /** Identifiers of the seats that have. */
  seats: string[];
}

/** The vote for more time of a game's open turn; null where none can be held. */
export async function voteCount(tx: Tx, game: WholeGame): Promise<VoteCount | null> {
  const { due, turn, voteExtensionDays: days } = game;
  if (game.status !== 'running' || game.pausedAt || days === 0 || due === null) return null;
  const voters = playersOwing(game);
  if (voters.length === 0) return null;
  const where = { turn, due, seatId: { in: voters.map((seat) => seat.id) } };
  const votes = await tx.extensionVote.findMany({ where, select: { seatId: true } });
  const there = new Set(votes.map((vote) => vote.seatId));
  const seats = voters.filter((seat) => there.has(seat.id)).map((seat) => seat.identifier);
  return { due, days, votes: seats.length, needed: Math.ceil((2 * voters.length) / 3), seats };
}

/** A vote that a player gives or takes back: for the date that the player saw. */
export interface VoteRequest {
  gameId: string;
  by: number;
  turn: number;
  due: Date;
}

/**
 * A player votes for more time. With the last vote that was needed the date is put off at once, and the votes are
 * spent: they were for the old date.
 * @param wanted.due the date that the player saw; where it has been moved since, nothing is done
 * Problems: `unknown-game`, `no-vote` (the game allows none now), `wrong-turn`, `moved`, `not-owing`,
 * `too-often`.
 */
export async function voteForMoreTime(
  ctx: AppContext,
  wanted: VoteRequest,
): Promise<Result<{ extended: boolean }>> {
  return inTransaction(ctx, async (tx) => {
    const found = await ballotOf(tx, ctx, wanted);
    if (!found.ok) return found;
    const { game, count, seat } = found.value;
    const data = [{ seatId: seat.id, turn: game.turn, due: count.due, at: ctx.now() }];
    const { count: fresh } = await tx.extensionVote.createMany({ data, skipDuplicates: true });
    if (fresh === 0) return ok({ extended: false });
    const votes = count.votes + fresh;
    const detail = `[${seat.identifier}] turn ${game.turn}, ${votes} of ${count.needed}`;
    await countAction(tx, ctx, voteOf(game, wanted.by));
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'extensionVoteGiven', detail });
    if (votes < count.needed) return ok({ extended: false });
    const due = putOff(ctx, game, count);
    await changeDueDate(tx, ctx, game, due, { by: null, type: 'turnExtendedByVote' });
    return ok({ extended: true });
  });
}

/**
 * A player takes the vote for more time back, as long as the date for which it was given is set.
 * Problems: those of `voteForTime`, `not-voted`.
 */
export async function withdrawVote(ctx: AppContext, wanted: VoteRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await ballotOf(tx, ctx, wanted);
    if (!found.ok) return found;
    const { game, count, seat } = found.value;
    const where = { seatId: seat.id, turn: game.turn, due: count.due };
    const { count: gone } = await tx.extensionVote.deleteMany({ where });
    if (gone === 0) return fail('', 'not-voted', 'You have no vote for more time that could be taken back.');
    const detail = `[${seat.identifier}] turn ${game.turn}, ${count.votes - gone} of ${count.needed}`;
    await countAction(tx, ctx, voteOf(game, wanted.by));
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'extensionVoteWithdrawn', detail });
    return ok(undefined);
  });
}

/** Under the game's lock: the vote as it stands and the seat that may take part in it. */
async function ballotOf(
  tx: Tx,
  ctx: AppContext,
  wanted: VoteRequest,
): Promise<Result<{ game: WholeGame; count: VoteCount; seat: WholeSeat }>> {
  const game = await lockGame(tx, wanted.gameId);
  if (!game) return fail('', 'unknown-game', 'There is no such game.');
  if (game.status === 'running' && game.turn !== wanted.turn) {
    const message = `Turn ${wanted.turn} is not open any more: it has been processed.`;
    return fail('turn', 'wrong-turn', message);
  }
  const count = await voteCount(tx, game);
  if (!count) return fail('', 'no-vote', 'Players cannot vote for more time in this game now.');
  if (count.due.getTime() !== wanted.due.getTime()) {
    const message = 'The due date has been moved meanwhile: look whether you still need more time.';
    return fail('due', 'moved', message);
  }
  const seat = playersOwing(game).find((one) => one.accountId === wanted.by);
  if (!seat) {
    return fail('', 'not-owing', 'Only players who owe a sheet for this turn can vote for more time.');
  }
  if (await limitReached(tx, ctx, voteOf(game, wanted.by))) {
    return fail('', 'too-often', 'You have changed your mind often enough for this hour.');
  }
  return ok({ game, count, seat });
}

function voteOf({ id: gameId }: WholeGame, accountId: number): Limited {
  return { gameId, accountId, kind: 'extensionVote' };
}

/** The new date; once more the same days where a vote in the grace period would not reach the present. */
function putOff(ctx: AppContext, game: WholeGame, { due, days }: VoteCount): Date {
  const schedule = scheduleOf(game);
  let later = daysLater(due, days, schedule);
  while (later <= ctx.now()) later = daysLater(later, days, schedule);
  return later;
}
