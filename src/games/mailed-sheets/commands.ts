import { trimCharacters, trimEndCharacters } from '../../text/trim-characters.ts';

/*
 * The words with which a player tells the server by mail what to do. A command is the subject of the mail, or its first
 * line. What stands below it is the sheet that it is about.
 */

/** What a mail asks for. */
export type MailCommand =
  /** The guide to sheets by mail. */
  | { kind: 'help' }
  /** How the game and the own sheet stand. */
  | { kind: 'status' }
  /** The printout of the open turn again. */
  | { kind: 'send' }
  /** The sheet below, or the one that stands, is final. */
  | { kind: 'final' }
  | { kind: 'reopen' }
  /** The sheet below is for a later turn; `withdraw` takes back what was sent for it. */
  | { kind: 'advance'; turn: number; withdraw: boolean }
  /** The sheet below is played whenever no other one comes. */
  | { kind: 'standing'; withdraw: boolean }
  /** A blank sheet is meant. */
  | { kind: 'blank' };

const WORDS = ['help', 'status', 'send', 'final', 'reopen', 'blank'] as const;

/** What mail programs put in front of a subject: `Re:`, `AW:`, `回复：` and the like, or `[EXTERNAL]`. */
const REPLY_MARKS = /^\s*(?:(?:\p{L}{1,5}\.?\s*(?:\[\d+\]\s*)?[:：]|\[[^\]]{0,40}\])\s*)+/u;

/** `ADVANCE 5`, `Advance orders for turn 5`, `STANDING ORDERS`, `Standing none`. */
const LATER =
  /^(advance|standing)(?: orders?)?(?: for)?(?: turn)?(?: ?#? ?(\d{1,4}))?(?: orders?)?( (?:none|withdraw|cancel))?$/;

/** What may stand around a command for another turn. */
const AROUND_LATER = ' \t"\'“”*>.!:,;()[]<_•–—-…';

/** No command is nearly as long, whatever stands around it. */
const MAX_LENGTH = 200;

/**
 * The command that a line is; null if it is none. Case, quotation marks and a final period do not matter. Commands for another turn can be
 * worded in several ways: what is not recognized would be the sheet of the open turn.
 */
export function commandIn(line: string): MailCommand | null {
  if (line.length > MAX_LENGTH) return null;
  const begun = trimCharacters(line.trim().toLowerCase(), ' \t"\'“”*>');
  const text = trimEndCharacters(begun, ' \t"\'“”*.!:');
  const word = WORDS.find((one) => one === text);
  if (word !== undefined) return { kind: word };
  const [, name, digits, withdraw] =
    LATER.exec(trimCharacters(text, AROUND_LATER).replace(/\s+/g, ' ')) ?? [];
  if (name === 'standing' && digits === undefined)
    return { kind: 'standing', withdraw: withdraw !== undefined };
  if (name === 'advance' && digits !== undefined) {
    return { kind: 'advance', turn: Number(digits), withdraw: withdraw !== undefined };
  }
  return null;
}

/** Whether a command is about orders for a later turn, or standing ones. */
export function isLater(command: MailCommand): command is Extract<MailCommand, { withdraw: boolean }> {
  return 'withdraw' in command;
}

/** Whether the lines below a command are orders that it takes. */
export function takesOrders(command: MailCommand): boolean {
  if (isLater(command)) return !command.withdraw;
  return command.kind === 'final' || command.kind === 'blank';
}

/**
 * The command of a mail, and the text below it.
 * @param text what the sender wrote, without what the mail quotes
 */
export function splitCommand(subject: string, text: string): { command: MailCommand | null; rest: string } {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const command = commandIn(lines[first] ?? '');
  if (command !== null) return { command, rest: lines.slice(first + 1).join('\n') };
  return { command: commandInSubject(subject), rest: text };
}

function commandInSubject(subject: string): MailCommand | null {
  return commandIn(subject) ?? commandIn(subject.replace(REPLY_MARKS, ''));
}

/** The most characters of words that may be meant as a command. A sentence is longer, unless it names the turn. */
const MAX_UNCLEAR = { words: 40, withTurn: 120 };

/** `Advance turn five`, `My standing orders, please`, `Advanced orders for turn 5`: whether words may be meant as a command for another turn. */
function mayBeLater(words: string): boolean {
  const bare = trimCharacters(words.slice(0, MAX_LENGTH).toLowerCase(), AROUND_LATER).replace(
    /^(?:my|the|these|here are my) (?=(?:advanced?|standing) orders?(?!\p{L}))/u,
    '',
  );
  const max = /^\S+ orders? for turn\b/.test(bare) ? MAX_UNCLEAR.withTurn : MAX_UNCLEAR.words;
  return /^(?:advanced?|standing)(?!\p{L})/u.test(bare) && bare.length <= max && commandIn(words) === null;
}

/**
 * Words at the beginning of a mail or in its subject that were probably meant as a command for another turn and are none, or stand in the
 * subject above FINAL or BLANK; null if there are none.
 */
export function unclearCommand(subject: string, text: string): string | null {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const [inText, inSubject] = [commandIn(first), commandInSubject(subject)];
  if (inText !== null) {
    const isUnclear = takesOrders(inText) && !isLater(inText) && inSubject !== null && isLater(inSubject);
    return isUnclear ? subject.trim() : null;
  }
  if (inSubject !== null && (isLater(inSubject) || !takesOrders(inSubject))) return null;
  const lines = inSubject === null ? [first, subject.replace(REPLY_MARKS, '')] : [first];
  return lines.find(mayBeLater)?.trim() ?? null;
}
