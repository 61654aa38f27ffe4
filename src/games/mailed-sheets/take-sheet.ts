import type { AppContext } from '../../context.ts';
import { problemsInWords } from '../../rules/result.ts';
import type { Problem, SheetForm } from '../../rules/sheet.ts';
import { readSheetText } from '../../rules/sheet-text/read-sheet-text.ts';
import { formFromRaw, rawFromForm } from '../../rules/sheet-values.ts';
import { openTurnInWords } from '../game/game-ruleset.ts';
import { openForm, type PlayerSeat } from '../game/player-seat.ts';
import { countingSheet } from '../sheets/counting-sheet.ts';
import { rolledBackInWords } from '../sheets/sheet-token.ts';
import { standingSheet } from '../sheets/sheet-view.ts';
import type { StoredSheet } from '../sheets/store-sheet.ts';
import { type Submission, submitSheet } from '../sheets/submit-sheet.ts';
import type { MailAnswer } from './answer.ts';
import type { Done, MailedRequest } from './mailed-request.ts';
import { fileNotRead, firstOf, notRead } from './not-read.ts';
import { ordersGone } from './orders-gone.ts';
import { saysTheSame } from './quoted-sheet.ts';
import {
  ANOTHER_QUOTED,
  bringsNewOrders,
  isBlank,
  isUntouched,
  lostLines,
  readMailed,
  type SheetInMail,
  UNREAD_IN_QUOTE,
} from './read-mailed.ts';
import { isAsStored } from './stored-versions.ts';

/** A sheet that came by mail, as it was read. */
interface MailedSheet
  extends Pick<SheetInMail, 'values' | 'problems' | 'ignored' | 'isUnchanged' | 'isUncertain'> {
  channel: 'mail' | 'pdf';
  final: boolean;
}

/** Takes the sheet of the open turn: the attached PDF, else the text of the mail. Its receipt is mailed with it. */
export async function takeSheet(ctx: AppContext, request: MailedRequest): Promise<Done> {
  const { own, command } = request;
  const { game } = own;
  const form = openForm(own);
  if (game.status !== 'running') return overAnswer(own);
  if (form === null) {
    const paragraphs = [`Your seat owes no sheet for ${openTurnInWords(game)}.`];
    return { subject: 'no sheet is owed', paragraphs };
  }
  if (await isAttachedAgain(ctx, request, form)) return blankAnswer(own);
  const sheet = sheetIn(request, form);
  if (!('values' in sheet)) return sheet;
  const isAsMailed = await isAsStored(ctx, request, form, sheet);
  if (!isAsMailed || isBlank(sheet.values)) return submitMailed(ctx, request, { form, sheet });
  if (command?.kind === 'blank') {
    return submitMailed(ctx, request, { form, sheet: { ...sheet, values: {}, problems: [] } });
  }
  // Their player believes that these lines count.
  if ((sheet.final || command?.kind === 'final') && sheet.problems.length > 0)
    return submitMailed(ctx, request, { form, sheet });
  const standing = await standingSheet(ctx, own);
  // The values of the sheet that counts, because the mail program may have changed characters of the quoted one.
  const values = standing === null ? null : formFromRaw(form, standing.raw);
  if (sheet.final && values !== null && saysTheSame(values, sheet.values)) {
    return submitMailed(ctx, request, { form, sheet: { ...sheet, values } });
  }
  return unchangedAnswer((await countingSheet(ctx, own)).words, sheet.problems);
}

/** Stores a sheet as it was read. */
async function submitMailed(
  ctx: AppContext,
  { own, address, command, text, sentAt }: MailedRequest,
  { form, sheet }: { form: SheetForm; sheet: MailedSheet },
): Promise<Done> {
  const { game } = own;
  const isMeantBlank =
    command?.kind === 'blank' ||
    (form.mayBeBlank === true && isFilledInBlank(form, { text, command, sheet }));
  if (isBlank(sheet.values) && sheet.problems.length === 0 && !isMeantBlank) return blankAnswer(own);
  const { values, channel, problems, ignored } = sheet;
  const raw = rawFromForm(form, values);
  const before = command?.kind === 'blank' ? null : await standingSheet(ctx, own);
  const gone = before === null ? [] : ordersGone(form, before, raw);
  const submission = await submitSheet(ctx, {
    ...{ gameId: game.id, seatId: own.seat.id, turn: game.turn, attempt: game.attempt },
    ...{ raw, channel, sentById: address.account.id, sentAt },
    ...{ final: sheet.final || command?.kind === 'final', problems, gone, ignored: firstOf(ignored) },
  });
  const lacks = submission.kind === 'standing' ? gone : [];
  return submissionAnswer(ctx, own, submission, [...lacks, ...firstOf(ignored)]);
}

/**
 * Whether the sender of a blank sheet did something to send it: attached a PDF, wrote lines of the sheet, or called it final. A reply that
 * only quotes the sheet does not say so, nor does one from which orders were left out.
 */
function isFilledInBlank(
  form: SheetForm,
  { text, command, sheet }: Pick<MailedRequest, 'text' | 'command'> & { sheet: MailedSheet },
): boolean {
  if (lostLines(form, text).length > 0) return false;
  if (sheet.channel === 'pdf' || sheet.final || command?.kind === 'final') return true;
  return readSheetText(form, text.own).lines > 0;
}

/**
 * Whether the only sheet of a mail is a PDF on which nothing was filled in, and it was probably not meant: another sheet counts, or the
 * sender wrote something else. Some mail programs attach the printout again to a reply.
 */
async function isAttachedAgain(
  ctx: AppContext,
  { own, command, text, attached }: MailedRequest,
  form: SheetForm,
): Promise<boolean> {
  if (command?.kind === 'blank' || !isUntouched(form, attached)) return false;
  if (bringsNewOrders(readMailed(form, text))) return false;
  return text.own.trim() !== '' || (await standingSheet(ctx, own)) !== null;
}

/** The sheet of a mail, or what to answer if it has none. */
function sheetIn(request: MailedRequest, form: SheetForm): MailedSheet | MailAnswer {
  const { own, command, text, attached } = request;
  const files = request.otherFiles.map(fileNotRead);
  const read = readMailed(form, text);
  const hasText = read !== null && (!isBlank(read.values) || read.problems.length > 0);
  const isBesideText = hasText && !read.isUnchanged && isUntouched(form, attached);
  const isMeantBlank = command?.kind === 'blank' && isUntouched(form, attached);
  if (attached?.ok && !isBesideText && !isMeantBlank) {
    const counts = hasText ? ['The text of the e-mail: the attached PDF counts.'] : [];
    const { others = [], ...sheet } = attached.value;
    const notTaken = others.map((reason) => `Another attached PDF was not taken: ${reason}`);
    const ignored = [...counts, ...notTaken, ...files, ...lostLines(form, text).map(notRead)];
    return { ...sheet, ignored, isUnchanged: false, isUncertain: false, channel: 'pdf' };
  }
  if (attached?.ok === false && !hasText) return pdfAnswer(problemsInWords(attached.problems));
  if (read === null && command?.kind !== 'blank') return notReadAnswer(own);
  const { values = {}, problems = [], ignored = lostLines(form, text), final = false } = read ?? {};
  const { isUnchanged = false, isUncertain = false } = read ?? {};
  const unread = [...(read?.quotesAnother ? [ANOTHER_QUOTED] : []), ...files];
  if (attached?.ok === false) unread.push(`The attached PDF: ${problemsInWords(attached.problems)}`);
  if (isBesideText) unread.push('The attached PDF: nothing is filled in on it, so the text counts.');
  const lines = ignored.map(notRead);
  return {
    values,
    problems,
    ignored: [...unread, ...lines],
    final,
    isUnchanged,
    isUncertain,
    channel: 'mail',
  };
}

function pdfAnswer(reason: string): MailAnswer {
  const paragraphs = ['The attached PDF could not be read as your sheet. Nothing was changed.', reason];
  return { subject: 'your PDF could not be read', paragraphs, sheet: { kind: 'open' } };
}

/**
 * What to answer if a sheet was not stored, or if no receipt of it is mailed; null if its receipt says everything, or if there is nothing
 * to say.
 * @param ignored what of the mail was not taken for a part of the sheet, as the receipt names it
 */
export async function submissionAnswer(
  ctx: AppContext,
  own: PlayerSeat,
  submission: Submission,
  ignored: readonly string[],
): Promise<Done> {
  const subject = 'your sheet was not taken';
  const stands = async () => (await countingSheet(ctx, own)).words;
  switch (submission.kind) {
    case 'standing':
    case 'refused':
      return submission.receiptMailed === false
        ? insteadOfReceipt(submission, ignored, await stands())
        : null;
    case 'not-taken':
      return { subject, paragraphs: [submission.message] };
    case 'too-many':
      return {
        subject,
        paragraphs: [
          `You have sent ${submission.max} versions for this turn in this way. No more are accepted. ${await stands()} You can still send your orders on the web.`,
        ],
      };
    case 'too-long':
      return {
        subject,
        paragraphs: [
          `The versions that you have sent in this way for this turn are too long together. ${await stands()}`,
        ],
      };
    case 'stale':
    case 'rolled-back':
      return staleAnswer(own, own.game, submission.turn);
    case 'not-owed':
      return { subject, paragraphs: ['Your seat owes no sheet now.'] };
  }
}

/** What a receipt would say on what does not count; null if all of the mail counts. */
function insteadOfReceipt(stored: StoredSheet, ignored: readonly string[], stands: string): Done {
  if (stored.kind === 'standing' && ignored.length === 0) return null;
  const { version } = stored.sheet;
  const refused = stored.kind === 'refused' ? [`Version ${version} of your sheet was refused.`] : [];
  const problems = stored.kind === 'refused' ? stored.problems.map(({ message }) => message) : [];
  const lists = [
    { heading: 'What is wrong:', items: problems },
    { heading: 'What is not on it:', items: [...ignored] },
  ];
  return {
    subject: stored.kind === 'refused' ? 'your sheet was refused' : 'your sheet was not read completely',
    paragraphs: [
      [...refused, stands].join(' '),
      'There is no receipt, because too many were mailed to you within a day.',
    ],
    lists: lists.filter(({ items }) => items.length > 0),
  };
}

function overAnswer({ game }: PlayerSeat): MailAnswer {
  const paragraphs = [
    game.status === 'over' ? 'This game is over. It takes no more sheets.' : 'This game takes no sheets now.',
  ];
  return { subject: 'your sheet was not taken', paragraphs };
}

/**
 * What to answer if a mail was for another turn than the open one, or for it as it was before a rollback: nothing was changed,
 * and the sheet of the open turn.
 */
export function staleAnswer(
  { game }: PlayerSeat,
  { turn }: { turn: number },
  openTurn = game.turn,
): MailAnswer {
  const { subject, reason } = staleInWords(turn, openTurn);
  return {
    subject,
    paragraphs: [
      `${reason} Nothing was changed. This is the sheet for ${openTurnInWords(game)}: to send it, reply to this e-mail.`,
    ],
    sheet: { kind: 'open' },
  };
}

function staleInWords(turn: number, openTurn: number): { subject: string; reason: string } {
  if (turn === openTurn) {
    const reason = `Your e-mail was for turn ${turn} as it was before a rollback. ${rolledBackInWords(turn)}`;
    return { subject: 'that printout was rolled back', reason };
  }
  if (turn > openTurn) {
    const reason = `Your e-mail was for turn ${turn}, which is not open now: turn ${openTurn} was rolled back and is open again.`;
    return { subject: `turn ${turn} is not open`, reason };
  }
  const reason = `Your e-mail was for turn ${turn}, which has been processed.`;
  return { subject: `turn ${turn} has been processed`, reason };
}

function notReadAnswer({ game }: PlayerSeat): MailAnswer {
  return {
    subject: 'your e-mail has no sheet',
    paragraphs: [
      `No line of the sheet for ${openTurnInWords(game)} was found in your e-mail, and no command. Nothing was changed.`,
      'If you wanted to write to your GM, use the link at the end of this e-mail. If you wanted to send your sheet, write after the colons below and reply.',
    ],
    guide: true,
    sheet: { kind: 'open' },
  };
}

function unchangedAnswer(stands: string, problems: readonly Problem[]): MailAnswer {
  const items = problems.map(({ message }) => message);
  return {
    ...(items.length > 0 && { lists: [{ heading: UNREAD_IN_QUOTE, items }] }),
    subject: 'nothing was changed',
    paragraphs: [
      `Your e-mail quotes a sheet as it was mailed to you, as far as can be told, so it was not taken as a new one. ${stands}`,
      'If you want to send the orders that you quoted again, copy their lines above the quoted text. If you wanted to write to your GM, use the link at the end of this e-mail.',
    ],
    guide: true,
    sheet: { kind: 'open' },
  };
}

function blankAnswer({ game }: PlayerSeat): MailAnswer {
  return {
    subject: 'your sheet was blank',
    paragraphs: [
      `Nothing was filled in on your sheet for ${openTurnInWords(game)}, so it was not taken. If you do want to send a blank sheet, reply with BLANK as the first line.`,
    ],
    sheet: { kind: 'open' },
  };
}
