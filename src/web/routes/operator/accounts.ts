import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { createAccount } from '../../../accounts/accounts.ts';
import { correctEmail } from '../../../accounts/update-account.ts';
import type { Account } from '../../../database/generated/client.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { checkBody, readBody, readParams, readQuery, typedValues } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { mailSignInLink } from '../auth/sign-in.ts';

const LISTED = 100;

const tick = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

const PageQuery = z.object({
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  done: z.string().optional(),
});
const AccountParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const NewAccount = z.object({
  name: z.string('Please give a name.').max(200),
  email: z.string('Please give an e-mail address.').max(320),
  mayRunGames: tick,
  sendLink: tick,
});
const Rights = z.object({ mayRunGames: tick });
const Email = z.object({ email: z.string().max(320).default('') });

/** The operator's pages: who has an account here, and who may run games. */
export default async function operatorRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;
  const config = { who: 'operator' as const };

  app.get('/operator', { config }, async (request, reply) =>
    accountsPage(deps, reply, { after: readQuery(PageQuery, request).after }),
  );

  app.post('/operator/accounts', { config }, async (request, reply) => {
    const body = checkBody(NewAccount, request);
    const values = typedValues(request);
    if (!body.ok) return accountsPage(deps, reply.code(422), { problems: body.problems, values });
    const made = await createAccount(ctx, body.value);
    if (!made.ok) return accountsPage(deps, reply.code(422), { problems: made.problems, values });
    request.log.info({ made: made.value.id, by: accountOf(request).id }, 'account made');
    if (body.value.sendLink) await mailSignInLink(deps, made.value);
    return reply.done('/operator', 'account-made');
  });

  app.post('/operator/accounts/:id/rights', { config }, async (request, reply) => {
    const account = await readAccount(deps, readParams(AccountParams, request).id);
    const { mayRunGames } = readBody(Rights, request);
    await ctx.db.prisma.account.update({ where: { id: account.id }, data: { mayRunGames } });
    request.log.info({ changed: account.id, mayRunGames, by: accountOf(request).id }, 'rights changed');
    return reply.done('/operator', 'rights-set');
  });

  app.post('/operator/accounts/:id/email', { config }, async (request, reply) => {
    const account = await readAccount(deps, readParams(AccountParams, request).id);
    const { email } = readBody(Email, request);
    const changed = await correctEmail(ctx, account.id, email);
    if (!changed.ok) {
      const field = `email-${account.id}`;
      const problems = changed.problems.map((problem) => ({ ...problem, field }));
      const state = { after: account.id - 1, problems, values: { [field]: email } };
      return accountsPage(deps, reply.code(422), state);
    }
    request.log.info({ changed: account.id, email: true, by: accountOf(request).id }, 'e-mail corrected');
    return reply.done('/operator', 'email-set');
  });

  app.post('/operator/accounts/:id/link', { config }, async (request, reply) => {
    const account = await readAccount(deps, readParams(AccountParams, request).id);
    await mailSignInLink(deps, account);
    return reply.done('/operator', 'link-sent');
  });
}

async function readAccount(deps: WebDeps, id: number): Promise<Account> {
  const account = await deps.ctx.db.prisma.account.findUnique({ where: { id } });
  if (account === null) throw notFound('There is no such account.');
  return account;
}

async function accountsPage(
  deps: WebDeps,
  reply: FastifyReply,
  state: { after?: number; problems?: Problem[]; values?: Record<string, string> },
): Promise<FastifyReply> {
  const { account } = deps.ctx.db.prisma;
  const accounts = await account.findMany({
    where: { id: { gt: state.after ?? 0 } },
    orderBy: { id: 'asc' },
    take: LISTED + 1,
    select: { id: true, name: true, email: true, operator: true, mayRunGames: true, createdAt: true },
  });
  const more = accounts.length > LISTED;
  return reply.page('operator/accounts', {
    title: 'Accounts',
    wide: true,
    accounts: accounts.slice(0, LISTED),
    next: more ? accounts[LISTED - 1]?.id : null,
    problems: state.problems ?? [],
    values: state.values ?? {},
  });
}
