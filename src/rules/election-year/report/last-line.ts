import type { ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { CONVENTION_TURN, LAST_TURN } from '../data.ts';
import type { ReportContext } from './context.ts';

/** EY-9.10: on printout 1, when conventions and election are held; on printouts 3 and 6, a reminder. */
export function lastLineSection({ turn }: ReportContext): ReportSection | null {
  const text = lastLine(turn);
  return text === null ? null : sharedSection('last-line', null, [{ kind: 'paragraph', text, strong: true }]);
}

function lastLine(turn: number | null): string | null {
  if (turn === 1) {
    return `The conventions are held at the end of turn ${CONVENTION_TURN}, the general election at the end of turn ${LAST_TURN}.`;
  }
  if (turn === CONVENTION_TURN) {
    return 'The conventions are held at the end of this turn. Remember to name a running mate.';
  }
  if (turn === LAST_TURN) return 'The general election is held at the end of this turn.';
  return null;
}
