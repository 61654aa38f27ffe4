import type { FastifyInstance, FastifyReply } from 'fastify';
import { HttpError } from '../rendering/http-errors.ts';

/** The 429 for someone who has to wait so long. */
export function tooOften(milliseconds: number): HttpError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds === 1 ? '1 second' : seconds <= 90 ? `${seconds} seconds` : `${minutes} minutes`;
  return new HttpError(
    429,
    'too-often',
    `Too many requests. Wait ${wait} and try again. Nothing that you sent before is lost.`,
  );
}

/** The 429 for someone who has to wait so long, which the header of the answer says, too. */
export function tooOftenFor(reply: FastifyReply, milliseconds: number): HttpError {
  reply.header('retry-after', Math.ceil(milliseconds / 1000));
  return tooOften(milliseconds);
}

type RateLimitState = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

/** @throws a 429 if the request that was just counted is one too many */
export function refuseIfSpent(state: RateLimitState, reply: FastifyReply): void {
  if (!state.isAllowed && state.isExceeded) throw tooOftenFor(reply, state.ttl);
}
