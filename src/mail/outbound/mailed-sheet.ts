import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import { openForm, type PlayerSeat } from '../../games/game/player-seat.ts';
import { findGame } from '../../games/game/whole-game-rows.ts';
import { asMailedNote } from '../../games/mailed-sheets/quoted-sheet.ts';
import { type SheetTarget, sheetAddress, sheetCode } from '../../games/mailed-sheets/sheet-address.ts';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { beginMark, endMark } from '../../rules/sheet-text/marks.ts';
import { sheetTextLines } from '../../rules/sheet-text/write-sheet-text.ts';
import { withoutLinks } from '../../text/link-like.ts';
import { wrapHanging } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { type ComposeDeps, type FullDelivery, goesToStranger, type Sender } from './composer.ts';
import { inboundAddress } from './inbound-address.ts';
import type { MailBlock } from './mail-view.ts';

/* The turn sheet in a mail, and the address to which it is sent back. */

/** A sheet to fill in, in a mail to the player of a seat. */
export interface MailedSheet {
  /** Where replies to the mail go. */
  replyTo: Sender;
  blocks: MailBlock[];
}

/** The columns of a note. Mail programs show so many without breaking the line once more. */
const NOTE_WIDTH = 62;

/** What a sheet in a mail is made from. */
interface SheetInMail {
  form: SheetForm;
  values: FormValues;
  /** The open turn. */
  turn: number;
  /** The attempt of its printout: see `WholeGame`. */
  attempt: number;
  target: SheetTarget;
}

type WhichSheet = Pick<SheetInMail, 'turn' | 'attempt' | 'target'>;

/** The game and the seat of the recipient of a mail, as they are now; null if the recipient does not have the seat. */
export async function seatOfReader(
  { ctx }: ComposeDeps,
  { game, seat, accountId }: FullDelivery,
): Promise<PlayerSeat | null> {
  if (game === null || seat === null || accountId === null) return null;
  const whole = await findGame(ctx, gameNumber(game));
  const own = whole?.seats.find((one) => one.id === seat.id && one.accountId === accountId);
  return whole && own ? { game: whole, seat: own } : null;
}

/** The same; null also if the game is not running. */
export async function seatNow(deps: ComposeDeps, delivery: FullDelivery): Promise<PlayerSeat | null> {
  const own = await seatOfReader(deps, delivery);
  return own?.game.status === 'running' ? own : null;
}

/** The sheet that the recipient of a mail owes for the open turn; null if they owe none, or another turn is open. */
export async function openSheetOf(
  deps: ComposeDeps,
  delivery: FullDelivery,
  turn: number,
): Promise<Pick<SheetInMail, 'form' | 'turn' | 'attempt' | 'target'> | null> {
  const own = await seatNow(deps, delivery);
  const form = own?.game.turn === turn ? openForm(own) : null;
  return own && form && { form, turn, attempt: own.game.attempt, target: { kind: 'open' } };
}

/**
 * A sheet that the recipient of a mail can fill in and send back by replying. Null if the server receives no mail, or if
 * the recipient does not have the seat.
 */
export async function mailedSheet(
  deps: ComposeDeps,
  delivery: FullDelivery,
  { form, values, turn, attempt, target }: SheetInMail,
): Promise<MailedSheet | null> {
  const { game, seat } = delivery;
  const { inbound } = deps.ctx;
  const local = await localPart(deps, delivery, { turn, attempt, target });
  if (!inbound || local === null || game === null || seat === null) return null;
  const code = await sheetCode(deps.ctx, local);
  const title = `${titleOf(gameNumber(game), turn, target)} [${seat.identifier}]`;
  // As `renderMail` changes the lines of mail to a stranger.
  const asMailed = goesToStranger(delivery)
    ? (line: string) => withoutLinks(line, deps.publicUrl)
    : undefined;
  return {
    replyTo: senderOf(game, inboundAddress(inbound, local)),
    blocks: [
      {
        kind: 'paragraph',
        text: 'To send your sheet by e-mail, reply to this e-mail and write after the colons below, in the quoted text, or write all of your orders above it. Lines that begin with # are notes. For more, reply with HELP as the first line.',
      },
      {
        kind: 'sheet',
        lines: [
          beginMark(title, code),
          `# ${asMailedNote(form, values, asMailed)}`,
          ...sheetLines(form, values),
          '',
          endMark(code),
        ],
      },
    ],
  };
}

/**
 * The address to which the recipient of a mail sends a sheet and commands. Null if the server receives no mail, or if the
 * recipient does not have the seat.
 */
export async function replyToSheet(
  deps: ComposeDeps,
  delivery: FullDelivery,
  which: WhichSheet,
): Promise<Sender | null> {
  const { inbound } = deps.ctx;
  const local = await localPart(deps, delivery, which);
  if (!inbound || local === null || delivery.game === null) return null;
  return senderOf(delivery.game, inboundAddress(inbound, local));
}

/** The part before the @ of that address, in the same cases. */
async function localPart(
  { ctx }: ComposeDeps,
  { game, seat, account }: FullDelivery,
  { turn, attempt, target }: WhichSheet,
): Promise<string | null> {
  if (!ctx.inbound || game === null || seat === null || account === null) return null;
  if (seat.accountId !== account.id) return null;
  return await sheetAddress(ctx, { game, seat, turn, attempt, target, account });
}

function senderOf(game: GameNumber, address: string): Sender {
  return { name: `${gameNumber(game)} turn sheet`, address };
}

function titleOf(number: string, turn: number, target: SheetTarget): string {
  if (target.kind === 'standing') return `STANDING ORDERS ${number}`;
  return target.kind === 'advance'
    ? `ADVANCE ORDERS ${number}, turn ${target.turn}`
    : `TURN SHEET ${number}, turn ${turn}`;
}

function sheetLines(form: SheetForm, values: FormValues): string[] {
  return sheetTextLines(form, values).flatMap((line) => {
    if (line.kind === 'blank') return [''];
    return line.kind === 'line'
      ? [line.text]
      : wrapHanging('# ', printable(line.text), NOTE_WIDTH).map(asNote);
  });
}

/** Every line of a note has its sign in front, since mail programs break and quote lines one by one. */
function asNote(line: string, index: number): string {
  return index === 0 ? line : `# ${line.trimStart()}`;
}
