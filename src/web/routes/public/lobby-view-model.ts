import type { LobbyGames } from '../../../games/game/lobby-view.ts';
import type { ReclaimableSeat } from '../../../games/game/player-games-rows.ts';
import type { OpenGame } from '../../../games/seats/joining-view.ts';
import type { Reliability } from '../../../games/seats/reliability.ts';
import { RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import { capitalized, reliabilityInWords } from '../../rendering/game-facts.ts';
import { rulebookPath } from '../../rendering/rulebook-links.ts';
import { type GameRow, type OverRow, overRow, type RunningRow, rowOf, runningRow } from './game-rows.ts';

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
  /** Whether there are more running games, or games that are over, on a page of their own. */
  moreRunning: boolean;
  moreOver: boolean;
  rulesets: { id: string; title: string; players: string; blurb: string; goal: string; rules: string }[];
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

/** The view of the lobby. */
export function lobbyView(
  read: LobbyGames & { kept: ReclaimableSeat[]; reliability: Reliability | null; now: Date },
): LobbyView {
  return {
    reclaimable: read.kept.map(({ game, seat }) => ({ number: game.number, identifier: seat.identifier })),
    running: read.running.games.map((game) => runningRow(game, read.now)),
    moreRunning: read.running.hasMore,
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
    over: read.over.games.map(overRow),
    moreOver: read.over.hasMore,
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
