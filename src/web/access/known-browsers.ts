import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import { browserOf } from '../../accounts/known-browser.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WebContext } from '../web-context.ts';
import { cookieName, cookieOptions } from './cookies.ts';

/*
 * A browser in which someone has signed in keeps a cookie that says so, also after the session has ended. It signs no one
 * in. It only gives the browser limits of its own, so that neighbors behind the same network address, who can use up the
 * limits of those who are not signed in, cannot keep its owner from signing in again.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Stands for the account that was last signed in to in this browser; null if there was none. */
    knownBrowser: string | null;
  }
  interface FastifyReply {
    /** Makes this browser known as one in which someone has signed in to the account. */
    keepKnownBrowser(account: Account): Promise<void>;
  }
}

const NAME = 'whistlestop-known';

/** What stands for the account, and the proof that this server wrote it, in hex. */
const FORM = /^([0-9a-f]{32})\.([0-9a-f]{64})$/;

/** Milliseconds that reading the key may take. A database that hangs must not hold up pages that work without it. */
const KEY_TIMEOUT = 1_000;

/** Sets `request.knownBrowser`, and adds `reply.keepKnownBrowser`. Cookies must have been registered. */
export function registerKnownBrowsers(app: FastifyInstance, deps: WebContext): void {
  const name = cookieName(deps, NAME);
  const options = cookieOptions(deps);
  app.decorateRequest('knownBrowser', null);
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const value = request.cookies[name];
    // The files of the pages have no limits.
    if (value === undefined || request.url.startsWith('/assets/')) return;
    request.knownBrowser = await readCookie(deps, value);
  });
  app.decorateReply('keepKnownBrowser', async function (this: FastifyReply, { id }: Account) {
    const browser = await browserOf(deps.ctx, id);
    this.setCookie(name, `${browser}.${await proofOf(deps, browser)}`, options);
    this.request.knownBrowser = browser;
  });
}

async function readCookie(deps: WebContext, value: string): Promise<string | null> {
  const [, browser, proof] = FORM.exec(value) ?? [];
  if (browser === undefined || proof === undefined) return null;
  // Without the database its key may not be known. Then the browser has the limits of its network.
  const right = await orNull(proofOf(deps, browser));
  return right !== null && timingSafeEqual(Buffer.from(proof), Buffer.from(right)) ? browser : null;
}

/** What some work returns; null if it fails, or takes too long. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), KEY_TIMEOUT);
  });
  const ended = await Promise.race([work.catch(() => null), late]);
  clearTimeout(timer);
  return ended;
}

function proofOf({ ctx }: WebContext, browser: string): Promise<string> {
  return keyedHash(ctx, 'proof of a known browser', browser);
}
