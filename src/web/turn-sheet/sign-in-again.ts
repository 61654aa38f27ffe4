import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readTypedAccount } from '../../accounts/typed-account.ts';
import type { Account } from '../../database/generated/client.ts';
import { problemsInWords } from '../../rules/result.ts';
import { signInWithCode } from '../access/code-sign-in.ts';
import { openedBy, otherAccount } from '../access/other-account.ts';
import { confirmWithPasskey } from '../access/passkeys.ts';
import type { Credentials } from '../access/sign-in-limits.ts';
import { badRequest, HttpError, wantsJson } from '../rendering/http-errors.ts';
import type { WebContext } from '../web-context.ts';
import { attemptOfBody, fieldsFromBody, isMarkedFinal, seatOfBody, turnOfBody } from './posted-sheet.ts';

/** The page whose form was sent, and what was being filled in. */
export interface InterruptedForm {
  /** The page of the form. `/sign-in` below it must take the credentials, and `/check` the fields of a sheet. */
  address: string;
  /** A sheet by default. */
  what?: 'sheet' | 'letter';
}

/** What happened before. */
interface Attempt {
  /** Why the last attempt failed. */
  refused?: string;
  /** The account number or e-mail address that was entered. */
  account?: string;
}

/**
 * The response to a form that was sent after the session had expired: a page that asks for the security code (or for the
 * passkey, if only that is missing) and carries everything that was entered.
 * @throws a 401 for programs
 */
export async function askToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, what = 'sheet' }: InterruptedForm,
  attempt: Attempt = {},
): Promise<FastifyReply> {
  if (wantsJson(request))
    throw new HttpError(
      401,
      'sign-in',
      `You are no longer signed in. Send the ${what}: you can then sign in, and nothing is lost.`,
    );
  const needsPasskey = (await request.pendingAccount()) !== null;
  return reply.code(401).page('player/sign-in-again', {
    title: needsPasskey ? 'Confirm with your passkey' : 'Sign in again',
    styles: ['sheet.css'],
    scripts: needsPasskey ? ['passkeys.js'] : [],
    needsPasskey,
    address,
    doing: what === 'letter' ? 'writing your letter' : 'filling in your sheet',
    showAddress: `${address}/${what === 'letter' ? 'sign-in' : 'check'}`,
    showLabel: `Show my ${what}`,
    refused: attempt.refused ?? null,
    account: null,
    who: attempt.account ?? '',
    turn: turnOfBody(request.body),
    attempt: attemptOfBody(request.body),
    seat: seatOfBody(request.body),
    openedBy: openedBy(request.body),
    final: isMarkedFinal(request.body),
    postedFields: fieldsFromBody(request.body),
  });
}

/** The request to `/sign-in` below the page of the form. */
interface SignInRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  form: InterruptedForm;
}

/**
 * Signs in with what was entered on that page.
 * @returns the account; null if no one is signed in, and the response is the page that asks again
 * @throws a 400 if the fields are malformed; a 409 if it is another account than the one that was filling in the form
 */
export async function signInAgain(deps: WebContext, asked: SignInRequest): Promise<Account | null> {
  const account = await accountSignedIn(deps, asked);
  const refusal = account === null ? undefined : otherAccount(asked.request);
  if (refusal !== undefined) throw refusal;
  return account;
}

async function accountSignedIn(
  deps: WebContext,
  { request, reply, form }: SignInRequest,
): Promise<Account | null> {
  const { _passkey, ...given } = credentialsOf(request);
  // Signed in on another page meanwhile.
  const own = request.account;
  if (own !== null && (given.account === '' || isNameOf(own, given.account))) return own;
  if (_passkey !== '' && (await request.pendingAccount()) !== null) {
    const confirmed = await confirmWithPasskey(deps, { request, reply }, _passkey);
    if (confirmed.ok) return request.account;
    await askToSignIn(request, reply, form, { refused: problemsInWords(confirmed.problems) });
    return null;
  }
  // Sent again from an error page, which does not repeat what was typed to sign in.
  if (given.account === '' && given.code === '') {
    await askToSignIn(request, reply, form);
    return null;
  }
  const attempt = await signInWithCode(request, reply, given);
  if (attempt.account === null) {
    await askToSignIn(request, reply, form, { refused: attempt.message, account: given.account });
    return null;
  }
  if (request.account === null) await askToSignIn(request, reply, form);
  return request.account;
}

function isNameOf(account: Account, text: string): boolean {
  const typed = readTypedAccount(text);
  if (typed === null) return false;
  return 'number' in typed ? typed.number === account.id : typed.email === account.email;
}

const CredentialsBody = z.object({
  _account: z.string().max(320).default(''),
  _code: z.string().max(200).default(''),
  _passkey: z.string().max(20_000).default(''),
});

/** The credentials from the form of that page. @throws a 400 if they are malformed */
function credentialsOf(request: FastifyRequest): Credentials & { _passkey: string } {
  const given = CredentialsBody.safeParse(request.body ?? {});
  if (!given.success)
    throw badRequest('Enter your e-mail address or account number, and your security code.');
  const { _account, _code, _passkey } = given.data;
  return { account: _account, code: _code, _passkey };
}
