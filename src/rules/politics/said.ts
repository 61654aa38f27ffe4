import type { SeatIdentifier } from '../ruleset.ts';
import type { Orders } from './orders.ts';
import type { Said, State } from './state.ts';

/** What printouts quote from a sheet besides its press release: performances, guesses, reasons and written answers. A drawing is a text of several lines. */
export function quotedTexts({ performances, guesses, objections, written }: Orders): string[] {
  return [
    ...performances.flatMap(({ text, drawing }) => [
      ...(text === null ? [] : [text]),
      ...(drawing === null ? [] : [drawing.join('\n')]),
    ]),
    ...guesses.map(({ text }) => text),
    ...objections.map(({ reason }) => reason),
    ...written.filter((text) => text !== null),
  ];
}

/** What the sheets of a turn said that only the printout repeats: answers, guesses, reasons and the answers of a runoff; null if nothing. */
export function saidOn(
  before: Pick<State, 'players' | 'phase' | 'runoff'>,
  orders: Readonly<Record<SeatIdentifier, Orders>>,
): Said | null {
  const sheets = before.players.flatMap(({ id: by }) => {
    const sheet = orders[by];
    return sheet === undefined ? [] : [{ by, sheet }];
  });
  const candidates: SeatIdentifier[] = before.phase === 'runoff' ? (before.runoff?.candidates ?? []) : [];
  const said: Said = {
    guesses: sheets.flatMap(({ by, sheet }) => sheet.guesses.map(({ show, text }) => ({ show, by, text }))),
    objections: sheets.flatMap(({ by, sheet }) =>
      sheet.objections.map(({ show, reason }) => ({ show, by, reason })),
    ),
    answers: sheets.flatMap(({ by, sheet }) => sheet.answers.map((row) => ({ by, ...row }))),
    written: sheets
      .filter(({ by, sheet }) => candidates.includes(by) && sheet.written.length > 0)
      .map(({ by, sheet }) => ({ by, answers: [...sheet.written] })),
  };
  return Object.values(said).some((list) => list.length > 0) ? said : null;
}
