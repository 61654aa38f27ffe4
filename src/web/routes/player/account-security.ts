import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { addressOfChange, confirmEmailChange } from '../../../accounts/email-verification.ts';
import { requestEmailChange } from '../../../accounts/requested-mail.ts';
import { setSecurityCode } from '../../../accounts/security-codes.ts';
import { deleteAccount } from '../../../games/seats/delete-account.ts';
import { tryToRecordDepartures } from '../../../operations/departures/record-departures.ts';
import { limiter, limitsOf } from '../../access/rate-limits.ts';
import { accessOf, networksOf } from '../../access/request-keys.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { noteNetwork } from '../../access/sign-in-log.ts';
import { currentCodeProblems } from '../../forms/current-code.ts';
import { checkbox } from '../../forms/fields.ts';
import { readBody, readParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { renderAccount } from './account-page.ts';

const code = z.string().max(200).default('');
const CodeBody = z.object({ code, again: code });
const EmailBody = z.object({ email: z.string().max(320).default('') });
const DeleteBody = z.object({ sure: checkbox });
const TokenParams = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) });

const config = { access: 'account' as const, secret: true as const };

/** What needs the current security code: a new code, a new e-mail address, and deleting the account. */
export default async function accountSecurityRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  codeRoute(app, deps);
  emailRoutes(app, deps);
  deleteRoute(app, deps);
}

function codeRoute(app: FastifyInstance, deps: WebContext): void {
  app.post('/account/code', { config: { ...config, endsAccess: true } }, async (request, reply) => {
    const body = readBody(CodeBody, request);
    const problems = await currentCodeProblems(app, deps, { request, reply, field: 'current' });
    if (body.code !== body.again) {
      const message = 'The two new codes are different. Enter the same code twice.';
      problems.push({ field: 'again', code: 'different', message });
    }
    if (problems.length === 0) {
      const { id: accountId } = accountOf(request);
      const set = await setSecurityCode(deps.ctx, accountId, body.code, request.sessionToken);
      if (set.ok) {
        // It was forgotten with all others, and they stay signed in here.
        await noteNetwork(deps.ctx, { request, accountId });
        return reply.done('/account', 'code-set');
      }
      problems.push(...set.problems);
    }
    return renderAccount(deps, reply.code(422), { problems });
  });
}

/** A new address takes effect when the link that is mailed to it is used. */
function emailRoutes(app: FastifyInstance, deps: WebContext): void {
  // For each session: neighbors must not use it up, nor someone who has another session. Mails have limits of their own.
  const mails = limiter(app, { max: limitsOf(deps).linksByAddress, minutes: 60, key: accessOf });

  app.post('/account/email', { config }, async (request, reply) => {
    const { email } = readBody(EmailBody, request);
    const problems = await currentCodeProblems(app, deps, { request, reply, field: 'emailCode' });
    if (problems.length === 0) {
      await mails.spend(request, reply);
      const asking = { ...accountOf(request), sessionToken: request.sessionToken };
      const requested = await requestEmailChange(deps.ctx, asking, email, networksOf(request));
      if (requested.ok) return reply.done('/account', 'email-requested');
      problems.push(...requested.problems);
    }
    return renderAccount(deps, reply.code(422), { problems });
  });

  app.get('/account/email/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const email = await addressOfChange(deps.ctx, accountOf(request).id, token);
    if (email === null) return changeExpired(reply);
    const title = 'Your new e-mail address';
    return reply.page('account/confirm-email', { title, token, email, number: accountOf(request).id });
  });

  app.post('/account/email/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const used = { token, keepSession: request.sessionToken };
    const { id: accountId } = accountOf(request);
    if (await confirmEmailChange(deps.ctx, accountId, used)) {
      await noteNetwork(deps.ctx, { request, accountId });
      return reply.done('/account', 'email-changed');
    }
    return changeExpired(reply);
  });
}

function changeExpired(reply: FastifyReply): FastifyReply {
  const title = 'This link no longer works';
  return reply.code(410).page('auth/confirmation-link-expired', { title, isChange: true });
}

function deleteRoute(app: FastifyInstance, deps: WebContext): void {
  app.post('/account/delete', { config }, async (request, reply) => {
    const account = accountOf(request);
    const { sure } = readBody(DeleteBody, request);
    const problems = await currentCodeProblems(app, deps, { request, reply, field: 'deleteCode' });
    if (!sure) {
      const message = 'Check the box to delete your account. A deleted account cannot be restored.';
      problems.push({ field: 'sure', code: 'not-sure', message });
    }
    if (problems.length === 0) {
      const deleted = await deleteAccount(deps.ctx, account.id, request.sessionToken ?? '');
      if (deleted.ok) {
        request.stored = true;
        request.log.info({ account: account.id }, 'account deleted');
        await tryToRecordDepartures(deps.ctx, deps.system);
        await reply.signOut();
        return reply.done('/', 'deleted');
      }
      problems.push(...deleted.problems);
    }
    return renderAccount(deps, reply.code(422), { problems });
  });
}
