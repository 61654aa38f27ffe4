import type { Block, ElectoralMap, Report, ReportSection, VoteBar } from '../rules/report.ts';

/** The map of a report and its bar of electoral votes. Web pages and mail begin with them. */
export interface Lead {
  title: string;
  map: ElectoralMap;
  bar: VoteBar | null;
  /** The ids of the sections that had nothing else in them. */
  emptied: string[];
}

/** A report divided into its lead and what remains of its sections. */
export interface LedReport {
  /** Null if the report has no map. */
  lead: Lead | null;
  sections: ReportSection[];
}

/**
 * Takes the lead out of a report: its first map of how the game stands, else the last map of its first comparison (which keeps that map), and
 * its first bar.
 */
export function takeLead(report: Report): LedReport {
  const blocks = report.sections.flatMap((section) => section.blocks);
  const ownMap = blocks.find((block) => block.kind === 'map' && block.aside !== true);
  const map = ownMap?.kind === 'map' ? ownMap : lastCompared(blocks);
  if (map === null) return { lead: null, sections: report.sections };
  const bar = blocks.find((block) => block.kind === 'bar') ?? null;
  const taken = new Set<Block | null>([map, bar]);
  const sections = report.sections.map((section) => without(section, taken));
  const isEmptied = ({ blocks: left }: ReportSection, i: number) =>
    left.length === 0 && report.sections[i]?.blocks.length !== 0;
  const emptied = sections.filter(isEmptied);
  const home = emptied.find(({ id }) =>
    report.sections.some((one) => one.id === id && one.blocks.includes(map)),
  );
  return {
    lead: { title: home?.title ?? 'The map', map, bar, emptied: emptied.map(({ id }) => id) },
    sections: sections.filter((section, i) => !isEmptied(section, i)),
  };
}

function lastCompared(blocks: readonly Block[]): ElectoralMap | null {
  const comparison = blocks.find((block) => block.kind === 'maps');
  const last = comparison?.items.at(-1);
  if (comparison === undefined || last === undefined) return null;
  return { kind: 'map', caption: last.heading, states: last.states, legend: comparison.legend };
}

function without(section: ReportSection, taken: ReadonlySet<Block | null>): ReportSection {
  const blocks = section.blocks.filter((block) => !taken.has(block));
  return blocks.length === section.blocks.length ? section : { ...section, blocks };
}
