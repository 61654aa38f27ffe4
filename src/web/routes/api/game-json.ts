import type { GameCard } from '../../../games/game/game-card.ts';

/** A game as the API describes it. Dates are UTC in ISO 8601; `timeZone` is the zone in which the game words them. */
export function gameJson(card: GameCard) {
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
