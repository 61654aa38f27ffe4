import type { AppContext } from '../../context.ts';
import type { BlankSheet, Block, Facts, Report } from '../../rules/report.ts';
import { sheetToken } from '../sheets/sheet-token.ts';
import { withoutDropped } from './printed-report.ts';

/** A seat's printout as it is stored. */
interface StoredPrintout {
  turn: number;
  /** The attempt at the turn before, from which it came. */
  attempt: number;
  seatId: string | null;
  /** For whom it was written; null if that account was deleted. */
  accountId: number | null;
  report: Report;
}

/** Who reads it. */
interface PrintoutReader {
  accountId: number;
  /** The name of the seat, if the reader has it now; null for a former player. */
  seatName: string | null;
}

/** The label of the account number, at the top of a printout and of its sheet. */
const ACCOUNT = 'Account';
const SHEET_TOKEN = 'Sheet token';
/** A blank on the sheets of printouts that were made before there were sheet tokens. */
const SECURITY_CODE = 'Security code';

/**
 * The report of a seat's printout as one account reads it. The stored report never changes:
 *
 * - a player who got the seat later, from a person or from the computer, sees nothing of the account of the player before, and
 *   not what was dropped or refused of that player's orders;
 * - the sheet gets its token, so that it can be sent on paper.
 */
export async function shownReport(
  ctx: AppContext,
  printout: StoredPrintout,
  reader: PrintoutReader,
): Promise<Report> {
  const { report, seatId, turn, attempt } = printout;
  const isOwn = printout.accountId === reader.accountId;
  // The computer gets no printouts. One that is written when a person takes its seat still has the names of the turn.
  const isWrittenLater = report.reader?.account === null;
  const own = isOwn && !isWrittenLater ? report : withoutDropped(report);
  const isAsWritten = isOwn && (!isWrittenLater || reader.seatName === null);
  const shown = isAsWritten ? own : forNewPlayer(own, reader);
  if (seatId === null || report.turn === null) return shown;
  return withToken(shown, await sheetToken(ctx, { seatId, turn, attempt, accountId: reader.accountId }));
}

/** A report without a token, as of a turn that was rolled back. */
export function withoutToken(report: Report): Report {
  return withToken(report, null);
}

function forNewPlayer(report: Report, { accountId, seatName }: PrintoutReader): Report {
  if (report.reader === null) return report;
  const former = report.reader.name;
  const name = seatName ?? report.reader.identifier;
  const replaced = (items: Facts['items']) =>
    items.map(({ label, value }) => {
      if (label === ACCOUNT) return { label, value: `#${accountId}` };
      const isName = value === former || value.startsWith(`${former} [`);
      return { label, value: isName ? name + value.slice(former.length) : value };
    });
  return {
    ...report,
    reader: { ...report.reader, name, account: accountId },
    sections: report.sections.map((section) =>
      section.shared ? section : { ...section, blocks: section.blocks.map(aboutPlayer(replaced)) },
    ),
  };
}

/** Changes what a block says about the player: the facts at the top, and the top of the sheet. */
function aboutPlayer(replaced: (items: Facts['items']) => Facts['items']): (block: Block) => Block {
  return (block) => {
    if (block.kind === 'facts') return { ...block, items: replaced(block.items) };
    return block.kind === 'sheet' ? { ...block, header: replaced(block.header) } : block;
  };
}

function withToken(report: Report, token: string | null): Report {
  const sections = report.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => (block.kind === 'sheet' ? sheetWithToken(block, token) : block)),
  }));
  return { ...report, sections };
}

function sheetWithToken({ token: _, header, ...sheet }: BlankSheet, token: string | null): BlankSheet {
  const others = header.filter(({ label }) => label !== SECURITY_CODE && label !== SHEET_TOKEN);
  if (token === null) return { ...sheet, header: others };
  return { ...sheet, header: [...others, { label: SHEET_TOKEN, value: token }], token };
}
