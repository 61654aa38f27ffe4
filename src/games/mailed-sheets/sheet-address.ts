import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Seat } from '../../database/generated/client.ts';
import { type GameNumber, parseGameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';

/*
 * The address to which a player sends the sheet of a turn by mail. It ends with a proof that only this server can make, for
 * one seat, one turn and one account with its present e-mail address: nobody needs to type a security code. Nothing is
 * stored. An address is in lower case, because some mail servers change the case of the part before the @.
 */

/** The prefix of such an address. */
export const SHEET_PREFIX = 'sheet';

/** Hexadecimal digits of a proof: 96 bits. A part before the @ has at most 64 characters. */
const PROOF_LENGTH = 24;

/** Hexadecimal digits of the code in the marks around a sheet: 40 bits, because each guess takes a turn. */
const CODE_LENGTH = 10;

const KEY = /^([a-z]{1,8}-\d{1,10})-([a-z]{2,3})-(\d{1,4})(?:(s)|a(\d{1,4})|r(\d{1,4}))?-([0-9a-f]{24})$/;

/** Which sheet a mail is about: that of the open turn, the one for a later turn, or standing orders. */
export type SheetTarget = { kind: 'open' } | { kind: 'advance'; turn: number } | { kind: 'standing' };

/** What an address stands for. */
export interface SheetAddress {
  gameId: string;
  seatId: string;
  /** The turn that was open when the address was made. */
  turn: number;
  /**
   * The attempt of the printout of that turn (see `WholeGame`). It counts only for the sheet of the open turn; advance orders
   * and standing orders have 1.
   */
  attempt: number;
  target: SheetTarget;
  /** The account of the seat's player. */
  account: Player;
}

/** A player's account, with the e-mail address that it has or had. */
interface Player {
  id: number;
  email: string;
}

/** Whether an address is one of another turn than the open one, or of a printout of it that was rolled back. */
export function isOldAddress(
  game: Pick<WholeGame, 'status' | 'turn' | 'attempt'>,
  { turn, attempt, target }: SheetAddress,
): boolean {
  if (game.status !== 'running') return false;
  return turn !== game.turn || (target.kind === 'open' && attempt !== game.attempt);
}

/** The part before the @ of the address for a seat's sheet. */
export async function sheetAddress(
  ctx: Pick<AppContext, 'db'>,
  about: {
    game: { id: string } & GameNumber;
    seat: { id: string; identifier: string };
    turn: number;
    attempt: number;
    target: SheetTarget;
    account: Player;
  },
): Promise<string> {
  const { game, seat, turn } = about;
  const proof = await proofOf(ctx, { ...about, gameId: game.id, seatId: seat.id });
  const which = `${turn}${targetMark(about)}`;
  return `${SHEET_PREFIX}-${game.prefix}-${game.serial}-${seat.identifier}-${which}-${proof}`.toLowerCase();
}

/** The first attempt is left out, so that addresses that were made before attempts were told apart stay valid. */
function targetMark({ target, attempt }: Pick<SheetAddress, 'target' | 'attempt'>): string {
  if (target.kind === 'advance') return `a${target.turn}`;
  if (target.kind === 'standing') return 's';
  return attempt === 1 ? '' : `r${attempt}`;
}

/**
 * The code in the marks around a sheet in a mail, in hexadecimal digits. It tells nothing about the address, so that a mail
 * whose text is passed on does not give the address away.
 * @param local the part before the @ of the address to which replies to the mail go
 */
export async function sheetCode(ctx: Pick<AppContext, 'db'>, local: string): Promise<string> {
  return (await keyedHash(ctx, 'sheet mark', local)).slice(0, CODE_LENGTH);
}

/**
 * What an address stands for; null if this server did not make it for the present player of the seat and their present
 * e-mail address.
 * @param key the address without its prefix and its domain
 */
export async function findSheetAddress(
  db: Tx,
  ctx: Pick<AppContext, 'db'>,
  key: string,
): Promise<SheetAddress | null> {
  return findForAddress(db, ctx, key, async ({ account }) => (account === null ? [] : [account]));
}

/**
 * What an address stood for once: for another player of the seat, or as long as the player had another e-mail address. Null
 * if it never stood for anything, or if nothing says anymore for whom it was made.
 * @param senders the e-mail addresses of someone who wrote to it, which may be former ones of the player
 */
export async function findEndedSheetAddress(
  db: Tx,
  ctx: Pick<AppContext, 'db'>,
  key: string,
  senders: readonly string[],
): Promise<SheetAddress | null> {
  return findForAddress(db, ctx, key, (seat) => formerPlayers(db, seat, senders));
}

/** The seat of an address, with its present player. */
type SeatOfAddress = Pick<Seat, 'id'> & { account: Player | null };

/** Those who may have had a seat once, with all addresses that they may have had then. */
async function formerPlayers(
  db: Tx,
  { id: seatId, account }: SeatOfAddress,
  senders: readonly string[],
): Promise<Player[]> {
  const mailed = await db.delivery.groupBy({
    by: ['accountId', 'toAddress'],
    where: { seatId, accountId: { not: null } },
  });
  const changes = await db.seatChange.findMany({
    where: { seatId, account: { deletedAt: null } },
    select: { account: { select: { id: true, email: true } } },
  });
  const known = [
    ...mailed.map(({ accountId, toAddress }) => ({ id: accountId, email: toAddress })),
    ...changes.map((change) => change.account),
    account,
  ].filter((one): one is Player => one !== null && one.id !== null);
  const ids = [...new Set(known.map(({ id }) => id))];
  return [...known, ...senders.flatMap((email) => ids.map((id) => ({ id, email })))];
}

/**
 * What an address stands for if it was made for one of these players.
 * @param playersOf the players of its seat whom it may have been made for
 */
async function findForAddress(
  db: Tx,
  ctx: Pick<AppContext, 'db'>,
  key: string,
  playersOf: (seat: SeatOfAddress) => Promise<Player[]>,
): Promise<SheetAddress | null> {
  const [, number = '', identifier = '', turnText = '', standing, advance, attempt, proof = ''] =
    KEY.exec(key) ?? [];
  const parts = parseGameNumber(number.toUpperCase());
  if (parts === null || parts.serial > 2_147_483_647) return null;
  const seat = await db.seat.findFirst({
    where: { identifier: identifier.toUpperCase(), game: parts },
    include: { account: { select: { id: true, email: true } } },
  });
  if (seat === null) return null;
  const { gameId, id: seatId } = seat;
  const target = targetOf(standing, advance);
  const printed = { turn: Number(turnText), attempt: Number(attempt ?? 1) };
  for (const account of await playersOf(seat)) {
    const found = { gameId, seatId, ...printed, target, account };
    if (isSame(proof, await proofOf(ctx, found))) return found;
  }
  return null;
}

function isSame(proof: string, expected: string): boolean {
  const [a, b] = [Buffer.from(proof), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function targetOf(standing: string | undefined, advance: string | undefined): SheetTarget {
  if (advance !== undefined) return { kind: 'advance', turn: Number(advance) };
  return { kind: standing === undefined ? 'open' : 'standing' };
}

async function proofOf(
  ctx: Pick<AppContext, 'db'>,
  { gameId, seatId, turn, target, attempt, account }: SheetAddress,
): Promise<string> {
  const which = `${turn}${targetMark({ target, attempt })}`;
  const text = `sheet ${gameId} ${seatId} ${which} ${account.id} ${account.email.toLowerCase()}`;
  return (await keyedHash(ctx, 'replyAddress', text)).slice(0, PROOF_LENGTH);
}
