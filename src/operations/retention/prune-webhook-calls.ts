import type pg from 'pg';
import { SHOWN_CALLS } from '../../games/webhooks/webhooks-view.ts';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days a test may wait. It is sent at once, so one that waits for longer has lost its job. */
const TEST_DAYS = 1;

/**
 * Deletes the calls of webhooks that are done, except for the newest ones of each webhook, and tests that have waited for
 * more than a day. Events that wait are kept, however old they are.
 * @returns how many were deleted
 */
export function pruneWebhookCalls(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "WebhookCall" where "id" = any(array(
       select "id" from "WebhookCall"
       where ("status" = 'waiting' and "event" = 'test' and "createdAt" < $1) or "id" in (
         select "id" from (
           select "id", row_number() over (partition by "webhookId" order by "createdAt" desc, "id" desc) as place
           from "WebhookCall" where "status" <> 'waiting') as done
         where place > $2)
       order by "id" limit $3 for update skip locked))`,
    [daysBefore(now, TEST_DAYS), SHOWN_CALLS],
  );
}
