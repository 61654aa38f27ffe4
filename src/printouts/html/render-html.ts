import {
  type Block,
  type Cell,
  type Column,
  type ElectoralMap,
  type LineChart,
  pageHeader,
  type Quotes,
  type Report,
  type ReportSection,
  type Table,
  type Tone,
  type VoteBar,
} from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { figureSvg } from '../svg/figure-svg.ts';
import { cellText, cellTone, columnLabel, isStrongCell } from '../table-cells.ts';
import { blankSheetHtml } from './blank-sheet.ts';
import { escapePrintable } from './escape-printable.ts';

/**
 * A report as a fragment of HTML: h2 for sections, h3 within the sheet, tables, inline SVG. All text is escaped, and
 * there are no style attributes and no scripts.
 *
 * Classes for the stylesheet:
 * - `printout` the whole; `printout-head` with `printout-line`, `printout-subtitle`, `printout-due`;
 *   `printout-summary`; `printout-section` with `id="printout-<section id>"`
 * - `strong-line` a paragraph that must not be missed; `facts` a dl of labeled values
 * - `table-scroll` around every table (focusable, so that wide ones scroll by keyboard); `printout-table`;
 *   `caption-hidden` a caption for screen readers only; `number` right-aligned cells; `tone-d`, `tone-r` the color of
 *   a party; `strong` a bold cell; `table-note`
 * - `quotes` with `quote` (blockquote) and `quote-by`
 * - `figure` with `figure-map`, `figure-bar` or `figure-chart`; within it `map` (see `mapSvg`), `bar` or `chart`
 * - `blank-sheet` with `sheet-head`, `sheet-facts`, `sheet-fields`, `blank`
 *
 * @param prefix the beginning of all ids, for a page with several reports
 */
export function renderHtml(report: Report, prefix = 'printout'): string {
  const due =
    report.due === null ? '' : `<p class="printout-due">Turn sheet due ${escapePrintable(report.due)}</p>`;
  const summary = report.summary.map((sentence) => `<p>${escapePrintable(sentence)}</p>`).join('');
  return (
    `<article class="printout" lang="en"><header class="printout-head">` +
    `<p class="printout-line">${escapePrintable(pageHeader(report))}</p>` +
    `<p class="printout-subtitle">${escapePrintable(report.title)}: ${escapePrintable(report.subtitle)}</p>${due}</header>` +
    `<div class="printout-summary">${summary}</div>` +
    `${report.sections.map((section) => sectionHtml(section, prefix)).join('')}</article>\n`
  );
}

function sectionHtml(section: ReportSection, prefix: string): string {
  const id = `${prefix}-${section.id.replace(/[^A-Za-z0-9_-]/g, '-')}`;
  const title = section.title === null ? '' : `<h2>${escapePrintable(section.title)}</h2>`;
  const blocks = section.blocks.map((block, i) => blockHtml(block, `${id}-${i}`));
  return `<section class="printout-section" id="${id}">${title}${blocks.join('')}</section>`;
}

/** One block; `id` begins the ids within it and must be unique on the page. */
export function blockHtml(block: Block, id: string): string {
  switch (block.kind) {
    case 'paragraph':
      return block.strong
        ? `<p class="strong-line"><strong>${escapePrintable(block.text)}</strong></p>`
        : `<p>${escapePrintable(block.text)}</p>`;
    case 'facts':
      return `<dl class="facts">${block.items
        .map(
          ({ label, value }) =>
            `<div><dt>${escapePrintable(label)}</dt><dd>${escapePrintable(value)}</dd></div>`,
        )
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
      return blankSheetHtml(block);
  }
}

function quoteHtml({ by, tone, text }: Quotes['items'][number]): string {
  const party = tone === null ? '' : ` (${escapeHtml(tone)})`;
  return (
    `<blockquote class="quote"><p>${escapePrintable(text)}</p>` +
    `<footer${classes('quote-by', toneClass(tone))}>${escapePrintable(by)}${party}</footer></blockquote>`
  );
}

function figureHtml(figure: ElectoralMap | VoteBar | LineChart, id: string): string {
  const caption = `<figcaption>${escapePrintable(figure.caption)}</figcaption>`;
  return `<figure class="figure figure-${figure.kind}">${figureSvg(figure, id)}${caption}</figure>`;
}

function tableHtml(table: Table, id: string): string {
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
  return (
    `<div class="table-scroll" role="region" tabindex="0" aria-labelledby="${id}-caption">` +
    `<table class="printout-table">${caption}<thead><tr>${header.join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></div>${note}`
  );
}

function cellHtml(cell: Cell, column: Column, first: boolean): string {
  const attributes = classes(
    numberClass(column),
    toneClass(cellTone(cell, column)),
    isStrongCell(cell) ? 'strong' : '',
  );
  const text = escapeHtml(cellText(cell, column));
  return first && text !== '' ? `<th scope="row"${attributes}>${text}</th>` : `<td${attributes}>${text}</td>`;
}

function numberClass(column: Column): string {
  return column.align === 'right' ? 'number' : '';
}

function toneClass(tone: Tone): string {
  return tone === null ? '' : `tone-${escapeHtml(tone.toLowerCase())}`;
}

/** A class attribute with the names that are not empty; nothing if all are. */
function classes(...names: string[]): string {
  const given = names.filter((name) => name !== '');
  return given.length === 0 ? '' : ` class="${given.join(' ')}"`;
}
