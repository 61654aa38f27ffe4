import type { Block, BlockKind, Report, ReportSection } from '../../src/rules/report.ts';

/** A section of a report by its id. Throws if there is none. */
export function sectionOf(report: Report, id: string): ReportSection {
  const section = report.sections.find((candidate) => candidate.id === id);
  if (section === undefined) throw new Error(`no section ${id}`);
  return section;
}

/** The blocks of one kind, in the whole report or in one section; none if the report does not have the section. */
export function blocksOf<K extends BlockKind>(
  report: Report,
  kind: K,
  section?: string,
): Extract<Block, { kind: K }>[] {
  return report.sections
    .filter(({ id }) => section === undefined || id === section)
    .flatMap(({ blocks }) => blocks)
    .filter((block): block is Extract<Block, { kind: K }> => block.kind === kind);
}

/** The text of a cell. */
export function textOf(cell: unknown): string {
  return typeof cell === 'string' ? cell : (cell as { text: string }).text;
}
