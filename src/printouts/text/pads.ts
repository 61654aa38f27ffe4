import type {
  CheckList,
  DiceRow,
  PadBox,
  PadTrack,
  ScorePad,
  ScorePads,
  ShareBars,
} from '../../rules/report.ts';
import { padText, TEXT_WIDTH, truncateText, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { textWidth } from '../../text/text-width.ts';
import {
  boxesTable,
  circlesInText,
  diceTable,
  listTable,
  PRIZES_NOTE,
  prizesInText,
} from '../pads/pad-tables.ts';
import { headInWords, listInText } from '../pads/pad-words.ts';
import { tableLines } from './table.ts';

/** Dice as `[6] [5]` below their numbers, and what they come to. */
export function diceLines(block: DiceRow): string[] {
  const totals = block.totals.map(({ label, value }) => `${label}: ${value}`).join('.  ');
  return [...tableLines(diceTable(block)), '', ...wrapText(printable(`${totals}.`))];
}

/** Score pads, with `X` for circles that are crossed and `.` for those that are left. */
export function padsLines({ pads, size }: ScorePads): string[] {
  if (size === 'large') return pads.flatMap(largePadLines);
  return [...pads.flatMap((pad) => [...smallPadLines(pad), '']), ...wrapText(PRIZES_NOTE)];
}

function largePadLines(pad: ScorePad): string[] {
  const lists = pad.lists.flatMap((list) => ['', ...tableLines(listTable(list))]);
  return [
    ...wrapText(headInWords(pad)),
    '',
    ...pad.tracks.flatMap(trackLines),
    '',
    ...tableLines(boxesTable(pad)),
    ...lists,
  ];
}

/** `Staff  XX [2nd die] XX. (3rd die)`: what is gained in brackets, what is still to gain in parentheses. */
function trackLines({ label, circles, marks, gains }: PadTrack): string[] {
  const parts: string[] = [];
  let done = 0;
  const circlesTo = (end: number) => {
    const crossed = Math.max(0, Math.min(marks, end) - done);
    const row = 'X'.repeat(crossed) + '.'.repeat(Math.max(0, end - done - crossed));
    done = Math.max(done, end);
    return row;
  };
  for (const { at, text } of gains) {
    parts.push(circlesTo(Math.min(at, circles)), marks >= at ? `[${text}]` : `(${text})`);
  }
  parts.push(circlesTo(circles));
  return wrapHanging(`${printable(label)}  `, printable(parts.filter((part) => part !== '').join(' ')));
}

function smallPadLines(pad: ScorePad): string[] {
  const codes = Math.max(0, ...pad.boxes.map(({ code }) => textWidth(printable(code))));
  return [
    ...wrapText(headInWords(pad)),
    ...[
      ...pad.tracks.flatMap(trackLines),
      ...pad.boxes.map((box) => boxLine(box, pad.by, codes)),
      ...pad.lists.map(listLine),
    ].map((line) => truncateText(`  ${line}`, TEXT_WIDTH).trimEnd()),
  ];
}

function boxLine(box: PadBox, by: string, codes: number): string {
  const code = padText(printable(box.code), codes, 'left');
  return `${code}  ${circlesInText(box)}  ${printable(prizesInText(box, by))}`;
}

/** The list in one line; only what is checked. */
function listLine(list: CheckList): string {
  return listInText(list);
}

/** Bars of `#` on a scale of ten, with their figures: `AB ###....... 6 of 18`. */
export function shareLines({ caption, groups }: ShareBars): string[] {
  const lines = groups.flatMap(({ heading, bars }) => {
    const words = bars.map(({ label, value, of }) => {
      const filled = Math.max(0, Math.min(SCALE, Math.floor((SCALE * value) / Math.max(1, of))));
      return `${label} ${'#'.repeat(filled)}${'.'.repeat(SCALE - filled)} ${value} of ${of}`;
    });
    return ['', printable(heading), ...inColumns(words.map(printable))];
  });
  return [...wrapText(printable(caption)), ...lines];
}

const SCALE = 10;

/** Short texts side by side, as many in each line as fit. */
function inColumns(texts: readonly string[]): string[] {
  const width = Math.max(1, ...texts.map((text) => textWidth(text))) + 2;
  const perLine = Math.max(1, Math.floor(TEXT_WIDTH / width));
  const lines: string[] = [];
  for (let first = 0; first < texts.length; first += perLine) {
    const line = texts.slice(first, first + perLine).map((text) => padText(text, width, 'left'));
    lines.push(truncateText(`  ${line.join('')}`.trimEnd(), TEXT_WIDTH));
  }
  return lines;
}
