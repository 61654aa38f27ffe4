import type { Cell, Column, Paragraph, Table, Tone } from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { smallDiceSvg } from '../svg/pad-svg.ts';
import {
  cellDice,
  cellText,
  cellTone,
  columnLabel,
  isQuietCell,
  isStrongCell,
  wordWidths,
} from '../table-cells.ts';
import { escapePrintable } from './escape-printable.ts';

/** A paragraph, marked if it must not be missed. */
export function paragraphHtml({ text, strong }: Paragraph): string {
  return strong
    ? `<p class="strong-line"><strong>${escapePrintable(text)}</strong></p>`
    : `<p>${escapePrintable(text)}</p>`;
}

/** About how many characters a phone has room for beside each other, in the font of tables. */
const PHONE_CHARACTERS = 44;
/** The space between two columns, in characters. */
const GAP = 1.1;

/** Whether a table has to be scrolled sideways on a phone. */
function isWide(table: Table): boolean {
  const width = wordWidths(table).reduce((sum, longest) => sum + longest + GAP, 0);
  return width > PHONE_CHARACTERS;
}

/** A table in a frame that scrolls. */
export function tableHtml(table: Table, id: string): string {
  const hidden = table.showCaption ? '' : ' class="caption-hidden"';
  const caption = `<caption${hidden} id="${id}-caption">${escapePrintable(table.caption)}</caption>`;
  const header = table.columns.map((column) => {
    const attributes = classes(numberClass(column), toneClass(column.tone ?? null));
    const label = escapeHtml(columnLabel(column));
    // Screen readers would read out an empty th as a heading.
    return label === '' ? `<td${attributes}></td>` : `<th scope="col"${attributes}>${label}</th>`;
  });
  const rows = table.rows.map((row) => {
    const cells = table.columns.map((column, i) => cellHtml(row[i] ?? '', column, i === 0));
    return `<tr>${cells.join('')}</tr>`;
  });
  const note = table.note === undefined ? '' : `<p class="table-note">${escapePrintable(table.note)}</p>`;
  const wide = isWide(table);
  const hint = wide ? '<p class="scroll-hint" aria-hidden="true">Scroll sideways for more →</p>' : '';
  return (
    `${hint}<div class="table-scroll" role="group" tabindex="0" aria-labelledby="${id}-caption">` +
    `<table${classes('printout-table', wide ? 'is-wide' : '')}>${caption}<thead><tr>${header.join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></div>${note}`
  );
}

function cellHtml(cell: Cell, column: Column, first: boolean): string {
  const attributes = classes(
    numberClass(column),
    toneClass(cellTone(cell, column)),
    isStrongCell(cell) ? 'strong' : '',
    isQuietCell(cell) ? 'quiet' : '',
  );
  const dice = cellDice(cell);
  const text = dice.length > 0 ? smallDiceSvg(dice) : escapeHtml(cellText(cell, column));
  return first && text !== '' ? `<th scope="row"${attributes}>${text}</th>` : `<td${attributes}>${text}</td>`;
}

function numberClass(column: Column): string {
  return column.align === 'right' ? 'number' : '';
}

/** The class for the color of a party; '' for none. */
export function toneClass(tone: Tone): string {
  return tone === null ? '' : `tone-${escapeHtml(tone.toLowerCase())}`;
}

/** A class attribute with the names that are not empty; nothing if all are. */
export function classes(...names: string[]): string {
  const given = names.filter((name) => name !== '');
  return given.length === 0 ? '' : ` class="${given.join(' ')}"`;
}
