import { openForm } from '../game/player-seat.ts';
import type { MailAnswer } from './answer.ts';
import { isLater, type MailCommand, takesOrders } from './commands.ts';
import { type Done, formOf, type MailedRequest, targetOf } from './mailed-request.ts';
import { fileNotRead, notRead } from './not-read.ts';
import {
  bringsNewOrders,
  lostBesideRead,
  lostLines,
  MAX_UNREAD_LINES,
  readMailed,
  UNREAD_LINES,
} from './read-mailed.ts';
import { isOldAddress } from './sheet-address.ts';

/*
 * What a mail brings besides a command that takes none of it: orders below `STATUS`, a PDF with advance orders, or a photo. The
 * answer says so, because a player who is told nothing believes that they were sent.
 */

/** The most characters of a line that an answer names. */
const MAX_NAMED = 200;

/** The answer to a mail, with a note on what was not taken of it. */
export function withNote(answer: Done, request: MailedRequest, hasPdf: boolean): Done {
  const pdf = hasPdf ? pdfNote(request) : null;
  const notes = [ordersNote(request), pdf, ...fileNotes(request, answer)];
  const paragraphs = notes.filter((note) => note !== null);
  const lists = unreadLists(request, answer);
  if (paragraphs.length === 0 && lists.length === 0) return answer;
  if (answer === null) return { subject: 'your orders were not taken', paragraphs, lists };
  return {
    ...answer,
    paragraphs: [...paragraphs, ...answer.paragraphs],
    lists: [...lists, ...(answer.lists ?? [])],
  } satisfies MailAnswer;
}

/** A list of the lines that look like part of a quotation and were probably meant as orders; none if they are named already. */
function unreadLists(request: MailedRequest, answer: Done): NonNullable<MailAnswer['lists']> {
  const { own, command, text } = request;
  // The receipt of a sheet names them.
  if (answer === null && (command === null || takesOrders(command))) return [];
  const form = formOf(own, targetOf(request)) ?? openForm(own);
  const named = new Set((answer?.lists ?? []).flatMap(({ items }) => items));
  const takesNone = command !== null && !takesOrders(command);
  const lost = form === null ? [] : (takesNone ? lostLines : lostBesideRead)(form, text);
  const items = lost.filter((line) => !named.has(line) && !named.has(notRead(line)));
  return items.length === 0
    ? []
    : [{ heading: UNREAD_LINES, items: items.slice(0, MAX_UNREAD_LINES).map(shortened) }];
}

/** Says that orders below a command were not taken; null if there are none, or if the command takes them. */
function ordersNote(request: MailedRequest): string | null {
  const { own, address, command, text } = request;
  if (command === null || takesOrders(command)) return null;
  const typedForm = (isLater(command) ? formOf(own, targetOf(request)) : null) ?? openForm(own);
  const typed = typedForm && readMailed(typedForm, { ...text, quotedSheet: null });
  // The quoted sheet is the one with which the address was mailed. That of another turn has other lines.
  const quotedForm = isOldAddress(own.game, address) ? null : formOf(own, address.target);
  const quoted = quotedForm && readMailed(quotedForm, text);
  const isTyped = bringsNewOrders(typed);
  if (!isTyped && !bringsNewOrders(quoted)) return null;
  const how =
    isTyped && isLater(command)
      ? `below ${nameOf({ ...command, withdraw: false })}`
      : 'without a command above them';
  return `The orders below ${nameOf(command)} were not taken. Send them in an e-mail of their own, ${how}.`;
}

/** Says that a PDF was not read; null if the command takes it. */
function pdfNote({ address, command, attached }: MailedRequest): string | null {
  if (attached !== null) return null;
  if (command !== null && !takesOrders(command))
    return `The attached PDF was not read, because your e-mail says ${nameOf(command)}. If it is your sheet, send it in an e-mail of its own.`;
  const isForLater = command === null ? address.target.kind !== 'open' : isLater(command);
  return isForLater
    ? 'The attached PDF was not read: only the sheet of the open turn can be sent as a PDF. Write orders for later turns in the text of the e-mail.'
    : null;
}

/** Says that other files were not read, unless the receipt of a sheet or the answer names them already. */
function fileNotes({ command, otherFiles }: MailedRequest, answer: Done): string[] {
  if (answer === null && (command === null || takesOrders(command))) return [];
  const named = new Set((answer?.lists ?? []).flatMap(({ items }) => items));
  return otherFiles.map(fileNotRead).filter((note) => !named.has(note));
}

/** A line of a mail, which may be as long as the mail, as an answer names it. */
function shortened(line: string): string {
  return line.length > MAX_NAMED ? `${line.slice(0, MAX_NAMED).toWellFormed()}…` : line;
}

function nameOf(command: MailCommand): string {
  const name = command.kind.toUpperCase();
  if (!isLater(command)) return name;
  const which = command.kind === 'advance' ? `${name} ${command.turn}` : name;
  return command.withdraw ? `${which} NONE` : which;
}
