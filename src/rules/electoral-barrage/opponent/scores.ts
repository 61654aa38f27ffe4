import { isStateCode, type StateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type AreaCode, boardState, type SpecialCode, STAFFERS, type StateClass } from '../data.ts';
import { contestedBy } from '../orders.ts';
import { ownerToReplace } from '../play/resolving.ts';
import { rivalsOf } from '../play/round-play.ts';
import { countOf, ownsAll, type Player, type State, topOf } from '../state.ts';

/** How a grade weighs areas against each other (EB-13.2). */
export interface Weights {
  /** Of a state's gain, by class; and of a red state's in the last round. */
  states: Record<StateClass, number>;
  lastRed: number;
  /** Of a recruit for each round left after the coming one. */
  recruit: number;
  /** Of the first staffer in the town hall and in attack ads. */
  town: number;
  ads: number;
  /** Of an absentee ballot, for each electoral vote of the largest state in which the player is tied. */
  ballot: number;
}

/** EB-13.2: the weights of the rule. */
export const WEIGHTS: Weights = {
  states: { red: 3, blue: 3, white: 2 },
  lastRed: 5,
  recruit: 50,
  town: 60,
  ads: 60,
  ballot: 4,
};

/** What a plan is drafted from. */
export interface Draft {
  state: State;
  player: Player;
  weights: Weights;
  /** Rounds left after the coming one. */
  left: number;
  rivals: SeatIdentifier[];
  /** The tokens on each state, with the successes imagined so far. */
  imagined: Record<StateCode, readonly SeatIdentifier[]>;
}

/** Opens a draft for the open round. */
export function openDraft(state: State, player: Player, weights: Weights): Draft {
  return {
    ...{ state, player, weights, left: state.rounds - state.round - 1 },
    ...{ rivals: rivalsOf(state, player.id, []), imagined: { ...state.tokens } },
  };
}

/**
 * EB-13.2: the score of an area.
 * @param listed how often the plan lists it already
 */
export function scoreOf(draft: Draft, area: AreaCode, listed: number): number {
  return isStateCode(area) ? scoreOfState(draft, area) : scoreOfSpecial(draft, area, listed);
}

function scoreOfSpecial(draft: Draft, area: SpecialCode, listed: number): number {
  const { state, player, weights, left } = draft;
  const isLast = left <= 0;
  if (area === 'RECRUIT') return player.staffers + listed >= STAFFERS.most ? 0 : weights.recruit * left;
  if (area === 'TOWN') return (isLast ? 20 : weights.town) - 20 * listed;
  if (area === 'ADS') return isLast ? 0 : weights.ads - 20 * listed;
  const largest = Math.max(8, ...contestedBy(state, player.id).map((code) => boardState(code).votes));
  return weights.ballot * largest - 10 * listed;
}

function scoreOfState(draft: Draft, code: StateCode): number {
  const { player, weights, left, state } = draft;
  const before = draft.imagined[code];
  const { held, loser } = succeed(draft, code);
  if (held === before) return 0;
  let gain = worthOf(draft, code, held, player.id) - worthOf(draft, code, before, player.id);
  if (state.players.length === 2 && loser !== null) {
    const loss = worthOf(draft, code, before, loser) - worthOf(draft, code, held, loser);
    gain += Math.floor(loss / 2);
  }
  const { class: kind, stars } = boardState(code);
  const weight = kind === 'red' && left <= 0 ? weights.lastRed : weights.states[kind];
  return weight * gain + stars;
}

/** EB-13.2: twice the votes of a state that a player leads, the votes if tied for the top. */
function worthOf(
  { state }: Draft,
  code: StateCode,
  held: readonly SeatIdentifier[],
  seat: SeatIdentifier,
): number {
  const top = topOf(
    held,
    state.players.map(({ id }) => id),
  );
  if (!top.includes(seat)) return 0;
  const { votes } = boardState(code);
  return top.length > 1 ? votes : 2 * votes;
}

/** The tokens of a state after one more imagined success (EB-6.11), and who loses one; the same list if nothing changes. */
function succeed(
  { player, rivals, imagined }: Draft,
  code: StateCode,
): { held: readonly SeatIdentifier[]; loser: SeatIdentifier | null } {
  const held = imagined[code];
  if (held.length < boardState(code).stars) return { held: [...held, player.id], loser: null };
  if (countOf(held, player.id) === held.length) return { held, loser: null };
  const loser = ownerToReplace({ rivals }, held, null);
  const after = [...held, player.id];
  after.splice(after.indexOf(loser), 1);
  return { held: after, loser };
}

/** Imagines a success of the row that is being added. Changes the draft. */
export function imagine(draft: Draft, area: AreaCode): void {
  if (isStateCode(area)) draft.imagined[area] = succeed(draft, area).held;
}

/** Whether all stars of an area are the player's own now. */
export function isOwn({ state, player }: Draft, area: AreaCode): boolean {
  return isStateCode(area) && ownsAll(state.tokens, area, player.id);
}
