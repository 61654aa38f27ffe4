import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { updateAccount } from '../../accounts/accounts.ts';
import { setSecurityCode } from '../../accounts/codes.ts';
import { tokenHash } from '../../accounts/tokens.ts';
import type { Problem } from '../../rules/sheet.ts';
import { reliability } from '../../turns/reliability.ts';
import { checkBody, readBody, typedValues } from '../checked.ts';
import type { WebDeps } from '../deps.ts';
import { accountOf } from '../plugins/sessions.ts';

const AccountBody = z.object({
  name: z.string('Please give your name.').max(200),
  timeZone: z.string('Please give a time zone.').max(60),
  paper: z.enum(['letter', 'a4'], 'Choose Letter or A4.'),
  address: z.string().max(1000, 'Please keep the address to 1000 characters.').default(''),
  publishAddress: z
    .literal('yes')
    .optional()
    .transform((tick) => tick === 'yes'),
});

const CodeBody = z.object({
  current: z.string().max(200).default(''),
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
    const saved = await updateAccount(deps.house, account.id, {
      ...body.value,
      address,
      email: account.email,
    });
    if (!saved.ok) return accountPage(deps, reply.code(422), { problems: saved.problems, values });
    return reply.done('/account', 'account-saved');
  });

  codeRoute(app, deps);
}

/** A new security code; the present one is asked for, so that a browser left open does not give the account away. */
function codeRoute(app: FastifyInstance, deps: WebDeps): void {
  app.post('/account/code', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const body = readBody(CodeBody, request);
    const problems: Problem[] = [];
    if (await needsCode(deps, request)) {
      const given = { account: String(account.id), code: body.current };
      const attempt = await app.tryCode(request, reply, given);
      if (attempt.account === null) {
        const message = attempt.tooMany ? attempt.message : 'This is not your present security code.';
        problems.push({ field: 'current', code: 'wrong-code', message });
      }
    }
    if (body.code !== body.again) {
      problems.push({
        field: 'again',
        code: 'different',
        message: 'The two spellings of the new code differ.',
      });
    }
    if (problems.length === 0) {
      const set = await setSecurityCode(deps.house, account.id, body.code, request.sessionToken);
      if (set.ok) return reply.done('/account', 'code-set');
      problems.push(...set.problems);
    }
    return accountPage(deps, reply.code(422), { problems });
  });
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
  if (account.codeHash === null) return false;
  const { prisma } = deps.house.db;
  const session = await prisma.session.findUnique({ where: { id: tokenHash(request.sessionToken ?? '') } });
  const opened = session?.createdAt.getTime() ?? 0;
  if (opened < deps.house.now().getTime() - FRESH_MINUTES * 60_000) return true;
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
  };
  const zones = Intl.supportedValuesOf('timeZone');
  return reply.page('account/account', {
    title: 'Your account',
    values,
    problems: typed.problems ?? [],
    zones: zones.includes('UTC') ? zones : ['UTC', ...zones],
    hasCode: account.codeHash !== null,
    needsCode: await needsCode(deps, reply.request),
    freshMinutes: FRESH_MINUTES,
    record: await reliability(deps.house, account.id),
  });
}
