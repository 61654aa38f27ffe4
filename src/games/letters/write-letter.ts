import { findAndLockAccount } from '../../accounts/lock-account.ts';
import { markAddressProved } from '../../accounts/proved-address.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { LetterChannel, LetterCopy } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, problemsInWords, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { manyLines } from '../../text/typed-text.ts';
import { acceptLocked } from '../game/accepted-seat.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { hasSamePlayer } from '../game/player-mark.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { hasReader, playsByPost, type SeatWithPlayer } from './correspondents.ts';
import { checkLettersOpen } from './letters-policy.ts';

/*
 * Private letters between the players of a game. Only the sender and the recipients know who writes to whom. The GM
 * does not, so nothing is logged. Later players of a seat do not either, so a letter belongs to the account that wrote
 * it, and a copy to the account that had the seat when it was written.
 */

/** The maximum number of characters in a letter. */
export const MAX_LETTER = 4000;

/** The maximum number of letters that one player can write in a game within 24 hours. */
export const LETTERS_A_DAY = 40;

const DAY = 86_400_000;

/** Within this time the same text to the same seats is the same letter: a second click, or a mail sent twice. */
const DUPLICATE_WITHIN = 10 * 60_000;

interface NewLetter {
  from: SeatWithPlayer;
  to: SeatWithPlayer[];
  text: string;
  via: LetterChannel;
}

/**
 * Writes a letter from the account's seat to other seats of the game, and mails it to recipients who want their letters
 * mailed.
 * @param request.to the ids of the seats
 * @param request.marks what the form said of the players of these seats (`playerMark`), by the id of the seat; those without a
 *   mark are not checked
 * @returns the id of the letter; if the same letter was sent twice in a row, the id of the first one
 * Problems: `unknown-game`, `not-seated`, `closed`, `missing` (text or recipients), `too-long`, `not-reachable` (the
 * seat is the writer's own or has no player), `changed` (it has another player than its mark says), `too-many`.
 */
export async function writeLetter(
  ctx: AppContext,
  request: {
    gameId: string;
    by: number;
    to: readonly string[];
    marks?: ReadonlyMap<string, string>;
    text: string;
    via: LetterChannel;
  },
): Promise<Result<string>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, request.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const from = game.seats.filter(hasReader).find((seat) => seat.accountId === request.by);
    if (!from) return fail('', 'not-seated', 'You have no seat in this game.');
    const open = checkLettersOpen(game, ctx.now());
    if (!open.ok) return open;
    const to = recipientsOf(game, from, request.to);
    const text = manyLines(request.text);
    const changed = to.ok && request.marks ? await changedPlayers(ctx, to.value, request.marks) : [];
    const problems = [...(to.ok ? [] : to.problems), ...changed, ...textProblems(text)];
    if (!to.ok || problems.length > 0) return { ok: false, problems };
    return await storeLetter(tx, ctx, game, { from, to: to.value, text, via: request.via });
  });
}

/**
 * Writes a reply that came by mail, from the recipient of a letter to its writer.
 * @param request.token from the address to which the reply was sent: `letter-<token>@…`
 * @param request.from the bare address in the From header of the mail
 * @param request.text without the quoted letter
 * Problems, worded for the mail that is sent back: `unknown-address`, `not-yours` (sent from another address, or the
 * account no longer has the seat), `gone` (the writer no longer has theirs), `closed`, `missing`, `too-long`,
 * `too-many`.
 */
export async function answerByMail(
  ctx: AppContext,
  request: { token: string; from: string; text: string },
): Promise<Result<void>> {
  const replyHash = tokenHash(request.token);
  return inTransaction(ctx, async (tx) => {
    const where = { replyHash };
    const found = await tx.letterCopy.findUnique({ where, select: { gameId: true } });
    const game = found && (await lockGame(tx, found.gameId));
    // Read again: the address may have become invalid while this transaction waited for the lock.
    const copy = game && (await tx.letterCopy.findUnique({ where, include: { letter: true } }));
    if (!game || !copy) return unknownAddress();
    const number = gameNumber(game);
    const seats = game.seats.filter(hasReader);
    const from = seats.find((seat) => seat.id === copy.seatId && seat.accountId === copy.accountId);
    if (!from || from.account.email !== request.from.trim().toLowerCase()) {
      const message = `Only the player who got this letter in ${number} can reply to it, from the e-mail address it was sent to.`;
      return fail('', 'not-yours', message);
    }
    // Read again under the account's lock: its address may have been corrected meanwhile, which ends reply addresses.
    const now = await findAndLockAccount(tx, { id: from.accountId });
    if (now?.email !== from.account.email || (await tx.letterCopy.count({ where })) === 0)
      return unknownAddress();
    // Only someone who reads the mail of the address knows the reply address.
    await markAddressProved(tx, ctx, from.accountId);
    const { letter } = copy;
    const to = seats.find((seat) => seat.id === letter.seatId && seat.accountId === letter.accountId);
    if (!to) {
      const message = `The player who wrote this letter no longer has that seat in ${number}. Your reply was not delivered.`;
      return fail('', 'gone', message);
    }
    const open = checkLettersOpen(game, ctx.now());
    if (!open.ok) return fail('', 'closed', `${number}: ${problemsInWords(open.problems)}`);
    const text = manyLines(request.text);
    const problems = textProblems(text);
    if (problems.length > 0) return { ok: false, problems };
    const sent = await storeLetter(tx, ctx, game, { from, to: [to], text, via: 'mail' });
    return sent.ok ? ok(undefined) : sent;
  });
}

function unknownAddress(): Result<never> {
  return fail('', 'unknown-address', 'The address you replied to is not valid, or no longer valid.');
}

/**
 * Makes a new token for the address to which a recipient can reply by mail; the previous one becomes invalid. The token
 * is in lower case, because some mail servers change the case of the part before the @.
 * @returns the detail of the delivery: the token, or nothing if the server receives no mail
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
 * Detaches the letters of an account that is being deleted. Recipients keep the letters that it wrote, writers keep those
 * that it got, and letters that no one can read anymore are deleted.
 */
export async function forgetLetters(tx: Tx, accountId: number): Promise<void> {
  const where = { accountId };
  await tx.letter.updateMany({ where, data: { accountId: null } });
  await tx.letterCopy.updateMany({ where, data: { accountId: null, replyHash: null } });
  const unreadable = { accountId: null, copies: { none: { accountId: { not: null } } } };
  await tx.letter.deleteMany({ where: unreadable });
}

/** A problem for each recipient that is not the person for whom the letter was begun. */
async function changedPlayers(
  ctx: AppContext,
  to: readonly SeatWithPlayer[],
  marks: ReadonlyMap<string, string>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const seat of to) {
    if (await hasSamePlayer(ctx, seat, marks.get(seat.id))) continue;
    const message = `[${seat.identifier}] has a different player now than when you began this letter. Check whether ${seat.name} may read it, then choose the recipient again.`;
    problems.push({ field: 'to', code: 'changed', message });
  }
  return problems;
}

function recipientsOf(
  game: WholeGame,
  from: SeatWithPlayer,
  ids: readonly string[],
): Result<SeatWithPlayer[]> {
  if (ids.length === 0) return fail('to', 'missing', 'Choose at least one recipient.');
  const chosen = new Set(ids);
  const reachable = game.seats.filter(hasReader).filter((seat) => seat.id !== from.id);
  const unreachable = ids.filter((id) => !reachable.some((seat) => seat.id === id));
  if (unreachable.length === 0) return ok(reachable.filter((seat) => chosen.has(seat.id)));
  if (unreachable.includes(from.id)) {
    return fail('to', 'not-reachable', 'You cannot write to your own seat. Choose another player.');
  }
  const seat = game.seats.find(({ id }) => unreachable.includes(id));
  return fail('to', 'not-reachable', `${whyUnreachable(seat)} Choose other recipients.`);
}

function whyUnreachable(seat: WholeSeat | undefined): string {
  if (seat === undefined) return 'One of the seats you chose is not in this game.';
  const { identifier } = seat;
  if (playsByPost(seat)) return `The player of [${identifier}] plays by post and gets no letters.`;
  return `No player has the seat [${identifier}] now.`;
}

function textProblems(text: string): Problem[] {
  const length = [...text].length;
  if (length === 0) return [{ field: 'text', code: 'missing', message: 'Write a letter.' }];
  if (length <= MAX_LETTER) return [];
  const message = `A letter can have at most ${MAX_LETTER} characters. Yours has ${length}.`;
  return [{ field: 'text', code: 'too-long', message }];
}

/** Stores a letter with a copy for each recipient, and mails the copies. The game must be locked. Problem: `too-many`. */
async function storeLetter(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  newLetter: NewLetter,
): Promise<Result<string>> {
  const now = ctx.now();
  const { from, to, text, via } = newLetter;
  const sender = { gameId: game.id, seatId: from.id, accountId: from.accountId };
  const duplicate = await findDuplicate(tx, sender, newLetter, now);
  if (duplicate !== null) return ok(duplicate);
  const lastDay = await tx.letter.count({
    where: { ...sender, sentAt: { gt: new Date(now.getTime() - DAY) } },
  });
  if (lastDay >= LETTERS_A_DAY) {
    const message = `You can write up to ${LETTERS_A_DAY} letters a day in ${gameNumber(game)}. Try again later.`;
    return fail('', 'too-many', message);
  }
  await acceptLocked(tx, ctx, from);
  const letter = await tx.letter.create({ data: { ...sender, turn: game.turn, text, via, sentAt: now } });
  for (const seat of to) {
    const copy = await tx.letterCopy.create({
      data: { letterId: letter.id, gameId: game.id, seatId: seat.id, accountId: seat.accountId },
    });
    if (!seat.account.mailLetters || !(await mayMail(tx, ctx, seat, 'letter'))) continue;
    const detail = await replyToken(tx, ctx, copy);
    const about = { gameId: game.id, seatId: seat.id, letterCopyId: copy.id, detail };
    await enqueueDelivery(tx, { kind: 'letter', account: seat.account, ...about }, ctx);
  }
  return ok(letter.id);
}

/**
 * The id of a letter with the same text to the same players that the sender has just written; null if there is none, or
 * if one of the recipients has written to the sender since.
 */
async function findDuplicate(
  tx: Tx,
  sender: { gameId: string; seatId: string; accountId: number },
  { to, text }: NewLetter,
  now: Date,
): Promise<string | null> {
  const recent = await tx.letter.findMany({
    where: { ...sender, text, sentAt: { gt: new Date(now.getTime() - DUPLICATE_WITHIN) } },
    select: { id: true, sentAt: true, copies: { select: { seatId: true, accountId: true } } },
    orderBy: { sentAt: 'desc' },
  });
  const recipients = new Map(to.map(({ id, accountId }) => [id, accountId]));
  const duplicate = recent.find(
    ({ copies }) =>
      copies.length === recipients.size &&
      copies.every(({ seatId, accountId }) => recipients.get(seatId) === accountId),
  );
  if (!duplicate) return null;
  // If a recipient has written since, the same text may answer that letter: "yes" to another question.
  const since = { seatId: { in: [...recipients.keys()] }, sentAt: { gt: duplicate.sentAt } };
  const received = { gameId: sender.gameId, accountId: sender.accountId, letter: since };
  return (await tx.letterCopy.count({ where: received })) > 0 ? null : duplicate.id;
}
