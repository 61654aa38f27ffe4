import type { AppContext } from '../../context.ts';
import { isNotUnique } from '../../database/failures.ts';
import type { Sheet } from '../../database/generated/client.ts';
import { type NamedRequest, namedRequest } from './named-request.ts';
import { type SentSheet, type Submission, submitSheet } from './submit-sheet.ts';

/** What became of a request that a program may send again under the same key. */
export type SubmittedOnce =
  | Submission
  /** The sheet was stored before, by a request with the same key and content. `standingVersion` is the one that counts now. */
  | { kind: 'repeated'; sheet: Sheet; standingVersion: number | null }
  /** The key was used for another sheet of this turn. Nothing was stored. */
  | { kind: 'key-reused' };

/**
 * As `submitSheet`, for a program that sends the request again if it gets no answer: with the same key, a sheet is stored
 * once for its turn. What stored nothing is tried again, and what was superseded by a rollback is stored anew.
 * @param key what the program calls the request; null for a request that is not repeated
 */
export async function submitOnce(
  ctx: AppContext,
  sent: SentSheet,
  key: string | null,
): Promise<SubmittedOnce> {
  const { sentById, raw, final = false } = sent;
  // An earlier player of the seat may have used the same key.
  const request = namedRequest({ sender: String(sentById), key, raw, also: [final] });
  if (request === null) return submitSheet(ctx, sent);
  const before = await findRepeated(ctx, sent, request);
  if (before !== null) return before;
  try {
    return await submitSheet(ctx, { ...sent, request });
  } catch (error) {
    // Another request with the same key may have been stored meanwhile.
    if (!isNotUnique(error)) throw error;
    const meanwhile = await findRepeated(ctx, sent, request);
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}

async function findRepeated(
  { db }: AppContext,
  { seatId, turn, sentById }: SentSheet,
  request: NamedRequest,
): Promise<Extract<SubmittedOnce, { kind: 'repeated' | 'key-reused' }> | null> {
  // While an earlier turn is open after a rollback, no sheet for this one counts.
  const own = { seatId, turn, sentById, game: { turn: { gte: turn } } };
  const sheet = await db.prisma.sheet.findFirst({ where: { ...own, requestKey: request.key } });
  if (sheet === null) return null;
  if (sheet.requestHash !== request.hash) return { kind: 'key-reused' };
  const where = { seatId, turn, outcome: 'standing' as const };
  const standing = await db.prisma.sheet.findFirst({ where, select: { version: true } });
  return { kind: 'repeated', sheet, standingVersion: standing?.version ?? null };
}
