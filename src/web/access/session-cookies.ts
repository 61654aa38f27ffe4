import { setImmediate } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasPasskeys } from '../../accounts/passkeys/passkeys.ts';
import { closeSession, openSession, readPendingSession, readSession } from '../../accounts/sessions.ts';
import { tokenHash } from '../../accounts/tokens.ts';
import { databaseFailure } from '../../database/failures.ts';
import type { Account, SignInMethod } from '../../database/generated/client.ts';
import { HttpError, isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import type { WebContext } from '../web-context.ts';
import { refusalOf } from './availability.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { registerKnownBrowsers } from './known-browsers.ts';
import { limitPeople, limitsOf } from './rate-limits.ts';
import { noteSignIn } from './sign-in-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that is signed in, or null. It is null as long as a passkey has not confirmed the session. */
    account: Account | null;
    /** What a program signed in with for this request: the id of a token, or `code`; null if it is no program. */
    program: string | null;
    /** Whether that account has a security code. */
    hasCode: boolean;
    /** Whether mail to that account comes back. */
    mailReturns: boolean;
    /** The token in the session cookie, which may have expired; null if there is none. */
    sessionToken: string | null;
    /** Whether all of the request had arrived when its session was read. */
    wasWhole: boolean;
    /**
     * Why it is not known who is signed in; null if it is. The request is refused with this error once its body has been
     * read, so that the page can keep what was typed.
     */
    sessionFailure: unknown;
    /** The account whose session in this browser still waits for a passkey; null if there is none. */
    pendingAccount(): Promise<Account | null>;
  }
  interface FastifyInstance {
    /** Whether an account requires a passkey, so that its security code alone signs no one in. */
    requiresPasskey(account: Account): Promise<boolean>;
  }
  interface FastifyContextConfig {
    /** false: the route never uses the session, so it works without the database. */
    session?: false;
  }
  interface FastifyReply {
    /**
     * Signs this browser in: opens a session in the database and sets the cookie. If the account requires a passkey,
     * `request.account` is null until `keepSession` was called.
     * @param account the account as it was when its security code or its link was checked
     * @returns false if access to the account was ended since then, so that no one is signed in
     */
    signIn(account: Account, method: SignInMethod): Promise<boolean>;
    /** Sets the cookie for a session that has a token, and reads who is signed in with it. */
    keepSession(token: string): Promise<void>;
    /** Signs this browser out: closes the session in the database and clears the cookie. */
    signOut(): Promise<void>;
  }
}

/** Milliseconds that reading a session may take. A database that hangs must not keep forms from being read. */
const SESSION_TIMEOUT = 10_000;

/** Sets `request.account` from the session cookie, and adds `reply.signIn` and `reply.signOut`. */
export async function registerSessions(app: FastifyInstance, deps: WebContext): Promise<void> {
  const name = cookieName(deps, 'whistlestop');
  const options = cookieOptions(deps);
  await app.register(cookie);
  registerKnownBrowsers(app, deps);
  app.decorateRequest('account', null);
  app.decorateRequest('program', null);
  app.decorateRequest('hasCode', false);
  app.decorateRequest('mailReturns', false);
  app.decorateRequest('sessionToken', null);
  app.decorateRequest('sessionFailure', null);
  app.decorateRequest('wasWhole', false);
  const unknown = limitUnknownSessions(app, deps);
  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[name];
    if (token === undefined || token === '' || !usesSession(request)) return;
    request.sessionToken = token;
    const refusal = refusalOf(deps, request);
    if (refusal !== null) request.sessionFailure = refusal;
    else await unknown.limit(request, reply, () => readInto(deps, request, token));
  });
  app.addHook('preValidation', (request) => lookAgain(deps, request));
  app.decorateReply('signIn', async function (this: FastifyReply, account: Account, method: SignInMethod) {
    if (this.request.sessionToken !== null) await closeSession(deps.ctx, this.request.sessionToken);
    const userAgent = this.request.headers['user-agent'];
    const token = await openSession(deps.ctx, { account, method, userAgent });
    if (token === null) {
      this.request.account = null;
      this.request.hasCode = false;
      this.request.mailReturns = false;
      return false;
    }
    await this.keepSession(token);
    // A code was noted when it was tried. If a passkey is required, no one is signed in yet.
    if (method !== 'code' && this.request.account !== null)
      await noteSignIn(deps.ctx, { request: this.request, accountId: account.id }, method);
    return true;
  });
  app.decorateReply('keepSession', async function (this: FastifyReply, token: string) {
    this.setCookie(name, token, options);
    this.request.sessionToken = token;
    unknown.opened(token);
    const session = await readSession(deps.ctx, token);
    this.request.account = session?.account ?? null;
    this.request.hasCode = session?.hasCode ?? false;
    this.request.mailReturns = session?.mailReturns ?? false;
    if (session !== null) await this.keepKnownBrowser(session.account);
  });
  app.decorate('requiresPasskey', ({ id }: Account) => hasPasskeys(deps.ctx, id));
  app.decorateRequest('pendingAccount', async function (this: FastifyRequest) {
    if (this.account !== null || this.sessionToken === null) return null;
    return readPendingSession(deps.ctx, this.sessionToken);
  });
  app.decorateReply('signOut', async function (this: FastifyReply) {
    if (this.request.sessionToken !== null) await closeSession(deps.ctx, this.request.sessionToken);
    this.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: options.secure });
    this.request.account = null;
  });
}

/** Looks once more for the session of a form with a file, whose body is read later than that of others. Must be registered after uploads. */
export function registerSessionsOfUploads(app: FastifyInstance, deps: WebContext): void {
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) await lookAgain(deps, request);
  });
}

/** The body of a form may take long to arrive. A session that was ended meanwhile must not change anything anymore. */
async function lookAgain(deps: WebContext, request: FastifyRequest): Promise<void> {
  const { sessionToken, sessionFailure, wasWhole } = request;
  if (isSafe(request.method) || request.is404 || sessionToken === null || sessionFailure !== null) return;
  if (!wasWhole) await readInto(deps, request, sessionToken);
}

/** How many sessions that were found are remembered. */
const REMEMBERED = 20_000;

/**
 * Limits how often one network address makes the server look for sessions that do not exist: someone could send cookies
 * that they thought up as fast as the network allows, and each would reach the database before any other limit. A session
 * that was found before is not affected, nor a known browser, so that people who share a network address with such a sender
 * can go on.
 */
function limitUnknownSessions(app: FastifyInstance, deps: WebContext) {
  const misses = limitPeople(app, limitsOf(deps), limitsOf(deps).pages);
  const found = new Set<string>();
  const remember = (key: string) => {
    found.delete(key);
    found.add(key);
    for (const oldest of found) {
      if (found.size <= REMEMBERED) break;
      found.delete(oldest);
    }
  };
  return {
    /** @throws a 429 instead of reading if too many sessions were unknown */
    async limit(request: FastifyRequest, reply: FastifyReply, read: () => Promise<void>): Promise<void> {
      const key = tokenHash(request.sessionToken ?? '');
      if (!found.has(key) && (await misses.isSpent(request))) await misses.spend(request, reply);
      await read();
      if (request.sessionFailure !== null) return;
      if (request.account === null) {
        found.delete(key);
        return await misses.spend(request, reply);
      }
      remember(key);
    },
    /** Notes a session that was just opened. */
    opened: (token: string) => remember(tokenHash(token)),
  };
}

/** Notes who is signed in, or why that is not known. */
async function readInto(deps: WebContext, request: FastifyRequest, token: string): Promise<void> {
  // Node calls the hooks as soon as it has the headers. A short body mostly comes with them, and is read right after.
  if (request.raw.complete === false) await setImmediate();
  request.wasWhole = request.raw.complete === true;
  try {
    const session = await withinTime(readSession(deps.ctx, token));
    request.account = session?.account ?? null;
    request.hasCode = session?.hasCode ?? false;
    request.mailReturns = session?.mailReturns ?? false;
  } catch (error) {
    if (databaseFailure(error) === null && !(error instanceof UnavailableError)) throw error;
    request.sessionFailure = error;
  }
}

function usesSession(request: FastifyRequest): boolean {
  return request.routeOptions.config.session !== false && !request.url.startsWith('/assets/');
}

/** @throws UnavailableError if it takes longer */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnavailableError('unavailable')), SESSION_TIMEOUT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The account that is signed in. @throws a 401 if there is none, which cannot happen unless access is `anyone` */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new HttpError(401, 'sign-in', 'Sign in first.');
  return request.account;
}
