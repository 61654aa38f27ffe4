import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { LIMITS, type Limits, type WebDeps } from '../deps.ts';
import { HttpRefusal } from '../http.ts';

/** How much and how often: every door is limited per address, forms more tightly than pages. */
export async function addLimits(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const limits = limitsOf(deps);
  app.addHook('onRoute', (route) => {
    if (route.config?.rateLimit !== undefined || ![route.method].flat().includes('POST')) return;
    route.config = {
      ...route.config,
      rateLimit: { max: limits.forms, timeWindow: '1 minute', groupId: 'forms' },
    };
  });
  await app.register(rateLimit, {
    global: true,
    max: limits.pages,
    timeWindow: '1 minute',
    cache: 20_000,
    allowList: (request) => request.url.startsWith('/assets/'),
    errorResponseBuilder: (_request, context) =>
      new HttpRefusal(
        429,
        'too-many',
        `That was too often. Please wait ${context.after} and try again; nothing you sent before is lost.`,
      ),
  });
}

/** The limits in force: the house's, where the caller set none of its own. */
export function limitsOf(deps: Pick<WebDeps, 'limits'>): Limits {
  return { ...LIMITS, ...deps.limits };
}
