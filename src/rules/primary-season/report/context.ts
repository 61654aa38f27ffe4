import { dollars } from '../../numbers.ts';
import type { Cell, Column, PieceColor, Table } from '../../report.ts';
import { type BaseReportContext, baseReportContext } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { openSheet } from '../foresee.ts';
import { findPlayer, type Player, type State } from '../state.ts';

/** What every section of a printout is made from. `turn` counts sheets: with two sheets a turn, each has a number. */
export type ReportContext = BaseReportContext<State, Player>;

/** Collects what the sections need; `seat` null, or one that is not in the game, makes the public's printout. */
export function reportContext(history: History<State>, seat: SeatIdentifier | null): ReportContext {
  const context = baseReportContext(history, seat, findPlayer);
  return { ...context, turn: context.turn === null ? null : openSheet(context.now) };
}

/** PS-9.7: the players' colors, in players' order. */
const COLORS: readonly PieceColor[] = ['blue', 'red', 'green', 'orange', 'purple', 'black'];

/** The color of a player. */
export function colorOf({ players }: State, seat: SeatIdentifier): PieceColor {
  return COLORS[players.findIndex(({ id }) => id === seat)] as PieceColor;
}

/** Dice as they lie, drawn; `[5][5][4]` in plain text. A dash if there are none. */
export function diceCell(dice: readonly number[]): Cell {
  return dice.length === 0 ? '–' : { text: dice.map((face) => `[${face}]`).join(''), dice };
}

/** `$4`. */
export const money = dollars;

/** A table without a visible caption. A column is aligned right if its label ends with `>`, which is not printed. */
export function plainTable(caption: string, labels: readonly string[], rows: Cell[][], note?: string): Table {
  const columns = labels.map((label): Column => {
    const isFigure = label.endsWith('>');
    return { label: isFigure ? label.slice(0, -1) : label, align: isFigure ? 'right' : 'left' };
  });
  const table: Table = { kind: 'table', caption, showCaption: false, columns, rows };
  return note === undefined ? table : { ...table, note };
}
