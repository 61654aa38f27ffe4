import type { Report, ReportSection } from '../../rules/report.ts';
import { clean } from '../words.ts';
import { layOutBlock, layOutHeading } from './blocks.ts';
import { Flow } from './flow.ts';
import { layOutMasthead } from './masthead.ts';
import type { LaidPages, Paper } from './page.ts';
import type { SheetNote } from './sheet.ts';

/** The pages that all readers of a turn share, laid out once for a paper size. */
export interface SharedPages {
  readonly paper: Paper;
  readonly game: string;
  readonly turn: number | null;
  /** By the ids of the sections they hold, joined. */
  readonly chunks: ReadonlyMap<string, LaidPages>;
}

/**
 * Lays out the sections that are the same for every reader of the turn and begin on a page of their own;
 * `renderPdf` paints them into each reader's document.
 */
export function layOutShared(report: Report, paper: Paper): SharedPages {
  const chunks = new Map<string, LaidPages>();
  for (const chunk of chunksOf(report.sections)) {
    if (chunk.shared) chunks.set(nameOf(chunk), layOutChunk(chunk.sections, paper));
  }
  return { paper, game: report.game, turn: report.turn, chunks };
}

/** Lays out a whole report, without heads and feet of pages. */
export function layOut(
  report: Report,
  paper: Paper,
  foot: Omit<SheetNote, 'due'>,
  shared: SharedPages,
): LaidPages {
  const whole: LaidPages = { pages: [], nodes: [] };
  const note = { due: report.due, ...foot };
  let flow = new Flow(paper);
  layOutMasthead(flow, report);
  for (const chunk of chunksOf(report.sections)) {
    if (!chunk.shared) {
      for (const section of chunk.sections) layOutSection(flow, section, note);
      continue;
    }
    append(whole, flow);
    append(whole, shared.chunks.get(nameOf(chunk)) ?? layOutChunk(chunk.sections, paper));
    flow = new Flow(paper);
  }
  append(whole, flow);
  return whole;
}

function append(whole: LaidPages, more: LaidPages): void {
  whole.pages.push(...more.pages);
  whole.nodes.push(...more.nodes);
}

interface Chunk {
  shared: boolean;
  sections: ReportSection[];
}

function nameOf(chunk: Chunk): string {
  return chunk.sections.map((section) => section.id).join(' ');
}

/**
 * Runs of sections that can be laid out apart: shared ones from the top of a page up to the end or to the
 * next section that begins a page. All others flow.
 */
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

const NO_NOTE: SheetNote = { due: null, sendTo: null, finalOrders: false };

function layOutChunk(sections: readonly ReportSection[], paper: Paper): LaidPages {
  const flow = new Flow(paper);
  for (const section of sections) layOutSection(flow, section, NO_NOTE);
  return flow;
}

function layOutSection(flow: Flow, section: ReportSection, note: SheetNote): void {
  if (section.newPage && !flow.atTop) flow.newPage();
  flow.beginSection();
  if (section.title !== null && clean(section.title) !== '') layOutHeading(flow, section.title);
  for (const [i, block] of section.blocks.entries()) {
    if (i > 0 || section.title === null) flow.gap(8);
    layOutBlock(flow, block, note);
  }
  flow.need(0);
}
