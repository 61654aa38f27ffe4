import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { type GameNumber, parseGameNumber } from '../game/game-number.ts';

/*
 * The addresses to which people reply by mail, so that neither side sees the other's own address. Each ends with a proof
 * that only this server can make, for one account and its present e-mail address: only someone who reads the mail of that
 * address knows it. Nothing is stored, and all mails of an account about a game have the same address. An address is in
 * lower case, because some mail servers change the case of the part before the @.
 */

/** The prefix of an address that leads to the GM of a game, and of one that leads to the other side of a message. */
export const REPLY_PREFIXES = { toGm: 'gm', toMessage: 'message' } as const;

/** Hexadecimal digits of a proof: 96 bits. A part before the @ has at most 64 characters. */
const PROOF_LENGTH = 24;

const GM_KEY = /^([a-z]{1,8}-\d{1,10})-(\d{1,10})-([0-9a-f]{24})$/;
const MESSAGE_KEY = /^([0-9a-f]{32})-([0-9a-f]{24})$/;

/** Whose mail it is, and where it goes. */
interface Reader {
  id: number;
  email: string;
}

/** The part before the @ of the address at which the reader of a mail about a game reaches its GM. */
export async function gmReplyAddress(
  ctx: Pick<AppContext, 'db'>,
  game: { id: string } & GameNumber,
  reader: Reader,
): Promise<string> {
  const number = `${game.prefix}-${game.serial}`.toLowerCase();
  const proof = await proofOf(ctx, `gm ${game.id}`, reader);
  return `${REPLY_PREFIXES.toGm}-${number}-${reader.id}-${proof}`;
}

/** The part before the @ of the address at which the GM who got a message reaches the person who wrote it. */
export async function messageReplyAddress(
  ctx: Pick<AppContext, 'db'>,
  message: { id: string },
  reader: Reader,
): Promise<string> {
  const proof = await proofOf(ctx, `message ${message.id}`, reader);
  return `${REPLY_PREFIXES.toMessage}-${message.id.replaceAll('-', '')}-${proof}`;
}

/**
 * The game and the account that an address to a GM stands for; null if this server did not make it for the account's
 * present e-mail address.
 * @param key the address without its prefix and its domain
 */
export async function findGmReplyAddress(
  db: Tx,
  ctx: Pick<AppContext, 'db'>,
  key: string,
): Promise<{ gameId: string; accountId: number } | null> {
  const [, number = '', account = '', proof = ''] = GM_KEY.exec(key) ?? [];
  const parts = parseGameNumber(number.toUpperCase());
  const accountId = Number(account);
  if (parts === null || !isColumn(parts.serial) || !isColumn(accountId)) return null;
  const game = await db.game.findUnique({ where: { prefix_serial: parts }, select: { id: true } });
  const reader = await db.account.findUnique({ where: { id: accountId }, select: { id: true, email: true } });
  if (game === null || reader === null) return null;
  const expected = await proofOf(ctx, `gm ${game.id}`, reader);
  return isSame(proof, expected) ? { gameId: game.id, accountId: reader.id } : null;
}

/**
 * The message that an address stands for; null if this server did not make it for the present e-mail address of the
 * message's GM.
 * @param key the address without its prefix and its domain
 */
export async function findMessageReplyAddress(
  db: Tx,
  ctx: Pick<AppContext, 'db'>,
  key: string,
): Promise<{ gameId: string; messageId: string; gmId: number } | null> {
  const [, digits, proof = ''] = MESSAGE_KEY.exec(key) ?? [];
  if (digits === undefined) return null;
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const message = await db.gmMessage.findUnique({ where: { id }, include: { gm: true } });
  if (message?.gm == null) return null;
  const expected = await proofOf(ctx, `message ${id}`, message.gm);
  return isSame(proof, expected) ? { gameId: message.gameId, messageId: id, gmId: message.gm.id } : null;
}

async function proofOf(ctx: Pick<AppContext, 'db'>, about: string, { id, email }: Reader): Promise<string> {
  const hash = await keyedHash(ctx, 'replyAddress', `${about} ${id} ${email.toLowerCase()}`);
  return hash.slice(0, PROOF_LENGTH);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the database can store this number as an integer. */
function isColumn(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0 && number <= 2_147_483_647;
}
