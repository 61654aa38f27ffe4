import { STATE_CODES, type StateCode } from '../../rules/country.ts';
import type { ElectoralMap, LineChart, MapComparison, MapMark, VoteBar } from '../../rules/report.ts';
import { TEXT_WIDTH, truncateText, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { chartTable } from '../chart-table.ts';
import { barPartsInWords } from '../figures/figures-in-words.ts';
import { piecesInWords } from '../figures/map-pieces.ts';
import { changeInWords, mapChanges } from '../map-changes.ts';
import { partyOf } from '../party-letter.ts';
import { tableLines } from './table.ts';

/** Stands between a state and its label, so that no line is broken there. */
const NO_BREAK_SPACE = '\u00a0';
const MAX_LEGEND_LABEL = 48;

/** The map as lists of states: one for each entry of the legend, in its order, and one for the states of no entry. */
export function mapLines(map: ElectoralMap): string[] {
  const marked = STATE_CODES.filter((code) => map.states[code] !== undefined);
  return [
    ...wrapText(printable(map.caption)),
    ...statesByStanding(
      marked,
      map.legend,
      (code) => map.states[code] ?? null,
      (code) => withLabel(map, code),
    ),
    ...piecesInWords(map).flatMap((sentence) => wrapHanging('  ', sentence)),
  ];
}

/** Lists of states, one for each entry of the legend that has any, and one for those of no entry. */
function statesByStanding<State>(
  states: readonly State[],
  legend: ElectoralMap['legend'],
  markOf: (state: State) => MapMark | null,
  inWords: (state: State) => string,
): string[] {
  const lines: string[] = [];
  const list = (label: string, listed: readonly State[]) => {
    // No line is broken between a state and its label.
    const words = listed.map((state) => inWords(state).replaceAll(' ', NO_BREAK_SPACE)).join(', ');
    if (listed.length > 0) lines.push(...wrapHanging(label, words));
  };
  const remaining = new Set(states);
  for (const entry of legend) {
    const listed = [...remaining].filter((state) => matches(markOf(state), entry));
    for (const state of listed) remaining.delete(state);
    list(truncateText(`  ${printable(entry.text)}: `, MAX_LEGEND_LABEL), listed);
  }
  list('  Others: ', [...remaining]);
  return lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' '));
}

/**
 * What changes from each map to the next: `OH (CD, was D)`. A story of more than two maps begins with the first in full;
 * beside a comparison of two, the later one is printed as a map of its own.
 */
export function mapComparisonLines({ caption, items, legend }: MapComparison): string[] {
  const lines = wrapText(printable(caption));
  const [first] = items;
  if (first !== undefined && items.length > 2) {
    lines.push('', ...mapLines({ kind: 'map', caption: first.heading, states: first.states, legend }));
  }
  for (const [i, item] of items.entries()) {
    const earlier = items[i - 1];
    if (earlier !== undefined) lines.push('', ...changeLines(earlier, item, legend));
  }
  return lines;
}

/** The states that have changed, by the standings that they have now. */
function changeLines(
  before: MapComparison['items'][number],
  after: MapComparison['items'][number],
  legend: ElectoralMap['legend'],
): string[] {
  const changes = mapChanges(before.states, after.states);
  const heading = printable(after.heading);
  if (changes.length === 0) return wrapText(`${heading} (no changes)`);
  return [
    ...wrapText(`${heading} (only what changed)`),
    ...statesByStanding(changes, legend, ({ after: mark }) => mark, changeInWords),
  ];
}

function matches(mark: MapMark | null, entry: ElectoralMap['legend'][number]): boolean {
  return mark !== null && mark.tone === entry.tone && mark.strength === entry.strength;
}

/** `CA (AB)`: a state with the label of its mark. */
function withLabel(map: ElectoralMap, code: StateCode): string {
  const label = map.states[code]?.label;
  return label === undefined ? code : `${code} (${printable(label)})`;
}

/** The bar as a row of letters, `[DDDDDRRR..]`, with its mark above and its parts in words below. */
export function barLines(bar: VoteBar): string[] {
  const width = TEXT_WIDTH - 4;
  const columnAt = (value: number) => Math.round((value / Math.max(1, bar.total)) * width);
  let row = '';
  let sum = 0;
  for (const part of bar.parts) {
    sum += part.value;
    row = row.padEnd(Math.min(width, columnAt(sum)), letterOf(part));
  }
  const lines = wrapText(printable(bar.caption));
  if (bar.mark !== null) {
    const indent = ' '.repeat(Math.min(width - 1, columnAt(bar.mark.value)));
    lines.push(truncateText(`   ${indent}v ${printable(bar.mark.label)}`, TEXT_WIDTH).trimEnd());
  }
  lines.push(`  [${row.padEnd(width, '.')}]`, ...wrapHanging('  ', barPartsInWords(bar)));
  return lines;
}

/** What fills a part of the bar: the letter of its party, or the first letter of its player's name. */
function letterOf({ tone, label }: VoteBar['parts'][number]): string {
  if (tone === null) return '.';
  return partyOf(tone) ?? [...printable(label)][0] ?? '.';
}

/** The chart as a table. */
export function chartLines(chart: LineChart): string[] {
  return tableLines(chartTable(chart));
}
