import type { AppContext } from '../../context.ts';
import type { SheetFacts } from '../../rules/facts.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { acceptSeat } from './accepted-seat.ts';
import type { Viewer } from './game-card.ts';
import type { GameNumber } from './game-number.ts';
import { rulesetOf } from './game-ruleset.ts';
import type { WholeGame, WholeSeat } from './game-store.ts';
import { findGame } from './whole-game-rows.ts';

/**
 * A game and the seat that an account has in it. It is read once per request and handed to the read models of that
 * seat. It contains what others must not see: never pass it to a page.
 */
export interface PlayerSeat {
  game: WholeGame;
  seat: WholeSeat;
}

/** The names of a seat, as pages show them. */
export interface SeatName {
  id: string;
  identifier: string;
  name: string;
}

/**
 * Reads a game with the seat of the viewer, who accepts it by this; null if there is no such game or the viewer has no
 * seat in it.
 */
export async function loadPlayerSeat(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PlayerSeat | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  const seat = game ? seatOf(game, viewer) : undefined;
  if (!game || !seat) return null;
  await acceptOnSight(ctx, seat);
  return { game, seat };
}

/** Whether the viewer has a seat in this game. Nothing of the game is read, and the seat is not accepted by this. */
export async function hasSeat({ db }: AppContext, viewer: Viewer, number: GameNumber): Promise<boolean> {
  if (!viewer) return false;
  const { prefix, serial } = number;
  const where = { accountId: viewer.id, game: { prefix, serial } };
  return (await db.prisma.seat.findFirst({ where, select: { id: true } })) !== null;
}

/** The player of a seat opens a page of the game, and so accepts the seat. */
export async function acceptOnSight(ctx: AppContext, seat: WholeSeat): Promise<void> {
  const { gameId, id: seatId, accountId, acceptedAt } = seat;
  if (accountId !== null && acceptedAt === null) await acceptSeat(ctx, { gameId, seatId, accountId });
}

/** The seat that the viewer has in the game now. */
export function seatOf(game: WholeGame, viewer: Viewer): WholeSeat | undefined {
  return viewer ? game.seats.find((seat) => seat.accountId === viewer.id) : undefined;
}

export function seatName({ id, identifier, name }: WholeSeat): SeatName {
  return { id, identifier, name };
}

/** The form of the seat's sheet for the open turn; null if no sheet is owed. */
export function openForm({ game, seat }: PlayerSeat): SheetForm | null {
  return game.status === 'running' ? rulesetOf(game).sheet(game.state, seat.identifier) : null;
}

/** The figures for the seat's sheet for the open turn; null if no sheet is owed. */
export function openFacts({ game, seat }: PlayerSeat): SheetFacts | null {
  return game.status === 'running' ? rulesetOf(game).facts(game.state, seat.identifier) : null;
}
