import type { AppContext } from '../../context.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { openSheetOf } from '../sheets/open-sheets.ts';
import type { GameCard, Viewer } from './game-card.ts';
import { rulesetOf } from './game-ruleset.ts';
import { GAMES_PER_PAGE, playerGamesRows, type ReadSeat, type ReclaimableSeat } from './player-games-rows.ts';
import type { SeatName } from './player-seat.ts';
import type { PlayerGame } from './player-view.ts';

/* The list of the games in which an account has a seat. However many there are, it takes two queries. */

/** How a player stands in a game, as lists and the page of the game show it. */
export type GameLine = Omit<PlayerGame, 'isKept'>;

/** A game in the list of a player's games. */
export type ListedGame = GameLine & {
  /** How many letters, and messages from the GM, are new. */
  newLetters: number;
  newMessages: number;
};

/** A seat that was given to the viewer, who has not opened the game yet. */
export interface InvitationLine {
  game: GameCard;
  seat: SeatName;
}

/** One page of a player's games. */
export interface PlayerGames {
  games: ListedGame[];
  /** Counted from 1. */
  page: number;
  hasMore: boolean;
  /** On the first page; at most `GAMES_PER_PAGE`, because strangers can cause any number of them. */
  invitations: InvitationLine[];
  /** The seats that the viewer can reclaim in running games, the newest game first, at most 20. */
  reclaimable: ReclaimableSeat[];
  /** Whether the viewer is the GM of any game, even without the right to create more. */
  runsGames: boolean;
}

/**
 * A page of the games in which the account has accepted a seat, and the invitations that it has not accepted. Running games
 * come first, by due date, then forming ones, then those that have ended, the newest first. Of a page, those that await a
 * sheet come first.
 * @param page counted from 1
 */
export async function playerGames(ctx: AppContext, viewer: Viewer, page = 1): Promise<PlayerGames> {
  if (!viewer) {
    return { games: [], page, hasMore: false, invitations: [], reclaimable: [], runsGames: false };
  }
  const read = await playerGamesRows(ctx, viewer.id, (page - 1) * GAMES_PER_PAGE);
  const invited = page === 1 ? read.invited : [];
  const games = read.accepted.slice(0, GAMES_PER_PAGE).map(listedGame);
  return {
    games: [...games.filter(({ owes }) => owes), ...games.filter(({ owes }) => !owes)],
    page,
    hasMore: read.accepted.length > GAMES_PER_PAGE,
    invitations: invited.map(({ seat, card }) => ({ game: card, seat: nameOf(seat) })),
    reclaimable: read.reclaimable,
    runsGames: read.runsGames,
  };
}

function listedGame(read: ReadSeat): ListedGame {
  const { seat, game, card, state } = read;
  const { standing, hiddenSheetStands } = openSheetOf({ ...seat, turn: game.turn }, read);
  const ruleset = state === undefined ? null : rulesetOf(game);
  return {
    game: ruleset === null ? card : { ...card, phase: ruleset.phaseName(state) },
    seat: nameOf(seat),
    owes: ruleset?.seatsOwing(state).includes(seat.identifier) ?? false,
    hasStandingOrders: read.hasStandingOrders,
    standingVersion: standing?.version ?? null,
    hiddenSheetStands,
    finalOrders: asksForFinalOrders(game)
      ? { given: standing?.final === true, earlyProcessingAt: game.earlyProcessingAt }
      : null,
    newLetters: read.letters,
    newMessages: read.messages,
  };
}

function nameOf({ id, identifier, name }: SeatName): SeatName {
  return { id, identifier, name };
}
