import type { AppContext } from '../../context.ts';
import type { DisputedQuestion } from '../../database/generated/client.ts';
import type { PlayerSeat } from '../game/player-seat.ts';
import { type SolvedQuestion, solvedQuestions } from './solved-questions.ts';

/** A solved question as a player of the game sees it. */
export interface PlayerQuestion extends SolvedQuestion {
  /** What became of it; null if no one has disputed it. */
  dispute: Pick<DisputedQuestion, 'state' | 'note'> | null;
}

/** The questions that the player of a seat may dispute, and those that have been disputed; the latest first. */
export async function playerQuestions(ctx: AppContext, { game }: PlayerSeat): Promise<PlayerQuestion[]> {
  const solved = await solvedQuestions(ctx.db.prisma, game);
  const rows = await ctx.db.prisma.disputedQuestion.findMany({
    where: { ruleset: game.ruleset, question: { in: solved.map(({ question }) => question.id) } },
    select: { bank: true, question: true, state: true, note: true },
  });
  const byKey = new Map(rows.map((row) => [keyOf(row.bank, row.question), row]));
  return solved.map((one) => {
    const row = byKey.get(keyOf(one.question.bank, one.question.id));
    return { ...one, dispute: row ? { state: row.state, note: row.note } : null };
  });
}

function keyOf(bank: string, id: string): string {
  return `${bank} ${id}`;
}
