import { isMet, type Measured, ratioOf } from './measure.ts';

const WIDTHS = { what: 58, floor: 44, number: 10, ratio: 8, goal: 8 } as const;

/** The results as a table, with the goals and whether they are met. */
export function tableOf(rows: readonly Measured[]): string {
  const head = line(['what', 'ours', 'floor', '', 'ratio', 'goal', '']);
  return [head, ...rows.map(rowText)].join('\n');
}

/** How many goals are met, and which are not. */
export function summaryOf(rows: readonly Measured[]): string {
  const judged = rows.filter((row) => isMet(row) !== null);
  const missed = judged.filter((row) => !isMet(row));
  const count = `${judged.length - missed.length} of ${judged.length} goals are met.`;
  if (missed.length === 0) return count;
  return [count, 'Missed:', ...missed.map(({ what, floor }) => `  ${what} (beside: ${floor})`)].join('\n');
}

function rowText(row: Measured): string {
  const met = isMet(row);
  const goal = row.goal === undefined ? '' : `≤ ${row.goal}`;
  const { what, floor, unit = 'ms' } = row;
  const [ours, floorIs] = [row.ours, row.floorIs].map((value) => `${value.toFixed(2)} ${unit}`);
  const verdict = met === null ? '' : met ? 'met' : 'MISSED';
  return line([what, ours as string, floor, floorIs as string, ratioOf(row).toFixed(3), goal, verdict]);
}

function line([what, ours, floor, floorIs, ratio, goal, verdict]: string[]): string {
  return [
    what?.padEnd(WIDTHS.what),
    ours?.padStart(WIDTHS.number + 3),
    `  ${floor}`.padEnd(WIDTHS.floor),
    floorIs?.padStart(WIDTHS.number + 3),
    ratio?.padStart(WIDTHS.ratio),
    goal?.padStart(WIDTHS.goal),
    `  ${verdict}`,
  ]
    .join('')
    .trimEnd();
}
