import { isPaperAddress } from '../../accounts/paper-address.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { countAction, type Limited, limitReached } from '../game/limited-actions.ts';
import { playersOwing } from '../sheets/missing-sheets.ts';
import { changeDueDate, latestDue } from './change-due-date.ts';
import { daysLater, scheduleOf } from './schedule.ts';

/** How often in 24 hours the players of a game can extend its turns. */
const MAX_EXTENSIONS_A_DAY = 3;

/** How often they can extend one turn: a few who are late must not hold up everyone else without end. The GM still can. */
const MAX_EXTENSIONS_OF_TURN = 2;

const DAY = 86_400_000;

/** The state of the players' vote for more time. Votes count only for the due date that is set now. */
export interface VoteCount {
  /** The due date that would move. */
  due: Date;
  /** By how many days it would move. */
  days: number;
  votes: number;
  /** How many votes it takes: two thirds of the players who owe a sheet. */
  needed: number;
  /** Identifiers of the seats that have voted for it. */
  seats: string[];
}

/** The vote for more time in the open turn of a game; null if the players cannot vote now. */
export async function voteCount(tx: Tx, game: WholeGame): Promise<VoteCount | null> {
  const { due, turn, voteExtensionDays: days } = game;
  if (game.status !== 'running' || game.pausedAt || days === 0 || due === null) return null;
  if (game.timesExtended >= MAX_EXTENSIONS_OF_TURN) return null;
  // Players without e-mail cannot vote.
  const voters = playersOwing(game).filter(({ account }) => !isPaperAddress(account?.email ?? ''));
  if (voters.length === 0) return null;
  const where = { turn, due, seatId: { in: voters.map((seat) => seat.id) } };
  const votes = await tx.extensionVote.findMany({ where, select: { seatId: true } });
  const votedFor = new Set(votes.map((vote) => vote.seatId));
  const seats = voters.filter((seat) => votedFor.has(seat.id)).map((seat) => seat.identifier);
  return { due, days, votes: seats.length, needed: Math.ceil((2 * voters.length) / 3), seats };
}

/** A player's request to vote, or to withdraw a vote. */
export interface VoteRequest {
  gameId: string;
  /** The player's account. */
  by: number;
  turn: number;
  /** The due date that the player saw. */
  due: Date;
}

/**
 * Votes for more time in the open turn. The last vote that is needed moves the due date at once; the votes do not
 * count for the new date. A second vote by the same player adds nothing.
 * Problems: `unknown-game`, `no-vote` (the players cannot vote now), `wrong-turn`, `moved` (the due date is no longer
 * the one that the player saw), `not-owing`, `too-often`, `extended-often` (this turn).
 */
export async function voteForMoreTime(
  ctx: AppContext,
  request: VoteRequest,
): Promise<Result<{ extended: boolean }>> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockVote(tx, ctx, request);
    if (!found.ok) return found;
    const { game, count, seat } = found.value;
    if (count.votes + 1 >= count.needed && (await isExtendedOften(tx, ctx, game))) {
      const message = `The players have extended this game ${MAX_EXTENSIONS_A_DAY} times today. Vote again tomorrow, or write to the GM.`;
      return fail('', 'too-often', message);
    }
    const data = [{ seatId: seat.id, turn: game.turn, due: count.due, at: ctx.now() }];
    const { count: added } = await tx.extensionVote.createMany({ data, skipDuplicates: true });
    const votes = count.votes + added;
    const detail = `[${seat.identifier}] turn ${game.turn}, ${votes} of ${count.needed}`;
    if (added > 0) {
      await countAction(tx, ctx, voteLimit(game, request.by));
      await logGameEvent(tx, ctx, { gameId: game.id, by: request.by, type: 'extensionVoteGiven', detail });
    }
    // A vote that is given again counts if fewer are needed by now, because another player has left.
    if (votes < count.needed) return ok({ extended: false });
    const due = extendedDue(ctx, game, count);
    await changeDueDate(tx, ctx, { game, due, by: null, type: 'turnExtendedByVote' });
    const timesExtended = { increment: 1 };
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: { timesExtended } });
    return ok({ extended: true });
  });
}

/**
 * Withdraws a vote for more time. This is possible until the due date moves.
 * Problems: those of `voteForMoreTime`, and `not-voted`.
 */
export async function withdrawVote(ctx: AppContext, request: VoteRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockVote(tx, ctx, request);
    if (!found.ok) return found;
    const { game, count, seat } = found.value;
    const where = { seatId: seat.id, turn: game.turn, due: count.due };
    const { count: removed } = await tx.extensionVote.deleteMany({ where });
    if (removed === 0) return fail('', 'not-voted', 'You have not voted for more time.');
    const detail = `[${seat.identifier}] turn ${game.turn}, ${count.votes - removed} of ${count.needed}`;
    await countAction(tx, ctx, voteLimit(game, request.by));
    await logGameEvent(tx, ctx, { gameId: game.id, by: request.by, type: 'extensionVoteWithdrawn', detail });
    return ok(undefined);
  });
}

/** Locks the game and returns the state of the vote, and the seat of the player who may vote. */
async function lockVote(
  tx: Tx,
  ctx: AppContext,
  request: VoteRequest,
): Promise<Result<{ game: WholeGame; count: VoteCount; seat: WholeSeat }>> {
  const game = await lockGame(tx, request.gameId);
  if (!game) return fail('', 'unknown-game', 'There is no such game.');
  if (game.status === 'running' && game.turn !== request.turn) {
    const message = `Turn ${request.turn} has already been processed.`;
    return fail('turn', 'wrong-turn', message);
  }
  if (game.timesExtended >= MAX_EXTENSIONS_OF_TURN) {
    const message = `The players have extended this turn ${MAX_EXTENSIONS_OF_TURN} times. If you need still more time, write to the GM.`;
    return fail('', 'extended-often', message);
  }
  const count = await voteCount(tx, game);
  if (!count) return fail('', 'no-vote', 'You cannot vote for more time in this game now.');
  if (count.due.getTime() !== request.due.getTime()) {
    const message = 'The due date has changed. Check whether you still need more time.';
    return fail('due', 'moved', message);
  }
  const seat = playersOwing(game).find(({ accountId }) => accountId === request.by);
  if (!seat) {
    return fail('', 'not-owing', 'Only players who owe a sheet for this turn can vote for more time.');
  }
  if (await limitReached(tx, ctx, voteLimit(game, request.by))) {
    return fail('', 'too-often', 'You have changed your vote too often. Try again in an hour.');
  }
  return ok({ game, count, seat });
}

/**
 * Whether the players have voted for more time so often lately that they must wait: each extension is mailed to everyone,
 * also to people who have not agreed to play.
 */
async function isExtendedOften(tx: Tx, ctx: AppContext, game: WholeGame): Promise<boolean> {
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  const where = { gameId: game.id, type: 'turnExtendedByVote' as const, at };
  return (await tx.gameEvent.count({ where })) >= MAX_EXTENSIONS_A_DAY;
}

/** What limits how often a player can vote and withdraw the vote. */
function voteLimit({ id: gameId }: WholeGame, accountId: number): Limited {
  return { gameId, accountId, kind: 'extensionVote' };
}

/** The new due date. A vote in the grace period extends as often as it takes to reach a date in the future. */
function extendedDue(ctx: AppContext, game: WholeGame, { due, days }: VoteCount): Date {
  const schedule = scheduleOf(game);
  let later = daysLater(due, days, schedule);
  while (later <= ctx.now()) later = daysLater(later, days, schedule);
  const latest = latestDue(ctx.now());
  return later < latest ? later : latest;
}
