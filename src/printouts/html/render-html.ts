import {
  type Block,
  type ElectoralMap,
  type LineChart,
  type MapComparison,
  type News,
  pageHeader,
  type Quotes,
  type Report,
  type ReportSection,
  type VoteBar,
} from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { figureSvg } from '../svg/figure-svg.ts';
import { blankSheetHtml } from './blank-sheet.ts';
import { escapePrintable } from './escape-printable.ts';
import { primerHtml } from './primer.ts';
import { classes, paragraphHtml, tableHtml, toneClass } from './table.ts';

/**
 * A report as a fragment of HTML: h2 for sections, h3 within the sheet, tables, inline SVG. All text is escaped, and
 * there are no style attributes and no scripts.
 *
 * Classes for the stylesheet:
 * - `printout` the whole; `printout-head` with `printout-line`, `printout-subtitle`, `printout-due`;
 *   `printout-news`; `printout-summary`; `printout-section` with `id="printout-<section id>"`
 * - `strong-line` a paragraph that must not be missed; `facts` a dl of labeled values
 * - `table-scroll` around every table (focusable, so that wide ones scroll by keyboard); `printout-table`;
 *   `caption-hidden` a caption for screen readers only; `number` right-aligned cells; `tone-d`, `tone-r` the color of
 *   a party; `strong` a bold cell; `table-note`
 * - `quotes` with `quote` (blockquote) and `quote-by`
 * - `figure` with `figure-map`, `figure-bar` or `figure-chart`; within it `map` (see `mapSvg`), `bar` or `chart`
 * - `maps` around figures to compare, with `maps-caption`
 * - `primer` the game on one page, with `worked-example` and `worked-example-title`
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
    `${newsHtml(report.news)}<div class="printout-summary">${summary}</div>` +
    `${report.sections.map((section) => sectionHtml(section, prefix)).join('')}</article>\n`
  );
}

function newsHtml(news: News | undefined): string {
  if (news === undefined) return '';
  const sentences = escapePrintable(news.sentences.join(' '));
  return `<div class="printout-news"><h2>${escapePrintable(news.headline)}</h2><p>${sentences}</p></div>`;
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
      return figureHtml(block, id);
    case 'maps':
      return mapsHtml(block, id);
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

function figureHtml(figure: ElectoralMap | VoteBar | LineChart, id: string): string {
  const caption = `<figcaption>${escapePrintable(figure.caption)}</figcaption>`;
  return `<figure class="figure figure-${figure.kind}">${figureSvg(figure, id)}${caption}</figure>`;
}

/** Each map as a figure of its own under its heading; the last one has the legend. */
function mapsHtml({ caption, items, legend }: MapComparison, id: string): string {
  const maps = items.map(({ heading, states }, i) => {
    const map: ElectoralMap = {
      kind: 'map',
      caption: heading,
      states,
      legend: i === items.length - 1 ? legend : [],
    };
    return figureHtml(map, `${id}-${i}`);
  });
  return `<div class="maps"><p class="maps-caption">${escapePrintable(caption)}</p>${maps.join('')}</div>`;
}
