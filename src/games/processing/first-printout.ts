import type { Block, Report, ReportSection } from '../../rules/report.ts';
import { primerBlock } from '../../rules/rulebook.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/* What the first printout of a game says besides the report of the rules. */

/**
 * The game on one page, and how to reach people. On paper they share a page, if there is room.
 * @param reach as it is stored with turn 0
 */
export function firstPrintoutSections(ruleset: Ruleset, reach: readonly string[]): ReportSection[] {
  const paragraphs: Block[] = reach.map((text) => ({ kind: 'paragraph', text }));
  const shared = { shared: true } as const;
  return [
    {
      ...shared,
      id: 'primer',
      title: 'The game on one page',
      newPage: true,
      blocks: [primerBlock(ruleset.rulebook.primer)],
    },
    { ...shared, id: 'reach', title: 'The GM, letters and sheets', newPage: false, blocks: paragraphs },
  ];
}

/** The summary of the first printout, with a sentence that points to these sections. */
export function firstPrintoutSummary({ summary }: Report, gm: string): string[] {
  const pointer = `The GM is ${gm}. This printout says how to write to the GM and how to send your sheet, and it explains the game on one page.`;
  return [...summary, pointer];
}
