import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotAllowed } from '../../games/game/game-ruleset.ts';
import { STALE_FORM } from '../access/csrf.ts';
import { forbidden, HttpError, notFound, schemaError, wantsJson } from './http-errors.ts';
import { sendUnavailable, unavailableError } from './unavailable.ts';

const HEADINGS: Record<number, string> = {
  400: 'Request not understood',
  401: 'Sign in first',
  403: 'No access',
  404: 'Page not found',
  413: 'Too large',
  415: 'Request not understood',
  429: 'Too many requests',
  503: 'Not possible now',
};

/** Messages that replace those of the framework. */
const MESSAGES: Record<number, string> = {
  400: 'The request could not be read. Go back, reload the page and try again.',
  404: 'This page does not exist.',
  413: 'What you sent is larger than any form here allows.',
  414: 'The address is too long.',
  415: 'This type of content is not supported. Send a form or JSON.',
};

/** The same for programs. */
const API_MESSAGES: Record<number, string> = {
  400: 'The request could not be read. The body must be JSON.',
  413: 'The request is far larger than the 32 kB that a sheet may have.',
};

/** Shows errors as pages, or as JSON to callers that ask for it. A response never contains a stack trace. */
export function registerErrorPages(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const unavailable = unavailableError(error, request);
    if (unavailable !== null) {
      request.log.warn(
        { err: unavailable.cause ?? unavailable, failure: unavailable.failure },
        'not available',
      );
      return sendUnavailable(request, reply, unavailable);
    }
    const known = httpErrorOf(error, request);
    // An HttpError was thrown on purpose: the server knows why it refuses.
    const isFault = known.statusCode >= 500 && !(error instanceof HttpError);
    if (isFault) request.log.error({ err: error }, 'request failed');
    // The message of a body that cannot be read contains a part of it.
    else if (!(error instanceof HttpError))
      request.log.debug({ reason: error.code ?? error.name, status: known.statusCode }, 'request refused');
    return sendError(request, reply, known);
  });
  app.setNotFoundHandler(
    { preHandler: (request: FastifyRequest, reply: FastifyReply) => app.countUnknownAddress(request, reply) },
    (request, reply) => sendError(request, reply, notFound()),
  );
}

/** Any error as one with a message that may be shown. */
function httpErrorOf(error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof NotAllowed) return forbidden();
  const schema = schemaError(error);
  if (schema !== null) return schema;
  if (error.code?.startsWith('FST_CSRF_')) return new HttpError(403, 'csrf', STALE_FORM);
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
  if (status >= 500) {
    return new HttpError(
      status,
      'failed',
      'Something went wrong on the server. The log has the details under the number below.',
    );
  }
  const forPrograms = request.url.startsWith('/api/') ? API_MESSAGES[status] : undefined;
  const message = forPrograms ?? MESSAGES[status] ?? 'This request was not accepted.';
  return new HttpError(status, 'not-understood', message);
}

/**
 * Responds to an address that cannot be parsed (`/%`, or an endless segment). No hook has run for it: no one is
 * signed in, and no header is set.
 */
export async function sendBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const counted = request.server.countUnknownAddress(request, reply);
  const refusal = await counted.then(
    () => null,
    (thrown) => (thrown instanceof HttpError ? thrown : null),
  );
  const { statusCode, code, message } = refusal ?? badAddress(error);
  request.log.debug({ reason: error.code, status: statusCode }, 'address not readable');
  reply
    .code(statusCode)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff');
  if (wantsJson(request)) reply.send({ error: { code, message, request: request.id } });
  else reply.type('text/plain; charset=utf-8').send(`${message}\n`);
}

function badAddress({ statusCode }: FastifyError): HttpError {
  return statusCode === 414 ? new HttpError(414, 'not-found', MESSAGES[414] as string) : notFound();
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  const { statusCode: status, code, message, problems } = error;
  reply.code(status).header('cache-control', 'no-store');
  if (wantsJson(request)) {
    return reply.send({ error: { code, message, request: request.id, ...(problems && { problems }) } });
  }
  const title = HEADINGS[status] ?? (status >= 500 ? 'Something went wrong' : 'Not possible');
  return reply.page('error', {
    title,
    message,
    requestId: request.id,
    showSignIn: status === 401,
    showRequestIdForOperator: status >= 500 && status !== 503,
    // The message says it already.
    ...(code === 'held' && { heldNotice: null }),
  });
}
