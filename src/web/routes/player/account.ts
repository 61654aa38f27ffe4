import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { REMIND_HOURS } from '../../../accounts/account-details.ts';
import { confirmEmailChange, requestEmailChange } from '../../../accounts/email-verification.ts';
import { setSecurityCode } from '../../../accounts/security-codes.ts';
import { tokenHash } from '../../../accounts/tokens.ts';
import { updateAccount } from '../../../accounts/update-account.ts';
import { deleteAccount } from '../../../games/seats/delete-account.ts';
import { reliability } from '../../../games/seats/reliability.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { addressOf, limiter, limitsOf } from '../../access/rate-limits.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { checkBody, readBody, readParams, typedValues } from '../../forms/read-request.ts';

const tick = z
  .literal('yes')
  .optional()
  .transform((word) => word === 'yes');

const AccountBody = z.object({
  name: z.string('Please give your name.').max(200),
  timeZone: z.string('Please give a time zone.').max(60),
  paper: z.enum(['letter', 'a4'], 'Choose Letter or A4.'),
  address: z.string().max(1000, 'Please keep the address to 1000 characters.').default(''),
  publishAddress: tick,
  remindHours: z.coerce.number<string>('Choose one of the times.').optional(),
  mailPrintouts: tick,
  mailReceipts: tick,
  mailLetters: tick,
});

const code = z.string().max(200).default('');
const PresentCode = z.object({ current: code, emailCode: code, deleteCode: code });
const EmailBody = z.object({ email: z.string().max(320).default('') });
const DeleteBody = z.object({ sure: tick });
const TokenParams = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) });

const CodeBody = z.object({
  code: z.string().max(200).default(''),
  again: z.string().max(200).default(''),
});

/** A person's own data and security code. */
export default async function accountRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  app.get('/account', { config: { who: 'account' } }, async (_request, reply) =>
    accountPage(deps, reply, {}),
  );

  app.post('/account', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const body = checkBody(AccountBody, request);
    const values = typedValues(request);
    if (!body.ok) return accountPage(deps, reply.code(422), { problems: body.problems, values });
    const address = body.value.address.trim() === '' ? null : body.value.address;
    const saved = await updateAccount(deps.ctx, account.id, {
      ...body.value,
      address,
      email: account.email,
    });
    if (!saved.ok) return accountPage(deps, reply.code(422), { problems: saved.problems, values });
    return reply.done('/account', 'account-saved');
  });

  codeRoute(app, deps);
  emailRoutes(app, deps);
  deleteRoute(app, deps);
}

/** A new security code; the present one is asked for, so that a browser left open does not give the account away. */
function codeRoute(app: FastifyInstance, deps: WebDeps): void {
  app.post('/account/code', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const body = readBody(CodeBody, request);
    const problems = await codeProblems(app, deps, request, reply, 'current');
    if (body.code !== body.again) {
      problems.push({
        field: 'again',
        code: 'different',
        message: 'The two spellings of the new code differ.',
      });
    }
    if (problems.length === 0) {
      const set = await setSecurityCode(deps.ctx, account.id, body.code, request.sessionToken);
      if (set.ok) return reply.done('/account', 'code-set');
      problems.push(...set.problems);
    }
    return accountPage(deps, reply.code(422), { problems });
  });
}

/** A new address: proved by a link that goes there, and the present code is asked for as with a new code. */
function emailRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };
  const mails = limiter(app, { max: limitsOf(deps).linksByAddress, minutes: 60, key: addressOf });

  app.post('/account/email', { config }, async (request, reply) => {
    const { email } = readBody(EmailBody, request);
    const problems = await codeProblems(app, deps, request, reply, 'emailCode');
    if (problems.length === 0) {
      await mails.spend(request, reply);
      const asked = await requestEmailChange(deps.ctx, accountOf(request), email);
      if (asked.ok) return reply.done('/account', 'email-asked');
      problems.push(...asked.problems);
    }
    return accountPage(deps, reply.code(422), { problems });
  });

  app.get('/account/email/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    return reply.page('account/email', { title: 'Your new address', token });
  });

  app.post('/account/email/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    if (await confirmEmailChange(deps.ctx, accountOf(request).id, token)) {
      return reply.done('/account', 'email-changed');
    }
    return reply.code(410).page('auth/proof-stale', { title: 'This link is no longer good' });
  });
}

/** Deleting the account: the present code, and a tick that it is meant. */
function deleteRoute(app: FastifyInstance, deps: WebDeps): void {
  app.post('/account/delete', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const { sure } = readBody(DeleteBody, request);
    const problems = await codeProblems(app, deps, request, reply, 'deleteCode');
    if (!sure) {
      const message = 'Tick the box if you mean it: a deleted account does not come back.';
      problems.push({ field: 'sure', code: 'not-sure', message });
    }
    if (problems.length === 0) {
      const done = await deleteAccount(deps.ctx, account.id);
      if (done.ok) {
        request.log.info({ account: account.id }, 'account deleted');
        await reply.signOut();
        return reply.done('/', 'deleted');
      }
      problems.push(...done.problems);
    }
    return accountPage(deps, reply.code(422), { problems });
  });
}

/** The present code where it is needed, typed into `field`; no problem where it is right. */
async function codeProblems(
  app: FastifyInstance,
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  field: 'current' | 'emailCode' | 'deleteCode',
): Promise<Problem[]> {
  const account = accountOf(request);
  if (!(await needsCode(deps, request))) return [];
  const code = readBody(PresentCode, request)[field];
  const attempt = await app.tryCode(request, reply, { account: String(account.id), code });
  if (attempt.account !== null) return [];
  const message = attempt.tooMany ? attempt.message : 'This is not your present security code.';
  return [{ field, code: 'wrong-code', message }];
}

/** Minutes after a sign-in by mailed link in which a forgotten code may be replaced. */
const FRESH_MINUTES = 15;

/** Milliseconds between the use of a link and the session that it opens, at most. */
const LINK_TO_SESSION = 10_000;

/**
 * Must the present code be given? Not where there is none, nor by somebody who has just come in by a mailed link:
 * in this very browser, for another that was left open is not the one that has the mail.
 */
async function needsCode(deps: WebDeps, request: FastifyRequest): Promise<boolean> {
  const account = accountOf(request);
  if (!request.hasCode) return false;
  const { prisma } = deps.ctx.db;
  const session = await prisma.session.findUnique({ where: { id: tokenHash(request.sessionToken ?? '') } });
  const opened = session?.createdAt.getTime() ?? 0;
  if (opened < deps.ctx.now().getTime() - FRESH_MINUTES * 60_000) return true;
  const justBefore = { gte: new Date(opened - LINK_TO_SESSION), lte: new Date(opened) };
  return (await prisma.signInLink.count({ where: { accountId: account.id, usedAt: justBefore } })) === 0;
}

async function accountPage(
  deps: WebDeps,
  reply: FastifyReply,
  typed: { problems?: Problem[]; values?: Record<string, string> },
): Promise<FastifyReply> {
  const account = accountOf(reply.request);
  const values = typed.values ?? {
    name: account.name,
    timeZone: account.timeZone,
    paper: account.paper,
    address: account.address ?? '',
    publishAddress: account.publishAddress ? 'yes' : '',
    remindHours: String(account.remindHours),
    mailPrintouts: account.mailPrintouts ? 'yes' : '',
    mailReceipts: account.mailReceipts ? 'yes' : '',
    mailLetters: account.mailLetters ? 'yes' : '',
  };
  const zones = Intl.supportedValuesOf('timeZone');
  return reply.page('account/account', {
    title: 'Your account',
    remindHours: [...REMIND_HOURS, 0],
    values,
    problems: typed.problems ?? [],
    zones: zones.includes('UTC') ? zones : ['UTC', ...zones],
    hasCode: reply.request.hasCode,
    needsCode: await needsCode(deps, reply.request),
    freshMinutes: FRESH_MINUTES,
    record: await reliability(deps.ctx, account.id),
  });
}
