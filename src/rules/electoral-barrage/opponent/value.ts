import type { SeatIdentifier } from '../../ruleset.ts';
import { BOARD_STATES } from '../data.ts';
import { countOf, type Player, type State, topOf } from '../state.ts';

/*
 * How good a state of the game is for a player, in hundredths of electoral votes. It is an estimate: leads can be lost until
 * the last round, those of one-star states most easily.
 */

/** What the leader of a state can count on, in percent of its votes, by stars and by tokens ahead of the second. */
const SAFETY: Readonly<Record<number, readonly number[]>> = {
  1: [0, 60],
  2: [0, 60, 90],
  3: [0, 65, 85, 100],
};
/** What a player can count on who is tied for the top, or has a token elsewhere. */
const TIED = 40;
const PRESENT = 12;
/** What a staffer is worth for each round left, and a token of each bank. */
const STAFFER = 550;
const TOWN = 350;
const ADS = 250;
const BALLOT = 150;

/** The value of a state for a seat: its own prospects, less those of its rivals, the strongest most. */
export function valueFor(state: State, seat: SeatIdentifier): number {
  const prospects = state.players.map((player) => ({ id: player.id, value: prospectsOf(state, player) }));
  const own = prospects.find(({ id }) => id === seat)?.value ?? 0;
  const others = prospects.filter(({ id }) => id !== seat).map(({ value }) => value);
  const best = Math.max(...others);
  const sum = others.reduce((total, value) => total + value, 0);
  return 2 * own - best - Math.floor(sum / others.length);
}

function prospectsOf(state: State, player: Player): number {
  const left = state.rounds - state.round;
  const votes = BOARD_STATES.reduce((sum, one) => sum + prospectsIn(state, player.id, one, left), 0);
  if (left <= 0) return votes;
  return (
    votes + STAFFER * left * player.staffers + TOWN * player.town + ADS * player.ads + BALLOT * player.ballots
  );
}

/** What a player can count on in a state, with so many rounds left. */
function prospectsIn(
  { tokens, players }: State,
  seat: SeatIdentifier,
  { code, votes, stars }: (typeof BOARD_STATES)[number],
  left: number,
): number {
  const held = tokens[code];
  const own = countOf(held, seat);
  if (own === 0) return 0;
  const top = topOf(
    held,
    players.map(({ id }) => id),
  );
  if (!top.includes(seat)) return left > 0 ? votes * PRESENT : 0;
  if (top.length > 1) return left > 0 ? votes * TIED : Math.floor((100 * votes) / top.length);
  if (left <= 0) return 100 * votes;
  const second = Math.max(0, ...players.filter(({ id }) => id !== seat).map(({ id }) => countOf(held, id)));
  return votes * (SAFETY[stars]?.[own - second] ?? 100);
}
