import type { Cell, Column, Table } from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { escapePrintable } from '../html/escape-printable.ts';
import { accentOf, PALETTE } from '../palette.ts';
import {
  cellText,
  cellTone,
  columnLabel,
  groupColumns,
  isQuietCell,
  isStrongCell,
  wordWidths,
} from '../table-cells.ts';
import { SMALL_FONT, smallPrint, subheading } from './parts.ts';

/** About how many characters a mail has room for beside each other. */
const LINE_CHARACTERS = 76;
/** The space and the border between two columns, in characters. */
const GAP = 1.6;

interface MailColumn extends Column {
  /** The position in the table. */
  i: number;
  /** In characters. */
  width: number;
}

/** A table with borders. If it is too wide for a mail, it is split into several, each with its first column. */
export function tableInMail(table: Table): string {
  const widths = wordWidths(table);
  const columns = table.columns.map((column, i): MailColumn => ({ ...column, i, width: widths[i] ?? 0 }));
  const fits = (group: readonly MailColumn[]) =>
    group.reduce((sum, { width }) => sum + width + GAP, 0) <= LINE_CHARACTERS;
  const groups = fits(columns) ? [columns] : groupColumns(columns, fits);
  const caption = table.showCaption ? subheading(table.caption) : '';
  const note = table.note === undefined ? '' : smallPrint(table.note);
  return `${caption}${groups.map((group) => groupTable(table, group)).join('')}${note}`;
}

function groupTable({ rows }: Table, columns: readonly MailColumn[]): string {
  const header = columns.map((column) => {
    const label = columnLabel(column);
    return `<th${alignment(column)} valign="bottom">${label === '' ? '&nbsp;' : escapeHtml(label)}</th>`;
  });
  const body = rows.map((row, i) => {
    const cells = columns.map((column) => cellInMail(row[column.i] ?? '', column));
    return `<tr${i % 2 === 1 ? ` bgcolor="${PALETTE.zebra}"` : ''}>${cells.join('')}</tr>`;
  });
  // On a phone, a wide table is scrolled, and the mail around it stays as wide as the screen.
  return (
    `<div style="overflow-x:auto;margin:0 0 14px"><table border="1" cellpadding="3" cellspacing="0" width="100%" bordercolor="${PALETTE.rule}" ` +
    `style="border-collapse:collapse;${SMALL_FONT}">` +
    `<tr>${header.join('')}</tr>${body.join('')}</table></div>`
  );
}

function cellInMail(cell: Cell, column: MailColumn): string {
  const text = escapeHtml(cellText(cell, column));
  const tone = typeof cell === 'string' ? null : cellTone(cell, column);
  const color = isQuietCell(cell) ? PALETTE.quiet : tone === null ? null : accentOf(tone);
  const accented = color === null || text === '' ? text : `<font color="${color}">${text}</font>`;
  return `<td${alignment(column)}>${isStrongCell(cell) ? `<b>${accented}</b>` : accented}</td>`;
}

function alignment({ align }: Column): string {
  return align === 'right' ? ' align="right"' : ' align="left"';
}

/** Labeled values, below each other. */
export function factsInMail(items: readonly { label: string; value: string }[]): string {
  const rows = items.map(
    ({ label, value }) =>
      `<tr><td width="45%" valign="top">${escapePrintable(label)}</td>` +
      `<td valign="top"><b>${escapePrintable(value)}</b></td></tr>`,
  );
  return (
    `<table border="0" cellpadding="3" cellspacing="0" width="100%" style="${SMALL_FONT};margin:0 0 14px">` +
    `${rows.join('')}</table>`
  );
}
