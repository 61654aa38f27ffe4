import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../database/generated/client.ts';
import { askToSignIn, codeOf } from './sign-in-again.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply, account: Account) => Promise<FastifyReply>;

/** What happens with a sheet that was typed on a page. */
export interface SheetFormRoutes {
  /** The address of the page itself. */
  address(request: FastifyRequest): string;
  send: Answer;
  /** Judges it without sending. */
  check: Answer;
  /** Shows it again, after its player has signed in again. */
  again: Answer;
  /** How often it may be sent; as other forms unless told. */
  sends?: RateLimitOptions;
}

/** While a sheet is being filled in, the page asks for its figures again and again; per account and minute. */
const CHECKS = { max: 240, timeWindow: '1 minute' };

/**
 * The doors to which a page sends what was typed: its own address, `/check` and `/sign-in` below it. They are open to
 * everyone, so that what was typed can be kept where nobody is signed in any more.
 */
export function registerSheetFormRoutes(
  app: FastifyInstance,
  path: string,
  routeAccess: SheetFormRoutes,
): void {
  const { address, send, check, again, sends } = routeAccess;
  const sending = { access: 'anyone' as const, ...(sends && { rateLimit: sends }) };

  app.post(path, { config: sending }, async (request, reply) => {
    if (request.account === null) return askToSignIn(request, reply, address(request));
    return send(request, reply, request.account);
  });

  app.post(`${path}/check`, { config: { access: 'anyone', rateLimit: CHECKS } }, async (request, reply) => {
    if (request.account === null) return askToSignIn(request, reply, address(request));
    return check(request, reply, request.account);
  });

  app.post(`${path}/sign-in`, { config: { access: 'anyone' } }, async (request, reply) => {
    const given = codeOf(request);
    const attempt = await app.tryCode(request, reply, given);
    if (attempt.account === null) {
      const refused = attempt.message;
      return askToSignIn(request, reply, address(request), { refused, account: given.account });
    }
    await reply.signIn(attempt.account);
    return again(request, reply, attempt.account);
  });
}
