import type { FastifyReply } from 'fastify';
import { HttpError } from '../rendering/http-errors.ts';

/**
 * A signal that aborts when no one waits for the answer to a request anymore: its connection is closed, or it has been answered,
 * for example because it took too long.
 */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new HttpError(400, 'closed', 'The connection was closed.'));
  raw.once('close', abort);
  // Closed before: the event has been.
  if (raw.destroyed) abort();
  return gone.signal;
}
