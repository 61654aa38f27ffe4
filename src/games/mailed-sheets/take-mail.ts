import { markAddressProved } from '../../accounts/proved-address.ts';
import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { markedSheet } from '../../rules/sheet-text/marks.ts';
import { acceptLocked } from '../game/accepted-seat.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame } from '../game/game-store.ts';
import { countAction, limitReached, uncountAction } from '../game/limited-actions.ts';
import { openForm, type PlayerSeat } from '../game/player-seat.ts';
import { answerByMail, answersUsedUp } from './answer.ts';
import { type MailCommand, splitCommand, unclearCommand } from './commands.ts';
import { answerHelp, answerStatus, reopen, sendPrintout } from './do-command.ts';
import { belowTextAnswer, commandBelowText, unclearAnswer, withLaterCommand } from './later-command.ts';
import { withNote } from './left-over.ts';
import { type Done, type MailedRequest, targetOf } from './mailed-request.ts';
import { markFinal } from './mark-final.ts';
import type { AttachedSheet } from './read-mailed.ts';
import {
  findSheetAddress,
  isOldAddress,
  SHEET_PREFIX,
  type SheetAddress,
  sheetCode,
} from './sheet-address.ts';
import { takeAdvanceOrders } from './take-advance-orders.ts';
import { staleAnswer, takeSheet } from './take-sheet.ts';

/** A mail to the address of a sheet. */
export interface SheetMail {
  /** What the sender wrote, without what the mail quotes. */
  own: string;
  /** Lines that were left out, because they look like part of a quotation; none by default. */
  leftOut?: readonly string[];
  /** The addresses from which it came: see `InboundMail`. */
  ownAddresses?: readonly string[];
  /** All of its text, with quotations. */
  whole: string;
  subject: string;
  /** The bare address in its From header. It may be any: the address that it was sent to is the secret. */
  from: string;
  /** Its Message-ID, which an answer names; null if there is none. */
  messageId?: string | null;
  /** When it was sent. */
  sentAt: Date;
  /** Whether a PDF is attached. */
  hasPdf: boolean;
  /** The names of other attached files, which are not read; none by default. */
  otherFiles?: readonly string[];
  /**
   * Reads the sheet on an attached PDF; null if none is attached. It is called once at most, and only for a mail that was
   * counted, because reading a PDF can take seconds.
   * @param accountId whose mail it is
   */
  readAttached(accountId: number): Promise<AttachedSheet | null>;
}

/**
 * Takes a mail to the address of a sheet: a sheet, advance orders, standing orders, or a command. Everything that follows
 * is mailed to the account of the seat's player.
 * Problems, worded for the mail that the sender's server returns: `unknown-address`, `too-often`.
 */
export async function takeMail(ctx: AppContext, key: string, mail: SheetMail): Promise<Result<void>> {
  // If the server dies before the sheet is stored, the mail is counted once more and its sheet is not lost.
  const split = splitCommand(mail.subject, mail.own);
  const begun = await begin(ctx.beforeEffects ?? ctx, key, { from: mail.from, command: split.command });
  if (!begun.ok) return begun;
  try {
    await takeCounted(ctx, key, mail, { ...begun.value, split });
  } catch (error) {
    // It is tried again. Otherwise, a trouble of the server would use up what the player may send.
    // If the database is away, the mail stays counted, and what is thrown says why it failed.
    await uncountAction(ctx, begun.value.counted).catch(() => undefined);
    throw error;
  }
  return ok(undefined);
}

/** Does what a mail says that was counted, and answers it. */
async function takeCounted(
  ctx: AppContext,
  key: string,
  mail: SheetMail,
  { address, own, split }: Begun & { split: ReturnType<typeof splitCommand> },
): Promise<void> {
  const { command, rest } = withLaterCommand(openForm(own), split, mail.own);
  const code = await sheetCode(ctx, `${SHEET_PREFIX}-${key}`);
  const text = {
    ...{ own: rest, quotedSheet: markedSheet(mail.whole, code), leftOut: mail.leftOut },
    ownAddresses: [...(mail.ownAddresses ?? []), address.account.email],
  };
  const attached = mayHaveSheet(own, address, command) ? await mail.readAttached(address.account.id) : null;
  const { otherFiles = [], sentAt } = mail;
  const request = { own, address, command, text, attached, otherFiles, sentAt };
  const unclear = unclearCommand(mail.subject, mail.own);
  const done = unclear === null ? await act(ctx, request) : unclearAnswer(unclear);
  // A mail to an old address is told that nothing was changed.
  const isStale = isOldAddress(own.game, address) && !changesNothing(command);
  const answer = isStale ? done : withNote(done, request, mail.hasPdf);
  if (answer !== null)
    await inTransaction(ctx, (tx) =>
      answerByMail(tx, ctx, own.seat, { ...answer, to: mail.messageId ?? null }),
    );
}

/** Whose mail it is, and the record that counts it. */
interface Begun {
  address: SheetAddress;
  own: PlayerSeat;
  counted: string;
}

/** Finds out whose mail it is, and counts it. */
async function begin(
  ctx: AppContext,
  key: string,
  { from, command }: { from: string; command: MailCommand | null },
): Promise<Result<Begun>> {
  return inTransaction(ctx, async (tx) => {
    const known = await findSheetAddress(tx, ctx, key);
    const game = known && (await lockGame(tx, known.gameId));
    // Read again under the lock: the seat may have passed to someone else.
    const address = game && (await findSheetAddress(tx, ctx, key));
    const seat = game?.seats.find(({ id }) => id === address?.seatId);
    if (!game || !address || !seat || seat.accountId !== address.account.id) {
      return fail('', 'unknown-address', 'The address you wrote to is not valid, or no longer valid.');
    }
    const old = isOldAddress(game, address);
    const kind = old ? ('oldMailCommand' as const) : ('mailCommand' as const);
    const action = { gameId: game.id, accountId: address.account.id, kind };
    if (await limitReached(tx, ctx, action)) {
      const message = old
        ? `Too many e-mails were sent today to addresses of earlier turns or printouts of ${gameNumber(game)}. Answer the latest printout, or use the web page.`
        : `You have sent too many e-mails for ${gameNumber(game)} in the last hour. Try again later, or use the web page.`;
      return fail('', 'too-often', message);
    }
    // Only someone who reads the mail of the address can reply from it to the secret one.
    const isFromOwner = from === address.account.email.toLowerCase();
    const about = { ...seat, accountId: address.account.id };
    const kindOfMail = { accepts: isFromOwner, isOld: old, isReading: changesNothing(command) };
    if (await answersUsedUp(tx, ctx, about, kindOfMail)) {
      const message = `Your e-mail was not read, because too many e-mails for ${gameNumber(game)} were answered within a day. Use the web page, or try again tomorrow.`;
      return fail('', 'too-often', message);
    }
    const counted = await countAction(tx, ctx, action);
    if (isFromOwner) {
      await markAddressProved(tx, ctx, address.account.id);
      await acceptLocked(tx, ctx, seat);
    }
    return ok({ address, own: { game, seat }, counted });
  });
}

/**
 * The commands that change nothing. An address is secret only until its mail is passed on, so a mail to an old one can do
 * nothing else for the seat.
 */
const READING: ReadonlySet<string> = new Set(['help', 'status', 'send']);

function changesNothing(command: MailCommand | null): boolean {
  return READING.has(command?.kind ?? '');
}

/** Whether the mail can bring the sheet of the open turn, which is the only one that a PDF can be. */
function mayHaveSheet(own: PlayerSeat, address: SheetAddress, command: MailCommand | null): boolean {
  if (isOldAddress(own.game, address)) return false;
  const isOrders = command === null || command.kind === 'final' || command.kind === 'blank';
  return isOrders && (command?.kind === 'final' || targetOf({ address, command }).kind === 'open');
}

async function act(ctx: AppContext, request: MailedRequest): Promise<Done> {
  const { command, own, address } = request;
  const isStale = isOldAddress(own.game, address) && !changesNothing(command);
  if (isStale) return staleAnswer(own, address);
  const below = commandBelowText(request);
  if (below !== null) return belowTextAnswer(below);
  switch (command?.kind) {
    case 'help':
      return answerHelp(request);
    case 'status':
      return await answerStatus(ctx, request);
    case 'send':
      return await sendPrintout(ctx, request);
    case 'reopen':
      return await reopen(ctx, request);
    case 'final':
      return await markFinal(ctx, request);
    default:
      return await takeOrders(ctx, request);
  }
}

async function takeOrders(ctx: AppContext, request: MailedRequest): Promise<Done> {
  const target = targetOf(request);
  return target.kind === 'open'
    ? await takeSheet(ctx, request)
    : await takeAdvanceOrders(ctx, request, target);
}
