import type { AppContext } from '../../context.ts';
import type { Prisma } from '../../database/generated/client.ts';
import type { Report } from '../../rules/report.ts';
import { formatDateTime } from '../../text/dates.ts';
import { findGame } from '../game/game-store.ts';
import type { Viewer } from '../game/public-view.ts';

/*
 * Printouts that went out and were rolled back. They count for nothing, and stay readable for whoever had them: the
 * public's for everybody, a seat's for the account for which it was written, or to which it was mailed when that took
 * the seat over. Of whoever sits there now that says less than `Seat.since`: a rollback goes back behind it, and those
 * of later turns had been somebody else's.
 */

/** A printout that was rolled back, in a list. */
export interface RolledBackPrintoutLine {
  /** The turn it came before. */
  turn: number;
  /** The attempt at the turn before it, counted from 1. */
  attempt: number;
  rolledBackAt: Date;
}

/** The printout itself. */
export interface RolledBackPrintout extends RolledBackPrintoutLine {
  /** When it was rolled back, in words and in the game's zone. */
  when: string;
  timeZone: string;
  report: Report;
}

/** The viewer's own printouts of a game that were rolled back, the latest first. */
export async function ownRolledBackPrintouts(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<RolledBackPrintoutLine[]> {
  const where = await ownWhere(ctx, viewer, number);
  return where === null ? [] : rolledBackLines(ctx, where);
}

/** The public printouts of a game that were rolled back, the latest first. */
export async function publicRolledBackPrintouts(
  ctx: AppContext,
  number: string,
): Promise<RolledBackPrintoutLine[]> {
  const game = await findGame(ctx, number);
  return game === null ? [] : rolledBackLines(ctx, { gameId: game.id, seatId: null });
}

/** One of the viewer's own; null for anybody who could not read it before, and where none was rolled back. */
export async function ownRolledBackPrintout(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  wanted: { turn: number; attempt: number },
): Promise<RolledBackPrintout | null> {
  const where = await ownWhere(ctx, viewer, number);
  return where === null ? null : onePrintout(ctx, { ...where, ...wanted });
}

/** One of the public's; null where none was rolled back. */
export async function publicRolledBackPrintout(
  ctx: AppContext,
  number: string,
  wanted: { turn: number; attempt: number },
): Promise<RolledBackPrintout | null> {
  const game = await findGame(ctx, number);
  return game === null ? null : onePrintout(ctx, { gameId: game.id, seatId: null, ...wanted });
}

const ROLLED_BACK = { rolledBackAt: { not: null } } as const;

async function ownWhere(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<Prisma.PrintoutWhereInput | null> {
  const game = viewer && (await findGame(ctx, number));
  if (!viewer || !game) return null;
  const own = { accountId: viewer.id };
  return { gameId: game.id, seatId: { not: null }, OR: [own, { deliveries: { some: own } }] };
}

async function rolledBackLines(
  ctx: AppContext,
  where: Prisma.PrintoutWhereInput,
): Promise<RolledBackPrintoutLine[]> {
  const found = await ctx.db.prisma.printout.findMany({
    where: { ...where, ...ROLLED_BACK },
    select: { turn: true, attempt: true, rolledBackAt: true },
    orderBy: [{ turn: 'desc' }, { attempt: 'desc' }],
  });
  return found.flatMap(({ turn, attempt, rolledBackAt }) =>
    rolledBackAt === null ? [] : [{ turn, attempt, rolledBackAt }],
  );
}

async function onePrintout(
  ctx: AppContext,
  where: Prisma.PrintoutWhereInput,
): Promise<RolledBackPrintout | null> {
  const found = await ctx.db.prisma.printout.findFirst({
    where: { ...where, ...ROLLED_BACK },
    include: { game: { select: { schedule: { select: { timeZone: true } } } } },
  });
  const timeZone = found?.game.schedule?.timeZone;
  if (!found?.rolledBackAt || timeZone === undefined) return null;
  const { turn, attempt, rolledBackAt, report } = found;
  const when = formatDateTime(rolledBackAt, timeZone);
  return {
    ...{ turn, attempt, rolledBackAt, when, timeZone },
    report,
  };
}
