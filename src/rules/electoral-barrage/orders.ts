import type { StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { type CharacterCode, isCharacterCode } from './characters.ts';
import { type AreaCode, boardState } from './data.ts';
import { countOf, type Player, type State, topOf } from './state.ts';

/** A checked row of the plan (EB-4.2). Null means blank. */
export interface PlanRow {
  area: AreaCode;
  when: number | null;
  before: number | null;
  after: number | null;
  replace: SeatIdentifier | null;
  hold: boolean;
}

/** EB-4.2: any state where the redeeming player has a token, or any area. */
export const AD_WORDS = ['MINE', 'ANY'] as const;
export type AdArea = AreaCode | (typeof AD_WORDS)[number];

/** A checked row of `ads` (EB-4.2). Null means blank. */
export interface AdRow {
  seat: SeatIdentifier | null;
  area: AdArea | null;
}

/** A checked row of `ballots` (EB-4.3). `most` null is no limit. */
export interface BallotRow {
  state: StateCode;
  most: number | null;
}

/** A checked sheet (EB-4.2, EB-4.3), with every field; it is a legal raw sheet too. Null means blank. */
export interface Orders {
  character: CharacterCode | null;
  plan: PlanRow[];
  after: number | null;
  targets: SeatIdentifier[];
  ads: AdRow[];
  adsMost: number | null;
  double: number | null;
  followUp: StateCode[];
  ballots: BallotRow[];
  press: string | null;
}

/** EB-6.1: an empty sheet, which is what a missing one counts as. */
export function blankOrders(): Orders {
  return {
    ...{ character: null, plan: [], after: null, targets: [], ads: [], adsMost: null },
    ...{ double: null, followUp: [], ballots: [], press: null },
  };
}

/** EB-4.4: codes and identifiers are read in either case. Only the letters A–Z count: others could fold into a code. */
export function upperCased(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** EB-4.4: the character whose code this is, in either case; null if there is none. */
export function characterOf(text: string): CharacterCode | null {
  const code = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return isCharacterCode(code) ? code : null;
}

/** EB-4.2: whether the open turn's sheet chooses the character: the first sheet, if two cards were dealt. */
export function choosesCharacter(state: State, player: Player): boolean {
  return state.phase === 'round' && state.turn === 0 && player.dealt.length === 2;
}

/** EB-6.2: the character that a player has in the open turn, given the choice of its sheet. */
export function settledCharacter(player: Player, chosen: CharacterCode | null): CharacterCode {
  return player.character ?? chosen ?? (player.dealt[0] as CharacterCode);
}

/** EB-6.15: the contenders of a state: two or more players tied for the most tokens there; none if it is not contested. */
export function contendersIn(state: Pick<State, 'players' | 'tokens'>, code: StateCode): SeatIdentifier[] {
  const top = topOf(
    state.tokens[code],
    state.players.map(({ id }) => id),
  );
  return top.length > 1 ? top : [];
}

/** EB-6.15: the states in which a player is a contender, in code order. */
export function contestedBy(state: State, seat: SeatIdentifier): StateCode[] {
  return (Object.keys(state.tokens) as StateCode[]).filter(
    (code) => countOf(state.tokens[code], seat) > 0 && contendersIn(state, code).includes(seat),
  );
}

/** EB-6.15: whether a player can use an absentee ballot: one from the bank, or one of the War Hero's in a blue state. */
export function hasUsableBallot(state: State, player: Player): boolean {
  const contested = contestedBy(state, player.id);
  if (player.ballots > 0) return contested.length > 0;
  return player.character === 'war-hero' && contested.some((code) => boardState(code).class === 'blue');
}
