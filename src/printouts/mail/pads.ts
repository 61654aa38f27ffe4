import type { DiceRow, ScorePad, ScorePads } from '../../rules/report.ts';
import { boxesTable, diceTable, listTable } from '../pads/pad-tables.ts';
import { headInWords, trackInWords } from '../pads/pad-words.ts';
import { smallPrint, subheading } from './parts.ts';
import { tableInMail } from './table.ts';

/** A player's own pad as tables. Small pads are in the PDF and on the page; as tables they would fill the mail. */
export function padsInMail({ pads, size }: ScorePads): string {
  return size === 'small' ? '' : pads.map(padInMail).join('');
}

function padInMail(pad: ScorePad): string {
  const tracks = pad.tracks.map((track) => smallPrint(trackInWords(track))).join('');
  const lists = pad.lists.map((list) => tableInMail(listTable(list))).join('');
  return subheading(headInWords(pad)) + tracks + tableInMail(boxesTable(pad)) + lists;
}

/** Dice as a table, and what they come to. */
export function diceInMail(block: DiceRow): string {
  const totals = block.totals.map(({ label, value }) => `${label}: ${value}`).join('. ');
  return `${tableInMail(diceTable(block))}${smallPrint(`${totals}.`)}`;
}
