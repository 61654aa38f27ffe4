import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { LetterChannel, LetterCopy } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { manyLines } from '../../text/typed-text.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { lettersClosedReason } from './letters-policy.ts';

/*
 * Private letters between the seats of a game. Who writes to whom is nobody's business but theirs: not the GM's, so
 * that nothing of it is logged, and not a later player's of the same seat, so that a letter belongs to the account
 * that wrote it and a copy to the account that sat there when it came.
 */

/** The most characters of a letter. */
export const MAX_LETTER = 4000;

/** The most letters that one player may write in a game within a day. */
export const LETTERS_A_DAY = 40;

const DAY = 86_400_000;

/** The same letter to the same seats within these milliseconds is the same one: a second click, a mail sent twice. */
const SAME_WITHIN = 10 * 60_000;

/** A person at a seat. */
type Seated = WholeSeat & { account: NonNullable<WholeSeat['account']>; accountId: number };

interface Written {
  from: Seated;
  to: Seated[];
  text: string;
  via: LetterChannel;
}

/**
 * Writes a letter from the account's seat to other seats of the game, and mails it to those who want letters mailed.
 * @param wanted.to the seats' ids
 * @returns the letter's id; of one just written, where the same is sent twice
 * Problems: `unknown-game`, `not-seated`, `closed`, `missing` (text or recipients), `too-long`, `not-reachable`
 * (no person sits there, or it is one's own seat), `too-many`.
 */
export async function writeLetter(
  ctx: AppContext,
  wanted: { gameId: string; by: number; to: readonly string[]; text: string; via: LetterChannel },
): Promise<Result<string>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const from = game.seats.filter(isSeated).find((seat) => seat.accountId === wanted.by);
    if (!from) return fail('', 'not-seated', 'You have no seat in this game now.');
    const closed = lettersClosedReason(game, ctx.now());
    if (closed !== null) return fail('', 'closed', closed);
    const to = recipientsOf(game, from, wanted.to);
    const text = manyLines(wanted.text);
    const problems = [...(to.ok ? [] : to.problems), ...textProblems(text)];
    if (!to.ok || problems.length > 0) return { ok: false, problems };
    return await storeLetter(tx, ctx, game, { from, to: to.value, text, via: wanted.via });
  });
}

/**
 * Writes the answer to a letter that came by mail, from the seat that got it to the seat that wrote it.
 * @param wanted.token of the address at which it came: `letter-<token>@…`
 * @param wanted.from the bare address in the mail's From
 * @param wanted.text without the letter that it quotes
 * Problems, worded for the mail that goes back: `unknown-address`, `not-yours` (another address, or the account no
 * longer sits there), `gone` (the writer no longer does), `closed`, `missing`, `too-long`, `too-many`.
 */
export async function answerByMail(
  ctx: AppContext,
  wanted: { token: string; from: string; text: string },
): Promise<Result<void>> {
  const replyHash = tokenHash(wanted.token);
  return inTransaction(ctx, async (tx) => {
    const where = { replyHash };
    const found = await tx.letterCopy.findUnique({ where, select: { gameId: true } });
    const game = found && (await lockGame(tx, found.gameId));
    // Read again: while we waited for the lock the address may have been given up.
    const copy = game && (await tx.letterCopy.findUnique({ where, include: { letter: true } }));
    if (!game || !copy) {
      return fail('', 'unknown-address', 'This address for answering a letter is not, or no longer, good.');
    }
    const number = gameNumber(game);
    const seated = game.seats.filter(isSeated);
    const from = seated.find((seat) => seat.id === copy.seatId && seat.accountId === copy.accountId);
    if (!from || from.account.email !== wanted.from.trim().toLowerCase()) {
      const message = `This letter of ${number} can be answered only by the player who got it, from the address at which it came.`;
      return fail('', 'not-yours', message);
    }
    const { letter } = copy;
    const to = seated.find((seat) => seat.id === letter.seatId && seat.accountId === letter.accountId);
    if (!to) {
      const message = `Whoever wrote this letter of ${number} no longer plays there; your answer was not delivered.`;
      return fail('', 'gone', message);
    }
    const closed = lettersClosedReason(game, ctx.now());
    if (closed !== null) return fail('', 'closed', `${closed} (${number})`);
    const text = manyLines(wanted.text);
    const problems = textProblems(text);
    if (problems.length > 0) return { ok: false, problems };
    const sent = await storeLetter(tx, ctx, game, { from, to: [to], text, via: 'mail' });
    return sent.ok ? ok(undefined) : sent;
  });
}

/**
 * A new secret for the address at which a copy is answered, where the server takes mail in; an earlier one is void.
 * In lower case, for some mail servers do not keep the case of what stands before the @.
 * @returns what the mail needs to be told: the token, or nothing
 */
export async function replyToken(
  tx: Tx,
  ctx: AppContext,
  copy: Pick<LetterCopy, 'id'>,
): Promise<{ token?: string }> {
  if (!ctx.inbound) return {};
  const token = newToken().toLowerCase();
  await tx.letterCopy.update({ where: { id: copy.id }, data: { replyHash: tokenHash(token) } });
  return { token };
}

/**
 * Parts an account that is being deleted from its letters: what it wrote stays with those who got it, what it got can
 * be read by nobody but its writer, and what nobody can read any more is removed.
 */
export async function forgetLetters(tx: Tx, accountId: number): Promise<void> {
  const of = { accountId };
  await tx.letter.updateMany({ where: of, data: { accountId: null } });
  await tx.letterCopy.updateMany({ where: of, data: { accountId: null, replyHash: null } });
  const unread = { accountId: null, copies: { none: { accountId: { not: null } } } };
  await tx.letter.deleteMany({ where: unread });
}

function isSeated(seat: WholeSeat): seat is Seated {
  return seat.account !== null && !seat.opponent;
}

function recipientsOf(game: WholeGame, from: Seated, ids: readonly string[]): Result<Seated[]> {
  if (ids.length === 0) return fail('to', 'missing', 'Tick at least one player who is to get the letter.');
  const wanted = new Set(ids);
  const reachable = game.seats.filter(isSeated).filter((seat) => seat.id !== from.id);
  const lost = [...wanted].filter((id) => !reachable.some((seat) => seat.id === id));
  if (lost.length === 0) return ok(reachable.filter((seat) => wanted.has(seat.id)));
  const known = game.seats.find((seat) => lost.includes(seat.id));
  const who = known ? `at [${known.identifier}]` : 'at one of these seats';
  const message =
    known?.id === from.id
      ? 'This is your own seat: tick another player.'
      : `No person sits ${who} now who could read a letter: tick others.`;
  return fail('to', 'not-reachable', message);
}

function textProblems(text: string): Problem[] {
  const length = [...text].length;
  if (length === 0) return [{ field: 'text', code: 'missing', message: 'Write something.' }];
  if (length <= MAX_LETTER) return [];
  const message = `A letter may have at most ${MAX_LETTER} characters; this one has ${length}.`;
  return [{ field: 'text', code: 'too-long', message }];
}

/** Stores a letter with a copy for each recipient, and has it mailed. The game is locked. */
async function storeLetter(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  written: Written,
): Promise<Result<string>> {
  const now = ctx.now();
  const by = { gameId: game.id, seatId: written.from.id, accountId: written.from.accountId };
  const twin = await sameLetter(tx, by, written, now);
  if (twin !== null) return ok(twin);
  const today = await tx.letter.count({
    where: { ...by, sentAt: { gt: new Date(now.getTime() - DAY) } },
  });
  if (today >= LETTERS_A_DAY) {
    const message = `You have written ${LETTERS_A_DAY} letters in ${gameNumber(game)} within a day; please wait with the next one.`;
    return fail('', 'too-many', message);
  }
  const { text, via } = written;
  const letter = await tx.letter.create({ data: { ...by, turn: game.turn, text, via, sentAt: now } });
  for (const seat of written.to) {
    const of = { letterId: letter.id, gameId: game.id, seatId: seat.id, accountId: seat.accountId };
    const copy = await tx.letterCopy.create({ data: of });
    if (!seat.account.mailLetters) continue;
    const detail = await replyToken(tx, ctx, copy);
    const about = { gameId: game.id, seatId: seat.id, letterCopyId: copy.id, detail };
    await enqueueDelivery(tx, { kind: 'letter', account: seat.account, ...about }, ctx);
  }
  return ok(letter.id);
}

/**
 * The id of a letter that says the same to the same seats, was written a moment ago and has not been answered since;
 * null if there is none.
 */
async function sameLetter(
  tx: Tx,
  by: { gameId: string; seatId: string; accountId: number },
  { to, text }: Written,
  now: Date,
): Promise<string | null> {
  const recent = await tx.letter.findMany({
    where: { ...by, text, sentAt: { gt: new Date(now.getTime() - SAME_WITHIN) } },
    select: { id: true, sentAt: true, copies: { select: { seatId: true } } },
    orderBy: { sentAt: 'desc' },
  });
  const wanted = new Set(to.map(({ id }) => id));
  const same = recent.find(
    ({ copies }) => copies.length === wanted.size && copies.every(({ seatId }) => wanted.has(seatId)),
  );
  if (!same) return null;
  // Whoever has got a letter since from one of them says "yes" to another question.
  const since = { seatId: { in: [...wanted] }, sentAt: { gt: same.sentAt } };
  const asked = { gameId: by.gameId, accountId: by.accountId, letter: since };
  return (await tx.letterCopy.count({ where: asked })) > 0 ? null : same.id;
}
