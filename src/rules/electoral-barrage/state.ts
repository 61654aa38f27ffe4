import { byState, type StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { CharacterCode } from './characters.ts';
import { type AreaCode, boardState } from './data.ts';

/** EB-4.1: what the open turn is. */
export type Phase = 'round' | 'ballots' | 'over';

/** A player between two turns (section 8). */
export interface Player {
  id: SeatIdentifier;
  /** The cards of the setup, one or two. */
  dealt: CharacterCode[];
  /** Null until chosen. */
  character: CharacterCode | null;
  staffers: number;
  /** The banks: town hall, attack-ads and absentee-ballot tokens. */
  town: number;
  ads: number;
  ballots: number;
  /** Electoral votes and number of the states that the player leads; after the count, of those carried. */
  votes: number;
  states: number;
}

/** The tokens on each state's stars, one entry for each token, in players' order. */
export type Tokens = Record<StateCode, SeatIdentifier[]>;

/** Who leads each state (EB-2.6); after the count, who carries it. */
export type Leader = Record<StateCode, SeatIdentifier | null>;

/** A staffer that was placed. `row` is the index of the plan's row, null for a stand-by place. */
export interface Placement {
  player: SeatIdentifier;
  area: AreaCode;
  row: number | null;
}

/** A staffer that attack ads removed. */
export interface AttackAd {
  player: SeatIdentifier;
  victim: SeatIdentifier;
  area: AreaCode;
}

/** One attempt (EB-6.10). */
export interface Resolution {
  player: SeatIdentifier;
  area: AreaCode;
  followUp: boolean;
  need: number;
  defence: boolean;
  /** Town hall tokens redeemed before and after the roll. */
  before: number;
  /** Natural rolls: none, one, or two with a re-roll. */
  dice: number[];
  ability: boolean;
  after: number;
  /** Null without a roll. */
  total: number | null;
  won: boolean;
  /** Whose token was pushed off, and whose staffer a defense removed. */
  replaced: SeatIdentifier | null;
  removed: SeatIdentifier | null;
}

export interface PressLine {
  from: SeatIdentifier;
  text: string;
}

/** What the latest turn did. */
export interface LastTurn {
  /** Null after the recount turn. */
  starter: SeatIdentifier | null;
  placements: Placement[];
  ads: AttackAd[];
  resolutions: Resolution[];
  press: PressLine[];
}

/** An absentee ballot that was played. `free` says whether it was one of the War Hero's. */
export interface PlayedBallot {
  player: SeatIdentifier;
  state: StateCode;
  free: boolean;
}

/** A duel (EB-6.18): all its rolls, the coin last. */
export interface Duel {
  players: SeatIdentifier[];
  dice: number[];
  winner: SeatIdentifier;
}

/** The count (EB-6.16, EB-6.17). */
export interface Recount {
  ballots: PlayedBallot[];
  ties: ({ state: StateCode } & Duel)[];
  /** The duel for the presidency. */
  duel: Duel | null;
}

/** A game between two turns: the canonical state of section 8. */
export interface State {
  /** Turns processed. */
  turn: number;
  /** Rounds played. */
  round: number;
  rounds: number;
  phase: Phase;
  /** The starting player of the next round; null unless the phase is `round`. */
  starter: SeatIdentifier | null;
  /** Who owes the next sheet, in players' order. */
  owing: SeatIdentifier[];
  /** In players' order. */
  players: Player[];
  tokens: Tokens;
  leader: Leader;
  last: LastTurn | null;
  recount: Recount | null;
}

/** The sheets of a turn by seat: raw orders, or null or no key if no sheet came. */
export type RawSheets = Readonly<Record<SeatIdentifier, unknown>>;

/** The player of a seat; undefined if the game has none. */
export function findPlayer(state: State, seat: SeatIdentifier): Player | undefined {
  return state.players.find(({ id }) => id === seat);
}

/** The identifiers of all players but one, in players' order. */
export function othersOf(state: Pick<State, 'players'>, seat: SeatIdentifier): SeatIdentifier[] {
  return state.players.map(({ id }) => id).filter((id) => id !== seat);
}

/** EB-6.3: the starting player of round `round`, counted from 1. */
export function starterOf(players: readonly { id: SeatIdentifier }[], round: number): SeatIdentifier {
  return (players[(round - 1) % players.length] as { id: SeatIdentifier }).id;
}

/** EB-6.3: the players in round order: the starting player, then the others in players' order, cyclically. */
export function inRoundOrder<P extends { id: SeatIdentifier }>(players: readonly P[], round: number): P[] {
  const first = (round - 1) % players.length;
  return [...players.slice(first), ...players.slice(0, first)];
}

/** How many of a state's tokens are a player's. */
export function countOf(tokens: readonly SeatIdentifier[], seat: SeatIdentifier): number {
  return tokens.filter((owner) => owner === seat).length;
}

/** Whether all stars of a state hold the player's own tokens (EB-6.6, EB-6.10). */
export function ownsAll(tokens: Tokens, code: StateCode, seat: SeatIdentifier): boolean {
  return countOf(tokens[code], seat) === boardState(code).stars;
}

/** The players with the most tokens in a state, in the order given; none if it is empty. */
export function topOf(held: readonly SeatIdentifier[], players: readonly SeatIdentifier[]): SeatIdentifier[] {
  const most = Math.max(...players.map((seat) => countOf(held, seat)));
  return most === 0 ? [] : players.filter((seat) => countOf(held, seat) === most);
}

/** EB-2.6: who leads each state: the player with more tokens than each other player. */
export function leadersOf(tokens: Tokens, players: readonly { id: SeatIdentifier }[]): Leader {
  const ids = players.map(({ id }) => id);
  return byState(({ code }) => {
    const top = topOf(tokens[code], ids);
    return top.length === 1 ? (top[0] as SeatIdentifier) : null;
  });
}

/** EB-2.6: the electoral votes and the number of the states that a player leads or carries. */
export function heldBy(leader: Leader, seat: SeatIdentifier): { votes: number; states: number } {
  let votes = 0;
  let states = 0;
  for (const [code, holder] of Object.entries(leader)) {
    if (holder !== seat) continue;
    votes += boardState(code as StateCode).votes;
    states += 1;
  }
  return { votes, states };
}

/** Sets every player's votes and states by `state.leader`. Changes `state`. */
export function recountVotes(state: State): void {
  for (const player of state.players) Object.assign(player, heldBy(state.leader, player.id));
}

/** A copy of a state's tokens, sorted in players' order. */
export function inPlayersOrder(
  held: readonly SeatIdentifier[],
  players: readonly { id: SeatIdentifier }[],
): SeatIdentifier[] {
  return players.flatMap(({ id }) => held.filter((owner) => owner === id));
}

/** Section 8: the canonical state, with its keys in the order of the rule. */
export function canonical(state: State): unknown {
  const { turn, round, rounds, phase, starter, owing, players, tokens, leader, last, recount } = state;
  return { turn, round, rounds, phase, starter, owing, players, tokens, leader, last, recount };
}
