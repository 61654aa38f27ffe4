import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the page holds nothing private, so caches may keep it for people who are not signed in. */
    cacheable?: boolean;
  }
}

/**
 * Keeps everything out of caches that is not the same for everyone. This is decided when an answer is sent, because
 * only then it is known who is signed in, whether the request failed, and which cookies are set. Must be called after
 * everything that sets cookies.
 */
export function registerCacheHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!mayBeCached(request, reply)) reply.header('cache-control', 'no-store');
  });
}

/**
 * Whether caches may keep an answer: a static file, or a page with `config.cacheable`. It must be complete and set no
 * cookie (a form token comes with one), and the browser must have sent nothing that says who it is.
 */
function mayBeCached(request: FastifyRequest, reply: FastifyReply): boolean {
  const { config, url } = request.routeOptions;
  const isComplete = [200, 206, 304].includes(reply.statusCode);
  if (!isComplete || request.is404 || reply.hasHeader('set-cookie')) return false;
  if (url?.startsWith('/assets/')) return true;
  const { cookie, authorization } = request.headers;
  const isAnonymous = request.account === null && cookie === undefined && authorization === undefined;
  return config.cacheable === true && isAnonymous;
}
