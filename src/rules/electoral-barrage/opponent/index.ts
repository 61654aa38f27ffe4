import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { CharacterCode } from '../characters.ts';
import { LIMITS } from '../data.ts';
import { type AdRow, blankOrders, choosesCharacter, type Orders, settledCharacter } from '../orders.ts';
import { rivalsOf } from '../play/round-play.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { draftPlan } from './plan.ts';
import { openDraft } from './scores.ts';
import { SKILLS } from './skill.ts';

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
  if (player === undefined || state.phase !== 'round') return blankOrders();
  const { weights, rows, usesAds } = SKILLS[grade];
  const character = choosesCharacter(state, player) ? chooseCharacter(player) : null;
  const playing = { ...player, character: settledCharacter(player, character) };
  const draft = openDraft(state, playing, state.players.length === 2 ? weights.two : weights.more);
  return {
    ...blankOrders(),
    character,
    plan: draftPlan(draft, rows),
    ads: usesAds ? adRows(state, seat) : [],
  };
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
