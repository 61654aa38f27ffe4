import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
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

/**
 * The logger of one request. If a handler answers after its time is over, the framework logs a warning with the address
 * of the request, which may contain a secret. Here the warning is logged without the address.
 */
export const requestChildLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
) => {
  const child = logger.child(bindings, options);
  const warn = child.warn.bind(child) as (...line: unknown[]) => void;
  child.warn = (...line: unknown[]) => {
    const [first] = line as [{ err?: { code?: string } } | string | undefined];
    const isLate =
      typeof first === 'string'
        ? first.startsWith(ALREADY_SENT)
        : first?.err?.code === 'FST_ERR_REP_ALREADY_SENT';
    if (isLate) warn(`${ALREADY_SENT}.`);
    else warn(...line);
  };
  return child;
};

const ALREADY_SENT = 'Reply was already sent';

function describeRequest(request: FastifyRequest): object {
  return { method: request.method, url: loggedAddress(request) };
}

/** Parameters of routes that may be logged, and how their values look. All others may be secrets. */
const SAFE_PARAMS: Record<string, RegExp> = {
  number: /^[A-Za-z]{1,4}-\d{1,9}$/,
  turn: /^(\d{1,4}|standing)$/,
  version: /^\d{1,4}$/,
  attempt: /^\d{1,4}$/,
  index: /^\d{1,4}$/,
};

/**
 * The address of a request as the log shows it: the pattern of its route, with the values of parameters that are no
 * secrets (`/games/EY-12/turns/:turn`), and without its query. Addresses without a route can hold anything, such as a
 * mistyped link with its secret, so only their first part is shown, and only if routes begin with it: `/games/…`.
 */
export function loggedAddress(request: FastifyRequest): string {
  const pattern = request.is404 ? undefined : request.routeOptions.url;
  if (pattern === undefined) return firstPart(request);
  const params = (request.params ?? {}) as Record<string, unknown>;
  return pattern.replaceAll(/:(\w+)/g, (whole, name: string) => {
    const value = textOf(params[name]);
    return SAFE_PARAMS[name]?.test(value) ? value : whole;
  });
}

/** A parameter as text. The schema of the route may have parsed it already. */
function textOf(value: unknown): string {
  const game = value as { prefix?: unknown; serial?: unknown } | null | undefined;
  return game?.serial === undefined ? String(value) : `${game.prefix}-${game.serial}`;
}

function firstPart({ url, server }: FastifyRequest): string {
  const first = /^\/([\w-]+)/.exec(url)?.[1];
  const isOurs = first === 'assets' || server.routeAccess.some((route) => route.url.split('/')[1] === first);
  return isOurs ? `/${first}/…` : '/…';
}

/** Logs one line for each request: pages at `info`, static files and health checks at `debug`. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const quiet = /^\/(assets|health|ready)(\/|$)/.test(loggedAddress(request)) && reply.statusCode < 400;
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        url: loggedAddress(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        account: request.account?.id ?? null,
      },
      'request answered',
    );
  });
}
