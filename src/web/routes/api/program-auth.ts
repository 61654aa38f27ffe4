import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownerOfToken, type Scope } from '../../../accounts/access-tokens.ts';
import type { AppContext } from '../../../context.ts';
import { HttpError, isSafe } from '../../rendering/http-errors.ts';

/* How programs sign in: for each request, with a token or with the security code. The session cookie is ignored. */

/** With `final=yes` the orders are final. */
export const FinalQuery = z.object({ final: z.enum(['yes', 'no']).optional() });

/**
 * Options of routes for programs, which sign in with a token that allows this, or with an account number (or an e-mail
 * address) and a security code. After that `accountOf` returns the account.
 */
export function forPrograms(ctx: AppContext, scope: Scope) {
  return {
    config: {
      ...{ access: 'anyone' as const, csrf: false as const, session: false as const },
      ...{ rateLimit: false as const, limitAfterSignIn: true as const },
    },
    // Before the body is read: parsing what a stranger sent could take long.
    onRequest: [
      async (request: FastifyRequest, reply: FastifyReply) => {
        // A short body mostly comes with the headers, and is read right after.
        if (request.raw.complete === false) await setImmediate();
        request.wasWhole = request.raw.complete === true;
        await requireSignIn(ctx, request, { reply, scope });
        await request.server.limitSignedIn(request, reply);
      },
    ],
    // A token that was revoked while a long body arrived must not change anything anymore.
    preValidation: [
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (!isSafe(request.method) && !request.wasWhole) await requireSignIn(ctx, request, { reply, scope });
      },
    ],
  };
}

/** Options of a route for programs that reads a whole game: it counts with the costly pages of games. */
export function readingGames<Options extends { config: object }>(options: Options) {
  return { ...options, config: { ...options.config, costly: 'game' as const } };
}

/** As `forPrograms`, for routes that take JSON. */
export function forProgramsWithJson(ctx: AppContext, scope: Scope) {
  const options = forPrograms(ctx, scope);
  return { ...options, onRequest: [...options.onRequest, requireJson] };
}

/**
 * Signs in with the `Authorization` header for this request.
 * @throws a 401, a 403 if the token does not allow this, or a 429 after too many wrong codes
 */
async function requireSignIn(
  ctx: AppContext,
  request: FastifyRequest,
  { reply, scope }: { reply: FastifyReply; scope: Scope },
): Promise<void> {
  request.account = null;
  request.program = null;
  const bearer = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer === undefined) await requireCode(request, reply);
  else await requireToken(ctx, request, { reply, token: bearer, scope });
}

/** Signs in with a token (RFC 6750). @throws a 401 or 403 */
async function requireToken(
  ctx: AppContext,
  request: FastifyRequest,
  { reply, token, scope }: { reply: FastifyReply; token: string; scope: Scope },
): Promise<void> {
  const owner = await ownerOfToken(ctx, token);
  if (owner === null) {
    reply.header('www-authenticate', 'Bearer realm="Whistlestop", error="invalid_token"');
    throw new HttpError(
      401,
      'token',
      'There is no such token: it ended or was revoked. Make a new one on the page /account/tokens.',
    );
  }
  if (!owner.scopes.includes(scope)) {
    reply.header(
      'www-authenticate',
      `Bearer realm="Whistlestop", error="insufficient_scope", scope="${scope}"`,
    );
    throw new HttpError(
      403,
      'scope',
      `This token does not allow “${scope}”. Make one that does on the page /account/tokens.`,
    );
  }
  request.account = owner.account;
  request.program = owner.id;
}

/** Signs in with HTTP Basic (RFC 7617, UTF-8). @throws a 401, a 429, or a 403 if the account requires a passkey besides the code */
async function requireCode(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const given = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(request.headers.authorization ?? '');
  const [, account, code] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(given?.[1] ?? '', 'base64').toString('utf8')) ?? [];
  reply.header('www-authenticate', 'Basic realm="Whistlestop", charset="UTF-8"');
  if (account === undefined || code === undefined) {
    throw new HttpError(
      401,
      'sign-in',
      'Send a token as “Authorization: Bearer …”, or your account number or e-mail address and your security code with HTTP Basic authentication.',
    );
  }
  const attempt = await request.server.tryCode(request, reply, { account, code, remember: true });
  if (attempt.account === null) throw new HttpError(attempt.tooMany ? 429 : 401, 'sign-in', attempt.message);
  reply.removeHeader('www-authenticate');
  if (await request.server.requiresPasskey(attempt.account)) {
    throw new HttpError(
      403,
      'passkey',
      'This account requires a passkey, so programs cannot sign in with its security code. Make a token on the page /account/tokens.',
    );
  }
  request.account = attempt.account;
  request.program = 'code';
}

/** Only JSON: a page of another site cannot send it with a password that the browser remembers. @throws a 415 */
async function requireJson(request: FastifyRequest): Promise<void> {
  if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return;
  throw new HttpError(415, 'not-json', 'Send JSON, with the content type application/json.');
}
