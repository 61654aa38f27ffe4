import type { AppContext } from '../../context.ts';
import { releasesInForce } from '../press/press-moderation.ts';
import { isMissingFromPlayer, owedSheets } from '../sheets/missing-sheets.ts';
import { findGames, type WholeGame } from './game-store.ts';
import { CARD_GAME, cardOf, type GameCard, listCardOf, type Viewer } from './public-view.ts';

/** A game in the list of its GM, with what asks for a look. */
export interface GmGameSummary {
  game: GameCard;
  /** Of how many seats a sheet is owed for the open turn, and of how many players none stands yet. */
  owing: number;
  missing: number;
  /** Is the date past by which they were due? */
  overdue: boolean;
  /** Mails since the last turn that failed and have not gone out since. */
  failed: number;
  /** Press releases on which the GM has not decided. */
  undecided: number;
}

/**
 * The games that an account runs, the worst first: overdue ones (the longest first), those with mail that failed,
 * with press to decide on, with sheets missing (the earliest date first), other running ones, those that take
 * seats, and at last those that have ended, the newest first.
 */
export async function gmGameSummaries(ctx: AppContext, viewer: Viewer): Promise<GmGameSummary[]> {
  if (!viewer) return [];
  const { prisma } = ctx.db;
  const gmId = viewer.id;
  const running = await findGames(ctx, { where: { gmId, status: 'running' } });
  const others = await prisma.game.findMany({
    include: CARD_GAME,
    where: { gmId, status: { not: 'running' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const failed = await failedMails(
    ctx,
    [...running, ...others].map(({ id }) => id),
  );
  const quiet = { owing: 0, missing: 0, overdue: false, undecided: 0 };
  const all = [
    ...(await Promise.all(running.map((game) => runningAtAGlance(ctx, game)))),
    ...others.map((game) => ({ game: listCardOf(game), ...quiet })),
  ].map((one) => ({ ...one, failed: failed.get(one.game.id) ?? 0 }));
  return all.sort((a, b) => urgency(a) - urgency(b) || dueOf(a) - dueOf(b));
}

/** Does an account run any game, with the right to open others or without? */
export async function runsGames(ctx: AppContext, viewer: Viewer): Promise<boolean> {
  if (!viewer) return false;
  return (await ctx.db.prisma.game.findFirst({ where: { gmId: viewer.id }, select: { id: true } })) !== null;
}

async function runningAtAGlance(ctx: AppContext, game: WholeGame): Promise<Omit<GmGameSummary, 'failed'>> {
  const owed = await owedSheets(ctx.db.prisma, game);
  const releases = await releasesInForce(ctx.db.prisma, game.id);
  return {
    game: cardOf(game),
    owing: owed.length,
    missing: owed.filter(isMissingFromPlayer).length,
    overdue: game.due !== null && game.due <= ctx.now(),
    undecided: releases.filter(({ decision }) => decision === 'held').length,
  };
}

/** By game: mails since its last turn that failed, without those that went out, or go out, by a later attempt. */
async function failedMails(ctx: AppContext, gameIds: string[]): Promise<Map<string, number>> {
  const found = await ctx.db.prisma.$queryRaw<{ gameId: string; count: bigint }[]>`
    SELECT d."gameId", count(*) AS "count"
    FROM "Delivery" d
    WHERE d."gameId" = ANY(${gameIds}::uuid[]) AND d."status" = 'failed'
      AND d."createdAt" >= coalesce(
        (SELECT max(t."processedAt") FROM "Turn" t WHERE t."gameId" = d."gameId" AND t."rolledBackAt" IS NULL),
        d."createdAt")
      AND NOT EXISTS (SELECT FROM "Printout" p WHERE p."id" = d."printoutId" AND p."rolledBackAt" IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM "Delivery" l
        WHERE l."gameId" = d."gameId" AND l."status" <> 'failed' AND l."kind" = d."kind"
          AND l."createdAt" >= d."createdAt" AND l."seatId" IS NOT DISTINCT FROM d."seatId"
          AND l."printoutId" IS NOT DISTINCT FROM d."printoutId" AND l."sheetId" IS NOT DISTINCT FROM d."sheetId"
          AND l."letterCopyId" IS NOT DISTINCT FROM d."letterCopyId")
    GROUP BY d."gameId"`;
  return new Map(found.map(({ gameId, count }) => [gameId, Number(count)]));
}

/** Smaller is worse. */
function urgency({ game, overdue, failed, undecided, missing }: GmGameSummary): number {
  const ended = game.status === 'over' || game.status === 'abandoned';
  const bad = [overdue, failed > 0 && !ended, undecided > 0, missing > 0, game.status === 'running', !ended];
  const worst = bad.indexOf(true);
  return worst < 0 ? bad.length : worst;
}

function dueOf({ game }: GmGameSummary): number {
  return game.due?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
