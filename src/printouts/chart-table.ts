import { grouped } from '../rules/numbers.ts';
import type { LineChart, Table } from '../rules/report.ts';
import { withPartyLetter } from './party-letter.ts';

/** A chart as a table, for forms without pictures: a row for each line, a column for each turn. */
export function chartTable(chart: LineChart): Table {
  return {
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
}
