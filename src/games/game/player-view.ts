import type { AppContext } from '../../context.ts';
import type { Report } from '../../rules/report.ts';
import { inspectionLines } from '../inspections/inspections-view.ts';
import { shownReport } from '../processing/shown-report.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { type DueChange, dueChangeOf } from '../schedule/printed-due.ts';
import { replacementLines } from '../seats/seat-changes.ts';
import { processesWhenFinal } from '../sheets/final-orders.ts';
import { hasStandingOrders } from '../sheets/hidden-sheet.ts';
import { type SheetStatus, sheetStatus } from '../sheets/sheet-view.ts';
import { type OwnVersion, type ShownVersions, shownVersions } from '../sheets/shown-versions.ts';
import { cardOf, type GameCard, type Viewer } from './game-card.ts';
import { NOT_ROLLED_BACK } from './game-store.ts';
import {
  acceptOnSight,
  loadPlayerSeat,
  openForm,
  type PlayerSeat,
  type SeatName,
  seatName,
  seatOf,
} from './player-seat.ts';
import { printoutsReadableBy } from './readable-printouts.ts';
import { findGame } from './whole-game-rows.ts';

/* What a player sees of the games in which the account has a seat. No one else sees it. */

/** What a player sees of a game at first. */
export interface PlayerGame extends SheetStatus {
  game: GameCard;
  seat: SeatName;
  /** Whether the seat owes a sheet for the open turn. */
  owes: boolean;
  /** Whether the player has standing orders, which are played if no sheet comes. */
  hasStandingOrders: boolean;
}

/** The player's page of a game. */
export interface PlayerPage extends PlayerGame {
  /** The player's printouts by the turn that follows them, the latest first. */
  printouts: { id: string; turn: number }[];
  /** How the game ended: the summary of the final printout. Empty until the game is over. */
  result: string[];
  /** The sheets of all turns that are shown to the player, the latest first. */
  versions: OwnVersion[];
  /** Who is away now or will be. */
  away: Away[];
  /** What the GM has seen that players may not see, in sentences. */
  inspections: string[];
  /** The players whom the GM replaced, in sentences. */
  replacements: string[];
}

/** The player's page of a game; null if the viewer has no seat in it. */
export async function playerGame(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PlayerPage | null> {
  const own = await loadPlayerSeat(ctx, viewer, number);
  return own && playerPage(ctx, own);
}

/** The player's page of a game. */
export async function playerPage(ctx: AppContext, own: PlayerSeat): Promise<PlayerPage> {
  const { game, seat } = own;
  const printouts = await ctx.db.prisma.printout.findMany({
    where: {
      gameId: game.id,
      seatId: seat.id,
      ...NOT_ROLLED_BACK,
      ...printoutsReadableBy(seat.accountId ?? -1, seat),
    },
    select: { id: true, turn: true },
    orderBy: { turn: 'desc' },
  });
  const read = await shownVersions(ctx, own);
  return {
    ...(await lineOf(ctx, own, read)),
    printouts,
    result: game.status === 'over' ? await summaryOf(ctx, printouts[0]?.id) : [],
    versions: read.versions,
    away: await awayIn(ctx.db.prisma, ctx, game),
    inspections: await inspectionLines(ctx, game),
    replacements: await replacementLines(ctx, game),
  };
}

/** The summary of a printout; empty if there is no such printout. */
async function summaryOf(ctx: AppContext, id: string | undefined): Promise<string[]> {
  if (id === undefined) return [];
  const { report } = await ctx.db.prisma.printout.findUniqueOrThrow({ where: { id } });
  return report.summary;
}

/** A printout as its player may read it. */
export interface PlayerPrintout {
  id: string;
  report: Report;
  /** Whether the game asks for final orders, so that the printed sheet has a box for them. */
  finalOrders: boolean;
  /** Whether its sheet, if it has one, can be sent: the turn is open, and the viewer has the seat. */
  isOpen: boolean;
  /** How its due date has changed; null if it has not. */
  dueChange: DueChange | null;
}

/** A printout; null unless it was written for the viewer, or the viewer had the seat while its turn was open. */
export async function playerPrintout(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  turn: number,
): Promise<PlayerPrintout | null> {
  const game = await findGame(ctx, number);
  if (!viewer || !game || !isTurn(turn)) return null;
  const seat = seatOf(game, viewer);
  if (seat) await acceptOnSight(ctx, seat);
  const readable = printoutsReadableBy(viewer.id, seat);
  const where = { gameId: game.id, turn, seatId: { not: null }, ...NOT_ROLLED_BACK, ...readable };
  const found = await ctx.db.prisma.printout.findMany({ where });
  // Someone who had another seat before still reads that one's printouts, but those of their own come first.
  const printout = found.find(({ seatId }) => seatId === seat?.id) ?? found[0];
  if (!printout) return null;
  const { id } = printout;
  const seatName = seat?.id === printout.seatId ? seat.name : null;
  const report = await shownReport(ctx, printout, { accountId: viewer.id, seatName });
  const dueChange = dueChangeOf(game, { turn, due: report.due });
  const isOpen = game.status === 'running' && game.turn === turn && seat?.id === printout.seatId;
  return { id, report, finalOrders: processesWhenFinal(game), isOpen, dueChange };
}

/** @param read the versions of the open turn, at least */
async function lineOf(ctx: AppContext, own: PlayerSeat, read: ShownVersions): Promise<PlayerGame> {
  const { game, seat } = own;
  return {
    game: cardOf(game),
    seat: seatName(seat),
    owes: openForm(own) !== null,
    hasStandingOrders: await hasStandingOrders(ctx.db.prisma, seat),
    ...(await sheetStatus(ctx, own, read)),
  };
}

/** Whether the database can store this number as a turn. */
function isTurn(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= 1_000_000;
}
