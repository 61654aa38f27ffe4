import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { CharacterCode } from '../characters.ts';
import { LIMITS } from '../data.ts';
import { type AdRow, blankOrders, choosesCharacter, type Orders, settledCharacter } from '../orders.ts';
import { rivalsOf } from '../round-play.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { bestSheet, withoutSecrets } from './foresight.ts';
import { draftPlan } from './plan.ts';
import { openDraft, WEIGHTS, type Weights } from './scores.ts';
import { SKILLS, type Skill } from './skill.ts';

/** EB-13.1: the characters, the preferred ones first. */
const PREFERRED: readonly CharacterCode[] = [
  'ivy-leaguer',
  'nerd',
  'entrepreneur',
  'blue-collar',
  'war-hero',
  'banker',
  'scientist',
  'movie-star',
];

/**
 * The orders of a computer candidate: by section 13 at the standard grade. It uses no dice, and of the state only what its
 * seat may see. A recount sheet is blank (EB-13.4).
 */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase !== 'round' || !state.owing.includes(seat)) return blankOrders();
  const skill = SKILLS[grade];
  const [only, ...more] = skill.weights.map((weights) => planBy(state, player, skill, weights));
  if (more.length === 0) return only as Orders;
  const known = withoutSecrets(state, seat);
  const others = known.players
    .filter(({ id }) => id !== seat)
    .map((other) => [other.id, planBy(known, other, SKILLS.standard, WEIGHTS)] as const);
  return bestSheet(state, seat, [only as Orders, ...more], Object.fromEntries(others));
}

/** A sheet that follows from one way to weigh areas. */
function planBy(state: State, player: Player, skill: Skill, weights: Weights): Orders {
  const character = choosesCharacter(state, player) ? chooseCharacter(player) : null;
  const playing = { ...player, character: settledCharacter(player, character) };
  const plan = draftPlan(openDraft(state, playing, weights), skill.rows);
  return { ...blankOrders(), character, plan, ads: skill.usesAds ? adRows(state, player.id) : [] };
}

/** EB-13.1: of the two cards, the one that comes first in the list. */
function chooseCharacter({ dealt }: Player): CharacterCode | null {
  return PREFERRED.find((character) => dealt.includes(character)) ?? null;
}

/** EB-13.4: in turn, any state where it has a token, and the opponent with the most votes. */
function adRows(state: State, seat: SeatIdentifier): AdRow[] {
  const [leader = null] = rivalsOf(state, seat, []);
  return Array.from(
    { length: LIMITS.ads },
    (_, i): AdRow => (i % 2 === 0 ? { seat: null, area: 'MINE' } : { seat: leader, area: null }),
  );
}
