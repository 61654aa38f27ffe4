import { STATES } from '../../country.ts';
import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CAPITAL } from '../data/amounts.ts';
import { showCard } from '../data/wildcards.ts';
import { blankOrders, type Orders, type PerformanceRow } from '../orders.ts';
import { writtenParts } from '../owing.ts';
import { type Player, playerOf, type State } from '../state.ts';
import { cardsToPlay, cardToDiscard } from './cards.ts';
import { letterFor, writtenFor } from './knowledge.ts';
import { offersToAccept } from './offers.ts';
import { planStops } from './stops.ts';

const WISHED_HOMES = 8;

/**
 * Section 13: the sheet of a computer candidate. Grades differ in how many questions it knows (PTG-13.1); the standard one
 * knows as many as the rule says.
 */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const player = playerOf(state, seat);
  const { phase } = state;
  if (phase === 'home') {
    const largest = STATES.filter(({ code }) => code !== CAPITAL).toSorted(
      (a, b) => b.electoralVotes - a.electoralVotes,
    );
    const homes = largest.slice(0, WISHED_HOMES).map(({ code }) => code);
    return { ...blankOrders(), homes, discard: cardToDiscard(player.cards) };
  }
  if (phase === 'runoff' || phase === 'speed') {
    const questions = writtenParts(state, seat).flatMap((part) => part.questions);
    return { ...blankOrders(), written: questions.map((id) => writtenFor(state.settings, seat, id, grade)) };
  }
  return campaign(state, player, grade);
}

/** PTG-13.3 to PTG-13.7. */
function campaign(state: State, player: Player, grade: Grade): Orders {
  const asked = player.pending.flatMap((one) => one.asked);
  return {
    ...blankOrders(),
    answers: asked.map((one) => ({
      question: one.label,
      answer: letterFor(state.settings, player.id, one, grade),
    })),
    claimDC: asked.some(({ kind }) => kind === 'government'),
    accept: offersToAccept(state, player),
    performances: performances(state, player),
    gerrymander: cardsToPlay(state, player),
    stops: state.phase === 'campaign' ? planStops(state, player.id) : [],
  };
}

/** PTG-13.5: it performs every task, and not well. */
function performances({ shows, order }: State, { id }: Player): PerformanceRow[] {
  return shows
    .filter(({ by, stage }) => by === id && stage === 'task')
    .map(({ number, card }): PerformanceRow => {
      const { kind } = showCard(card);
      const blank = { show: number, text: null, drawing: null, actor: null };
      if (kind === 'drawing') return { ...blank, drawing: ['(^_^)'] };
      const text = 'My staff assures me that it was magnificent.';
      if (kind !== 'direction') return { ...blank, text };
      return { ...blank, text, actor: order.find((seat) => seat !== id) ?? null };
    });
}
