import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tokenHash } from '../../../accounts/tokens.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readBody } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

/* The current security code, which protects an account in a browser that was left signed in. */

const code = z.string().max(200).default('');
const CurrentCode = z.object({
  current: code,
  emailCode: code,
  deleteCode: code,
  addCode: code,
  removeCode: code,
});

/** How many minutes after signing in by a mailed link a forgotten code can be replaced. */
export const FRESH_MINUTES = 15;

/**
 * Whether a person must enter their current code. They need not if they have none, or if they have just signed in by
 * a mailed link in this same browser: another browser that was left signed in does not prove access to the mail.
 */
export async function needsCurrentCode(deps: WebContext, request: FastifyRequest): Promise<boolean> {
  if (!request.hasCode) return false;
  const { session: sessions } = deps.ctx.db.prisma;
  const session = await sessions.findUnique({ where: { id: tokenHash(request.sessionToken ?? '') } });
  if (session === null || session.method === 'code') return true;
  return session.createdAt.getTime() < deps.ctx.now().getTime() - FRESH_MINUTES * 60_000;
}

/** Checks the current code in one field of a form; no problems if it is right or not required. */
export async function currentCodeProblems(
  app: FastifyInstance,
  deps: WebContext,
  sent: { request: FastifyRequest; reply: FastifyReply; field: keyof z.infer<typeof CurrentCode> },
): Promise<Problem[]> {
  const { request, reply, field } = sent;
  if (!(await needsCurrentCode(deps, request))) return [];
  const typed = readBody(CurrentCode, request)[field];
  const attempt = await app.tryCode(request, reply, { account: String(accountOf(request).id), code: typed });
  if (attempt.account !== null) return [];
  const message = attempt.tooMany ? attempt.message : 'This is not your current security code.';
  return [{ field, code: 'wrong-code', message }];
}
