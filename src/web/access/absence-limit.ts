import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limiter } from './rate-limits.ts';
import { accountOf } from './session-cookies.ts';

/** Changes per account and hour: each one mails the GMs of the person's games. */
const MAX_PER_HOUR = 30;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a change of the absences of `request.account`, on the page or by a program. @throws a 429 if it is one too many */
    countAbsenceChange(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** Limits how often a person may change their absences. */
export function registerAbsenceLimit(app: FastifyInstance): void {
  const changes = limiter(app, {
    max: MAX_PER_HOUR,
    minutes: 60,
    key: (request) => String(accountOf(request).id),
  });
  app.decorate('countAbsenceChange', (request: FastifyRequest, reply: FastifyReply) =>
    changes.spend(request, reply),
  );
}
