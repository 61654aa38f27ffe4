import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, HttpError, wantsJson } from '../rendering/http-errors.ts';
import { turnOfBody, typedFields } from './typed-fields.ts';

/**
 * Nobody is signed in (any more): asks for the code on a page that carries what was typed.
 * @param address of the page on which it was typed; `/sign-in` below it takes the answer, and that of a sheet `/check`
 * @param attempt.what was typed: a sheet unless told
 */
export function askToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  attempt: { refused?: string; account?: string; what?: 'sheet' | 'letter' } = {},
): FastifyReply {
  const { what = 'sheet' } = attempt;
  if (wantsJson(request))
    throw new HttpError(
      401,
      'sign-in',
      `You are not signed in any more. Send the ${what}: you will be asked to sign in, and nothing is lost.`,
    );
  return reply.code(401).page('player/sign-in-again', {
    title: 'Please sign in again',
    styles: ['sheet.css'],
    address,
    what,
    again: `${address}/${what === 'letter' ? 'sign-in' : 'check'}`,
    refused: attempt.refused ?? null,
    account: null,
    number: attempt.account ?? '',
    turn: turnOfBody(request.body),
    typed: typedFields(request.body),
  });
}

const CodeBody = z.object({
  _account: z.string().max(40).default(''),
  _code: z.string().max(200).default(''),
});

/** Account number and code out of that page's form. @throws a 400 where they cannot be read */
export function codeOf(request: FastifyRequest): { account: string; code: string } {
  const given = CodeBody.safeParse(request.body ?? {});
  if (!given.success) throw badRequest('Please give your account number and your security code.');
  return { account: given.data._account, code: given.data._code };
}
