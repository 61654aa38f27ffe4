import type { SheetForm } from '../../rules/sheet.ts';
import { type KeyLine, keyLinesIn } from '../../rules/sheet-text/key-lines.ts';
import { meantLines } from '../../rules/sheet-text/meant-lines.ts';
import { isFreeText } from '../../rules/sheet-text/write-sheet-text.ts';
import { openForm } from '../game/player-seat.ts';
import type { MailAnswer } from './answer.ts';
import { commandIn, isLater, type MailCommand, takesOrders } from './commands.ts';
import { formOf, type MailedRequest, targetOf } from './mailed-request.ts';

/*
 * Commands for another turn below the first line of what the sender wrote. The lines below such a command are not for the open turn, and
 * the lines above it may be.
 */

/** The most lines of a greeting above a command, and the most characters of each. */
const MAX_GREETING_LINES = 2;
const MAX_GREETING_LINE = 40;

/** What a greeting does not have, but an order may: figures, signs, a colon inside the line, and codes of states. */
const NO_GREETING = /[\d=;$]|[:：].*\S|\b(?!GM\b)[A-Z]{2}\b/;

/** The most commands that are looked for in a press release. If there are more, one is taken to be outside of it. */
const MAX_LOOKED_AT = 20;
/**
 * The most characters that are read to tell which commands stand in a press release: for each one, all lines above it. Further
 * commands are taken to be outside of it.
 */
const MAX_READ = 100_000;

/** What the sender wrote: its command, and the text below it. */
interface Written {
  command: MailCommand | null;
  rest: string;
}

/**
 * What the sender wrote, with the command for another turn that stands below nothing but a greeting, as if it stood first.
 * @param form the form of the open turn; null if none is owed
 * @param whole all that the sender wrote; the same as `rest` if its first line is no command
 */
export function withLaterCommand(form: SheetForm | null, written: Written, whole: string): Written {
  if (written.rest !== whole) return written;
  const lines = whole.split('\n');
  const at = lines.findIndex(isLaterLine);
  const command = commandIn(lines[at] ?? '');
  if (command === null || !isGreeting(form, lines.slice(0, at))) return written;
  return { command, rest: lines.slice(at + 1).join('\n') };
}

function isGreeting(form: SheetForm | null, above: readonly string[]): boolean {
  const lines = above.filter((line) => line.trim() !== '');
  const isShort = (line: string) => line.trim().length <= MAX_GREETING_LINE && !NO_GREETING.test(line.trim());
  return (
    lines.length <= MAX_GREETING_LINES &&
    lines.every((line) => isShort(line) && commandIn(line) === null) &&
    (form === null || meantLines(form, lines).length === 0)
  );
}

/**
 * The command for another turn that stands below orders or other text of the sender, alone on its line; null if there is none, or if
 * the mail brings no orders. Lines of press releases and drawings are no commands.
 */
export function commandBelowText(request: MailedRequest): string | null {
  const { own, command, text } = request;
  if (command !== null && !takesOrders(command)) return null;
  const lines = text.own.split('\n');
  const found = lines.flatMap((line, at) => (isLaterLine(line) ? [at] : []));
  const form = formOf(own, targetOf(request)) ?? openForm(own);
  const starts = lineStarts(lines);
  let read = 0;
  const at = found.find((one, i) => {
    read += starts[one] as number;
    return i >= MAX_LOOKED_AT || read > MAX_READ || form === null || !isInText(form, lines, one);
  });
  return at === undefined ? null : (lines[at] as string).trim();
}

export function belowTextAnswer(command: string): MailAnswer {
  return {
    subject: 'nothing was changed',
    paragraphs: [
      `“${command}” stands below other text in your e-mail, so it is not certain for which turn each line is. Nothing was changed.`,
      `Send the lines below ${command} in an e-mail of their own, with the command as its first line. Send your other orders again without them.`,
    ],
  };
}

/** The answer to a mail that seems to say for which other turn its orders are, but not clearly. */
export function unclearAnswer(words: string): MailAnswer {
  return {
    subject: 'nothing was changed',
    paragraphs: [
      `“${words}” does not say clearly for which turn your orders are. Nothing was changed.`,
      'Write ADVANCE 5 alone on the first line for the orders of turn 5, or STANDING for standing orders, and the orders below it. For the sheet of the open turn, send the orders without such a line.',
    ],
  };
}

function isLaterLine(line: string): boolean {
  const command = commandIn(line);
  return command !== null && isLater(command);
}

/** How many characters stand above each line. */
function lineStarts(lines: readonly string[]): number[] {
  let next = 0;
  return lines.map((line) => {
    const start = next;
    next += line.length + 1;
    return start;
  });
}

/** Whether a line goes on with a press release or a drawing. */
function isInText(form: SheetForm, lines: readonly string[], at: number): boolean {
  // A drawing between bars ends where the bars end.
  const before = lines.slice(0, at).findLast((line) => line.trim() !== '');
  if (before?.trimStart().startsWith('|')) return false;
  const [above, withIt] = [at, at + 1].map((end) => lastText(form, lines.slice(0, end)));
  return withIt !== undefined && withIt !== null && withIt !== above;
}

/** The free text or the drawing with which lines end; null if they end with something else. */
function lastText(form: SheetForm, lines: readonly string[]): string | null {
  const last: KeyLine | undefined = keyLinesIn(form, lines.join('\n')).lines.at(-1);
  if (last?.target.kind !== 'value' || !isFreeText(last.target.field)) return null;
  return [last.text, ...last.entries].join('\n');
}
