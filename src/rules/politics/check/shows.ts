import { isGuessed, type ShowCard, showCard } from '../data/wildcards.ts';
import type { GuessRow, ObjectionRow, PerformanceRow } from '../orders.ts';
import type { Show } from '../state.ts';
import { words } from '../text.ts';
import * as problem from './problems.ts';
import {
  bad,
  type CheckedSheet,
  fieldOf,
  type Json,
  readInteger,
  readList,
  readOther,
  readRows,
  readText,
  required,
  trimEnd,
} from './values.ts';

const MOST_ROWS = 8;
const LONGEST_TEXT = 280;
const LONGEST_GUESS = 60;
const REASON = { least: 10, most: 80 } as const;
const DRAWING = { lines: 10, width: 30 } as const;

/** PTG-5.4: `performances`. */
export function readPerformances(sheet: CheckedSheet, given: Json): PerformanceRow[] {
  const { state, player } = sheet;
  const tasks = state.shows.filter(({ by, stage }) => by === player.id && stage === 'task');
  const seen: number[] = [];
  return readRows(sheet, given, { field: 'performances', most: MOST_ROWS }, (path, row) => {
    const field = `${path}.show`;
    const number = required(sheet, field, readInteger(sheet, field, fieldOf(row, 'show')));
    if (number === null) return [];
    const show = tasks.find((task) => task.number === number);
    const numbers = tasks.map((task) => task.number);
    if (!show) {
      bad(sheet, problem.noTask(field, number, numbers));
      return [];
    }
    if (seen.includes(number)) {
      bad(sheet, problem.duplicate(field, 'show', number));
      return [];
    }
    seen.push(number);
    return [readPerformance(sheet, path, row, show)];
  });
}

/** PTG-4.5: what a card asks for; other fields are ignored. */
function readPerformance(sheet: CheckedSheet, path: string, row: Json, show: Show): PerformanceRow {
  const card = showCard(show.card);
  const blank = { show: show.number, text: null, drawing: null, actor: null };
  if (card.kind === 'drawing') return { ...blank, drawing: readDrawing(sheet, `${path}.drawing`, row) };
  const text = readPerformedText(sheet, `${path}.text`, row, card);
  if (card.kind !== 'direction') return { ...blank, text };
  return { ...blank, text, actor: readOther(sheet, `${path}.actor`, fieldOf(row, 'actor')) };
}

/** Problems: `wrong-type`, `missing`, `too-long`, `taboo`. */
function readPerformedText(sheet: CheckedSheet, field: string, row: Json, card: ShowCard): string | null {
  const text = readLength(sheet, field, fieldOf(row, 'text'), 0, LONGEST_TEXT);
  if (text === null) return null;
  for (const word of words(text)) {
    const stem = card.taboo.find((start) => word.startsWith(start));
    if (stem !== undefined) {
      bad(sheet, problem.taboo(field, word, stem));
      return null;
    }
  }
  return text;
}

/** Lines as they are but for spaces at their right end. Problems: see PTG-5.4. */
function readDrawing(sheet: CheckedSheet, field: string, row: Json): string[] | null {
  const value = fieldOf(row, 'drawing');
  const before = sheet.problems.length;
  if (value === undefined) {
    bad(sheet, problem.missing(field));
    return null;
  }
  const lines = readList(sheet, field, value, DRAWING.lines).map((line, i) =>
    readLine(sheet, `${field}[${i}]`, line, i + 1),
  );
  if (sheet.problems.length > before) return null;
  if (lines.every((line) => line === '')) bad(sheet, problem.emptyDrawing(field));
  return lines;
}

function readLine(sheet: CheckedSheet, field: string, value: unknown, number: number): string {
  if (typeof value !== 'string') {
    bad(sheet, problem.wrongType(field, 'text'));
    return '';
  }
  const line = trimEnd(value);
  const characters = [...line];
  const wrong = characters.find((character) => !/^[ -~]$/.test(character) || /[A-Za-z0-9]/.test(character));
  if (characters.length > DRAWING.width) {
    bad(sheet, problem.tooLong(field, characters.length, 0, DRAWING.width));
  } else if (wrong !== undefined) {
    bad(sheet, problem.notDrawing(field, number, wrong));
  }
  return line;
}

/** A text that must be there, of limited length. Problems: `wrong-type`, `missing`, `too-short`, `too-long`. */
function readLength(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  least: number,
  most: number,
): string | null {
  const text = required(sheet, field, readText(sheet, field, value));
  if (text === null) return null;
  const { length } = [...text];
  if (length >= least && length <= most) return text;
  bad(sheet, (length < least ? problem.tooShort : problem.tooLong)(field, length, least, most));
  return null;
}

/** PTG-5.4: `guesses`. */
export function readGuesses(sheet: CheckedSheet, given: Json): GuessRow[] {
  const shows = staged(sheet, true);
  const seen: number[] = [];
  return readRows(sheet, given, { field: 'guesses', most: MOST_ROWS }, (path, row) => {
    const show = readShow(sheet, `${path}.show`, row, 'guess', shows, seen);
    const text = readLength(sheet, `${path}.text`, fieldOf(row, 'text'), 0, LONGEST_GUESS);
    return show !== null && text !== null ? [{ show, text }] : [];
  });
}

/** PTG-5.4: `objections`. */
export function readObjections(sheet: CheckedSheet, given: Json): ObjectionRow[] {
  const shows = staged(sheet, false);
  const seen: number[] = [];
  return readRows(sheet, given, { field: 'objections', most: MOST_ROWS }, (path, row) => {
    const show = readShow(sheet, `${path}.show`, row, 'object to', shows, seen);
    const reason = readLength(sheet, `${path}.reason`, fieldOf(row, 'reason'), REASON.least, REASON.most);
    return show !== null && reason !== null ? [{ show, reason }] : [];
  });
}

/** The numbers of the others' shows on stage: those that are guessed, or those that are judged. */
function staged({ state, player }: CheckedSheet, guessed: boolean): number[] {
  return state.shows
    .filter(({ by, stage, card }) => {
      return by !== player.id && stage === 'stage' && isGuessed(showCard(card).kind) === guessed;
    })
    .map(({ number }) => number);
}

/** Problems: `wrong-type`, `missing`, `no-show`, `duplicate-show`. */
function readShow(
  sheet: CheckedSheet,
  field: string,
  row: Json,
  verb: 'guess' | 'object to',
  shows: readonly number[],
  seen: number[],
): number | null {
  const number = required(sheet, field, readInteger(sheet, field, fieldOf(row, 'show')));
  if (number === null) return null;
  if (!shows.includes(number)) bad(sheet, problem.noShow(field, number, verb, shows));
  else if (seen.includes(number)) bad(sheet, problem.duplicate(field, 'show', number));
  else {
    seen.push(number);
    return number;
  }
  return null;
}
