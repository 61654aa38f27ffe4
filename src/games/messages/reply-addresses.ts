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

/** Hexadecimal digits of a proof: 96 bits. */
const PROOF_LENGTH = 24;

/*
 * A part before the @ has at most 64 characters (RFC 5321, 4.5.3.1.1), with the name of the mailbox before ours if there is one.
 * Numbers are therefore written with the digits 0 to z where they would take too many.
 */
const SHORT_BASE = 36;
/** 128 bits. */
const SHORT_ID_LENGTH = 25;
/** Hexadecimal digits of a short proof, and how many digits it has itself: 80 bits. */
const SHORT_PROOF = { of: 20, length: 16 };

const GM_KEY = /^([a-z]{1,8}-\d{1,10})-(\d{1,10})-([0-9a-f]{24})$/;
const MESSAGE_KEY = /^([0-9a-z]{25})-([0-9a-z]{16})$/;
/** Of mails that earlier versions sent. With `message-` it is one character too long for some mail servers. */
const OLD_MESSAGE_KEY = /^([0-9a-f]{32})-([0-9a-f]{24})$/;

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
  const id = shortened(message.id.replaceAll('-', ''), SHORT_ID_LENGTH);
  const proof = await proofOf(ctx, `message ${message.id}`, reader);
  return `${REPLY_PREFIXES.toMessage}-${id}-${shortProof(proof)}`;
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
  const [, shortId = '', given = ''] = MESSAGE_KEY.exec(key) ?? [];
  const [, digits = hexadecimal(shortId), oldProof] = OLD_MESSAGE_KEY.exec(key) ?? [];
  if (digits === null) return null;
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const message = await db.gmMessage.findUnique({ where: { id }, include: { gm: true } });
  if (message?.gm == null) return null;
  const expected = await proofOf(ctx, `message ${id}`, message.gm);
  const isProved = oldProof === undefined ? isSame(given, shortProof(expected)) : isSame(oldProof, expected);
  return isProved ? { gameId: message.gameId, messageId: id, gmId: message.gm.id } : null;
}

/** A hexadecimal number in fewer digits. */
function shortened(digits: string, length: number): string {
  return BigInt(`0x${digits}`).toString(SHORT_BASE).padStart(length, '0');
}

/** The 32 hexadecimal digits of a shortened id; null if it is none. */
function hexadecimal(shortId: string): string | null {
  if (shortId === '') return null;
  let number = 0n;
  for (const digit of shortId)
    number = number * BigInt(SHORT_BASE) + BigInt(Number.parseInt(digit, SHORT_BASE));
  const digits = number.toString(16).padStart(32, '0');
  return digits.length === 32 ? digits : null;
}

function shortProof(proof: string): string {
  return shortened(proof.slice(0, SHORT_PROOF.of), SHORT_PROOF.length);
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
