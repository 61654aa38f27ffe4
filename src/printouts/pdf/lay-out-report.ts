import { pageHeader, type Report } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { layOutBlocks, layOutHeading } from './blocks.ts';
import { Flow } from './flow.ts';
import { joinMaps, type PrintedSection } from './map-before.ts';
import { layOutMasthead } from './masthead.ts';
import type { Page, Pages, Paper } from './page.ts';
import { pageFrame } from './page-frame.ts';
import type { SheetFooter } from './sheet/blank-sheet.ts';
import { DENSE, PACKED, ROOMY, SNUG, type Spacing, TIGHT } from './spacing.ts';
import type { FinishedStore, PagesToWrite } from './writing/finished-pages.ts';

/**
 * What is the same for all readers of a turn, laid out once for a paper size. It is filled when it is used: sections
 * that begin at another height for another reader are laid out for that height, too.
 */
export interface SharedPages {
  readonly paper: Paper;
  readonly game: string;
  readonly turn: number | null;
  /** Runs of sections, by their ids, the spacing, and where they begin. */
  readonly runs: Map<string, LaidOutRun>;
  /** The pages with nothing else on them, as they stand in files. */
  readonly finished: FinishedStore;
}

/** Sections that were laid out from some height on: what they add to that page, and the pages after it. */
interface LaidOutRun extends Pages {
  /** Where the last page ends, in points. */
  end: number;
  /** As in `Flow`. */
  brokenTables: number;
}

/** So many runs are kept: most readers' runs begin at one of a few heights. The oldest is dropped first. */
const MAX_RUNS = 24;

/** Shared sections begin at a multiple of this, in points, so that they begin at the same height for many readers. */
const STEP = 6;

export interface LayoutOptions {
  paper: Paper;
  /**
   * What readers of the same turn share (`newSharedPages`), which saves time. That of another game, turn or paper is
   * ignored.
   */
  shared?: SharedPages;
  /** Where players send the sheet, as a sentence for its footer. */
  sendTo?: string;
  /** Whether the sheet has a box that makes the orders final. */
  finalOrders?: boolean;
  /**
   * The address to which the code on the sheet leads, followed by the sheet's token; missing for a sheet without a code.
   * A sheet without a token has none either.
   */
  scanTo?: string;
}

/** The pages of a printout as data, with page headers and footers: what `renderPdf` paints. */
export function layOutReport(report: Report, options: LayoutOptions): PagesToWrite {
  const { paper } = options;
  const footer: SheetFooter = {
    due: report.due,
    sendTo: options.sendTo ?? null,
    finalOrders: options.finalOrders ?? false,
    scanTo: options.scanTo ?? null,
  };
  const context: Context = { paper, footer, shared: sharedPagesFor(report, options) };
  const { pages: content, nodes } = layOutShort(report, context);
  const { title, subtitle, due } = report;
  const text = { owner: pageHeader(report), title, subtitle, due };
  const pages = content.map((page, i): Page => {
    const frame = pageFrame(text, paper, i + 1, content.length);
    const fields = page.fields.map((field) => ({ ...field, after: field.after + frame.length }));
    return { ...page, content: [...frame, ...page.content], fields, frame: frame.length };
  });
  return { pages, nodes, finished: context.shared.finished };
}

/** Holds what readers of a turn share once it is laid out: passed on to `renderPdf` for each reader of the turn. */
export function newSharedPages({ game, turn }: Pick<Report, 'game' | 'turn'>, paper: Paper): SharedPages {
  return { paper, game, turn, runs: new Map(), finished: new Map() };
}

function sharedPagesFor(report: Report, { paper, shared }: LayoutOptions): SharedPages {
  const usable = shared?.paper === paper && shared.game === report.game && shared.turn === report.turn;
  return usable ? shared : newSharedPages(report, paper);
}

/** What is needed to lay out any section. */
interface Context {
  paper: Paper;
  footer: SheetFooter;
  shared: SharedPages;
}

/**
 * A printout of so many pages, four and the sheet, is set in smaller type if that keeps a table whole; one of more pages also
 * if that makes it shorter.
 */
const MANY_PAGES = 5;

/**
 * Lays out the report on as few pages as possible, with as few broken tables as possible on them, and as roomily as possible.
 * Of a report that is long even when it is tight, no roomier layout is made if a smaller type makes it shorter: it would not
 * be chosen, and each layout takes time.
 */
function layOutShort(original: Report, context: Context): Pages {
  const report = { ...original, runs: runsOf(joinMaps(original.sections)) };
  const tight = layOutContent(report, context, TIGHT);
  if (tight.pages.length > MANY_PAGES) {
    const smaller = smallerType(tight, report, context);
    if (smaller.pages.length < tight.pages.length) return smaller;
  }
  const roomy = layOutContent(report, context, ROOMY);
  const best = isShorter(tight, roomy) ? loosened(tight, report, context) : roomy;
  return smallerType(best, report, context);
}

/** A layout, or one in smaller type that is shorter. */
function smallerType(content: Content, report: ReportInRuns, context: Context): Content {
  let best = content;
  for (const spacing of [DENSE, PACKED]) {
    const { length } = best.pages;
    if (length < MANY_PAGES || (length === MANY_PAGES && best.brokenTables === 0)) break;
    const smaller = layOutContent(report, context, spacing);
    if (isShorter(smaller, best)) best = smaller;
  }
  return best;
}

/** A tight layout, or a less tight one that is as short. Only of a short printout: a long one would cost more time. */
function loosened(tight: Content, report: ReportInRuns, context: Context): Content {
  if (tight.pages.length >= MANY_PAGES) return tight;
  const snug = layOutContent(report, context, SNUG);
  return isShorter(tight, snug) ? tight : snug;
}

/** Whether a layout has fewer pages than another, or as many with fewer broken tables. */
function isShorter(one: Content, other: Content): boolean {
  return (one.pages.length - other.pages.length || one.brokenTables - other.brokenTables) < 0;
}

/** Pages, and how many of their tables are broken. */
type Content = Pages & Pick<Flow, 'brokenTables'>;

/** Lays out the report without page headers and footers. */
function layOutContent(report: ReportInRuns, context: Context, spacing: Spacing): Content {
  const flow = new Flow(context.paper, spacing);
  layOutMasthead(flow, report);
  for (const run of report.runs) {
    if (run.shared) {
      appendShared(flow, run, context);
    } else {
      for (const section of run.sections) layOutSection(flow, section, context.footer);
    }
  }
  const { pages, nodes, brokenTables } = flow;
  return { pages, nodes, brokenTables };
}

/** A report with its sections as they are laid out. */
type ReportInRuns = Report & { runs: readonly Run[] };

/** Sections that follow each other and are laid out together. */
interface Run {
  shared: boolean;
  sections: PrintedSection[];
}

/**
 * The sections in runs that are shared, or are not. Shared sections that may begin a page begin a run: at the top of a
 * page, it begins at the same height for all readers.
 */
function runsOf(sections: readonly PrintedSection[]): Run[] {
  const runs: Run[] = [];
  for (const section of sections) {
    const last = runs.at(-1);
    if (last?.shared === section.shared && !(section.shared && section.newPage)) last.sections.push(section);
    else runs.push({ shared: section.shared, sections: [section] });
  }
  return runs;
}

function appendShared(flow: Flow, { sections }: Run, context: Context): void {
  if (beginsPage(flow, sections[0] as PrintedSection)) flow.newPage();
  if (!flow.atTop) flow.y = Math.min(flow.bottom, Math.ceil(flow.y / STEP) * STEP);
  const laidOut = laidOutOnce(sections, flow, context);
  flow.append(laidOut, laidOut.end);
  flow.brokenTables += laidOut.brokenTables;
}

/** Shared sections from the current position on, as they were laid out for this height before, or now. */
function laidOutOnce(
  sections: readonly PrintedSection[],
  flow: Flow,
  { paper, shared }: Context,
): LaidOutRun {
  const key = [...sections.map(({ id }) => id), flow.spacing.name, flow.y].join(' ');
  const known = shared.runs.get(key);
  if (known !== undefined) return known;
  const own = new Flow(paper, flow.spacing, flow.y);
  for (const section of sections) layOutSection(own, section, NO_FOOTER);
  const { pages, nodes, y: end, brokenTables } = own;
  const laidOut = { pages, nodes, end, brokenTables };
  const [oldest] = shared.runs.keys();
  if (shared.runs.size >= MAX_RUNS && oldest !== undefined) shared.runs.delete(oldest);
  shared.runs.set(key, laidOut);
  return laidOut;
}

/** A sheet is never shared, so shared sections need no footer for one. */
const NO_FOOTER: SheetFooter = { due: null, sendTo: null, finalOrders: false, scanTo: null };

function layOutSection(flow: Flow, section: PrintedSection, footer: SheetFooter): void {
  if (beginsPage(flow, section)) flow.newPage();
  flow.beginSection();
  const titled = section.title !== null && printable(section.title) !== '';
  if (titled) layOutHeading(flow, section.title as string);
  layOutBlocks(flow, section.blocks, { footer, gapAbove: !titled });
  flow.ensureRoom(0);
}

/**
 * Whether a section that should begin a page does: a sheet and a primer always, others only if they leave no page more than
 * half empty, and if the printout is not too long.
 */
function beginsPage(flow: Flow, { newPage, blocks }: PrintedSection): boolean {
  if (!newPage || flow.atTop) return false;
  // The sheet and the game on one page need all of a page.
  if (blocks.some(({ kind }) => kind === 'sheet' || kind === 'primer')) return true;
  return flow.halfFull && !flow.spacing.fillsPages;
}
