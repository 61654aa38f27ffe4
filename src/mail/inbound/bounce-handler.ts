import { ok } from '../../rules/result.ts';
import { BOUNCE_PREFIX, findBounced } from '../outbound/bounce-address.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { readBounce } from './read-bounce.ts';

/**
 * Handles `bounce-<delivery>-<proof>@…`, the return paths of our mail. A mail that came back for good is listed as failed,
 * with the reason, where the GM sees the mail of a game. All else is dropped: nothing that arrives there is ever answered.
 */
export const bounceHandler: InboundAddressHandler = {
  prefix: BOUNCE_PREFIX,
  exists: async (ctx, key) => (await findBounced(ctx, key)) !== null,
  handle: async () => ok(undefined),
  async handleAutomatic(ctx, key, raw) {
    const id = await findBounced(ctx, key);
    const bounce = id === null ? null : await readBounce(raw);
    if (id === null || bounce === null) return;
    const { count } = await ctx.db.prisma.delivery.updateMany({
      where: { id, status: 'sent' },
      data: {
        lastError: `The e-mail came back: ${bounce.reason}`,
        ...(bounce.isHard && { status: 'failed', obstacle: 'answer', sentAt: null }),
      },
    });
    if (count > 0) ctx.log.warn({ delivery: id, hard: bounce.isHard }, 'a mail came back');
  },
};
