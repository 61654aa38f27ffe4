import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { HttpError } from '../../rendering/http-errors.ts';

/** Open to programs with an account number and a security code; the session's cookie counts for nothing here. */
export const BASIC = { access: 'anyone' as const, csrf: false as const };

/** With `final=yes` orders are sent as their player's last word. */
export const FinalQuery = z.object({ final: z.enum(['yes', 'no']).optional() });

/**
 * The account of an `Authorization: Basic` header (RFC 7617, UTF-8): account number and security code.
 * @throws a 401, or a 429 after too many wrong codes
 */
export async function basicAccount(request: FastifyRequest, reply: FastifyReply): Promise<Account> {
  const given = /^Basic ([A-Za-z0-9+/=]{1,600})$/i.exec(request.headers.authorization ?? '');
  const [, account, code] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(given?.[1] ?? '', 'base64').toString('utf8')) ?? [];
  reply.header('www-authenticate', 'Basic realm="Whistlestop", charset="UTF-8"');
  if (account === undefined || code === undefined) {
    throw new HttpError(401, 'sign-in', 'Give account number and security code by HTTP Basic.');
  }
  const attempt = await request.server.tryCode(request, reply, { account, code });
  if (attempt.account === null) throw new HttpError(attempt.tooMany ? 429 : 401, 'sign-in', attempt.message);
  reply.removeHeader('www-authenticate');
  return attempt.account;
}

/** Only JSON: a page of another site cannot send it with a browser's remembered password. @throws a 415 */
export function jsonOnly(request: FastifyRequest): void {
  if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return;
  throw new HttpError(415, 'not-json', 'Send the orders as JSON, with content-type application/json.');
}
