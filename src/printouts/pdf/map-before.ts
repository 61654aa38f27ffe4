import type { Block, ElectoralMap, MapComparison, ReportSection } from '../../rules/report.ts';

// On paper, the map of the country and a comparison of it with the map of the turn before are one figure: the comparison
// would draw the same map twice.

/** A map with the smaller one of the turn before beside it. */
export interface MapWithBefore extends ElectoralMap {
  before?: MapComparison['items'][number];
}

/** A block as it is laid out on paper. */
export type PrintedBlock = Exclude<Block, ElectoralMap> | MapWithBefore;

/** A section as it is laid out on paper. */
export interface PrintedSection extends Omit<ReportSection, 'blocks'> {
  blocks: readonly PrintedBlock[];
}

/** The sections, with the first comparison of two maps moved to the map that shows the later one; as they are if there is none. */
export function joinMaps(sections: readonly ReportSection[]): readonly PrintedSection[] {
  const blocks = sections.flatMap((section) => section.blocks);
  const comparison = blocks.find((block) => block.kind === 'maps' && block.items.length === 2);
  if (comparison?.kind !== 'maps') return sections;
  const [before, after] = comparison.items;
  const map = blocks.find((block) => block.kind === 'map' && looksAlike(block.states, after?.states ?? {}));
  if (map?.kind !== 'map' || before === undefined) return sections;
  const joined: MapWithBefore = { ...map, before };
  return sections.map((section) => ({
    ...section,
    blocks: section.blocks
      .filter((block) => block !== comparison)
      .map((block) => (block === map ? joined : block)),
  }));
}

/** Whether two maps show the same. */
function looksAlike(a: ElectoralMap['states'], b: ElectoralMap['states']): boolean {
  const looks = (states: ElectoralMap['states']) =>
    Object.entries(states)
      .map(([code, { tone, strength, dot, label }]) => [code, tone, strength, dot, label].join(' '))
      .sort()
      .join();
  return looks(a) === looks(b);
}
