import type { GameCard } from '../../../games/game/game-card.ts';
import { type DueFact, dueFact } from '../../rendering/game-facts.ts';

/** What every list of games shows of a game. */
export interface GameRow {
  number: string;
  title: string;
  rulesetTitle: string;
}

/** A running game, as templates/web/public/running-games.eta prints it. */
export interface RunningRow extends GameRow {
  turn: number | null;
  due: DueFact;
  gm: string;
}

/** A game that is over, as templates/web/public/over-games.eta prints it. */
export interface OverRow extends GameRow {
  players: number;
  endedAt: Date | null;
  timeZone: string;
}

/** The row of any game. */
export function rowOf({ number, title, ruleset }: GameCard): GameRow {
  return { number, title, rulesetTitle: ruleset.title };
}

/** The row of a running game. */
export function runningRow(game: GameCard, now: Date): RunningRow {
  return { ...rowOf(game), turn: game.turn, due: dueFact(game, now), gm: game.gm.name };
}

/** The row of a game that is over. */
export function overRow(game: GameCard): OverRow {
  return { ...rowOf(game), players: game.seats, endedAt: game.endedAt, timeZone: game.timeZone };
}
