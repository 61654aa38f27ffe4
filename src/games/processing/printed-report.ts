import type { Dropped, SaltedReportHeader, SeatNotes } from '../../database/json-types.ts';
import type { Block, Report, ReportSection } from '../../rules/report.ts';
import type { ReportHeader, Ruleset, SeatIdentifier } from '../../rules/ruleset.ts';

/** Raised whenever what this file adds to a ruleset's report comes out differently. */
const ADDITIONS_VERSION = 1;

/**
 * The version of the code that prints a game's reports, such as `1.1`: the ruleset's report version and that of the
 * server's additions. Two printouts of one version and history are equal byte for byte.
 */
export function reportVersionOf(ruleset: Pick<Ruleset, 'reportVersion'>): string {
  return `${ruleset.reportVersion}.${ADDITIONS_VERSION}`;
}

/** The section on orders given ahead. */
const AHEAD = 'ahead';

/**
 * The printout after a turn: the ruleset's report, who has announced to be away, and for a seat what the server has to
 * say of its sheet sent ahead and its standing order. Every printout comes from here, so that a replay prints the same.
 * @param history.head as it is kept with its turn; the ruleset does not see its notes and absences
 */
export function printedReport(
  ruleset: Ruleset,
  history: { header: ReportHeader | SaltedReportHeader; states: readonly unknown[] },
  seat: SeatIdentifier | null,
): Report {
  const { notes, away = [], ...header } = history.header as SaltedReportHeader;
  const report = withAway(ruleset.report({ header, states: history.states }, seat), away);
  const own = seat !== null && notes !== undefined && Object.hasOwn(notes, seat) ? notes[seat] : undefined;
  return own === undefined ? report : withNotes(report, own, history.states.length);
}

/** The same printout without what had to be dropped of orders given ahead: that is between the player and the server. */
export function withoutDrops(report: Report): Report {
  const sections = report.sections.map((section) =>
    section.id === AHEAD
      ? { ...section, blocks: section.blocks.filter(({ kind }) => kind !== 'table') }
      : section,
  );
  return { ...report, sections };
}

function withAway(report: Report, away: readonly string[]): Report {
  if (away.length === 0) return report;
  const blocks: Block[] = away.map((text) => ({ kind: 'paragraph', text }));
  return beforeSheet(report, { id: 'away', title: 'Away', newPage: false, shared: true, blocks });
}

/** With a section more: before the blank sheet, or at the end where there is none. */
function beforeSheet(report: Report, section: ReportSection): Report {
  const found = report.sections.findIndex(({ blocks }) => blocks.some(({ kind }) => kind === 'sheet'));
  const at = found < 0 ? report.sections.length : found;
  return { ...report, sections: report.sections.toSpliced(at, 0, section) };
}

/** What became of one of the two, with what was dropped of it. */
interface Told {
  words: string;
  of: string;
  dropped: readonly Dropped[];
}

/** @param turn the turn that comes after the printout */
function withNotes(report: Report, { standing, ahead }: SeatNotes, turn: number): Report {
  const told: Told[] = [];
  if (standing) {
    const words = standingWords(standing, turn - 1);
    told.push({ words, of: 'The standing order', dropped: standing.dropped });
  }
  if (ahead) {
    const of = `The sheet sent ahead for turn ${turn}`;
    told.push({ words: aheadWords(ahead, turn), of, dropped: ahead.dropped });
  }
  const section: ReportSection = {
    id: AHEAD,
    title: 'Orders given ahead',
    newPage: false,
    shared: false,
    blocks: told.flatMap(blocksOf),
  };
  return beforeSheet({ ...report, summary: [...report.summary, ...told.map(({ words }) => words)] }, section);
}

function standingWords({ played, dropped }: NonNullable<SeatNotes['standing']>, turn: number): string {
  const none = `No sheet of yours stood for turn ${turn}`;
  if (!played) return `${none}, and your standing order could not serve: nothing of it could be played.`;
  return `${none}, so your standing order served${droppedWords(dropped)}.`;
}

function aheadWords({ version, dropped }: NonNullable<SeatNotes['ahead']>, turn: number): string {
  if (version === null) {
    return `Of the sheet that you sent ahead for turn ${turn} nothing could be entered: please send a new one.`;
  }
  return `The sheet that you sent ahead for turn ${turn} is entered as version ${version}${droppedWords(dropped)}.`;
}

function droppedWords({ length }: readonly Dropped[]): string {
  if (length === 0) return '';
  return length === 1 ? '; one part of it had to be dropped' : `; ${length} parts of it had to be dropped`;
}

function blocksOf({ words, of, dropped }: Told): Block[] {
  const paragraph: Block = { kind: 'paragraph', text: words, ...(dropped.length > 0 && { strong: true }) };
  if (dropped.length === 0) return [paragraph];
  const table: Block = {
    kind: 'table',
    caption: `${of}: what had to be dropped`,
    showCaption: true,
    columns: [
      { label: 'Dropped', align: 'left' },
      { label: 'Why', align: 'left' },
    ],
    rows: dropped.map(({ what, message }) => [what, message]),
  };
  return [paragraph, table];
}
