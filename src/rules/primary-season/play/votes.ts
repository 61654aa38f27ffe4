import { STAFF_CIRCLES, STAFF_TOTALS } from '../data.ts';
import type { VoteRow, Where } from '../orders.ts';
import { automaticOrder, isClosed, leftIn, type Player, type Why } from '../state.ts';
import { type Desk, markState, skip } from './desk.ts';

/** PS-6.10, PS-6.11: places the turn's votes: by the rows, then automatically. What is left is lost. */
export function placeVotes(desk: Desk): void {
  let unused = desk.action.votes;
  for (const [i, row] of desk.orders.votes.entries()) {
    if (unused === 0) break;
    if (row === null) continue;
    const need = neededFor(desk.player, row);
    const why = whyNot(desk, row, need, unused);
    if (why !== null) skip(desk, `votes[${i}]`, why);
    else unused -= place(desk, row.where, Math.min(need, unused), i);
  }
  if (desk.orders.rest !== 'none') unused = placeRest(desk, unused);
  desk.action.lost = unused;
}

/** PS-6.10: the first reason to skip a row; null if there is none. */
function whyNot({ player, places }: Desk, row: VoteRow, need: number, unused: number): Why | null {
  const { where, place: wanted, whole } = row;
  if (where === 'STAFF') {
    if (player.staff >= STAFF_CIRCLES) return 'full';
  } else {
    if (leftIn(player, where) === 0) return 'full';
    if (isClosed(places, where)) return 'closed';
    if (wanted !== null && places[where].length + 1 > wanted) return 'place';
  }
  return whole && unused < need ? 'whole' : null;
}

/** PS-6.10: the votes that a row needs. */
function neededFor(player: Player, { where, marks }: VoteRow): number {
  if (where !== 'STAFF') return Math.min(marks ?? leftIn(player, where), leftIn(player, where));
  const left = STAFF_CIRCLES - player.staff;
  return Math.min(marks ?? toNextDie(player.staff), left);
}

/** PS-2.3: the marks that are missing to the next die; 0 if the track is full. */
export function toNextDie(staff: number): number {
  const next = STAFF_TOTALS.find((total) => total > staff);
  return next === undefined ? 0 : next - staff;
}

/** Marks circles, records it, and returns how many. */
function place(desk: Desk, where: Where, marks: number, row: number | null): number {
  if (where === 'STAFF') desk.player.staff += marks;
  else markState(desk, where, marks);
  desk.action.placed.push({ where, marks, row });
  return marks;
}

/** PS-6.11: unused votes go to the states in automatic order. Returns what is still unused. */
function placeRest(desk: Desk, votes: number): number {
  let unused = votes;
  while (unused > 0) {
    const [first] = automaticOrder(desk.places, desk.player);
    if (first === undefined) break;
    unused -= place(desk, first, Math.min(unused, leftIn(desk.player, first)), null);
  }
  return unused;
}
