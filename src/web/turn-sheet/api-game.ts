import type { GameCard } from '../../games/game/public-view.ts';

/** A game as programs are told of it. Dates are UTC, ISO 8601; the zone is the one that the game words them in. */
export function apiGame(card: GameCard) {
  const { number, title, ruleset, status, turn, phase, seats, due, timeZone, begunAt, endedAt } = card;
  const gm = card.gm.name;
  return {
    number,
    title,
    ruleset: ruleset.id,
    status,
    turn,
    phase,
    gm,
    seatCount: seats,
    due,
    paused: card.pausedAt !== null,
    timeZone,
    begunAt,
    endedAt,
  };
}
