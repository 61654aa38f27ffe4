import {
  type Block,
  type Facts,
  type News,
  pageHeader,
  type Report,
  type ReportSection,
} from '../../rules/report.ts';
import { TEXT_WIDTH, truncateText, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { textWidth } from '../../text/text-width.ts';
import { sketchLines } from '../figures/sketch.ts';
import { blankSheetLines } from './blank-sheet.ts';
import { barLines, chartLines, mapComparisonLines, mapLines } from './figures.ts';
import { diceLines, padsLines, shareLines } from './pads.ts';
import { primerLines } from './primer.ts';
import { tableLines } from './table.ts';

/** Labels and names longer than this are not aligned with others, or are cut off, in columns. */
const MAX_FACT_LABEL = 34;
const MAX_AUTHOR = 30;

/**
 * A report as plain text of at most 78 columns, for mail programs and for readers who prefer text. Each line ends
 * with a line feed, the last one too.
 */
export function renderText(report: Report): string {
  const lines = [
    ...wrapText(printable(pageHeader(report))),
    ...wrapText(`${printable(report.title)}: ${printable(report.subtitle)}`),
    ...(report.due === null ? [] : wrapText(`Turn sheet due ${printable(report.due)}`)),
    '='.repeat(TEXT_WIDTH),
    '',
    ...newsLines(report.news),
    ...report.summary.flatMap((sentence) => wrapText(printable(sentence))),
    ...report.sections.flatMap(sectionLines),
  ];
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function newsLines(news: News | undefined): string[] {
  if (news === undefined) return [];
  const sentences = wrapText(news.sentences.map(printable).join(' '));
  return [...wrapText(printable(news.headline).toUpperCase()), '', ...sentences, ''];
}

function sectionLines(section: ReportSection): string[] {
  const lines = [''];
  if (section.title !== null) {
    const title = wrapText(printable(section.title).toUpperCase());
    const underline = '-'.repeat(Math.max(...title.map((line) => textWidth(line))));
    lines.push('', ...title, underline, '');
  }
  for (const [i, block] of section.blocks.entries()) {
    if (i > 0) lines.push('');
    lines.push(...blockLines(block));
  }
  return lines;
}

/** One block as lines. */
export function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return wrapHanging(block.strong ? '** ' : '', printable(block.text));
    case 'facts':
      return factLines(block.items);
    case 'table':
      return tableLines(block);
    case 'quotes':
      return block.items.flatMap(({ by, tone, text }) => {
        const author = truncateText(printable(by), MAX_AUTHOR);
        return wrapHanging(`${author}${tone === null ? '' : ` (${tone})`}: `, `"${printable(text)}"`);
      });
    case 'map':
      return mapLines(block);
    case 'maps':
      return mapComparisonLines(block);
    case 'bar':
      return barLines(block);
    case 'chart':
      return chartLines(block);
    case 'shares':
      return shareLines(block);
    case 'sketch':
      return [
        // An empty line keeps its spaces, so that several of them stay apart.
        ...sketchLines(block).map((line) => `    ${line}`),
        '',
        ...wrapText(printable(block.caption)),
      ];
    case 'dice':
      return diceLines(block);
    case 'pads':
      return padsLines(block);
    case 'primer':
      return primerLines(block);
    case 'sheet':
      return blankSheetLines(block);
  }
}

/** Labels, dots, and values below each other; a value stands below its label if the label is long. */
function factLines(items: Facts['items']): string[] {
  const facts = items.map(({ label, value }) => ({ label: printable(label), value: printable(value) }));
  const widest = Math.min(MAX_FACT_LABEL, Math.max(0, ...facts.map(({ label }) => textWidth(label))));
  return facts.flatMap(({ label, value }) => {
    if (textWidth(label) > MAX_FACT_LABEL) return [...wrapText(label), ...wrapHanging('  ', value)];
    const dots = '.'.repeat(Math.max(2, widest + 2 - textWidth(label)));
    return wrapHanging(`${label} ${dots} `, value);
  });
}
