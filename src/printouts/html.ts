import type { Block, Cell, Column, Report, ReportSection, Table } from '../rules/report.ts';
import { pageHeader } from '../rules/report.ts';
import { escapeXml } from './escape.ts';
import { figureHtml } from './html/figures.ts';
import { sheetHtml } from './html/sheet.ts';
import { cellStrong, cellText, cellTone, clean, columnLabel } from './words.ts';

/**
 * A report as a fragment of HTML: h2 for sections, h3 within the sheet, real tables, inline SVG; no style
 * attributes, no scripts, everything escaped.
 *
 * Classes for the stylesheet:
 * - `printout` the whole; `printout-head` with `printout-line`, `printout-subtitle`, `printout-due`;
 *   `printout-summary`; `printout-section` with `id="printout-<section id>"`
 * - `strong-line` a paragraph that must not be missed; `facts` a dl of labelled figures
 * - `table-scroll` around every table (focusable, so that wide ones scroll by keyboard); `printout-table`;
 *   `caption-hidden` a caption only to be spoken; `number` right-aligned cells; `tone-d`, `tone-r` a party's
 *   accent; `strong` a stronger cell; `table-note`
 * - `quotes` with `quote` (blockquote) and `quote-by`
 * - `figure` with `figure-map`, `figure-bar` or `figure-chart`; `map` and so on: see `mapSvg`; `bar`, `chart`
 * - `blank-sheet` with `sheet-head`, `sheet-facts`, `sheet-fields`, `blank`
 *
 * @param prefix of every id, for a page with several reports
 */
export function renderHtml(report: Report, prefix = 'printout'): string {
  const due = report.due === null ? '' : `<p class="printout-due">Turn sheet due ${text(report.due)}</p>`;
  const summary = report.summary.map((sentence) => `<p>${text(sentence)}</p>`).join('');
  return (
    `<article class="printout" lang="en"><header class="printout-head">` +
    `<p class="printout-line">${text(pageHeader(report))}</p>` +
    `<p class="printout-subtitle">${text(report.title)}: ${text(report.subtitle)}</p>${due}</header>` +
    `<div class="printout-summary">${summary}</div>` +
    `${report.sections.map((section) => sectionHtml(section, prefix)).join('')}</article>\n`
  );
}

function text(raw: string): string {
  return escapeXml(clean(raw));
}

function sectionHtml(section: ReportSection, prefix: string): string {
  const id = `${prefix}-${section.id.replace(/[^A-Za-z0-9_-]/g, '-')}`;
  const title = section.title === null ? '' : `<h2>${text(section.title)}</h2>`;
  const blocks = section.blocks.map((block, i) => blockHtml(block, `${id}-${i}`));
  return `<section class="printout-section" id="${id}">${title}${blocks.join('')}</section>`;
}

function blockHtml(block: Block, id: string): string {
  switch (block.kind) {
    case 'paragraph':
      return block.strong
        ? `<p class="strong-line"><strong>${text(block.text)}</strong></p>`
        : `<p>${text(block.text)}</p>`;
    case 'facts':
      return `<dl class="facts">${block.items
        .map((item) => `<div><dt>${text(item.label)}</dt><dd>${text(item.value)}</dd></div>`)
        .join('')}</dl>`;
    case 'table':
      return tableHtml(block, id);
    case 'quotes':
      return `<div class="quotes">${block.items.map(quoteHtml).join('')}</div>`;
    case 'map':
    case 'bar':
    case 'chart':
      return figureHtml(block, id);
    case 'sheet':
      return sheetHtml(block);
  }
}

function quoteHtml(item: { by: string; tone: 'D' | 'R' | null; text: string }): string {
  const party = item.tone === null ? '' : ` (${item.tone})`;
  return (
    `<blockquote class="quote"><p>${text(item.text)}</p>` +
    `<footer class="quote-by${toneClass(item.tone)}">${text(item.by)}${party}</footer></blockquote>`
  );
}

function toneClass(tone: 'D' | 'R' | null): string {
  return tone === null ? '' : ` tone-${tone.toLowerCase()}`;
}

function tableHtml(table: Table, id: string): string {
  const caption = `<caption${table.showCaption ? '' : ' class="caption-hidden"'} id="${id}-caption">${text(table.caption)}</caption>`;
  const head = table.columns.map((column) => {
    const names = classes([column.align === 'right' ? 'number' : '', toneClass(column.tone ?? null)]);
    const label = escapeXml(columnLabel(column));
    // An empty heading would be read out as one.
    return label === '' ? `<td${names}></td>` : `<th scope="col"${names}>${label}</th>`;
  });
  const rows = table.rows.map((row) => {
    const cells = table.columns.map((column, i) => cellHtml(row[i] ?? '', column, i === 0));
    return `<tr>${cells.join('')}</tr>`;
  });
  const note = table.note === undefined ? '' : `<p class="table-note">${text(table.note)}</p>`;
  return (
    `<div class="table-scroll" role="region" tabindex="0" aria-labelledby="${id}-caption">` +
    `<table class="printout-table">${caption}<thead><tr>${head.join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></div>${note}`
  );
}

function cellHtml(cell: Cell, column: Column, first: boolean): string {
  const names = classes([
    column.align === 'right' ? 'number' : '',
    toneClass(cellTone(cell, column)),
    cellStrong(cell) ? 'strong' : '',
  ]);
  const body = escapeXml(cellText(cell, column));
  return first && body !== '' ? `<th scope="row"${names}>${body}</th>` : `<td${names}>${body}</td>`;
}

function classes(names: string[]): string {
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  return given.length === 0 ? '' : ` class="${given.join(' ')}"`;
}
