import type { DiceRow, ScorePad, ScorePads } from '../../rules/report.ts';
import { boxesTable, diceTable, listTable } from '../pads/pad-tables.ts';
import { headInWords, listInText, trackInWords } from '../pads/pad-words.ts';
import { smallPrint, subheading } from './parts.ts';
import { tableInMail } from './table.ts';

/** A player's own pad as tables. Of small pads, which as tables would fill the mail, only the check lists. */
export function padsInMail({ pads, size }: ScorePads): string {
  return pads.map(size === 'small' ? listsInMail : padInMail).join('');
}

function listsInMail({ by, lists }: ScorePad): string {
  return smallPrint(`${by}: ${lists.map(listInText).join('. ')}.`);
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
