import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { confirmSession } from '../../accounts/passkeys/confirm-passkey.ts';
import { type RelyingParty, relyingPartyOf } from '../../accounts/passkeys/relying-party.ts';
import { fail, ok, problemsInWords, type Result } from '../../rules/result.ts';
import { HttpError } from '../rendering/http-errors.ts';
import type { WebContext } from '../web-context.ts';
import { accountOf } from './session-cookies.ts';
import { noteSignIn } from './sign-in-log.ts';

/* Passkeys in the browser: src/web/static/passkeys.js puts what an authenticator returned into a field of the form. */

/** The most characters of that field. Keys and signatures are far shorter. */
const MAX_LENGTH = 20_000;

/** The field with what an authenticator returned. */
export const passkeyField = z.string().max(MAX_LENGTH).default('');

const base64url = z
  .string()
  .max(4000)
  .regex(/^[\w-]+$/);
/** The parts that are used before the response is verified. */
const Returned = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
});

/** What an authenticator returned, from a field of a form. Problem: `not-returned`. */
export function passkeyResponse<Kind extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  field: string,
): Result<Kind> {
  const parsed = Returned.safeParse(parsedJson(field));
  if (parsed.success) return ok(parsed.data as unknown as Kind);
  const message = 'No passkey was used. Use the button on this page. It needs a browser with JavaScript.';
  return fail('passkey', 'not-returned', message);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What passkeys of this server are tied to. Problem: `no-passkeys` if browsers allow none at its address. */
export function relyingParty({ publicUrl }: Pick<WebContext, 'publicUrl'>): Result<RelyingParty> {
  const party = relyingPartyOf(publicUrl);
  if (party !== null) return ok(party);
  const message =
    'Browsers allow passkeys only at an https address with a host name, and this server has none. Ask its operator.';
  return fail('passkey', 'no-passkeys', message);
}

/**
 * Confirms the session of this browser with what an authenticator returned. Then `request.account` is set.
 * Problems: `no-passkeys`, `not-returned`, and those of `confirmSession`.
 */
export async function confirmWithPasskey(
  deps: WebContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  field: string,
): Promise<Result<void>> {
  const party = relyingParty(deps);
  if (!party.ok) return party;
  const response = passkeyResponse<AuthenticationResponseJSON>(field);
  if (!response.ok) return response;
  const given = { token: request.sessionToken ?? '', response: response.value };
  const confirmed = await confirmSession(deps.ctx, party.value, given);
  if (!confirmed.ok) return confirmed;
  await reply.keepSession(confirmed.value);
  await noteSignIn(deps.ctx, { request, accountId: accountOf(request).id }, 'passkey');
  return ok(undefined);
}

/** The value of a result for a script. @throws a 422 with its problems */
export function requireForScript<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HttpError(422, result.problems[0]?.code ?? 'refused', problemsInWords(result.problems));
}

/** Where a browser goes after it has signed in: to `next`, or first to the page that asks for a passkey. */
export function pageAfterSignIn(request: FastifyRequest, next: string): string {
  return request.account === null ? passkeyPage(next) : next;
}

/** The page that asks for a passkey, and then leads to `next`. */
export function passkeyPage(next: string): string {
  return `/sign-in/passkey?next=${encodeURIComponent(next)}`;
}
