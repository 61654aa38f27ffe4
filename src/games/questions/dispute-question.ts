import { lockAccount } from '../../accounts/lock-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { SharedQuestion } from '../../rules/ruleset.ts';
import { oneLine } from '../../text/typed-text.ts';
import { acceptLocked } from '../game/accepted-seat.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { existingGame } from '../game/gm-access.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { notifyGmOfPlayer } from '../notices/notices.ts';
import { solvedQuestions } from './solved-questions.ts';

/** The shortest and the longest reason, in characters. */
export const REASON = { min: 10, max: 400 } as const;

/** How many questions an account may dispute within a day, in all its games. */
export const MAX_DISPUTES_A_DAY = 5;

const DAY = 24 * 3_600_000;

/** What a player disputes. */
export interface Dispute {
  gameId: string;
  by: number;
  /** The question, as the player saw it. */
  bank: string;
  question: string;
  /** What is wrong with it. */
  reason: string;
}

/**
 * A player disputes a question of the bank that a printout of the game has solved. It is retired at once: games that begin
 * later do not ask it. This game goes on as it was. The GM is told.
 * Problems: `unknown-game`, `transferred`, `not-seated`, `not-solved`, `disputed`, `restored`, `missing`, `too-short`,
 * `too-long`, `too-often`.
 */
export async function disputeQuestion(ctx: AppContext, wanted: Dispute): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    const seat = game.seats.find(({ accountId }) => accountId === wanted.by);
    if (!seat) return fail('', 'not-seated', 'You no longer have a seat in this game.');
    const solved = await solvedQuestions(tx, game);
    const question = solved.find(
      ({ question: { bank, id } }) => bank === wanted.bank && id === wanted.question,
    );
    if (!question) {
      const message = 'Choose a question whose solution has been printed in this game.';
      return fail('question', 'not-solved', message);
    }
    const allowed = (await checkOpen(tx, game, question.question)) ?? (await checkLimits(tx, ctx, wanted));
    if (allowed !== null) return allowed;
    const reason = checkReason(wanted.reason);
    if (!reason.ok) return reason;
    return retire(tx, ctx, game, { seat, by: wanted.by, question: question.question, reason: reason.value });
  });
}

/** Problems: `disputed`, `restored`. */
async function checkOpen(
  tx: Tx,
  game: WholeGame,
  { bank, id }: SharedQuestion,
): Promise<ReturnType<typeof fail> | null> {
  const key = { ruleset: game.ruleset, bank, question: id };
  const earlier = await tx.disputedQuestion.findUnique({ where: { ruleset_bank_question: key } });
  if (earlier === null) return null;
  return earlier.state === 'retired' ? failDisputed() : failRestored(earlier.note);
}

function failDisputed(): ReturnType<typeof fail> {
  const message = 'This question has been disputed before. Games that begin from now on do not ask it.';
  return fail('question', 'disputed', message);
}

function failRestored(note: string): ReturnType<typeof fail> {
  const why = note === '' ? '' : ` ${note}`;
  return fail('question', 'restored', `The operator has checked this question, and it stays.${why}`);
}

/** Problem: `too-often`. */
async function checkLimits(
  tx: Tx,
  ctx: AppContext,
  { gameId, by }: Dispute,
): Promise<ReturnType<typeof fail> | null> {
  // Under this lock, disputes in several games at the same time are counted one after another.
  await lockAccount(tx, by);
  const since = new Date(ctx.now().getTime() - DAY);
  const today = await tx.disputedQuestion.count({ where: { accountId: by, at: { gt: since } } });
  const isFull =
    today >= MAX_DISPUTES_A_DAY || (await limitReached(tx, ctx, { gameId, accountId: by, kind: 'dispute' }));
  const message = `You can dispute ${MAX_DISPUTES_A_DAY} questions a day, and a few an hour in one game. Try again later.`;
  return isFull ? fail('', 'too-often', message) : null;
}

/** The reason as it is stored. Problems: `missing`, `too-short`, `too-long`. */
function checkReason(typed: string): Result<string> {
  const reason = oneLine(typed);
  const length = [...reason].length;
  if (length === 0) return fail('reason', 'missing', 'Write what is wrong with the question.');
  if (length < REASON.min) {
    const message = `Write at least ${REASON.min} characters, so that the operator can check the question.`;
    return fail('reason', 'too-short', message);
  }
  if (length <= REASON.max) return ok(reason);
  return fail(
    'reason',
    'too-long',
    `The reason can have at most ${REASON.max} characters. Yours has ${length}.`,
  );
}

interface Accepted {
  seat: WholeSeat;
  by: number;
  question: SharedQuestion;
  reason: string;
}

async function retire(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { seat, by, question, reason }: Accepted,
): Promise<Result<void>> {
  const { bank, id, text } = question;
  const key = { ruleset: game.ruleset, bank, question: id };
  const row = { ...key, gameId: game.id, accountId: by, reason, at: ctx.now() };
  // A player of another game may have disputed it at the same time.
  const { count } = await tx.disputedQuestion.createMany({ data: row, skipDuplicates: true });
  if (count === 0) return failDisputed();
  await acceptLocked(tx, ctx, seat);
  await countAction(tx, ctx, { gameId: game.id, accountId: by, kind: 'dispute' });
  const detail = `[${seat.identifier}] ${bank} ${id}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'questionDisputed', detail });
  await notifyGmOfPlayer(tx, ctx, game, {
    by,
    subject: `[${seat.identifier}] disputes a question`,
    paragraphs: [
      `${seat.name} [${seat.identifier}] disputes the question “${text}” (${id}).`,
      'Games that begin from now on do not ask it, unless the operator of the server restores it. In this game nothing changes.',
    ],
    words: [`${seat.name} writes: ${reason}`],
  });
  return ok(undefined);
}
