import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../web-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the page holds nothing private, so caches may keep it for people who are not signed in. */
    cacheable?: boolean;
  }
}

/** Sets the headers that restrict what browsers do with our pages and keep private pages out of caches. */
export async function registerSecurityHeaders(app: FastifyInstance, deps: WebContext): Promise<void> {
  const https = isHttps(deps);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        // The base style sheet draws the arrows of select fields as data: pictures.
        imgSrc: ["'self'", 'data:'],
        scriptSrcAttr: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // With no-referrer, browsers would send our own forms with `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    const isAsset = request.routeOptions.url?.startsWith('/assets/') === true;
    if (!isAsset) reply.header('cache-control', 'no-store');
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  });
  // Not before it is known who is signed in.
  app.addHook('preHandler', async (request, reply) => {
    const cacheable = request.routeOptions.config.cacheable === true && request.account === null;
    if (cacheable) reply.removeHeader('cache-control');
  });
}

/** Whether the public address is https. Then cookies are Secure and carry the __Host- prefix. */
export function isHttps(deps: Pick<WebContext, 'publicUrl'>): boolean {
  return deps.publicUrl.startsWith('https:');
}
