import type { AppContext } from '../../context.ts';
import { newMessagesToGm } from '../messages/messages-view.ts';
import { releasesInForce } from '../press/held-press.ts';
import { isMissingFromPlayer, owedSheets } from '../sheets/missing-sheets.ts';
import { CARD_GAME, cardOf, type GameCard, listCards, type Viewer } from './game-card.ts';
import type { WholeGame } from './game-store.ts';
import { findGames } from './whole-game-rows.ts';

/** How many running games the list of a GM has at most, and how many others. */
export const MAX_GM_GAMES = 100;

/** A game in its GM's list, with what needs attention. */
export interface GmGameSummary {
  game: GameCard;
  /** How many seats owe a sheet for the open turn, and how many of those sheets of players are missing. */
  owing: number;
  missing: number;
  /** Whether the due date has passed. */
  overdue: boolean;
  /** How many messages since the last turn failed and were not sent later. */
  failed: number;
  /** How many press releases wait for the GM's decision. */
  undecided: number;
  /** How many messages to the GM are new. */
  messages: number;
}

/**
 * The games that an account runs, the most urgent first: overdue games, games with failed mail, with undecided press
 * releases, with new messages, with missing sheets, other running games (each group by due date), then forming games, and finally games
 * that have ended, the newest first. Of the running games, and of the others, the latest `MAX_GM_GAMES`.
 */
export async function gmGameSummaries(ctx: AppContext, viewer: Viewer): Promise<GmGameSummary[]> {
  if (!viewer) return [];
  const { prisma } = ctx.db;
  const gmId = viewer.id;
  const running = await findGames(ctx, {
    where: { gmId, status: 'running' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_GM_GAMES,
  });
  const others = await prisma.game.findMany({
    include: CARD_GAME,
    where: { gmId, status: { not: 'running' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_GM_GAMES,
  });
  const failed = await failedMails(
    ctx,
    [...running, ...others].map(({ id }) => id),
  );
  const messages = await newMessagesToGm(ctx, gmId);
  const quiet = { owing: 0, missing: 0, overdue: false, undecided: 0 };
  const lines: Awaited<ReturnType<typeof runningAtAGlance>>[] = [];
  // One after the other: a GM with many games must not take all connections to the database.
  for (const game of running) lines.push(await runningAtAGlance(ctx, game));
  const cards = await listCards(ctx, others);
  const all = [...lines, ...cards.map((game) => ({ game, ...quiet }))].map((summary) => ({
    ...summary,
    failed: failed.get(summary.game.id) ?? 0,
    messages: messages.get(summary.game.id) ?? 0,
  }));
  return all.sort((a, b) => urgency(a) - urgency(b) || dueOf(a) - dueOf(b));
}

async function runningAtAGlance(
  ctx: AppContext,
  game: WholeGame,
): Promise<Omit<GmGameSummary, 'failed' | 'messages'>> {
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

/**
 * Per game: messages since its last turn that failed and were not sent, or queued, again. Mail to someone who no longer has the seat
 * does not count, nor other mail than invitations to someone who has not accepted it (see `deliveriesShownToGm`).
 */
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
          AND l."letterCopyId" IS NOT DISTINCT FROM d."letterCopyId"
          AND l."gmMessageId" IS NOT DISTINCT FROM d."gmMessageId")
      AND (d."kind" <> 'message' OR d."seatId" IS NOT NULL)
      AND (d."kind" = 'invitation' OR d."seatId" IS NULL OR d."accountId" IS NULL OR EXISTS (
        SELECT FROM "Seat" s WHERE s."id" = d."seatId" AND s."acceptedAt" IS NOT NULL
          AND coalesce(s."accountId", s."reclaimableById") = d."accountId"))
    GROUP BY d."gameId"`;
  return new Map(found.map(({ gameId, count }) => [gameId, Number(count)]));
}

/** The smaller, the more urgent. */
function urgency({ game, overdue, failed, undecided, messages, missing }: GmGameSummary): number {
  const ended = game.status === 'over' || game.status === 'abandoned';
  const bad = [
    overdue,
    failed > 0 && !ended,
    undecided > 0,
    messages > 0,
    missing > 0,
    game.status === 'running',
    !ended,
  ];
  const worst = bad.indexOf(true);
  return worst < 0 ? bad.length : worst;
}

function dueOf({ game }: GmGameSummary): number {
  return game.due?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
