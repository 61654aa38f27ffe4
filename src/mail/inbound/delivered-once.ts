import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { beginTaking, endTaking, INTERRUPTED, markingContext, TAKEN_ELSEWHERE } from './taken-once.ts';

/** An attempt that did something so many milliseconds ago but has not ended will never end: its process was stopped. */
const LONGEST_ATTEMPT = 120_000;

/**
 * Handles a mail, unless it has been taken before: mail servers send a mail again if they missed the reply. A mail that was
 * refused may come again, and is handled again.
 * @param id see `mailId`; null for a mail without a Message-ID: two of them may be equal, like STATUS twice
 * Problems: those of `handle`, and `interrupted` if an earlier attempt did something of what the mail asks for but did not
 * end.
 * @throws SmtpRefusal 451 if the mail is being taken on another connection; what `handle` throws
 */
export async function handleOnce(
  ctx: AppContext,
  id: string | null,
  handle: (ctx: AppContext) => Promise<Result<void>>,
): Promise<Result<void>> {
  if (id === null) return await handle(ctx);
  const { state, at } = await beginTaking(ctx, id);
  if (state === 'taken') return ok(undefined);
  if (state === 'acting' && ctx.now().getTime() - at.getTime() < LONGEST_ATTEMPT) throw TAKEN_ELSEWHERE;
  if (state === 'acting') return fail('', 'interrupted', INTERRUPTED);
  const handled = await handle(markingContext(ctx, id));
  if (handled.ok) await endTaking(ctx.db.prisma, id, 'taken');
  else await ctx.db.prisma.takenMail.deleteMany({ where: { id } });
  return handled;
}
