import { STATE_CODES } from '../../rules/country.ts';
import { grouped } from '../../rules/numbers.ts';
import type { ElectoralMap, LineChart, VoteBar } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { withPartyLetter } from '../party-letter.ts';
import { piecesInWords } from './map-pieces.ts';

// Descriptions of figures, read out by screen readers.

/** The map in one paragraph: each standing in words, with its states, then the pieces on it. */
export function mapInWords(map: ElectoralMap): string {
  const codesByWords = new Map<string, string[]>();
  for (const code of STATE_CODES) {
    const mark = map.states[code];
    if (mark === undefined) continue;
    const words = printable(mark.words);
    codesByWords.set(words, [...(codesByWords.get(words) ?? []), code]);
  }
  const standings = [...codesByWords].map(([words, codes]) => `${words}: ${codes.join(', ')}.`);
  return [...standings, ...piecesInWords(map)].join(' ');
}

/** The bar in words: `Democrats 281, Republicans 257, out of 538. 270 to win.` */
export function barInWords(bar: VoteBar): string {
  const mark = bar.mark === null ? '' : ` ${printable(bar.mark.label)}.`;
  return `${barPartsInWords(bar)}, out of ${grouped(bar.total)}.${mark}`;
}

/** The parts of the bar in words: `Democrats 281, Republicans 257`. */
export function barPartsInWords(bar: VoteBar): string {
  return bar.parts.map((part) => `${printable(part.label)} ${grouped(part.value)}`).join(', ');
}

/** The chart in words: the values of each line. */
export function chartInWords(chart: LineChart): string {
  return chart.series
    .map((series) => {
      const values = series.values.flatMap((value, i) =>
        value === null ? [] : [`${printable(chart.labels[i] ?? '')} ${grouped(value)}`],
      );
      return `${withPartyLetter(printable(series.label), series.tone)}: ${values.join(', ')}.`;
    })
    .join(' ');
}
