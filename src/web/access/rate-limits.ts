import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS, type Limits, type WebDeps } from '../deps.ts';
import { HttpError } from '../rendering/http-errors.ts';

/** The limits in force: the house's, where the caller set none of its own. */
export function limitsOf(deps: Pick<WebDeps, 'limits'>): Limits {
  return { ...LIMITS, ...deps.limits };
}

/** How much and how often: every door is limited per person, forms more tightly than pages. */
export async function addLimits(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const limits = limitsOf(deps);
  await app.register(rateLimit, {
    global: true,
    max: limits.pages,
    timeWindow: '1 minute',
    cache: 20_000,
    keyGenerator: whoAsks,
    allowList: (request) => request.url.startsWith('/assets/'),
    errorResponseBuilder: (_request, context) => tooOften(context.ttl),
  });
  const forms = limiter(app, { max: limits.forms, minutes: 1, key: whoAsks });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.rateLimit)
      return;
    await forms.spend(request, reply);
  });
}

/** A counter of its own. */
export interface Limiter {
  /** Counts this request. @throws a 429 where it is one too many */
  spend(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Are all used up? Counts nothing. */
  isSpent(request: FastifyRequest): Promise<boolean>;
}

/** A limiter of `max` in `minutes` for each key; one shared by all routes that hold it. */
export function limiter(
  app: FastifyInstance,
  options: { max: number; minutes: number; key: (request: FastifyRequest) => string },
): Limiter {
  const count = app.createRateLimit({
    max: options.max,
    timeWindow: options.minutes * 60_000,
    cache: 20_000,
    keyGenerator: options.key,
  } as Parameters<FastifyInstance['createRateLimit']>[0]);
  return {
    async spend(request, reply) {
      const state = await count(request);
      if (state.isAllowed || !state.isExceeded) return;
      reply.header('retry-after', state.ttlInSeconds);
      throw tooOften(state.ttl);
    },
    async isSpent(request) {
      const state = await count(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
  };
}

/** One person for the limits: the account where somebody is signed in, else the network address. */
function whoAsks(request: FastifyRequest): string {
  return request.account === null ? addressOf(request) : `account ${request.account.id}`;
}

/** The network address that asks; of IPv6 the network, for its hosts are without number. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}

function tooOften(milliseconds: number): HttpError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new HttpError(
    429,
    'too-often',
    `That was too often. Please wait ${wait} and try again; nothing that you sent before is lost.`,
  );
}
