import { pageHeader, type Report, type ReportSection } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { SheetFooter } from './blank-sheet.ts';
import { layOutBlock, layOutHeading } from './blocks.ts';
import { Flow } from './flow.ts';
import { layOutMasthead } from './masthead.ts';
import type { Page, Pages, Paper } from './page.ts';
import { pageFrame } from './page-frame.ts';

/** The pages that are the same for all readers of a turn, laid out once for a paper size. */
export interface SharedPages {
  readonly paper: Paper;
  readonly game: string;
  readonly turn: number | null;
  /** Pages by the ids of their sections, joined with spaces. */
  readonly chunks: ReadonlyMap<string, Pages>;
}

export interface LayoutOptions {
  paper: Paper;
  /**
   * The result of `layOutSharedPages` for the same report, which saves time. Pages of another game, turn or paper are
   * ignored.
   */
  shared?: SharedPages;
  /** Where players send the sheet, as a sentence for its footer. */
  sendTo?: string;
  /** Whether the sheet has a box that makes the orders final. */
  finalOrders?: boolean;
}

/** The pages of a printout as data, with page headers and footers: what `renderPdf` paints. */
export function layOutReport(report: Report, options: LayoutOptions): Pages {
  const { paper } = options;
  const footer: SheetFooter = {
    due: report.due,
    sendTo: options.sendTo ?? null,
    finalOrders: options.finalOrders ?? false,
  };
  const content = layOutContent(report, paper, footer, sharedPagesFor(report, options));
  const text = { owner: pageHeader(report), title: report.title, subtitle: report.subtitle };
  const pages = content.pages.map((page, i): Page => {
    const frame = pageFrame(text, paper, i + 1, content.pages.length);
    return { ...page, content: [...frame, ...page.content] };
  });
  return { ...content, pages };
}

/**
 * Lays out the sections that are the same for all readers of the turn and begin on a page of their own. The result
 * is passed on to `renderPdf` for each reader.
 */
export function layOutSharedPages(report: Report, paper: Paper): SharedPages {
  const chunks = new Map<string, Pages>();
  for (const chunk of chunksOf(report.sections)) {
    if (chunk.shared) chunks.set(keyOf(chunk), layOutChunk(chunk, paper));
  }
  return { paper, game: report.game, turn: report.turn, chunks };
}

function sharedPagesFor(report: Report, { paper, shared }: LayoutOptions): SharedPages {
  const usable = shared?.paper === paper && shared.game === report.game && shared.turn === report.turn;
  return usable ? shared : layOutSharedPages(report, paper);
}

/** Lays out the report without page headers and footers. */
function layOutContent(report: Report, paper: Paper, footer: SheetFooter, shared: SharedPages): Pages {
  const content: Pages = { pages: [], nodes: [] };
  let flow = new Flow(paper);
  layOutMasthead(flow, report);
  for (const chunk of chunksOf(report.sections)) {
    if (!chunk.shared) {
      for (const section of chunk.sections) layOutSection(flow, section, footer);
      continue;
    }
    append(content, flow);
    append(content, shared.chunks.get(keyOf(chunk)) ?? layOutChunk(chunk, paper));
    flow = new Flow(paper);
  }
  append(content, flow);
  return content;
}

function append(content: Pages, { pages, nodes }: Pages): void {
  content.pages.push(...pages);
  content.nodes.push(...nodes);
}

/** Sections that are laid out together. */
interface Chunk {
  /** Whether they are the same for all readers, and fill whole pages of their own. */
  shared: boolean;
  sections: ReportSection[];
}

/** The sections, cut before each one that begins a new page. */
function chunksOf(sections: readonly ReportSection[]): Chunk[] {
  const groups: ReportSection[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last === undefined || section.newPage) groups.push([section]);
    else last.push(section);
  }
  return groups.map((group) => ({
    shared: group[0]?.newPage === true && group.every((section) => section.shared),
    sections: group,
  }));
}

function keyOf(chunk: Chunk): string {
  return chunk.sections.map((section) => section.id).join(' ');
}

/** A sheet is never shared, so shared pages need no footer for one. */
const NO_FOOTER: SheetFooter = { due: null, sendTo: null, finalOrders: false };

function layOutChunk(chunk: Chunk, paper: Paper): Pages {
  const flow = new Flow(paper);
  for (const section of chunk.sections) layOutSection(flow, section, NO_FOOTER);
  return flow;
}

function layOutSection(flow: Flow, section: ReportSection, footer: SheetFooter): void {
  if (section.newPage && !flow.atTop) flow.newPage();
  flow.beginSection();
  if (section.title !== null && printable(section.title) !== '') layOutHeading(flow, section.title);
  for (const [i, block] of section.blocks.entries()) {
    if (i > 0 || section.title === null) flow.addGap(8);
    layOutBlock(flow, block, footer);
  }
  flow.ensureRoom(0);
}
