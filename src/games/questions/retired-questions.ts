import type { Tx } from '../../database/client.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/*
 * Questions that players disputed. They are retired at once: games that begin later do not ask them. Games that have begun
 * are not affected, because their options name the questions that they leave out.
 */

/** The options of a game that begins now: it does not ask what has been retired until now. */
export async function withoutRetiredQuestions(
  tx: Tx,
  { id, sharedQuestions }: Pick<Ruleset, 'id' | 'sharedQuestions'>,
  options: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (sharedQuestions === undefined) return options;
  const rows = await tx.disputedQuestion.findMany({
    where: { ruleset: id, state: 'retired' },
    select: { bank: true, question: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  const retired = rows.map(({ bank, question }) => ({ bank, id: question }));
  return sharedQuestions.withoutRetired(options, retired);
}
