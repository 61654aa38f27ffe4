import { MAX_LIFETIME } from '../../accounts/sessions.ts';
import type { WebContext } from '../web-context.ts';
import { isHttps } from './security-headers.ts';

/** How long a browser keeps a cookie, in seconds. The database decides how long a session is valid. */
const COOKIE_LIFE = MAX_LIFETIME / 1000;

/** The attributes of every cookie that the server sets. */
export function cookieOptions(deps: Pick<WebContext, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: isHttps(deps), maxAge: COOKIE_LIFE };
}

/** The name of a cookie. With https it has the `__Host-` prefix, which ties it to this host and to https. */
export function cookieName(deps: Pick<WebContext, 'publicUrl'>, name: string): string {
  return isHttps(deps) ? `__Host-${name}` : name;
}
