import type { AppContext } from '../../context.ts';
import { databaseNow } from '../downtime/record-downtime.ts';
import { timeInWords } from '../time-in-words.ts';

/** How far the clocks may be apart at night, in milliseconds. Nothing is kept for less than this. */
const MAX_APART = 3_600_000;

/**
 * Whether the clocks of the server and the database agree well enough to tell what is old. If they do not, one of them is
 * wrong, and everything could look old. Logs it then.
 */
export async function clocksAgree(ctx: AppContext): Promise<boolean> {
  const apart = ctx.now().getTime() - (await databaseNow(ctx.db.prisma)).getTime();
  if (Math.abs(apart) <= MAX_APART) return true;
  ctx.log.error(
    { apart },
    `The clocks of the server and the database are ${timeInWords(Math.abs(apart))} apart, so the nightly work makes a backup and deletes nothing.`,
  );
  return false;
}
