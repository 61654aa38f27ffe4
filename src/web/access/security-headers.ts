import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../web-context.ts';

/** Sets the headers that restrict what browsers do with our pages. */
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  });
}

/** Whether the public address is https. Then cookies are Secure and carry the __Host- prefix. */
export function isHttps(deps: Pick<WebContext, 'publicUrl'>): boolean {
  return deps.publicUrl.startsWith('https:');
}
