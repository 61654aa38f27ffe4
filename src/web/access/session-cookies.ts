import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSecurityCode } from '../../accounts/security-codes.ts';
import { closeSession, openSession, readSession } from '../../accounts/sessions.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WebDeps } from '../deps.ts';
import { HttpError } from '../rendering/http-errors.ts';
import { isHttps } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Signs this browser in: a new session in the database and its token in the cookie. */
    signIn(account: Account): Promise<void>;
    /** Signs this browser out: the session is gone, not only the cookie. */
    signOut(): Promise<void>;
  }
}

/** How long a browser keeps the cookie, in seconds. The database decides how long the session is good. */
const COOKIE_LIFE = 60 * 60 * 24 * 90;

/** Attributes of every cookie that we set. */
export function cookieOptions(deps: Pick<WebDeps, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: isHttps(deps), maxAge: COOKIE_LIFE };
}

/** A cookie's name: behind https with the prefix that ties it to this host and to https. */
export function cookieName(deps: Pick<WebDeps, 'publicUrl'>, name: string): string {
  return isHttps(deps) ? `__Host-${name}` : name;
}

/** Who is signed in, from the session that the cookie names. */
export async function addSessions(app: FastifyInstance, deps: WebDeps): Promise<void> {
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

/** The account that is signed in. @throws a 401 where nobody is, which a route behind `who` never sees */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new HttpError(401, 'sign-in', 'Please sign in.');
  return request.account;
}
