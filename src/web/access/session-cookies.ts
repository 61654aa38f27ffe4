import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSecurityCode } from '../../accounts/security-codes.ts';
import { closeSession, openSession, readSession } from '../../accounts/sessions.ts';
import type { Account } from '../../database/generated/client.ts';
import { HttpError } from '../rendering/http-errors.ts';
import type { WebContext } from '../web-context.ts';
import { isHttps } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that is signed in, or null. */
    account: Account | null;
    /** Whether that account has a security code. */
    hasCode: boolean;
    /** The token in the session cookie, which may have expired; null if there is none. */
    sessionToken: string | null;
  }
  interface FastifyReply {
    /** Signs this browser in: opens a session in the database and sets the cookie. */
    signIn(account: Account): Promise<void>;
    /** Signs this browser out: closes the session in the database and clears the cookie. */
    signOut(): Promise<void>;
  }
}

/** How long a browser keeps the cookie, in seconds. The database decides how long the session is valid. */
const COOKIE_LIFE = 60 * 60 * 24 * 90;

/** The attributes of every cookie that the server sets. */
export function cookieOptions(deps: Pick<WebContext, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: isHttps(deps), maxAge: COOKIE_LIFE };
}

/** The name of a cookie. With https it has the `__Host-` prefix, which ties it to this host and to https. */
export function cookieName(deps: Pick<WebContext, 'publicUrl'>, name: string): string {
  return isHttps(deps) ? `__Host-${name}` : name;
}

/** Sets `request.account` from the session cookie, and adds `reply.signIn` and `reply.signOut`. */
export async function registerSessions(app: FastifyInstance, deps: WebContext): Promise<void> {
  const name = cookieName(deps, 'whistlestop');
  const options = cookieOptions(deps);
  await app.register(cookie);
  app.decorateRequest('account', null);
  app.decorateRequest('hasCode', false);
  app.decorateRequest('sessionToken', null);
  app.addHook('onRequest', async (request) => {
    const token = request.cookies[name];
    if (token === undefined || token === '' || request.url.startsWith('/assets/')) return;
    request.sessionToken = token;
    const session = await readSession(deps.ctx, token);
    request.account = session?.account ?? null;
    request.hasCode = session?.hasCode ?? false;
  });
  app.decorateReply('signIn', async function (this: FastifyReply, account: Account) {
    if (this.request.sessionToken !== null) await closeSession(deps.ctx, this.request.sessionToken);
    const token = await openSession(deps.ctx, account.id);
    this.setCookie(name, token, options);
    this.request.account = account;
    this.request.hasCode = await hasSecurityCode(deps.ctx, account.id);
  });
  app.decorateReply('signOut', async function (this: FastifyReply) {
    if (this.request.sessionToken !== null) await closeSession(deps.ctx, this.request.sessionToken);
    this.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: options.secure });
    this.request.account = null;
  });
}

/** The account that is signed in. @throws a 401 if there is none, which cannot happen unless access is `anyone` */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new HttpError(401, 'sign-in', 'Sign in first.');
  return request.account;
}
