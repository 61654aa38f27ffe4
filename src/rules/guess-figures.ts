import type { Cell, Table } from './report.ts';

/* Figures of guesses for which the open turn is played many times. */

/** The value in the middle of a sorted list; of two, the lower one. */
export function middle(values: readonly number[]): number {
  return values[Math.floor((values.length - 1) / 2)] as number;
}

/** The values between which eight of ten of a sorted list lie. */
export function usualRange(values: readonly number[]): [low: number, high: number] {
  const tenth = Math.floor(values.length / 10);
  return [values[tenth] as number, values[values.length - 1 - tenth] as number];
}

/** How many percent `count` is of `plays`, rounded to the nearest; half is rounded up. */
export function percentOf(count: number, plays: number): number {
  return Math.floor((200 * count + plays) / (2 * plays));
}

/** A figure of the seat now, and in every play, sorted. */
export interface GuessedFigure {
  label: string;
  now: number;
  after: readonly number[];
  /** How it is printed. */
  write: (value: number) => string;
}

/** The table of what changes for the seat. */
export function figuresTable(figures: readonly GuessedFigure[]): Table {
  const rows = figures.map(({ label, now, after, write }): Cell[] => {
    const [low, high] = usualRange(after);
    const then = middle(after);
    const usual = low === high ? write(low) : `${write(low)}–${write(high)}`;
    return [label, write(now), { text: write(then), strong: then !== now }, usual];
  });
  return {
    kind: 'table',
    caption: 'What changes for you',
    showCaption: true,
    columns: [
      { label: '', align: 'left' },
      { label: 'Now', align: 'right' },
      { label: 'Middle of all plays', align: 'right' },
      { label: 'In 8 of 10 plays', align: 'right' },
    ],
    rows,
  };
}
