import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { hasSecurityCode, setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { AppContext } from '../../src/context.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { buildApp } from '../../src/web/app.ts';
import type { WebContext } from '../../src/web/web-context.ts';
import { granted } from '../games/game/play.ts';

/** The security code of all accounts in these tests. */
export const testCode = 'lantern tower nine';

/** The web app on a test context, at an http address by default. */
export function aWeb(ctx: AppContext, other: Partial<WebContext> = {}): Promise<FastifyInstance> {
  return buildApp({ ctx, publicUrl: 'http://whistlestop.test', mailbox: null, ...other });
}

/** A browser without scripts. It keeps cookies and sends the form token. */
export interface Visitor {
  cookies: Map<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Sends a form with the token of the visitor's pages. */
  post(
    url: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Sends a form without a token. */
  postBare(
    url: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  token(): Promise<string>;
}

/** What a visitor sends requests to: the app itself, or a server at an address. */
export interface Visited {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** A server at an address: `http://127.0.0.1:4711`. Its responses have what the tests of pages look at. */
export function visitorTo(home: string): Visited {
  return {
    async inject({ method, url, headers, payload }) {
      const response = await fetch(new URL(String(url), home), {
        method: method as string,
        headers: headers as Record<string, string>,
        redirect: 'manual',
        ...(payload === undefined ? {} : { body: payload as string }),
      });
      const cookies = response.headers.getSetCookie().map((cookie) => {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        return { name, value };
      });
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
        cookies,
      } as unknown as LightMyRequestResponse;
    },
  };
}

export function aVisitor(app: Visited): Visitor {
  const cookies = new Map<string, string>();
  const request = async (options: InjectOptions) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...options.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await app.inject({ ...options, headers });
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const get: Visitor['get'] = (url, headers = {}) =>
    request({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
  const postBare: Visitor['postBare'] = (url, fields, headers = {}) =>
    request({
      method: 'POST',
      url,
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  // The account page has a form for visitors who are signed in, the sign-in page for others, or the page it leads to for
  // those who still need a passkey.
  const token = async () => {
    const page = await get('/account');
    let form = page.statusCode === 200 ? page : await get('/sign-in');
    if (form.statusCode === 303) form = await get(String(form.headers.location));
    const found = /name="_csrf" value="([^"]+)"/.exec(form.body)?.[1];
    if (found === undefined) throw new Error('There is no form with a token.');
    return found;
  };
  return {
    cookies,
    get,
    postBare,
    token,
    post: async (url, fields = {}, headers = {}) =>
      postBare(url, { _csrf: await token(), ...fields }, headers),
  };
}

/** A visitor who has signed in on the sign-in page. */
export async function signedIn(app: Visited, ctx: AppContext, account: Account): Promise<Visitor> {
  if (!(await hasSecurityCode(ctx, account.id))) granted(await setSecurityCode(ctx, account.id, testCode));
  const visitor = aVisitor(app);
  const response = await visitor.post('/sign-in', { account: String(account.id), code: testCode });
  if (response.statusCode !== 303) throw new Error(`Not signed in: ${response.statusCode}`);
  return visitor;
}
