import type { GmLogLine } from '../../../games/game/gm-view.ts';

/** One line in the log of a game, on its GM's page. */
export interface LogRow {
  at: Date;
  /** `#10468`, or the server. */
  who: string;
  what: string;
  detail: string;
}

/** The log of a game. */
export function logRows(lines: readonly GmLogLine[]): LogRow[] {
  return lines.map(({ at, account, words, detail }) => ({
    at,
    who: account === null ? 'the server' : `#${account}`,
    what: words,
    detail,
  }));
}
