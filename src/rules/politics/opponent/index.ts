import { STATES } from '../../country.ts';
import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CAPITAL } from '../data/amounts.ts';
import { blankOrders, type Orders } from '../orders.ts';
import { writtenParts } from '../owing.ts';
import { type Player, playerOf, type State } from '../state.ts';
import { cardsToPlay, cardToDiscard } from './cards.ts';
import { type Character, characterOf } from './character.ts';
import { letterFor, writtenFor } from './knowledge.ts';
import { offersToAccept } from './offers.ts';
import { performances } from './performances.ts';
import { pressOf } from './press/index.ts';
import { planStops } from './stops.ts';

const WISHED_HOMES = 8;

/**
 * The sheet of a computer candidate: by section 13, to the letter, at the standard grade. Grades differ in how many questions
 * they know (PTG-13.1). Easy and hard candidates also have characters, which lean in their choices, and speak to the press.
 */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const player = playerOf(state, seat);
  const character = characterOf(state, seat, grade);
  const press = pressOf(state, player, character);
  if (state.phase === 'home') return { ...home(player, character), press };
  if (state.phase === 'runoff' || state.phase === 'speed') {
    const questions = writtenParts(state, seat).flatMap((part) => part.questions);
    const written = questions.map((id) => writtenFor(state.settings, seat, id, grade));
    return { ...blankOrders(), written, press };
  }
  return { ...campaign(state, player, character, grade), press };
}

/** PTG-13.2. */
function home({ cards }: Player, { liking }: Character): Orders {
  const states = STATES.filter(({ code }) => code !== CAPITAL);
  const worth = ({ code, electoralVotes }: (typeof STATES)[number]) => electoralVotes + liking(code);
  const best = states.toSorted((a, b) => worth(b) - worth(a)).slice(0, WISHED_HOMES);
  return { ...blankOrders(), homes: best.map(({ code }) => code), discard: cardToDiscard(cards) };
}

/** PTG-13.3 to PTG-13.7. */
function campaign(state: State, player: Player, character: Character, grade: Grade): Orders {
  const asked = player.pending.flatMap((one) => one.asked);
  return {
    ...blankOrders(),
    answers: asked.map((one) => ({
      question: one.label,
      answer: letterFor(state.settings, player.id, one, grade),
    })),
    claimDC: asked.some(({ kind }) => kind === 'government'),
    accept: offersToAccept(state, player, character),
    performances: performances(state, player, character),
    gerrymander: cardsToPlay(state, player),
    stops: state.phase === 'campaign' ? planStops(state, player.id, character) : [],
  };
}
