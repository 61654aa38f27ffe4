import { printable } from '../../text/printable.ts';
import { layOutHeading } from '../pdf/blocks.ts';
import { Flow } from '../pdf/flow.ts';
import { layOutMasthead } from '../pdf/masthead.ts';
import type { Page, Pages, Paper } from '../pdf/page.ts';
import { pageFrame } from '../pdf/page-frame.ts';
import { paintPdf } from '../pdf/paint.ts';
import { creditLine, type PrintedRuleset, sectionTitle } from './rulebook-parts.ts';
import {
  layOutContents,
  layOutPrimer,
  layOutRulebookBlock,
  layOutRuleHeading,
} from './rulebook-pdf-blocks.ts';

/** The room that the heading of a section needs with the beginning of what follows, in points. */
const SECTION_START = 110;

const CREATED = new Date(Date.UTC(2000, 0, 1));

/** A rulebook as a PDF (1.7, tagged, with embedded fonts). The same rulebook always gives the same bytes. */
export function renderRulebookPdf(ruleset: PrintedRuleset, paper: Paper): Promise<Buffer> {
  return paintPdf(layOutRulebook(ruleset, paper), paper, {
    title: printable(`${ruleset.title}: the rules`),
    author: 'Whistlestop',
    subject: printable(creditLine(ruleset)),
    created: CREATED,
  });
}

/** The pages of a rulebook as data: the primer on the first one, then contents and rules. */
export function layOutRulebook(ruleset: PrintedRuleset, paper: Paper): Pages {
  // Page numbers are known only when everything is laid out. The contents take the same room with any numbers.
  const draft = layOutContent(ruleset, paper, new Map());
  const content = layOutContent(ruleset, paper, pagesByBookmark(draft.pages));
  const text = { owner: `${ruleset.title}: the rules`, title: 'Whistlestop', subtitle: creditLine(ruleset) };
  const pages = content.pages.map((page, i): Page => {
    const frame = pageFrame(text, paper, i + 1, content.pages.length);
    return { ...page, content: [...frame, ...page.content] };
  });
  return { ...content, pages };
}

function pagesByBookmark(pages: readonly Page[]): Map<string, number> {
  return new Map(pages.flatMap((page, i) => page.bookmarks.map((title) => [title, i + 1] as const)));
}

function layOutContent(ruleset: PrintedRuleset, paper: Paper, pageOf: ReadonlyMap<string, number>): Pages {
  const { title, rulebook } = ruleset;
  const flow = new Flow(paper);
  layOutMasthead(flow, { title, subtitle: 'The rules of the game', summary: [] });
  layOutPrimer(flow, rulebook.primer, creditLine(ruleset));
  flow.newPage();
  layOutContents(
    flow,
    rulebook.sections.map((section) => ({
      title: sectionTitle(section),
      page: pageOf.get(printable(sectionTitle(section))) ?? 0,
    })),
  );
  for (const section of rulebook.sections) {
    flow.ensureRoom(SECTION_START);
    flow.beginSection();
    layOutHeading(flow, sectionTitle(section));
    for (const block of section.blocks) layOutRulebookBlock(flow, block);
    for (const { number, title: name, blocks } of section.rules) {
      layOutRuleHeading(flow, number, name);
      for (const block of blocks) layOutRulebookBlock(flow, block);
    }
    flow.ensureRoom(0);
  }
  return { pages: flow.pages, nodes: flow.nodes };
}
