import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FRESH_MINUTES, isFreshFromMail } from '../../accounts/fresh-session.ts';
import { tokenHash } from '../../accounts/tokens.ts';
import type { Problem } from '../../rules/sheet.ts';
import { accountOf } from '../access/session-cookies.ts';
import type { WebContext } from '../web-context.ts';
import { readBody } from './read-request.ts';

/* What protects an account and its seats in a browser that was left signed in: the current security code, or a new mailed link. */

const code = z.string().max(200).default('');
const CurrentCode = z.object({
  current: code,
  emailCode: code,
  deleteCode: code,
  addCode: code,
  removeCode: code,
  endCode: code,
  giveUpCode: code,
});

/**
 * What a person must show before the account's code, address or passkeys are changed, or a seat is given up. `code`: the current code. `link`:
 * they have no code, and must sign in by a new mailed link. `nothing`: they have just signed in by a mailed link in this
 * same browser; another browser that was left signed in does not prove access to the mail.
 */
export type NeededProof = 'code' | 'link' | 'nothing';

/** What the sender of a request must show. */
export async function neededProof(deps: WebContext, request: FastifyRequest): Promise<NeededProof> {
  const { session: sessions } = deps.ctx.db.prisma;
  const session = await sessions.findUnique({ where: { id: tokenHash(request.sessionToken ?? '') } });
  if (session !== null && isFreshFromMail(session, deps.ctx.now())) return 'nothing';
  return request.hasCode ? 'code' : 'link';
}

/** Checks the current code in one field of a form, or asks for a new link; no problems if nothing is required. */
export async function currentCodeProblems(
  app: FastifyInstance,
  deps: WebContext,
  sent: { request: FastifyRequest; reply: FastifyReply; field: keyof z.infer<typeof CurrentCode> },
): Promise<Problem[]> {
  const { request, reply, field } = sent;
  const proof = await neededProof(deps, request);
  if (proof === 'nothing') return [];
  if (proof === 'link') {
    const message = `Sign in with a new mailed link first, and come back within ${FRESH_MINUTES} minutes.`;
    return [{ field, code: 'needs-link', message }];
  }
  const typed = readBody(CurrentCode, request)[field];
  const attempt = await app.tryCode(request, reply, { account: String(accountOf(request).id), code: typed });
  if (attempt.account !== null) return [];
  const message = attempt.tooMany ? attempt.message : 'This is not your current security code.';
  return [{ field, code: 'wrong-code', message }];
}
