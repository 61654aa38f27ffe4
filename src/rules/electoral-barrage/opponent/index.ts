import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { CharacterCode } from '../characters.ts';
import { LIMITS } from '../data.ts';
import { type AdRow, blankOrders, choosesCharacter, type Orders, settledCharacter } from '../orders.ts';
import { rivalsOf } from '../play/round-play.ts';
import { sightOf } from '../sight.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { hardOrders } from './hard/index.ts';
import { draftPlan } from './plan.ts';
import { pressOf } from './press/index.ts';
import { openDraft, WEIGHTS, type Weights } from './scores.ts';
import { EASY_ROWS, easyWeights } from './styles.ts';

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
 * The orders of a computer candidate: by section 13 at the standard grade, with a press line. It rolls no dice, and of the
 * state it uses only what its seat may see. A recount sheet is blank but for the press (EB-13.4).
 */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const player = findPlayer(state, seat);
  if (player === undefined || !state.owing.includes(seat)) return blankOrders();
  const sight = sightOf(state, seat);
  const orders = sight.phase === 'round' ? roundOrders(sight, player, grade) : blankOrders();
  return { ...orders, press: pressOf(sight, player) };
}

function roundOrders(sight: State, player: Player, grade: Grade): Orders {
  if (grade === 'easy') {
    return { ...draftOrders(sight, player, easyWeights(sight, player.id), EASY_ROWS), ads: [] };
  }
  const standard = standardOrders(sight, player);
  if (grade === 'standard') return standard;
  const playing = { ...player, character: settledCharacter(player, standard.character) };
  return hardOrders(sight, playing, standard, standardOrders);
}

/** The sheet of the standard grade. */
function standardOrders(state: State, player: Player): Orders {
  return draftOrders(state, player, WEIGHTS, LIMITS.plan);
}

/** A sheet by section 13 with these weights. */
function draftOrders(state: State, player: Player, weights: Weights, rows: number): Orders {
  const character = choosesCharacter(state, player) ? chooseCharacter(player) : null;
  const playing = { ...player, character: settledCharacter(player, character) };
  return {
    ...blankOrders(),
    character,
    plan: draftPlan(openDraft(state, playing, weights), rows),
    ads: adRows(state, player.id),
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
