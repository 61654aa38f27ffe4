import { STATE_CODES } from '../../rules/country.ts';
import type { ElectoralMap, LineChart, MapMark, Table, VoteBar } from '../../rules/report.ts';
import { clean, namesParty } from '../words.ts';
import { tableLines } from './table.ts';
import { hang, shorten, TEXT_WIDTH, wrap } from './wrap.ts';

/** A blank at which no line is broken. */
const TIE = '\u00a0';

/** The map as lists of states, one list for each kind of mark in the legend's order. */
export function mapLines(map: ElectoralMap): string[] {
  const lines = wrap(clean(map.caption), TEXT_WIDTH);
  const left = new Set(STATE_CODES.filter((code) => map.states[code] !== undefined));
  for (const entry of map.legend) {
    const codes = [...left].filter((code) => sameMark(map.states[code] as MapMark, entry));
    for (const code of codes) left.delete(code);
    if (codes.length > 0) lines.push(...hang(shorten(`  ${clean(entry.text)}: `, 40), listed(map, codes)));
  }
  if (left.size > 0) lines.push(...hang('  Others: ', listed(map, [...left])));
  return lines.map((line) => line.replaceAll(TIE, ' '));
}

function sameMark(mark: MapMark, entry: ElectoralMap['legend'][number]): boolean {
  return mark.tone === entry.tone && mark.strength === entry.strength;
}

function listed(map: ElectoralMap, codes: (keyof ElectoralMap['states'])[]): string {
  return codes
    .map((code) => {
      const label = map.states[code]?.label;
      return label === undefined ? code : `${code}${TIE}(${clean(label)})`;
    })
    .join(', ');
}

/** The bar as one row of letters, and its parts in words. */
export function barLines(bar: VoteBar): string[] {
  const width = TEXT_WIDTH - 4;
  const cells: string[] = [];
  let sum = 0;
  for (const part of bar.parts) {
    const from = Math.round((sum / Math.max(1, bar.total)) * width);
    sum += part.value;
    const to = Math.min(width, Math.round((sum / Math.max(1, bar.total)) * width));
    for (let at = from; at < to; at++) cells[at] = part.tone ?? '.';
  }
  const row = Array.from({ length: width }, (_, at) => cells[at] ?? '.').join('');
  const words = bar.parts.map((part) => `${clean(part.label)} ${part.value}`).join(', ');
  const lines = [...wrap(clean(bar.caption), TEXT_WIDTH)];
  if (bar.mark !== null) {
    const at = Math.min(width - 1, Math.round((bar.mark.value / Math.max(1, bar.total)) * width));
    lines.push(shorten(`   ${' '.repeat(at)}v ${clean(bar.mark.label)}`, TEXT_WIDTH).trimEnd());
  }
  lines.push(`  [${row}]`, ...hang('  ', words));
  return lines;
}

/** The chart as a table: a row for each series, a column for each turn. */
export function chartLines(chart: LineChart): string[] {
  const table: Table = {
    kind: 'table',
    caption: chart.caption,
    showCaption: true,
    columns: [
      { label: '', align: 'left' },
      ...chart.labels.map((label) => ({ label, align: 'right' as const })),
    ],
    rows: chart.series.map((one) => [
      one.tone === null || namesParty(one.label) ? one.label : `${one.label} (${one.tone})`,
      ...one.values.map((value) => (value === null ? '-' : String(value))),
    ]),
    ...(chart.mark === null ? {} : { note: clean(chart.mark.label) }),
  };
  return tableLines(table);
}
