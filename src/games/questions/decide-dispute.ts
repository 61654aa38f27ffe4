import type { AppContext } from '../../context.ts';
import type { DisputeState } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { oneLine } from '../../text/typed-text.ts';

/** The longest note to a decision, in characters. */
export const MAX_NOTE = 300;

/**
 * The operator decides whether games that begin from now on ask a disputed question. A restored question cannot be
 * disputed again. Callers must make sure that the request is the operator's.
 * @param wanted.note what players are told; may be empty
 * Problems: `unknown`, `too-long`.
 */
export async function decideDispute(
  { db, now }: AppContext,
  wanted: { id: string; state: DisputeState; note: string },
): Promise<Result<void>> {
  const note = oneLine(wanted.note);
  const length = [...note].length;
  if (length > MAX_NOTE) {
    return fail('note', 'too-long', `The note can have at most ${MAX_NOTE} characters. Yours has ${length}.`);
  }
  const data = { state: wanted.state, note, decidedAt: now() };
  const { count } = await db.prisma.disputedQuestion.updateMany({ where: { id: wanted.id }, data });
  return count === 0 ? fail('', 'unknown', 'There is no such disputed question.') : ok(undefined);
}
