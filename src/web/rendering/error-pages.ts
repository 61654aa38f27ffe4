import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotAllowed } from '../../games/game/game-ruleset.ts';
import { STALE_FORM } from '../access/csrf.ts';
import { HttpError, notFound, wantsJson } from './http-errors.ts';

const HEADINGS: Record<number, string> = {
  400: 'That was not understood',
  401: 'Please sign in',
  403: 'This door is closed',
  404: 'No such page',
  413: 'That was too much',
  415: 'That was not understood',
  429: 'A little slower, please',
};

/** What people are told in place of the framework's own words. */
const PLAIN: Record<number, string> = {
  400: 'What the browser sent could not be read. Go back, reload the page and try again.',
  404: 'There is no such page here.',
  413: 'What was sent is larger than anything a form here can hold.',
  414: 'The address is too long.',
  415: 'This kind of content is not understood here; send a form or JSON.',
};

/** The same for programs. */
const PLAIN_JSON: Record<number, string> = {
  400: 'What was sent could not be read: the body is to be JSON.',
  413: 'What was sent is far more than the 32 kB that a sheet may have.',
};

/** Refusals and failures as pages, or as JSON for callers that ask for it. Never a stack trace. */
export function addErrorPages(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status =
      error instanceof NotAllowed
        ? 403
        : error.statusCode !== undefined && error.statusCode >= 400
          ? error.statusCode
          : 500;
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed');
      return answer(
        request,
        reply,
        status,
        'failed',
        'Something went wrong on our side. It is in the log under the number below.',
      );
    }
    if (error instanceof HttpError) return answer(request, reply, status, error.code, error.message);
    if (error instanceof NotAllowed)
      return answer(request, reply, 403, 'forbidden', 'Your account may not do this.');
    request.log.debug({ err: error }, 'request refused');
    if (error.code?.startsWith('FST_CSRF_')) return answer(request, reply, 403, 'csrf', STALE_FORM);
    const plain = request.url.startsWith('/api/') ? PLAIN_JSON[status] : undefined;
    const message = plain ?? PLAIN[status] ?? 'This was not accepted.';
    return answer(request, reply, status, 'not-understood', message);
  });
  app.setNotFoundHandler((request, reply) => {
    const refusal = notFound();
    return answer(request, reply, 404, refusal.code, refusal.message);
  });
}

/**
 * The answer to an address that cannot be read at all (`/%`, or a part of endless length). No hook has run for it:
 * nobody is known, and no header is set.
 */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400;
  const message = status === 414 ? PLAIN[414] : PLAIN[404];
  request.log.debug({ err: error }, 'address not readable');
  reply
    .code(status === 414 ? 414 : 404)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff');
  const code = 'not-found';
  if (wantsJson(request)) reply.send({ error: { code, message, request: request.id } });
  else reply.type('text/plain; charset=utf-8').send(`${message}\n`);
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply {
  reply.code(status);
  const number = request.id;
  if (wantsJson(request)) return reply.send({ error: { code, message, request: number } });
  const title = HEADINGS[status] ?? (status >= 500 ? 'Something went wrong' : 'That did not work');
  return reply.page('error', { title, status, message, number });
}
