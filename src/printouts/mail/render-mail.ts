import type {
  Block,
  GameOnOnePage,
  News,
  Quotes,
  Report,
  ReportSection,
  Sketch,
} from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { chartTable } from '../chart-table.ts';
import { sketchLines } from '../figures/sketch.ts';
import { escapePrintable } from '../html/escape-printable.ts';
import { type Lead, takeLead } from '../lead.ts';
import { sharesTable } from '../pads/pad-tables.ts';
import { isLongTable } from '../table-cells.ts';
import { barInMail, mapInMail, mapsInMail } from './map.ts';
import { diceInMail, padsInMail } from './pads.ts';
import { heading, paragraph, smallPrint, subheading } from './parts.ts';
import { factsInMail, tableInMail } from './table.ts';

/** A report as fragments of HTML for a mail: tables and attributes, no scripts, no pictures, no links. */
export interface MailReport {
  /** The news, the map and its bar; '' if the report has neither. */
  opening: string;
  /** The sections, long tables last, without the summary and the blank sheet. */
  sections: string;
  /** The titles of what was left out because the mail would be too long. */
  omitted: string[];
}

/** @param maxBytes the most bytes of UTF-8 that both fragments may have together. What does not fit is left out. */
export function renderMailReport(report: Report, maxBytes: number): MailReport {
  const { lead, sections } = takeLead(report);
  const opening = `${newsInMail(report.news)}${lead === null ? '' : leadInMail(lead)}`;
  let room = maxBytes - Buffer.byteLength(opening);
  let html = '';
  const omitted: string[] = [];
  for (const part of partsOf(sections)) {
    const size = Buffer.byteLength(part.html);
    if (size > room) {
      omitted.push(part.title);
    } else {
      html += part.html;
      room -= size;
    }
  }
  return { opening, sections: html, omitted };
}

/** Something that is in a mail as a whole or not at all. */
interface Part {
  title: string;
  html: string;
}

/** The sections without long tables, then the long tables. */
function partsOf(sections: readonly ReportSection[]): Part[] {
  const short = sections.flatMap((section) => {
    const html = section.blocks.filter((block) => !isLongTable(block)).map(blockInMail);
    const body = html.join('');
    const title = section.title ?? '';
    return body === '' ? [] : [{ title, html: `${title === '' ? '' : heading(title)}${body}` }];
  });
  const long = sections.flatMap(({ title, blocks }) =>
    blocks.filter(isLongTable).map((table, i): Part => {
      const own = title === null || i > 0 ? table.caption : title;
      const showCaption = table.showCaption && own !== table.caption;
      return { title: own, html: heading(own) + tableInMail({ ...table, showCaption }) };
    }),
  );
  return [...short, ...long];
}

function newsInMail(news: News | undefined): string {
  if (news === undefined) return '';
  return (
    `<h2 style="margin:0 0 8px;font-family:'League Gothic','Oswald','Arial Narrow',Georgia,serif;font-size:32px;` +
    `line-height:34px">${escapePrintable(news.headline)}</h2>${paragraph(news.sentences.join(' '))}`
  );
}

function leadInMail({ map, bar }: Lead): string {
  return `${mapInMail(map)}${bar === null ? '' : barInMail(bar)}`;
}

/** One block; '' for the blank sheet, which the mail has as a link and in the PDF. */
function blockInMail(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.text, block.strong);
    case 'facts':
      return factsInMail(block.items);
    case 'table':
      return tableInMail(block);
    case 'quotes':
      return block.items.map(quoteInMail).join('');
    case 'map':
      return mapInMail(block);
    case 'maps':
      return mapsInMail(block);
    case 'bar':
      return barInMail(block);
    case 'chart':
      return tableInMail(chartTable(block));
    case 'shares':
      return tableInMail(sharesTable(block));
    case 'sketch':
      return sketchInMail(block);
    case 'dice':
      return diceInMail(block);
    case 'pads':
      return padsInMail(block);
    case 'primer':
      return primerInMail(block);
    case 'sheet':
      return '';
  }
}

function quoteInMail({ by, tone, text }: Quotes['items'][number]): string {
  const author = `${escapePrintable(by)}${tone === null ? '' : ` (${escapePrintable(tone)})`}`;
  return `<p style="margin:0 0 12px"><i>${escapePrintable(text)}</i><br><b>${author}</b></p>`;
}

function sketchInMail(sketch: Sketch): string {
  const lines = sketchLines(sketch).map(escapeHtml).join('\n');
  const style = `font-family:'Courier New',Courier,monospace;font-size:14px;line-height:16px;margin:0 0 4px`;
  return `<pre style="${style}">\n${lines}</pre>${smallPrint(sketch.caption)}`;
}

function primerInMail({ parts, example }: GameOnOnePage): string {
  const written = parts.map(({ heading: title, texts }) => {
    const [only] = texts;
    const body =
      texts.length === 1
        ? paragraph(only ?? '')
        : `<ol>${texts.map((text) => `<li>${escapePrintable(text)}</li>`).join('')}</ol>`;
    return subheading(title) + body;
  });
  return `${written.join('')}${subheading(example.title)}${example.blocks.map(blockInMail).join('')}`;
}
