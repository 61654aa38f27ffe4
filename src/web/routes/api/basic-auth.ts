import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../../rendering/http-errors.ts';

/**
 * Options of routes for programs, which sign in with an account number (or an e-mail address) and a security code. After that `accountOf`
 * returns the account. The session cookie is ignored.
 */
export const BASIC_AUTH = {
  config: {
    ...{ access: 'anyone' as const, csrf: false as const },
    ...{ rateLimit: false as const, limitAfterSignIn: true as const },
  },
  preValidation: [requireBasicAuth],
};

/** As `BASIC_AUTH`, for routes that take JSON. */
export const BASIC_AUTH_JSON = { ...BASIC_AUTH, preValidation: [requireBasicAuth, requireJson] };

/** With `final=yes` the orders are final. */
export const FinalQuery = z.object({ final: z.enum(['yes', 'no']).optional() });

/**
 * Signs in with an `Authorization: Basic` header (RFC 7617, UTF-8) for this request.
 * @throws a 401, a 429 after too many wrong codes or requests, or a 403 if the account requires a passkey besides the code
 */
async function requireBasicAuth(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.account = null;
  const given = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(request.headers.authorization ?? '');
  const [, account, code] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(given?.[1] ?? '', 'base64').toString('utf8')) ?? [];
  reply.header('www-authenticate', 'Basic realm="Whistlestop", charset="UTF-8"');
  if (account === undefined || code === undefined) {
    throw new HttpError(
      401,
      'sign-in',
      'Send your account number or e-mail address and your security code with HTTP Basic authentication.',
    );
  }
  const attempt = await request.server.tryCode(request, reply, { account, code, remember: true });
  if (attempt.account === null) throw new HttpError(attempt.tooMany ? 429 : 401, 'sign-in', attempt.message);
  reply.removeHeader('www-authenticate');
  if (await request.server.requiresPasskey(attempt.account)) {
    throw new HttpError(
      403,
      'passkey',
      'This account requires a passkey, so programs cannot sign in with its security code. Use the pages instead.',
    );
  }
  request.account = attempt.account;
  await request.server.limitSignedIn(request, reply);
}

/** Only JSON: a page of another site cannot send it with a password that the browser remembers. @throws a 415 */
async function requireJson(request: FastifyRequest): Promise<void> {
  if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return;
  throw new HttpError(415, 'not-json', 'Send the orders as JSON with the content type application/json.');
}
