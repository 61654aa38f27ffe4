import type { FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Problem } from '../../rules/sheet.ts';

/** A request that is refused: HTTP status, stable code and a message for people. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number;
  /** Stable, for programs: `not-found`. */
  readonly code: string;
  /** For programs: every problem, if more is known than the code. */
  readonly problems: readonly Problem[] | undefined;
  constructor(statusCode: number, code: string, message: string, problems?: readonly Problem[]) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.problems = problems;
  }
}

/** 404: there is nothing here, or nothing that this person may know about. */
export function notFound(message = 'This page does not exist.'): HttpError {
  return new HttpError(404, 'not-found', message);
}

/** 403: the account may not do this. */
export function forbidden(message = 'Your account is not allowed to do this.'): HttpError {
  return new HttpError(403, 'forbidden', message);
}

/** 400: the request is malformed. The message must say what would be right. */
export function badRequest(message: string): HttpError {
  return new HttpError(400, 'bad-request', message);
}

/** 400: a field of a query or a body is malformed. */
export function fieldError(field: string | undefined, message: string | undefined): HttpError {
  const reason = message?.replace(/\.$/, '') ?? 'It was not understood';
  return badRequest(`Check “${field || 'the form'}”: ${reason}.`);
}

/** A request that the schema of its route refused: a 404 for parameters, else a 400 that names the field. Else null. */
export function schemaError(error: unknown): HttpError | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  if (error.validationContext === 'params') return notFound();
  const [first] = error.validation;
  return fieldError(first?.instancePath.replace(/^\//, '').replaceAll('/', '.'), first?.message);
}

/** Whether requests of this method only read. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Whether the caller wants JSON: the address is under /api/, or the Accept header names JSON and not HTML. */
export function wantsJson(request: FastifyRequest): boolean {
  if (pathOf(request.url).startsWith('/api/')) return true;
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** The path of an address, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * The page to show after signing in, or the fallback. Only paths on this site are accepted, so that no link can send
 * people elsewhere: `//host`, `/\host` and addresses with control characters are rejected. What the page would say was done
 * (`noticeOf`) is left out: the form that leads there is of this server, but the link may not be.
 */
export function safeNext(next: string | undefined, fallback: string): string {
  if (next === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\')) return fallback;
  const home = 'http://home.invalid';
  const url = URL.canParse(next, home) ? new URL(next, home) : null;
  if (url === null || url.origin !== home) return fallback;
  // Otherwise the query stays as it was typed.
  if (url.searchParams.has('done')) url.searchParams.delete('done');
  return url.pathname.startsWith('//') ? fallback : url.pathname + url.search;
}
