import { STATE_CODES, type StateCode } from '../../rules/country.ts';
import { grouped } from '../../rules/numbers.ts';
import type { ElectoralMap, LineChart, MapComparison, MapMark, Table, VoteBar } from '../../rules/report.ts';
import { TEXT_WIDTH, truncateText, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { barPartsInWords } from '../figures/figures-in-words.ts';
import { withPartyLetter } from '../party-letter.ts';
import { tableLines } from './table.ts';

/** Stands between a state and its label, so that no line is broken there. */
const NO_BREAK_SPACE = '\u00a0';
const MAX_LEGEND_LABEL = 40;

/** The map as lists of states: one for each entry of the legend, in its order, and one for the states of no entry. */
export function mapLines(map: ElectoralMap): string[] {
  const lines = wrapText(printable(map.caption));
  const remaining = new Set(STATE_CODES.filter((code) => map.states[code] !== undefined));
  for (const entry of map.legend) {
    const codes = [...remaining].filter((code) => matches(map.states[code] as MapMark, entry));
    for (const code of codes) remaining.delete(code);
    const label = truncateText(`  ${printable(entry.text)}: `, MAX_LEGEND_LABEL);
    if (codes.length > 0) lines.push(...wrapHanging(label, stateList(map, codes)));
  }
  if (remaining.size > 0) lines.push(...wrapHanging('  Others: ', stateList(map, [...remaining])));
  return lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' '));
}

/** The first map in full, and of each later one the states that are marked otherwise than in the map before. */
export function mapComparisonLines({ caption, items, legend }: MapComparison): string[] {
  const lines = wrapText(printable(caption));
  for (const [i, { heading, states }] of items.entries()) {
    const earlier = items[i - 1]?.states;
    const changed = Object.entries(states).filter(
      ([code, mark]) => earlier?.[code as StateCode]?.words !== mark.words,
    );
    const label = earlier === undefined ? heading : `${heading}, changes only`;
    if (earlier !== undefined && changed.length === 0)
      lines.push(...wrapText(`${printable(heading)}: no changes`));
    else
      lines.push(...mapLines({ kind: 'map', caption: label, states: Object.fromEntries(changed), legend }));
  }
  return lines;
}

function matches(mark: MapMark, entry: ElectoralMap['legend'][number]): boolean {
  return mark.tone === entry.tone && mark.strength === entry.strength;
}

/** `CA (AB), NY, …`: states with the labels of their marks. */
function stateList(map: ElectoralMap, codes: StateCode[]): string {
  return codes
    .map((code) => {
      const label = map.states[code]?.label;
      return label === undefined ? code : `${code}${NO_BREAK_SPACE}(${printable(label)})`;
    })
    .join(', ');
}

/** The bar as a row of letters, `[DDDDDRRR..]`, with its mark above and its parts in words below. */
export function barLines(bar: VoteBar): string[] {
  const width = TEXT_WIDTH - 4;
  const columnAt = (value: number) => Math.round((value / Math.max(1, bar.total)) * width);
  let row = '';
  let sum = 0;
  for (const part of bar.parts) {
    sum += part.value;
    row = row.padEnd(Math.min(width, columnAt(sum)), part.tone ?? '.');
  }
  const lines = wrapText(printable(bar.caption));
  if (bar.mark !== null) {
    const indent = ' '.repeat(Math.min(width - 1, columnAt(bar.mark.value)));
    lines.push(truncateText(`   ${indent}v ${printable(bar.mark.label)}`, TEXT_WIDTH).trimEnd());
  }
  lines.push(`  [${row.padEnd(width, '.')}]`, ...wrapHanging('  ', barPartsInWords(bar)));
  return lines;
}

/** The chart as a table: a row for each line, a column for each turn. */
export function chartLines(chart: LineChart): string[] {
  const table: Table = {
    kind: 'table',
    caption: chart.caption,
    showCaption: true,
    columns: [
      { label: '', align: 'left' },
      ...chart.labels.map((label) => ({ label, align: 'right' as const })),
    ],
    rows: chart.series.map(({ label, tone, values }) => [
      withPartyLetter(label, tone),
      ...values.map((value) => (value === null ? '-' : grouped(value))),
    ]),
    ...(chart.mark === null ? {} : { note: chart.mark.label }),
  };
  return tableLines(table);
}
