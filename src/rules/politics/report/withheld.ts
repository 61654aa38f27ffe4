import type { ReportHeader, SeatIdentifier } from '../../ruleset.ts';

/** Whether the GM withholds what a seat wrote on its sheet for a turn: its press release and its free texts. */
export function isWithheld({ withheld = [] }: ReportHeader, turn: number, seat: SeatIdentifier): boolean {
  return withheld.some((ref) => ref.turn === turn && ref.seat === seat);
}

/** Stands for a text that is withheld, or held until the GM decides. */
export const WITHHELD = '(The GM has not released this text.)';
