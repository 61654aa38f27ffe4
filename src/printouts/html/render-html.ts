import { counted } from '../../rules/numbers.ts';
import {
  type Block,
  type News,
  pageHeader,
  type Quotes,
  type Report,
  type ReportSection,
} from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import type { Lead } from '../lead.ts';
import { outlinesSvg } from '../svg/map-svg.ts';
import { isLongTable } from '../table-cells.ts';
import { blankSheetHtml } from './blank-sheet.ts';
import { escapePrintable } from './escape-printable.ts';
import { figureHtml, mapsHtml, sketchHtml } from './figures.ts';
import { diceHtml, padsHtml } from './pads.ts';
import { pageOrder } from './page-order.ts';
import { primerHtml } from './primer.ts';
import { classes, paragraphHtml, tableHtml, toneClass } from './table.ts';

/**
 * A report as a fragment of HTML: h2 for sections, h3 within the sheet, tables, inline SVG. All text is escaped, and
 * there are no style attributes and no scripts. The news and the map come first, then the reader's own figures; long
 * tables and the sheet are folded.
 *
 * Classes for the stylesheet:
 * - `printout` the whole; `printout-head` with `printout-line`, `printout-subtitle`, `printout-due`;
 *   `printout-news`; `printout-summary`; `printout-section` with `id="printout-<section id>"`; `printout-lead` the map
 *   and its bar, within `[data-turn-map]`; `printout-contents` links to the sections
 * - `map-outlines` what all maps share, not shown
 * - `fold` a `details` with something long
 * - `strong-line` a paragraph that must not be missed; `facts` a dl of labeled values
 * - `table-scroll` around every table (focusable, so that wide ones scroll by keyboard); `printout-table`, `is-wide` if it
 *   is wider than a phone, with `scroll-hint` before it; `caption-hidden` a caption for screen readers only; `number`
 *   right-aligned cells; `tone-d`, `tone-r` the color of a party; `strong` a bold cell, `quiet` a gray one; `table-note`
 * - `quotes` with `quote` (blockquote) and `quote-by`
 * - `figure` with `figure-map`, `figure-bar`, `figure-chart` or `figure-shares`; within it `map` (see `mapSvg`), `bar`, `chart` or `shares`, and
 *   `map-legend` with `swatch`
 * - `figure-sketch` a picture made of characters, in a `pre`
 * - `maps` around figures to compare, with `maps-caption`, `maps-row` and `maps-changes`
 * - `dice-row` dice with `dice`, `die`, `die-number`, `die-earns` and `dice-totals`; `small-dice` in a cell
 * - `pads` with `pads-large` or `pads-small` around score pads: `pad` (with `pad-blue` or another accent), in it `pad-head`,
 *   `pad-title`, `pad-totals`, `pad-track`, `pad-gain`, `pad-boxes`, `pad-box`, `circles`, `pad-prizes`, `pad-lists`, `pad-check`;
 *   `is-won`, `is-lost`, `is-own`, `is-taken`, `is-reached`, `is-checked` say how they stand
 * - `primer` the game on one page, with `worked-example` and `worked-example-title`
 * - `blank-sheet` with `sheet-head`, `sheet-facts`, `sheet-fields`, `blank`
 *
 * @param prefix the beginning of all ids, for a page with several reports
 */
export function renderHtml(report: Report, prefix = 'printout'): string {
  const { notices, lead, own, others } = pageOrder(report);
  const summary = report.summary.map((sentence) => `<p>${escapePrintable(sentence)}</p>`).join('');
  const sections = (part: readonly ReportSection[]) =>
    part.map((section) => sectionHtml(section, prefix)).join('');
  const outlines = hasMap(report) ? outlinesSvg(outlinesId(prefix)) : '';
  return (
    `<article class="printout" lang="en">${outlines}${headHtml(report)}${sections(notices)}` +
    `${newsHtml(report.news)}${lead === null ? '' : leadHtml(lead, prefix)}` +
    `<div class="printout-summary">${summary}</div>${sections(own)}` +
    `${contentsHtml(others, prefix)}${sections(others)}</article>\n`
  );
}

function hasMap({ sections }: Report): boolean {
  return sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'map' || kind === 'maps'));
}

/** The id of the outlines that all maps of a printout share. */
function outlinesId(prefix: string): string {
  return `${prefix}-outline`;
}

function headHtml(report: Report): string {
  const due =
    report.due === null ? '' : `<p class="printout-due">Turn sheet due ${escapePrintable(report.due)}</p>`;
  return (
    `<header class="printout-head"><p class="printout-line">${escapePrintable(pageHeader(report))}</p>` +
    `<p class="printout-subtitle">${escapePrintable(report.title)}: ${escapePrintable(report.subtitle)}</p>${due}</header>`
  );
}

function newsHtml(news: News | undefined): string {
  if (news === undefined) return '';
  const sentences = escapePrintable(news.sentences.join(' '));
  return `<div class="printout-news"><h2>${escapePrintable(news.headline)}</h2><p>${sentences}</p></div>`;
}

/** The map and its bar. The links to the sections that they come from lead here. */
function leadHtml({ title, map, bar, emptied }: Lead, prefix: string): string {
  const id = `${prefix}-lead`;
  const [first = id, ...others] = emptied.map((section) => sectionId(section, prefix));
  const anchors = others.map((other) => `<span id="${other}"></span>`).join('');
  const figures =
    figureHtml(map, `${id}-map`, outlinesId(prefix)) + (bar === null ? '' : figureHtml(bar, `${id}-bar`));
  return (
    `<section class="printout-section printout-lead" id="${first}"><h2>${escapePrintable(title)}</h2>${anchors}` +
    `<div data-turn-map>${figures}</div></section>`
  );
}

/** Links to the sections below, if there are enough of them to get lost. */
function contentsHtml(sections: readonly ReportSection[], prefix: string): string {
  const titled = sections.filter(({ title }) => title !== null);
  if (titled.length < 3) return '';
  const links = titled.map(
    ({ id, title }) => `<li><a href="#${sectionId(id, prefix)}">${escapePrintable(title ?? '')}</a></li>`,
  );
  return `<ul class="printout-contents" aria-label="Sections below">${links.join('')}</ul>`;
}

function sectionId(id: string, prefix: string): string {
  return `${prefix}-${id.replace(/[^A-Za-z0-9_-]/g, '-')}`;
}

function sectionHtml(section: ReportSection, prefix: string): string {
  const id = sectionId(section.id, prefix);
  const title = section.title === null ? '' : `<h2>${escapePrintable(section.title)}</h2>`;
  const blocks = section.blocks.map((block, i) => foldedHtml(block, `${id}-${i}`, outlinesId(prefix)));
  return `<section class="printout-section" id="${id}">${title}${blocks.join('')}</section>`;
}

/** One block of a printout, folded if it is long. */
function foldedHtml(block: Block, id: string, outlines: string): string {
  if (block.kind === 'sheet') return fold('What can be written on the sheet', blockHtml(block, id));
  if (!isLongTable(block) || block.unfolded === true) return blockHtml(block, id, outlines);
  const summary = `${escapePrintable(block.caption)} (${counted(block.rows.length, 'row')})`;
  return fold(summary, tableHtml({ ...block, showCaption: false }, id));
}

function fold(summary: string, html: string): string {
  return `<details class="fold"><summary>${summary}</summary>${html}</details>`;
}

/**
 * One block.
 * @param id the beginning of the ids within it, unique on the page
 * @param outlines the id of the outlines that maps of the page share; without it, each map has its own
 */
export function blockHtml(block: Block, id: string, outlines?: string): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraphHtml(block);
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
    case 'shares':
      return figureHtml(block, id, outlines);
    case 'sketch':
      return sketchHtml(block);
    case 'maps':
      return mapsHtml(block, id, outlines);
    case 'dice':
      return diceHtml(block);
    case 'pads':
      return padsHtml(block);
    case 'primer':
      return `<div class="primer">${primerHtml(block, { id, level: 3 })}</div>`;
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
