import type { Dropped, RefusedNote, SaltedReportHeader, SeatNotes } from '../../database/json-types.ts';
import type { Block, Report, ReportSection } from '../../rules/report.ts';
import type { ReportHeader, Ruleset, SeatIdentifier } from '../../rules/ruleset.ts';
import { firstPrintoutSections, firstPrintoutSummary } from './first-printout.ts';

/** Raised whenever what this file adds to a ruleset's report comes out differently. */
const ADDITIONS_VERSION = 1;

/**
 * The version of the code that prints a game's reports, such as `1.1`: the report version of the ruleset and that of the
 * server's additions. Two printouts of one version and history are equal byte for byte.
 */
export function reportVersionOf(ruleset: Pick<Ruleset, 'reportVersion'>): string {
  return `${ruleset.reportVersion}.${ADDITIONS_VERSION}`;
}

/** The id of the section on a seat's advance and standing orders. */
const ADVANCE_SECTION = 'advance-orders';

/** The id of the section on a seat's refused sheet. */
const REFUSED_SECTION = 'refused-sheet';

/** The history of a game up to a turn, its header as it is stored with that turn. */
interface PrintedHistory {
  /** The ruleset does not see what the server's own sections are made of. */
  header: ReportHeader | SaltedReportHeader;
  states: readonly unknown[];
}

/**
 * The report of a printout: the ruleset's, with sections on announced absences, on seats that got another player and on
 * what the GM has seen, on how to reach people (first printout), and for a seat what became of its refused sheet, and of
 * its advance and standing orders. Every printout is made here, so that a replay prints the same.
 * @param seat null for the public
 */
export function printedReport(
  ruleset: Ruleset,
  history: PrintedHistory,
  seat: SeatIdentifier | null,
): Report {
  return reportPrinter(ruleset, history)(seat);
}

/** Returns a function that makes the reports of several readers. What these have in common is made only once. */
export function reportPrinter(
  ruleset: Ruleset,
  { header: stored, states }: PrintedHistory,
): (seat: SeatIdentifier | null) => Report {
  const {
    notes = {},
    away = [],
    inspections = [],
    replacements = [],
    reach = [],
    ...header
  } = stored as SaltedReportHeader;
  const history = { header, states };
  const turn = states.length;
  return (seat) => {
    const rules = ruleset.report(history, seat);
    const usual = withInspections(withReplacements(withAbsences(rules, away), replacements), inspections);
    const report = reach.length === 0 ? usual : asFirst(usual, ruleset, { reach, gm: header.gm });
    const own = seat !== null && Object.hasOwn(notes, seat) ? notes[seat] : undefined;
    if (own === undefined) return report;
    const told = own.refused === undefined ? report : withRefused(report, own.refused, turn - 1);
    return own.standing || own.advance ? withNotes(told, own, turn) : told;
  };
}

/** The same report without what was dropped or refused of a seat's orders, which only their player may see. */
export function withoutDropped(report: Report): Report {
  const isOwn = ({ id }: ReportSection) => id === ADVANCE_SECTION || id === REFUSED_SECTION;
  const sections = report.sections.map((section) =>
    isOwn(section) ? { ...section, blocks: section.blocks.filter(({ kind }) => kind !== 'table') } : section,
  );
  return { ...report, sections };
}

function withAbsences(report: Report, away: readonly string[]): Report {
  if (away.length === 0) return report;
  const blocks: Block[] = away.map((text) => ({ kind: 'paragraph', text }));
  return beforeSheet(report, { id: 'away', title: 'Away', newPage: false, shared: true, blocks });
}

function withReplacements(report: Report, lines: readonly string[]): Report {
  if (lines.length === 0) return report;
  const blocks: Block[] = lines.map((text) => ({ kind: 'paragraph', text }));
  return beforeSheet(report, {
    ...{ id: 'replacements', title: 'New players', newPage: false, shared: true },
    blocks,
  });
}

function withInspections(report: Report, lines: readonly string[]): Report {
  if (lines.length === 0) return report;
  const bar = 'A GM who has seen such things can never have a seat in this game.';
  const blocks: Block[] = [...lines, bar].map((text) => ({ kind: 'paragraph', text }));
  const section = { id: 'inspections', title: 'What the GM has seen', newPage: false, shared: true, blocks };
  return beforeSheet(report, section);
}

/** The first printout says how to reach people, and contains the game on one page. */
function asFirst(
  report: Report,
  ruleset: Ruleset,
  { reach, gm }: { reach: readonly string[]; gm: string },
): Report {
  const summary = firstPrintoutSummary(report, gm);
  return beforeSheet({ ...report, summary }, ...firstPrintoutSections(ruleset, reach));
}

/** Adds sections before the blank sheet, or at the end if there is none. */
function beforeSheet(report: Report, ...added: ReportSection[]): Report {
  const sheet = report.sections.findIndex(({ blocks }) => blocks.some(({ kind }) => kind === 'sheet'));
  const position = sheet < 0 ? report.sections.length : sheet;
  return { ...report, sections: report.sections.toSpliced(position, 0, ...added) };
}

/** @param turn the turn that was just played */
function withRefused(report: Report, { version, problems }: RefusedNote, turn: number): Report {
  const sentence = `Your sheet for turn ${turn} was refused, and no other one came, so it was played as the rules say for a missing sheet.`;
  const columns = [
    { label: 'Problem', align: 'left' as const },
    { label: 'Where', align: 'left' as const },
  ];
  const rows = problems.map(({ label, message }) => [message, label]);
  const caption = `What was wrong with version ${version}`;
  const blocks: Block[] = [
    { kind: 'paragraph', text: sentence, strong: true },
    { kind: 'table', caption, showCaption: true, columns, rows },
  ];
  const section = { id: REFUSED_SECTION, title: 'Your refused sheet', newPage: false, shared: false, blocks };
  return beforeSheet({ ...report, summary: [...report.summary, sentence] }, section);
}

/** What became of a seat's advance orders, or of its standing orders. */
interface OrdersNote {
  /** A sentence for the summary. */
  sentence: string;
  /** Caption of the table of dropped parts. */
  caption: string;
  dropped: readonly Dropped[];
}

/** @param turn the turn that comes after the printout */
function withNotes(report: Report, { standing, advance }: SeatNotes, turn: number): Report {
  const notes: OrdersNote[] = [];
  if (standing) {
    const sentence = standingSentence(standing, turn - 1);
    notes.push({ sentence, caption: 'Dropped from your standing orders', dropped: standing.dropped });
  }
  if (advance) {
    const caption = `Dropped from your advance orders for turn ${turn}`;
    notes.push({ sentence: advanceSentence(advance, turn), caption, dropped: advance.dropped });
  }
  const section: ReportSection = {
    id: ADVANCE_SECTION,
    title: 'Advance and standing orders',
    newPage: false,
    shared: false,
    blocks: notes.flatMap(noteBlocks),
  };
  const summary = [...report.summary, ...notes.map(({ sentence }) => sentence)];
  return beforeSheet({ ...report, summary }, section);
}

function standingSentence({ played, dropped }: NonNullable<SeatNotes['standing']>, turn: number): string {
  const missing = `Your sheet for turn ${turn} was not in`;
  return played
    ? `${missing}, so your standing orders were played${exceptDropped(dropped)}.`
    : `${missing}, and nothing in your standing orders could be played.`;
}

function advanceSentence({ version, dropped }: NonNullable<SeatNotes['advance']>, turn: number): string {
  return version === null
    ? `Nothing in your advance orders for turn ${turn} can be played. Send a new sheet.`
    : `Your advance orders for turn ${turn} are in as version ${version} of your sheet${exceptDropped(dropped)}.`;
}

function exceptDropped({ length }: readonly Dropped[]): string {
  if (length === 0) return '';
  return length === 1
    ? ', except for 1 part that was dropped'
    : `, except for ${length} parts that were dropped`;
}

function noteBlocks({ sentence, caption, dropped }: OrdersNote): Block[] {
  if (dropped.length === 0) return [{ kind: 'paragraph', text: sentence }];
  const table: Block = {
    kind: 'table',
    caption,
    showCaption: true,
    columns: [
      { label: 'Part', align: 'left' },
      { label: 'Reason', align: 'left' },
    ],
    rows: dropped.map(({ what, message }) => [what, message]),
  };
  return [{ kind: 'paragraph', text: sentence, strong: true }, table];
}
