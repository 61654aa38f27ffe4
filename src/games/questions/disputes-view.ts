import type { AppContext } from '../../context.ts';
import type { DisputeState } from '../../database/generated/client.ts';
import { findRuleset } from '../../rules/catalog.ts';
import type { SharedQuestion } from '../../rules/ruleset.ts';
import { gameNumber } from '../game/game-number.ts';

/** How many disputes a page lists. */
const PAGE_SIZE = 50;

/** A disputed question as the operator sees it. */
export interface DisputeLine {
  id: string;
  ruleset: string;
  /** `house-1 house-g-017`. */
  name: string;
  /** Null if this version of the server has no such question. */
  question: SharedQuestion | null;
  state: DisputeState;
  /** The number of the game in which it was asked; null if the game is gone. */
  game: string | null;
  /** Who disputed it; null if the account is deleted. */
  by: { id: number; name: string } | null;
  reason: string;
  at: Date;
  decidedAt: Date | null;
  note: string;
}

/**
 * The disputed questions of the server, the latest first. They have the right answers: only for the operator.
 * @param before the id of the last line of the page before
 */
export async function disputes(
  ctx: AppContext,
  before: string | null,
): Promise<{ lines: DisputeLine[]; next: string | null }> {
  const rows = await ctx.db.prisma.disputedQuestion.findMany({
    ...(before !== null && { where: { id: { lt: before } } }),
    include: {
      game: { select: { prefix: true, serial: true } },
      account: { select: { id: true, name: true } },
    },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const lines = shown.map(({ ruleset, bank, question, game, account, gameId: _, accountId: __, ...row }) => ({
    ...row,
    ruleset: findRuleset(ruleset)?.title ?? ruleset,
    name: `${bank} ${question}`,
    question: findRuleset(ruleset)?.sharedQuestions?.find(bank, question) ?? null,
    game: game && gameNumber(game),
    by: account,
  }));
  return { lines, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}
