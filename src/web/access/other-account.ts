import type { FastifyRequest } from 'fastify';
import { HttpError } from '../rendering/http-errors.ts';

/*
 * Two people may share a browser. A page that one of them has opened must not be sent as the other one, who has signed in
 * meanwhile: it would be a letter under the wrong name, or change the wrong account.
 */

/** The field of every form that says which account had opened its page. A page of no one who was signed in has none. */
export const OPENED_BY = '_as';

/** The accounts that a form names: more than one if a page repeats what another one held. */
export function openedBy(body: unknown): string[] {
  const sent = Object(body)[OPENED_BY] as unknown;
  return [sent].flat().filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Why the account that is signed in must not send a form: another one opened its page. The page of the error shows nothing of it. */
export function otherAccount({ account, body }: FastifyRequest): HttpError | undefined {
  if (account === null || openedBy(body).every((opener) => opener === String(account.id))) return undefined;
  const message = `This page was opened with a different account, and account #${account.id} is signed in now. Nothing was sent, and what was typed is not shown. To send it, sign in with the first account, go back to the page, and send it again.`;
  return new HttpError(409, 'other-account', message);
}
