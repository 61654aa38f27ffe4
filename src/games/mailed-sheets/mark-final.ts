import type { AppContext } from '../../context.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { closingOf, isSignature } from '../../rules/sheet-text/closing.ts';
import { looksLikeKey } from '../../rules/sheet-text/key-lines.ts';
import { formFromRaw } from '../../rules/sheet-values.ts';
import { openForm } from '../game/player-seat.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { standingSheet } from '../sheets/sheet-view.ts';
import type { OwnSheet } from '../sheets/shown-versions.ts';
import { submitSheet } from '../sheets/submit-sheet.ts';
import type { MailAnswer } from './answer.ts';
import { type Done, formOf, type MailedRequest } from './mailed-request.ts';
import { firstOf, notRead } from './not-read.ts';
import { saysTheSame } from './quoted-sheet.ts';
import {
  bringsNewOrders,
  bringsOrders,
  isAtFirst,
  isUntouched,
  lostLines,
  readMailed,
} from './read-mailed.ts';
import { isAsStored } from './stored-versions.ts';
import { submissionAnswer, takeSheet } from './take-sheet.ts';

/**
 * FINAL: the sheet below the command is final, or the quoted one that the player filled in; without one, the sheet that
 * counts.
 */
export async function markFinal(ctx: AppContext, request: MailedRequest): Promise<Done> {
  const { own, address, text } = request;
  const form = openForm(own);
  const attached = form !== null && isUntouched(form, request.attached) ? null : request.attached;
  if (bringsLaterOrders(request)) return laterAnswer(request);
  if (address.target.kind !== 'open') {
    // The quoted sheet is one for a later turn, and it says what it said when it was mailed.
    return attached === null
      ? await markStanding(ctx, request, { form, standing: await standingSheet(ctx, own) })
      : await takeSheet(ctx, { ...request, text: { ...text, quotedSheet: null } });
  }
  const standing = await standingSheet(ctx, own);
  const hasSheet = form !== null && (await bringsSheet(ctx, form, request, standing));
  // Also a PDF that cannot be read: its player did not mean the earlier sheet.
  if (hasSheet || attached !== null) return await takeSheet(ctx, request);
  return await markStanding(ctx, request, { form, standing });
}

/** Whether the mail has another sheet than the one that counts. */
async function bringsSheet(
  ctx: AppContext,
  form: SheetForm,
  request: MailedRequest,
  standing: OwnSheet | null,
): Promise<boolean> {
  const { text } = request;
  if (readMailed(form, { ...text, quotedSheet: null }) !== null) return true;
  const quoted = readMailed(form, text);
  if (!bringsOrders(quoted)) return false;
  // A line that cannot be read was filled in.
  if (quoted.problems.length > 0) return true;
  if (quoted.isUnchanged && isAtFirst(form, quoted.values)) return false;
  const isStanding = standing !== null && saysTheSame(formFromRaw(form, standing.raw), quoted.values);
  return !isStanding || !(await isAsStored(ctx, request, form, quoted));
}

/** Whether a mail to the address of advance or standing orders has such orders, or other ones. */
function bringsLaterOrders({ own, address: { target }, text }: MailedRequest): boolean {
  if (target.kind === 'open') return false;
  const later = formOf(own, target);
  const open = openForm(own);
  const inForm = later === null ? null : readMailed(later, text);
  const inOpenForm = open === null ? null : readMailed(open, { ...text, quotedSheet: null });
  return [inForm, inOpenForm].some(bringsNewOrders);
}

function laterAnswer({ address: { target } }: MailedRequest): MailAnswer {
  return {
    subject: 'nothing was changed',
    paragraphs: [
      'Your e-mail has orders below FINAL, but it answers an e-mail about advance or standing orders, which cannot be final. Nothing was changed.',
      'To store these orders for later, send them again without FINAL. To send the sheet of the open turn, reply to the printout.',
    ],
    sheet: target,
  };
}

/** Smileys and times of day, whose colons are not those of orders. */
const NO_COLONS = /[:;=]['-]?[()DPp|/\\*]+(?![\p{L}\d])|\b\d{1,2}:\d{2}\b/gu;

/** Capitals that are no codes of states: of times of day, of the GM, and below a letter. */
const NO_CODES = new Set(['AM', 'PM', 'GM', 'PS']);

/** Whether a line without a key of the sheet may be meant as an order: `- Trips: CA`, `CA, NY`, `50 Ohio`, or `50 to NY`. */
function mayBeOrder(line: string): boolean {
  const plain = line.replace(NO_COLONS, '').replace(/^[\s>*•–-]+/, '');
  return looksLikeKey(plain) || hasCodes(plain) || /\$\s?\d|^\d+(?:[.)]\s|\s+\p{L})/u.test(plain);
}

/** Whether a line has two codes of states, or one and a figure. */
function hasCodes(line: string): boolean {
  const codes = (line.match(/\b[A-Z]{2}\b/g) ?? []).filter((code) => !NO_CODES.has(code)).length;
  return codes > 1 || (codes === 1 && /\d/.test(line));
}

/** Lines that were probably meant as orders, in the text of a mail without a sheet, but for notes and a signature at its end. */
function unreadOrders(text: string): string[] {
  const lines = ['', ...text.split('\n').map((line) => line.trim())];
  const closing = closingOf(lines);
  const end = lines.length - (isSignature(closing) ? closing.length : 0);
  return lines.slice(0, end).filter((line) => !line.startsWith('#') && mayBeOrder(line));
}

/** Why FINAL without a sheet may not mean the one that counts: the orders that its player means may be in what could not be read. */
function doubtOf({ text, otherFiles }: MailedRequest): MailAnswer | null {
  const subject = 'nothing was changed';
  if (otherFiles.length > 0) {
    const paragraphs = [
      'Your e-mail says FINAL, and it has a file that cannot be read. Nothing was changed, because the orders that you mean may be in that file.',
      'If you mean the orders that count now, reply with FINAL and without a file. Otherwise, send the orders that you mean.',
    ];
    return { subject, paragraphs, sheet: { kind: 'open' } };
  }
  const unread = unreadOrders(text.own);
  if (unread.length === 0) return null;
  const paragraphs = [
    'Your e-mail says FINAL, and it has lines that could not be read as orders. Nothing was changed.',
    'If you mean the orders that count now, reply with FINAL alone. Otherwise, send the orders that you mean.',
  ];
  const lists = [{ heading: 'What was not read:', items: firstOf(unread.map(notRead)) }];
  return { subject, paragraphs, lists, sheet: { kind: 'open' } };
}

/** Marks the sheet that counts as final. */
async function markStanding(
  ctx: AppContext,
  request: MailedRequest,
  { form, standing }: { form: SheetForm | null; standing: OwnSheet | null },
): Promise<Done> {
  const { own, address, text, sentAt } = request;
  const subject = 'nothing was changed';
  if (!asksForFinalOrders(own.game)) {
    const reason = 'This game does not ask for final orders: its turns are not processed early.';
    return { subject, paragraphs: [reason] };
  }
  if (standing === null) {
    const reason = 'You have no sheet that counts. Send one first.';
    return { subject, paragraphs: [reason], sheet: { kind: 'open' } };
  }
  const doubt = doubtOf(request);
  if (doubt !== null) return doubt;
  const ignored = firstOf((form === null ? [] : lostLines(form, text)).map(notRead));
  const submission = await submitSheet(ctx, {
    ...{ gameId: own.game.id, seatId: own.seat.id, turn: own.game.turn, attempt: own.game.attempt },
    ...{ raw: standing.raw, channel: 'mail', sentById: address.account.id, final: true, sentAt },
    ...{ repeats: standing.version, ignored },
  });
  return submissionAnswer(ctx, own, submission, ignored);
}
