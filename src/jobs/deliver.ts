import type { JobPayloads } from '../database/outbox.ts';
import { attemptDelivery } from '../mail/delivery/deliver.ts';
import type { JobDeps } from './job-definitions.ts';

/**
 * One attempt to send a mail. Whatever comes of it, the delivery itself has its next job written.
 * @throws while another worker has it, so that the queue asks again a little later
 */
export async function deliverJob(deps: JobDeps, payload: JobPayloads['deliver']): Promise<void> {
  const attempt = await attemptDelivery(deps, payload.deliveryId);
  if (attempt === 'busy') throw new Error('Another worker is sending this mail.');
}
