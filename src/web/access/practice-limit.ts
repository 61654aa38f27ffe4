import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../web-context.ts';
import { limitNetworks, limitsOf } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a practice game that is started, or started again, on the pages or by a program. @throws a 429 if it is one too many */
    countPracticeStart(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** Limits how many practice games are started from one network. */
export function registerPracticeLimit(app: FastifyInstance, deps: { limits?: Partial<RateLimits> }): void {
  const limits = limitsOf(deps);
  const starts = limitNetworks(app, limits, { max: limits.practiceByAddress, minutes: 60 });
  app.decorate('countPracticeStart', (request: FastifyRequest, reply: FastifyReply) =>
    starts.spend(request, reply),
  );
}
