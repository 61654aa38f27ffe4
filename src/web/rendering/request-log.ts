import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Letters and digits that are not confused with each other when they are read out on the phone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a request number such as `7KQ2-M9XD`. Error pages show it, and the log contains it. */
export function newRequestId(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

const SECRETS = ['code', 'token', 'password', 'cookie', 'authorization', '_csrf', 'link', 'url_token'];

/** The logger for requests. It redacts secrets. */
export function requestLogger(log: Logger): FastifyBaseLogger {
  return log.child(
    { part: 'web' },
    {
      redact: {
        paths: [
          ...SECRETS,
          ...SECRETS.map((name) => `*.${name}`),
          'req.headers',
          'headers.cookie',
          'headers.authorization',
          'headers["set-cookie"]',
        ],
        censor: '[redacted]',
      },
      serializers: { req: describeRequest },
    },
  );
}

function describeRequest(request: FastifyRequest): object {
  return { method: request.method, url: maskedUrl(request.url), ip: request.ip };
}

/** An address without its secrets: the tokens of mailed links, and the values of query parameters that may be private. */
export function maskedUrl(url: string): string {
  const masked = url.replace(
    /(\/(?:sign-in\/link|sign-up|account\/email|join|invitation\/[^/?#]+)\/)[^/?#]+/gi,
    '$1[redacted]',
  );
  return masked.replace(/([?&](?:code|token|_csrf|next|who|account)=)[^&#]*/gi, '$1[redacted]');
}

/** Logs one line for each request: pages at `info`, static files and health checks at `debug`. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const quiet = /^\/(assets|health|ready)(\/|$|\?)/.test(request.url) && reply.statusCode < 400;
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        url: maskedUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        account: request.account?.id ?? null,
      },
      'request answered',
    );
  });
}
