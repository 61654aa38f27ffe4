import type { Session } from '../database/generated/client.ts';

/** How many minutes after signing in by a mailed link a forgotten code can be replaced. */
export const FRESH_MINUTES = 15;

/** Whether a session began with a mailed link a short time ago, so that the person who has it reads the mail of the account. */
export function isFreshFromMail(
  { method, createdAt }: Pick<Session, 'method' | 'createdAt'>,
  now: Date,
): boolean {
  return method !== 'code' && createdAt.getTime() >= now.getTime() - FRESH_MINUTES * 60_000;
}
