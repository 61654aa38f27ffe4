import { keyedHash } from '../../accounts/keyed-hash.ts';
import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { seatsOwing } from './missing-sheets.ts';

/*
 * The token on a paper sheet says whose it is and for which turn, so that no one has to write a security code on paper. It is
 * computed from the database's own key whenever a printout is shown: nothing of it is stored, and only this server can
 * make or read one.
 */

/** Digits and letters that are hard to mistake for each other. 29 is a prime number: see `checkCharacter`. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const BASE = ALPHABET.length;
/** Characters before the check character. */
const LENGTH = 7;
/** Hexadecimal digits of the hash that are used: far more than 29^7 has, so that all tokens are equally likely. */
const HASH_DIGITS = 24;

/** Whose sheet a token identifies. */
export interface TokenOwner {
  seatId: string;
  /** The turn that the sheet is for. */
  turn: number;
  /** The attempt of its printout (see `WholeGame`): the paper of a printout that was rolled back is not that of the new one. */
  attempt: number;
  /** The seat's player: the paper of a former player does not identify a sheet of the new one. */
  accountId: number;
}

/** The token that is printed on a paper sheet, such as `7KQM-3XWK`. */
export async function sheetToken(
  ctx: AppContext,
  { seatId, turn, attempt, accountId }: TokenOwner,
): Promise<string> {
  // The first attempt is left out, so that papers that were printed before attempts were told apart stay valid.
  const again = attempt === 1 ? '' : ` ${attempt}`;
  const hash = await keyedHash(ctx, 'paper sheet', `${seatId} ${turn} ${accountId}${again}`);
  let number = BigInt(`0x${hash.slice(0, HASH_DIGITS)}`);
  let characters = '';
  for (let i = 0; i < LENGTH; i += 1) {
    characters += ALPHABET[Number(number % BigInt(BASE))];
    number /= BigInt(BASE);
  }
  return inTwoParts(characters + checkCharacter(characters));
}

/** The tokens of the sheets for the same turn whose printouts were rolled back: those of all earlier attempts. */
export async function rolledBackTokens(ctx: AppContext, owner: TokenOwner): Promise<string[]> {
  const earlier = Array.from({ length: owner.attempt - 1 }, (_, i) => i + 1);
  return Promise.all(earlier.map((attempt) => sheetToken(ctx, { ...owner, attempt })));
}

/** What the sender of a sheet is told whose printout was rolled back. */
export function rolledBackInWords(turn: number): string {
  return `That printout was rolled back. Use the new printout of turn ${turn}.`;
}

/**
 * Reads a token as someone types it, in capital or small letters and with or without the hyphen. Problems, at `token`:
 * `missing`, `mistyped`.
 */
export function readSheetToken(text: string): Result<string> {
  const typed = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  if (typed === '') return fail('token', 'missing', 'Enter the sheet token, such as 7KQM-3XWK.');
  const characters = typed.slice(0, LENGTH);
  const isToken = typed.length === LENGTH + 1 && [...typed].every((one) => ALPHABET.includes(one));
  if (isToken && checkCharacter(characters) === typed.slice(LENGTH)) return ok(inTwoParts(typed));
  return fail(
    'token',
    'mistyped',
    `“${text.trim().slice(0, 40)}” is not a sheet token. It has eight characters, such as 7KQM-3XWK, and no 0, 1, I, L, O, U or V. Compare it with the paper.`,
  );
}

/**
 * The seat whose paper sheet for the open turn has this token. Problems, at `token`: those of `readSheetToken`,
 * `unknown-token` (it is of another game), `other-turn`, `rolled-back`, `former-player`, `not-owed`.
 */
export async function seatOfToken(
  ctx: AppContext,
  game: WholeGame,
  text: string,
): Promise<Result<WholeSeat>> {
  const read = readSheetToken(text);
  if (!read.ok) return read;
  const token = read.value;
  const owner = await ownerOf(ctx, game, token);
  const seat = game.seats.find(({ id }) => id === owner?.seatId);
  if (owner === null || seat === undefined) {
    const message = `No sheet of ${gameNumber(game)} has the token ${token}. Check the game number at the top of the paper.`;
    return fail('token', 'unknown-token', message);
  }
  const { identifier } = seat;
  if (owner.turn !== game.turn) {
    const message = `${token} is on the sheet of [${identifier}] for turn ${owner.turn}, and turn ${game.turn} is open now.`;
    return fail('token', 'other-turn', message);
  }
  if (owner.attempt !== game.attempt) {
    const message = `${token} is on a sheet of [${identifier}] for turn ${owner.turn} as it was before a rollback. ${rolledBackInWords(owner.turn)}`;
    return fail('token', 'rolled-back', message);
  }
  if (owner.accountId !== seat.accountId) {
    const message = `${token} is on a sheet of the player who had [${identifier}] before. Only the present player can send one.`;
    return fail('token', 'former-player', message);
  }
  if (!seatsOwing(game).some(({ id }) => id === seat.id)) {
    return fail('token', 'not-owed', `[${identifier}] owes no sheet for turn ${game.turn}.`);
  }
  return ok(seat);
}

/** Tries the printouts that were written for players of the game, and those that its present players can read. */
async function ownerOf(ctx: AppContext, game: WholeGame, token: string): Promise<TokenOwner | null> {
  const printouts = await ctx.db.prisma.printout.findMany({
    where: { gameId: game.id, seatId: { not: null } },
    select: { seatId: true, turn: true, attempt: true, accountId: true },
  });
  for (const { seatId, turn, attempt, accountId } of printouts) {
    if (seatId === null) continue;
    const present = game.seats.find(({ id }) => id === seatId)?.accountId ?? null;
    for (const account of new Set([accountId, present])) {
      if (account === null) continue;
      const owner = { seatId, turn, attempt, accountId: account };
      if ((await sheetToken(ctx, owner)) === token) return owner;
    }
  }
  return null;
}

/**
 * The last character. As every place has a weight of its own and their number is a prime, it shows any one wrong
 * character, and any two that have changed places.
 */
function checkCharacter(characters: string): string {
  const sum = [...characters].reduce((total, one, i) => total + (i + 1) * ALPHABET.indexOf(one), 0);
  return ALPHABET[sum % BASE] ?? '';
}

function inTwoParts(characters: string): string {
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
