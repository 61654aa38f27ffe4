import type { StateCode } from '../../country.ts';
import type { Cell, Column, PieceColor, Table } from '../../report.ts';
import { type BaseReportContext, baseReportContext } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { questionOf } from '../bank/index.ts';
import type { Question } from '../bank/record.ts';
import type { Letter } from '../log.ts';
import { type Asked, findPlayer, type Pending, type Player, type State } from '../state.ts';

/** What every section of a printout is made from. */
export type ReportContext = BaseReportContext<State, Player>;

/** Collects what the sections need; `seat` null, or one that is not in the game, makes the public's printout. */
export function reportContext(history: History<State>, seat: SeatIdentifier | null): ReportContext {
  return baseReportContext(history, seat, findPlayer);
}

/** The colors of the candidates, in players' order. White is left for chips that no one holds. */
const COLORS: readonly PieceColor[] = [
  ...(['blue', 'red', 'green', 'orange', 'purple', 'yellow', 'black', 'brown'] as const),
];

/** PTG-9.9: the color of a candidate. */
export function colorOf({ players }: Pick<State, 'players'>, seat: SeatIdentifier): PieceColor {
  return COLORS[players.findIndex(({ id }) => id === seat)] as PieceColor;
}

/** PTG-4.5: the letters of the four choices. */
export const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];

/** The question that was put to a candidate. */
export function questionAsked({ settings }: Pick<State, 'settings'>, { id }: Pick<Asked, 'id'>): Question {
  return questionOf(settings, id);
}

/** PTG-6.9: the four choices as they were printed, A first. */
export function choicesAsked(question: Question, { choices }: Pick<Asked, 'choices'>): string[] {
  return choices.map((choice) => question.choices[choice] ?? '');
}

/** PTG-6.14: the letter of the right choice. Only for questions that are no longer pending (PTG-8.6). */
export function rightLetter({ answer }: Question, { choices }: Pick<Asked, 'choices'>): Letter {
  return LETTERS[choices.indexOf(answer)] as Letter;
}

/** A pending question with its label, its candidate and its stop. */
export interface Open {
  player: Player;
  pending: Pending;
  asked: Asked;
  question: Question;
}

/** All pending questions of a state: stop by stop, the candidates in order. */
export function openQuestions(state: State): Open[] {
  const stops = [1, 2];
  return stops.flatMap((stop) =>
    state.order.flatMap((seat) => {
      const player = findPlayer(state, seat);
      const pending = player?.pending.find((one) => one.stop === stop);
      if (player === undefined || pending === undefined) return [];
      return pending.asked.map((asked) => ({
        player,
        pending,
        asked,
        question: questionAsked(state, asked),
      }));
    }),
  );
}

/** A table without a visible caption. A column is aligned right if its label ends with `>`, which is not printed. */
export function plainTable(caption: string, labels: readonly string[], rows: Cell[][], note?: string): Table {
  const columns = labels.map((label): Column => {
    const isFigure = label.endsWith('>');
    return { label: isFigure ? label.slice(0, -1) : label, align: isFigure ? 'right' : 'left' };
  });
  const table: Table = { kind: 'table', caption, showCaption: false, columns, rows, unfolded: true };
  return note === undefined ? table : { ...table, note };
}

/** A table with a visible caption, aligned as in `plainTable`. */
export function captionedTable(
  caption: string,
  labels: readonly string[],
  rows: Cell[][],
  note?: string,
): Table {
  return { ...plainTable(caption, labels, rows, note), showCaption: true };
}

/** The candidate with the most electoral votes (PTG-6.21: ties by more popular votes, then earlier in order). */
export function frontRunner({ players, order }: State): Player {
  const ranked = players.toSorted(
    (a, b) => b.electoral - a.electoral || b.popular - a.popular || order.indexOf(a.id) - order.indexOf(b.id),
  );
  return ranked[0] as Player;
}

/** PTG-6.16: who would meet a candidate with 270 electoral votes in a runoff; null if it would be president. */
export function rivalOf({ players, order }: State, leader: Player): Player | null {
  const ahead = players.filter(({ id, popular }) => id !== leader.id && popular > leader.popular);
  const ranked = ahead.toSorted(
    (a, b) => b.popular - a.popular || b.electoral - a.electoral || order.indexOf(a.id) - order.indexOf(b.id),
  );
  return ranked[0] ?? null;
}

/** A token of each candidate at its place. */
export function tokensOf(state: State) {
  return state.players.flatMap(({ id, at }) =>
    at === null ? [] : [{ at: at as StateCode, label: id, tone: colorOf(state, id) }],
  );
}
