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
        // What is not listed here is not loaded: objects, workers, media, manifests.
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // The base style sheet draws the arrows of select fields as data: pictures.
        imgSrc: ["'self'", 'data:'],
        // The script of a turn sheet has it checked.
        connectSrc: ["'self'"],
        // The built-in mailbox shows a mail in a frame.
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? HSTS : false,
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

/** For a year, browsers come back over https only, to this host and to those below its name. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: true };

/** The headers of every response besides those about its content, for requests that fail before any hook has run. */
export function hookFreeHeaders(deps: Pick<WebContext, 'publicUrl'>): Record<string, string> {
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    ...(isHttps(deps) && { 'strict-transport-security': `max-age=${HSTS.maxAge}; includeSubDomains` }),
  };
}
