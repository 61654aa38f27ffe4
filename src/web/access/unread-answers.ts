import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { wideNetworkOf } from './request-keys.ts';

/**
 * An answer is kept in memory until it is read. Someone who asks for large ones and reads them slowly, over many
 * connections, must not use up the memory of the process. Sizes are in bytes.
 */
export interface UnreadLimits {
  /** Of all answers together. */
  inAll: number;
  /** Of those to one network: an IPv4 address, or an IPv6 /48. */
  perNetwork: number;
}

const LIMITS: UnreadLimits = { inAll: 192 * 1024 * 1024, perNetwork: 48 * 1024 * 1024 };

/** Smaller answers are not counted: connections have a limit of their own. */
const SMALL = 16 * 1024;

interface Unread {
  raw: ServerResponse;
  network: string;
  size: number;
}

/**
 * Ends the oldest of the answers that no one has read to the end, once there are too many: first those of the same
 * network. A reader at a usual speed is done long before.
 */
export function registerUnreadAnswers(app: FastifyInstance, limits: UnreadLimits = LIMITS): void {
  const unread = new Set<Unread>();
  const sum = (answers: Unread[]) => answers.reduce((total, { size }) => total + size, 0);
  const endOldest = (answers: Unread[], max: number) => {
    let left = sum(answers);
    // The newest one may be as large as it is.
    for (const answer of answers.slice(0, -1)) {
      if (left <= max) return;
      left -= answer.size;
      unread.delete(answer);
      answer.raw.destroy();
    }
  };
  app.addHook('onSend', async (request, reply, payload) => {
    const size = sizeOf(payload);
    if (size < SMALL || request.method === 'HEAD' || reply.raw.destroyed) return;
    const answer: Unread = { raw: reply.raw, network: wideNetworkOf(request), size };
    unread.add(answer);
    reply.raw.once('close', () => unread.delete(answer));
    const answers = [...unread];
    const ofNetwork = answers.filter(({ network }) => network === answer.network);
    endOldest(ofNetwork, limits.perNetwork);
    endOldest([...unread], limits.inAll);
  });
}

/** Text is kept a second time while it is sent. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return 2 * payload.length;
  return payload instanceof Uint8Array ? payload.length : 0;
}
