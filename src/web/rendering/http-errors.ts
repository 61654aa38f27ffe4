import type { FastifyRequest } from 'fastify';

/** A refusal that a person can read: status and plain words. */
export class HttpError extends Error {
  override name = 'HttpRefusal';
  readonly statusCode: number;
  /** Stable, for programs: `not-found`. */
  readonly code: string;
  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** Nothing is here, or nothing that this person may know of. */
export function notFound(message = 'There is no such page here.'): HttpError {
  return new HttpError(404, 'not-found', message);
}

/** The person is known but may not do this. */
export function forbidden(message = 'Your account may not do this.'): HttpError {
  return new HttpError(403, 'forbidden', message);
}

/** Only for those to whom the operator has given the right to run games. */
export function mayNotRunGames(): HttpError {
  return forbidden('Your account may not run games. The operator of this server can grant that.');
}

/** What came could not be understood. The message says what would be right. */
export function badRequest(message: string): HttpError {
  return new HttpError(400, 'bad-request', message);
}

/** Does the caller want JSON: under /api, or an Accept header that puts JSON before HTML? */
export function wantsJson(request: FastifyRequest): boolean {
  if (pathOf(request.url).startsWith('/api/')) return true;
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** The path of a request's address, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * A place in this site to go on to after signing in, or the fallback: only a path of our own, so that no link can send people
 * elsewhere. `//host`, `/\host` and addresses with control characters are elsewhere.
 */
export function safeNext(next: string | undefined, fallback: string): string {
  if (next === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\')) return fallback;
  const home = 'http://home.invalid';
  const url = URL.canParse(next, home) ? new URL(next, home) : null;
  if (url === null || url.origin !== home) return fallback;
  return url.pathname.startsWith('//') ? fallback : url.pathname + url.search;
}
