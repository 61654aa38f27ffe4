import type { AppContext } from '../../context.ts';
import type { Prisma } from '../../database/generated/client.ts';
import type { Report } from '../../rules/report.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { Viewer } from '../game/game-card.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { shownReport, withoutToken } from './shown-report.ts';

/*
 * Printouts that were sent before their turn was rolled back. They are no longer in force, but everyone who could read
 * them still can: the public ones everyone, a seat's printout the account for which it was written, and those that took the
 * seat over while its turn was open. `Seat.since` cannot decide this: a rollback may go back to turns before
 * it, and printouts of later turns may have been another account's.
 */

/** A rolled back printout in a list. */
export interface RolledBackPrintoutLine {
  /** The turn that it came before. */
  turn: number;
  /** The attempt at the turn before it, counted from 1. */
  attempt: number;
  rolledBackAt: Date;
}

/** A rolled back printout. */
export interface RolledBackPrintout extends RolledBackPrintoutLine {
  id: string;
  /** When it was rolled back, in words, in the game's time zone. */
  when: string;
  timeZone: string;
  report: Report;
}

/** The viewer's own rolled back printouts of a game, the latest first. Empty if the viewer has none. */
export async function ownRolledBackPrintouts(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<RolledBackPrintoutLine[]> {
  const where = await ownWhere(ctx, viewer, number);
  return where === null ? [] : rolledBackLines(ctx, where);
}

/** The rolled back public printouts of a game, the latest first. */
export function rolledBackPrintoutsOf(
  ctx: AppContext,
  game: { id: string },
): Promise<RolledBackPrintoutLine[]> {
  return rolledBackLines(ctx, { gameId: game.id, seatId: null });
}

/** One of the viewer's own; null if there is none, or the viewer could not read it before the rollback. */
export async function ownRolledBackPrintout(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  key: { turn: number; attempt: number },
): Promise<RolledBackPrintout | null> {
  const where = await ownWhere(ctx, viewer, number);
  return where === null || !viewer ? null : onePrintout(ctx, { ...where, ...key }, viewer.id);
}

/** One of the public ones; null if there is none. */
export async function publicRolledBackPrintout(
  ctx: AppContext,
  number: string,
  key: { turn: number; attempt: number },
): Promise<RolledBackPrintout | null> {
  const game = await findGame(ctx, number);
  return game === null ? null : onePrintout(ctx, { gameId: game.id, seatId: null, ...key }, null);
}

/** The most printouts in a list. */
const MAX_LINES = 100;

const ROLLED_BACK = { rolledBackAt: { not: null } } as const;

async function ownWhere(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<Prisma.PrintoutWhereInput | null> {
  const game = viewer && (await findGame(ctx, number));
  if (!viewer || !game) return null;
  const own = { accountId: viewer.id };
  return { gameId: game.id, seatId: { not: null }, OR: [own, { readers: { some: own } }] };
}

async function rolledBackLines(
  ctx: AppContext,
  where: Prisma.PrintoutWhereInput,
): Promise<RolledBackPrintoutLine[]> {
  const found = await ctx.db.prisma.printout.findMany({
    where: { ...where, ...ROLLED_BACK },
    select: { turn: true, attempt: true, rolledBackAt: true },
    orderBy: [{ turn: 'desc' }, { attempt: 'desc' }],
    take: MAX_LINES,
  });
  return found.flatMap(({ turn, attempt, rolledBackAt }) =>
    rolledBackAt === null ? [] : [{ turn, attempt, rolledBackAt }],
  );
}

async function onePrintout(
  ctx: AppContext,
  where: Prisma.PrintoutWhereInput,
  reader: number | null,
): Promise<RolledBackPrintout | null> {
  const found = await ctx.db.prisma.printout.findFirst({
    where: { ...where, ...ROLLED_BACK },
    include: {
      seat: { select: { name: true, accountId: true } },
      game: { select: { schedule: { select: { timeZone: true } } } },
    },
  });
  const timeZone = found?.game.schedule?.timeZone;
  if (!found?.rolledBackAt || timeZone === undefined) return null;
  const { id, turn, attempt, rolledBackAt } = found;
  const report = reader === null ? found.report : await shownToReader(ctx, found, reader);
  const when = formatDateTime(rolledBackAt, timeZone);
  return { id, turn, attempt, rolledBackAt, when, timeZone, report };
}

type FoundPrintout = Prisma.PrintoutGetPayload<{
  include: { seat: { select: { name: true; accountId: true } } };
}>;

async function shownToReader(ctx: AppContext, found: FoundPrintout, reader: number): Promise<Report> {
  const seatName = found.seat?.accountId === reader ? found.seat.name : null;
  return withoutToken(await shownReport(ctx, found, { accountId: reader, seatName }));
}
