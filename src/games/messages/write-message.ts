import { markAddressProved } from '../../accounts/proved-address.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, LetterChannel } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, problemsInWords, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { manyLines } from '../../text/typed-text.ts';
import { acceptLocked } from '../game/accepted-seat.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { findSeat } from '../game/gm-access.ts';
import { checkMessagesOpen } from '../game/messages-open.ts';
import { hasSamePlayer } from '../game/player-mark.ts';
import { requestMessage } from './message-limits.ts';
import { findGmReplyAddress, findMessageReplyAddress } from './reply-addresses.ts';
import { checkMayWriteToGm, checkMayWriteToSeat } from './who-may-write.ts';

/*
 * Private messages between the GM of a game and one other person. Only these two accounts can read them, so nothing is
 * logged. Later GMs, and later players of a seat, cannot: a message belongs to the two accounts.
 */

/** The maximum number of characters in a message. */
export const MAX_MESSAGE = 4000;

/** Within this time the same text to the same person is the same message: a second click, or a mail sent twice. */
const DUPLICATE_WITHIN = 10 * 60_000;

interface NewMessage {
  /** The person on the other side of the GM. */
  person: Account;
  fromGm: boolean;
  text: string;
  via: LetterChannel;
}

/**
 * Writes a message to the GM of a game, and mails it.
 * @returns the id of the message; if the same message was sent twice in a row, the id of the first one
 * Problems: `unknown-game`, those of `checkMayWriteToGm`, `deleted` (the writer's account), `missing`, `too-long`, `too-many`, `too-much-mail`.
 */
export async function writeToGm(
  ctx: AppContext,
  request: { gameId: string; by: number; text: string; via: LetterChannel },
): Promise<Result<string>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, request.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const allowed = await checkMayWriteToGm(tx, ctx, game, request.by);
    if (!allowed.ok) return allowed;
    const person = await lockWriter(tx, request.by);
    if (person === null) return failDeleted();
    return await storeMessage(tx, ctx, game, { ...request, person, fromGm: false });
  });
}

/**
 * Writes a message from the GM of a game to the person on the other side of an earlier one, and mails it.
 * @returns as `writeToGm`
 * Problems: `unknown-game`, `not-gm`, `unknown-message`, `gone` (the person has deleted their account), `closed`,
 * `missing`, `too-long`, `too-many`, `too-much-mail`.
 */
export async function replyAsGm(
  ctx: AppContext,
  request: { gameId: string; by: number; messageId: string; text: string; via: LetterChannel },
): Promise<Result<string>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, request.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    return await replyLocked(tx, ctx, game, request);
  });
}

/**
 * Writes a message from the GM of a game to the player of a seat, and mails it.
 * @param request.mark what the form said of the player (`playerMark`); if it is left out, the player at that time gets the message
 * @returns as `writeToGm`
 * Problems: `unknown-game`, `not-gm`, `unknown-seat`, those of `checkMayWriteToSeat`, `changed` (the seat has another player
 * than the mark says), `closed`, `missing`, `too-long`, `too-many`, `too-much-mail`.
 */
export async function writeToSeat(
  ctx: AppContext,
  request: { gameId: string; by: number; seatId: string; mark?: string | undefined; text: string },
): Promise<Result<string>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, request.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    if (game.gmId !== request.by) return failNotGm();
    const seat = findSeat(game, request.seatId);
    if (!seat.ok) return seat;
    // First, so that it tells nothing of the account of someone who has not accepted the seat.
    const player = checkMayWriteToSeat(game, seat.value);
    if (!player.ok) return player;
    const meant = await checkPlayerMeant(ctx, seat.value, request.mark);
    if (!meant.ok) return meant;
    const open = checkMessagesOpen(ctx, game);
    if (!open.ok) return open;
    const message = { person: player.value, fromGm: true, text: request.text, via: 'web' as const };
    return await storeMessage(tx, ctx, game, message);
  });
}

/**
 * Writes a message to the GM that came by mail, as the reply to a mail about the game.
 * @param request.key from the address to which it was sent: `gm-<key>@…`
 * @param request.from the bare address in the From header of the mail
 * @param request.text without the quoted mail
 * Problems, worded for the mail that is sent back: `unknown-address`, `not-yours`, and those of `writeToGm`.
 */
export async function writeToGmByMail(
  ctx: AppContext,
  request: { key: string; from: string; text: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await findGmReplyAddress(tx, ctx, request.key);
    const game = found && (await lockGame(tx, found.gameId));
    const person = found && (await lockWriter(tx, found.accountId));
    if (!game || !person) return failAddress();
    if (!isFrom(person, request.from)) return failNotYours(game);
    const allowed = await checkMayWriteToGm(tx, ctx, game, person.id);
    if (!allowed.ok) return refusedByMail(game, allowed.problems);
    const message = { person, fromGm: false, text: request.text, via: 'mail' as const };
    return await storeFromMail(tx, ctx, game, message);
  });
}

/**
 * Writes the GM's reply that came by mail, to the person who wrote a message.
 * @param request.key from the address to which it was sent: `message-<key>@…`
 * @param request.from see `writeToGmByMail`
 * Problems, worded for the mail that is sent back: `unknown-address`, `not-yours`, and those of `replyAsGm`.
 */
export async function replyAsGmByMail(
  ctx: AppContext,
  request: { key: string; from: string; text: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await findMessageReplyAddress(tx, ctx, request.key);
    const game = found && (await lockGame(tx, found.gameId));
    if (!game || !found) return failAddress();
    if (game.gmId !== found.gmId) {
      const message = `You no longer run ${gameNumber(game)}. Your reply was not delivered.`;
      return fail('', 'not-gm', message);
    }
    if (!isFrom(game.gm, request.from)) return failNotYours(game);
    const { messageId } = found;
    const reply = { by: game.gmId, messageId, text: request.text, via: 'mail' as const };
    const sent = await replyLocked(tx, ctx, game, reply);
    if (!sent.ok) return refusedByMail(game, sent.problems);
    await markAddressProved(tx, ctx, game.gmId);
    return ok(undefined);
  });
}

/** The account that writes, which cannot be deleted until the transaction ends; null if it has been. */
async function lockWriter(tx: Tx, id: number): Promise<Account | null> {
  await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${id} FOR KEY SHARE`;
  return await tx.account.findUnique({ where: { id, deletedAt: null } });
}

function failDeleted() {
  return fail('', 'deleted', 'Your account has been deleted, so your message was not sent.');
}

async function replyLocked(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  reply: { by: number; messageId: string; text: string; via: LetterChannel },
): Promise<Result<string>> {
  if (game.gmId !== reply.by) return failNotGm();
  const where = { id: reply.messageId, gameId: game.id, gmId: reply.by };
  const answered = await tx.gmMessage.findFirst({ where, include: { account: true } });
  if (!answered) return fail('', 'unknown-message', 'There is no such message.');
  const person = answered.account;
  if (person === null || person.deletedAt !== null) {
    return fail('', 'gone', 'This person has deleted their account. No one can get your reply.');
  }
  const open = checkMessagesOpen(ctx, game);
  if (!open.ok) return open;
  return await storeMessage(tx, ctx, game, { ...reply, person, fromGm: true });
}

/** Whether the player of a seat is the one for whom a message was begun. Problem: `changed`. */
async function checkPlayerMeant(
  ctx: AppContext,
  seat: WholeSeat,
  mark: string | undefined,
): Promise<Result<void>> {
  if (await hasSamePlayer(ctx, seat, mark)) return ok(undefined);
  const message = `[${seat.identifier}] has a different player now than when you began this message. Check whether ${seat.name} may read it, then send it again.`;
  return fail('', 'changed', message);
}

/** Stores a message that came by mail. Only someone who reads the mail of the address knows the reply address. */
async function storeFromMail(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  message: NewMessage,
): Promise<Result<void>> {
  const sent = await storeMessage(tx, ctx, game, message);
  if (!sent.ok) return refusedByMail(game, sent.problems);
  await markAddressProved(tx, ctx, message.person.id);
  return ok(undefined);
}

/** Checks, limits, stores and mails a message. The game must be locked. */
async function storeMessage(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  message: NewMessage,
): Promise<Result<string>> {
  const { person, fromGm, via } = message;
  const text = manyLines(message.text);
  const problems = textProblems(text);
  if (problems.length > 0) return { ok: false, problems };
  const seat = game.seats.find(({ accountId }) => accountId === person.id);
  const data = {
    ...{ gameId: game.id, turn: game.turn, gmId: game.gmId, accountId: person.id },
    ...{ seatId: seat?.id ?? null, fromGm, text, via, sentAt: ctx.now() },
  };
  const duplicate = await findDuplicate(tx, data);
  if (duplicate !== null) return ok(duplicate);
  const allowed = await requestMessage(tx, ctx, game, { fromGm, person });
  if (!allowed.ok) return allowed;
  // Someone who replies to an invitation by mail may be declining it.
  if (seat && !fromGm && via === 'web') await acceptLocked(tx, ctx, seat);
  const { id } = await tx.gmMessage.create({ data });
  await mailMessage(tx, ctx, game, { id, fromGm, person, seat });
  return ok(id);
}

/**
 * A delivery to the GM names no seat: the GM page lists it only if it went to the player of one. The delivery to someone
 * who has muted the game ends without being sent (see `isTurnedOffMail`): they read messages of its GM on the web.
 */
async function mailMessage(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  message: { id: string; fromGm: boolean; person: Account; seat: WholeSeat | undefined },
): Promise<void> {
  const { id, fromGm, person, seat } = message;
  const to = fromGm ? { account: person, seatId: seat?.id ?? null } : { account: game.gm };
  await enqueueDelivery(tx, { kind: 'message', ...to, gameId: game.id, gmMessageId: id }, ctx);
}

function textProblems(text: string): Problem[] {
  const length = [...text].length;
  if (length === 0) return [{ field: 'text', code: 'missing', message: 'Write a message.' }];
  if (length <= MAX_MESSAGE) return [];
  const message = `A message can have at most ${MAX_MESSAGE} characters. Yours has ${length}.`;
  return [{ field: 'text', code: 'too-long', message }];
}

/**
 * The id of a message with the same text that its writer has just sent to the same person; null if there is none, or if
 * that person has written since: the same text may then answer something else.
 */
async function findDuplicate(
  tx: Tx,
  message: { gameId: string; gmId: number; accountId: number; fromGm: boolean; text: string; sentAt: Date },
): Promise<string | null> {
  const { gameId, gmId, accountId, fromGm, text, sentAt } = message;
  const conversation = { gameId, gmId, accountId };
  const recent = { gt: new Date(sentAt.getTime() - DUPLICATE_WITHIN) };
  const orderBy = { sentAt: 'desc' as const };
  const same = await tx.gmMessage.findFirst({
    where: { ...conversation, fromGm, text, sentAt: recent },
    orderBy,
  });
  if (same === null) return null;
  const since = { ...conversation, fromGm: !fromGm, sentAt: { gt: same.sentAt } };
  return (await tx.gmMessage.count({ where: since })) > 0 ? null : same.id;
}

function isFrom({ email }: Account, from: string): boolean {
  return email === from.trim().toLowerCase();
}

function failNotGm() {
  return fail('', 'not-gm', 'You are not the GM of this game.');
}

function failAddress() {
  return fail('', 'unknown-address', 'The address you replied to is not valid, or no longer valid.');
}

function failNotYours(game: WholeGame) {
  const number = gameNumber(game);
  const message = `Reply to an e-mail about ${number} from the e-mail address it was sent to.`;
  return fail('', 'not-yours', message);
}

/** Says which game it was about, for the mail that is sent back. */
function refusedByMail(game: WholeGame, problems: readonly Problem[]): Result<void> {
  const [code = 'refused'] = problems.map((problem) => problem.code);
  return fail('', code, `${gameNumber(game)}: ${problemsInWords(problems)}`);
}
