/** How the fields of a sheet with little room are laid out. */
export interface CompactLayout {
  /** The codes that the page lists already; those that a field lists are added. */
  listed: Set<string>;
  /** The height of the rows, in points. */
  rowHeight: number;
  density: Density;
}

/**
 * How close together everything is: `close`, or `dense` if that does not fit on the page. In `packed`, drawings and long texts
 * begin beside what they are about, and long questions lose their ends, which the printout has.
 */
export type Density = 'close' | 'dense' | 'packed';

/** Whether everything must be as close together as it can be read and written on. */
export function isDense(compact: Pick<CompactLayout, 'density'> | undefined): boolean {
  return compact !== undefined && compact.density !== 'close';
}
