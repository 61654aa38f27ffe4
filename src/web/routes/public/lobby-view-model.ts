import type { GameCard } from '../../../games/game/game-card.ts';
import type { OpenGame, ReclaimableSeat } from '../../../games/seats/joining-view.ts';
import type { GameOffers } from '../../../games/seats/offers-view.ts';
import type { Reliability } from '../../../games/seats/reliability.ts';
import { RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import { capitalized, type DueFact, dueFact, reliabilityInWords } from '../../rendering/game-facts.ts';
import { rulebookPath } from '../../rendering/rulebook-links.ts';

/** The lobby, as templates/web/public/lobby.eta prints it. */
export interface LobbyView {
  /** Seats that the computer plays for the reader. */
  reclaimable: { number: string; identifier: string }[];
  running: RunningRow[];
  /** The reader's own record; null if no one is signed in. */
  reliability: string | null;
  forming: FormingRow[];
  offers: OfferRow[];
  over: OverRow[];
  rulesets: { id: string; title: string; players: string; blurb: string; goal: string; rules: string }[];
}

interface GameRow {
  number: string;
  title: string;
  rulesetTitle: string;
}

interface RunningRow extends GameRow {
  turn: number | null;
  due: DueFact;
  gm: string;
}

interface FormingRow extends GameRow {
  /** `3 of 8 (2 on the waitlist)` */
  seatsLeft: string;
  /** The link to the page for joining; null if the game is by invitation. */
  join: string | null;
  /** What is required of people who join; blank for nothing. */
  required: string;
  pace: string;
  gm: string;
}

interface OfferRow extends GameRow {
  seat: { id: string; identifier: string; name: string };
  required: string;
  turn: number | null;
  pace: string;
}

interface OverRow extends GameRow {
  players: number;
  endedAt: Date | null;
  timeZone: string;
}

/** The view of the lobby. */
export function lobbyView(read: {
  games: GameCard[];
  forming: OpenGame[];
  offers: GameOffers[];
  kept: ReclaimableSeat[];
  reliability: Reliability | null;
  now: Date;
}): LobbyView {
  const withStatus = (status: GameCard['status']) => read.games.filter((game) => game.status === status);
  return {
    reclaimable: read.kept.map(({ game, seat }) => ({ number: game.number, identifier: seat.identifier })),
    running: withStatus('running').map((game) => ({
      ...rowOf(game),
      turn: game.turn,
      due: dueFact(game, read.now),
      gm: game.gm.name,
    })),
    reliability: read.reliability && reliabilityInWords(read.reliability),
    forming: read.forming.map(formingRow),
    offers: read.offers.flatMap(({ card, seats, minReliability }) =>
      seats.map((seat) => ({
        ...rowOf(card),
        seat,
        required: requiredReliability(minReliability),
        turn: card.turn,
        pace: capitalized(card.pace),
      })),
    ),
    over: withStatus('over').map((game) => ({
      ...rowOf(game),
      players: game.seats,
      endedAt: game.endedAt,
      timeZone: game.timeZone,
    })),
    rulesets: Object.values(RULESETS as Record<string, Ruleset>).map(
      ({ id, title, seats, blurb, rulebook }) => ({
        id,
        title,
        players: `${seats.min} to ${seats.max} players`,
        blurb,
        goal: rulebook.primer.goal,
        rules: rulebookPath(id),
      }),
    ),
  };
}

function rowOf({ number, title, ruleset }: GameCard): GameRow {
  return { number, title, rulesetTitle: ruleset.title };
}

function formingRow({
  card,
  open,
  seatsLeft,
  seatsWanted,
  waiting,
  minReliability,
  pace,
}: OpenGame): FormingRow {
  const label = seatsLeft > 0 ? 'Join' : 'Join the waitlist';
  return {
    ...rowOf(card),
    seatsLeft: `${seatsLeft} of ${seatsWanted}${waiting > 0 ? ` (${waiting} on the waitlist)` : ''}`,
    join: open ? label : null,
    required: open ? requiredReliability(minReliability) : '',
    pace: capitalized(pace),
    gm: card.gm.name,
  };
}

function requiredReliability(min: number | null): string {
  return min === null ? '' : `with a reliability of ${min}% or more`;
}
