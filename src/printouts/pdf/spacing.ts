/** How tightly a printout is set. Lengths are in points, factors are multiples of the font size. */
export interface Spacing {
  name: 'roomy' | 'snug' | 'tight' | 'dense' | 'packed';
  /** Whether sections, the sheet aside, never begin a page of their own. */
  fillsPages: boolean;
  /** The largest type in tables. */
  largestTable: number;
  /** How small it may become so that tables stand side by side, or a long one in copies. */
  smallestBeside: number;
  /** Factor: the distance of lines in a table. */
  tableLine: number;
  /** Factor: white space in each row of a table, beside its lines. */
  tableRow: number;
  /** Factor: the same in the row of labels. */
  tableHeader: number;
  /** The heading of a section. */
  heading: { size: number; line: number };
  /** Above the heading of a section. */
  aboveHeading: number;
  /** Between the heading and the block below it. */
  belowHeading: number;
  /** Between blocks. */
  betweenBlocks: number;
  /** Below a row of facts. */
  belowFacts: number;
  /** Running text. */
  body: { size: number; line: number };
  /** Press releases. */
  quote: { size: number; line: number };
  /** The news and the summary on the first page. */
  lead: { size: number; line: number };
  /** The width of the map, as a share of the page's. */
  mapShare: number;
  /** The same for a map beside its legend. */
  mapBesideShare: number;
  /** The width of small maps, as a share of what fits side by side. */
  smallMapShare: number;
}

export const ROOMY: Spacing = {
  name: 'roomy',
  fillsPages: false,
  largestTable: 9,
  smallestBeside: 9,
  tableLine: 1.22,
  tableRow: 0.32,
  tableHeader: 0.5,
  heading: { size: 19, line: 20 },
  aboveHeading: 12,
  belowHeading: 10,
  betweenBlocks: 8,
  belowFacts: 6,
  body: { size: 10, line: 13.5 },
  quote: { size: 11, line: 15 },
  lead: { size: 11, line: 14.5 },
  mapShare: 0.82,
  mapBesideShare: 0.69,
  smallMapShare: 1,
};

/** For short printouts that tight ones make shorter: as much white space as that leaves. */
export const SNUG: Spacing = {
  name: 'snug',
  fillsPages: false,
  largestTable: 9,
  smallestBeside: 8,
  tableLine: 1.18,
  tableRow: 0.24,
  tableHeader: 0.4,
  heading: { size: 19, line: 20 },
  aboveHeading: 9.5,
  belowHeading: 8,
  betweenBlocks: 6.5,
  belowFacts: 4.5,
  body: { size: 9.8, line: 12.8 },
  quote: { size: 10.5, line: 13.8 },
  lead: { size: 10.5, line: 13.5 },
  mapShare: 0.8,
  mapBesideShare: 0.69,
  smallMapShare: 1,
};

export const TIGHT: Spacing = {
  name: 'tight',
  fillsPages: false,
  largestTable: 9,
  smallestBeside: 7,
  tableLine: 1.14,
  tableRow: 0.16,
  tableHeader: 0.3,
  heading: { size: 19, line: 20 },
  aboveHeading: 7,
  belowHeading: 6,
  betweenBlocks: 5,
  belowFacts: 3,
  body: { size: 9.5, line: 12 },
  quote: { size: 10, line: 12.5 },
  lead: { size: 10, line: 12.5 },
  mapShare: 0.78,
  mapBesideShare: 0.69,
  smallMapShare: 1,
};

/** For long printouts. */
export const DENSE: Spacing = {
  name: 'dense',
  fillsPages: false,
  largestTable: 7.5,
  smallestBeside: 7,
  tableLine: 1.12,
  tableRow: 0.08,
  tableHeader: 0.22,
  heading: { size: 15, line: 15.5 },
  aboveHeading: 5,
  belowHeading: 4.5,
  betweenBlocks: 4,
  belowFacts: 1.5,
  body: { size: 8.8, line: 10.8 },
  quote: { size: 9, line: 10.8 },
  lead: { size: 9, line: 11 },
  mapShare: 0.66,
  mapBesideShare: 0.66,
  smallMapShare: 0.72,
};

/** For printouts that are too long even so. */
export const PACKED: Spacing = {
  ...DENSE,
  name: 'packed',
  fillsPages: true,
  largestTable: 7,
  smallestBeside: 7,
  tableLine: 1.1,
  tableRow: 0.06,
  smallMapShare: 0.66,
};
