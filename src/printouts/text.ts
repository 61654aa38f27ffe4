import type { Block, Report, ReportSection } from '../rules/report.ts';
import { pageHeader } from '../rules/report.ts';
import { barLines, chartLines, mapLines } from './text/figures.ts';
import { sheetLines } from './text/sheet.ts';
import { tableLines } from './text/table.ts';
import { columnsOf, hang, shorten, TEXT_WIDTH, wrap } from './text/wrap.ts';
import { clean } from './words.ts';

/**
 * A report as plain text of at most 78 columns: for mail readers, and for those who would rather read than
 * look. Lines end in a line feed, the last one too.
 */
export function renderText(report: Report): string {
  const lines = [
    ...wrap(clean(pageHeader(report)), TEXT_WIDTH),
    ...wrap(`${clean(report.title)}: ${clean(report.subtitle)}`, TEXT_WIDTH),
    ...(report.due === null ? [] : wrap(`Turn sheet due ${clean(report.due)}`, TEXT_WIDTH)),
    '='.repeat(TEXT_WIDTH),
    '',
    ...report.summary.flatMap((sentence) => wrap(clean(sentence), TEXT_WIDTH)),
    ...report.sections.flatMap(sectionLines),
  ];
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function sectionLines(section: ReportSection): string[] {
  const lines = [''];
  if (section.title !== null) {
    const title = wrap(clean(section.title).toUpperCase(), TEXT_WIDTH);
    lines.push('', ...title, '-'.repeat(Math.max(...title.map(columnsOf))), '');
  }
  for (const [at, block] of section.blocks.entries()) {
    if (at > 0) lines.push('');
    lines.push(...blockLines(block));
  }
  return lines;
}

function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return hang(block.strong ? '** ' : '', clean(block.text));
    case 'facts':
      return factLines(block.items);
    case 'table':
      return tableLines(block);
    case 'quotes':
      return block.items.flatMap((item) => hang(`${quoted(item.by, item.tone)}: `, `"${clean(item.text)}"`));
    case 'map':
      return mapLines(block);
    case 'bar':
      return barLines(block);
    case 'chart':
      return chartLines(block);
    case 'sheet':
      return sheetLines(block);
  }
}

function quoted(by: string, tone: string | null): string {
  return `${shorten(clean(by), 30)}${tone === null ? '' : ` (${tone})`}`;
}

function factLines(items: { label: string; value: string }[]): string[] {
  const widest = Math.min(34, Math.max(0, ...items.map((item) => columnsOf(clean(item.label)))));
  return items.flatMap((item) => {
    const label = clean(item.label);
    const dots = '.'.repeat(Math.max(2, widest + 2 - columnsOf(label)));
    if (columnsOf(label) > 34) return [...wrap(label, TEXT_WIDTH), ...hang('  ', clean(item.value))];
    return hang(`${label} ${dots} `, clean(item.value));
  });
}
