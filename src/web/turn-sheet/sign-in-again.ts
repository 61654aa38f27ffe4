import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Credentials } from '../access/sign-in-limits.ts';
import { badRequest, HttpError, wantsJson } from '../rendering/http-errors.ts';
import { fieldsFromBody, turnOfBody } from './posted-sheet.ts';

/** What happened before, and what was being filled in. */
interface SignInAgain {
  /** Why the last attempt failed. */
  refused?: string;
  /** The account number that was entered. */
  account?: string;
  /** A sheet by default. */
  what?: 'sheet' | 'letter';
}

/**
 * The response to a form that was sent after the session had expired: a page that asks for the security code and carries
 * everything that was entered.
 * @param address the page of the form. `/sign-in` below it must take the credentials, and `/check` the fields of a sheet
 * @throws a 401 for programs
 */
export function askToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  attempt: SignInAgain = {},
): FastifyReply {
  const { what = 'sheet' } = attempt;
  if (wantsJson(request))
    throw new HttpError(
      401,
      'sign-in',
      `You are no longer signed in. Send the ${what}: you can then sign in, and nothing is lost.`,
    );
  return reply.code(401).page('player/sign-in-again', {
    title: 'Sign in again',
    styles: ['sheet.css'],
    address,
    doing: what === 'letter' ? 'writing your letter' : 'filling in your sheet',
    showAddress: `${address}/${what === 'letter' ? 'sign-in' : 'check'}`,
    showLabel: `Show my ${what}`,
    refused: attempt.refused ?? null,
    account: null,
    accountNumber: attempt.account ?? '',
    turn: turnOfBody(request.body),
    postedFields: fieldsFromBody(request.body),
  });
}

const CredentialsBody = z.object({
  _account: z.string().max(40).default(''),
  _code: z.string().max(200).default(''),
});

/** The credentials from the form of that page. @throws a 400 if they are malformed */
export function credentialsOf(request: FastifyRequest): Credentials {
  const given = CredentialsBody.safeParse(request.body ?? {});
  if (!given.success) throw badRequest('Enter your account number and your security code.');
  return { account: given.data._account, code: given.data._code };
}
