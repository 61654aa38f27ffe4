import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createAccount } from '../../../accounts/accounts.ts';
import { FRESH_MINUTES } from '../../../accounts/fresh-session.ts';
import { findAndLockAccount } from '../../../accounts/lock-account.ts';
import { isPaperAddress } from '../../../accounts/paper-address.ts';
import { removeAllPasskeys } from '../../../accounts/passkeys/passkeys.ts';
import { mailSignInLink } from '../../../accounts/requested-mail.ts';
import { correctEmail } from '../../../accounts/update-account.ts';
import type { Account } from '../../../database/generated/client.ts';
import { runTransaction } from '../../../database/transaction.ts';
import { mailFormerPaperPlayer } from '../../../mail/delivery/resend-failed.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { linkMinutes } from '../../access/link-minutes.ts';
import { limiter } from '../../access/rate-limits.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { currentCodeProblems, neededProof } from '../../forms/current-code.ts';
import { checkbox, type FormState } from '../../forms/fields.ts';
import { checkBody, readBody, readParams, readQuery, submittedValues } from '../../forms/read-request.ts';
import { forbidden, notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** How many sign-in links one operator can have mailed within an hour, to one account and in all: a stolen session has no more. */
const LINKS_TO_ONE = 12;
const LINKS_TO_ALL = 120;

/** How many accounts a page lists. */
const PAGE_SIZE = 100;
const MAX_ID = 2_147_483_647;

const PageQuery = z.object({
  after: z.coerce.number().int().min(0).max(MAX_ID).default(0),
  done: z.string().optional(),
});
const AccountParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const NewAccount = z.object({
  name: z.string('Enter a name.').max(200),
  email: z.string('Enter an e-mail address.').max(320),
  mayRunGames: checkbox,
  sendLink: checkbox,
});
const Rights = z.object({ mayRunGames: checkbox });
const Email = z.object({ email: z.string().max(320).default(''), removeKeys: checkbox });

/** The accounts of the server and who may run games. For the operator. */
export default async function operatorRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'operator' as const, secret: true as const };
  const links = linkLimits(app);

  app.get('/operator', { config }, async (request, reply) =>
    renderAccounts(deps, reply, { after: readQuery(PageQuery, request).after }),
  );

  app.post('/operator/accounts', { config }, async (request, reply) => {
    const body = checkBody(NewAccount, request);
    const values = submittedValues(request);
    if (!body.ok) return renderAccounts(deps, reply.code(422), { problems: body.problems, values });
    if (body.value.sendLink) await links.toAll.spend(request, reply);
    const created = await createAccount(ctx, body.value);
    if (!created.ok) return renderAccounts(deps, reply.code(422), { problems: created.problems, values });
    request.log.info({ made: created.value.id, by: accountOf(request).id }, 'account made');
    request.stored = true;
    if (body.value.sendLink) await mailLink(deps, created.value);
    return reply.done('/operator', 'account-created');
  });

  app.post('/operator/accounts/:id/rights', { config }, async (request, reply) => {
    const account = await requireAccount(deps, readParams(AccountParams, request).id);
    const { mayRunGames } = readBody(Rights, request);
    await ctx.db.prisma.account.updateMany({
      where: { id: account.id, deletedAt: null },
      data: { mayRunGames },
    });
    request.log.info({ changed: account.id, mayRunGames, by: accountOf(request).id }, 'rights changed');
    return reply.done('/operator', 'rights-set');
  });

  // After a restore, an address or passkeys that a stranger has are corrected before the server is released.
  app.post(
    '/operator/accounts/:id/email',
    { config: { ...config, whileHeld: true } },
    async (request, reply) => {
      const account = await requireAccount(deps, readParams(AccountParams, request).id);
      const by = accountOf(request).id;
      const { email, removeKeys } = readBody(Email, request);
      // That page asks for the code, and for a proof of the new address.
      if (account.id === by) throw forbidden('Change your own address on the page of your account.');
      const refuse = (problems: Problem[]) => {
        const values = {
          [emailField(account.id)]: email,
          [keysField(account.id)]: removeKeys ? 'yes' : 'no',
        };
        return renderAccounts(deps, reply.code(422), { after: account.id - 1, problems, values });
      };
      const unproved = await currentCodeProblems(app, deps, { request, reply, field: 'emailCode' });
      if (unproved.length > 0) return refuse(inRow(unproved, account));
      const wanted = { removeKeys };
      const corrected = await correctEmail(ctx, account.id, email, wanted);
      if (!corrected.ok) {
        return refuse(corrected.problems.map((problem) => ({ ...problem, field: emailField(account.id) })));
      }
      request.log.info({ changed: account.id, email: true, ...wanted, by }, 'e-mail corrected');
      if (isPaperAddress(account.email)) {
        request.stored = true;
        await mailFormerPaperPlayer(ctx, account.id);
        return reply.done('/operator', 'email-entered');
      }
      return reply.done('/operator', 'email-corrected');
    },
  );

  app.post('/operator/accounts/:id/link', { config }, async (request, reply) => {
    const account = await requireAccount(deps, readParams(AccountParams, request).id);
    if (isPaperAddress(account.email)) {
      const problems = [{ ...NO_EMAIL, field: emailField(account.id) }];
      const state = { after: account.id - 1, problems, values: { [emailField(account.id)]: '' } };
      return renderAccounts(deps, reply.code(422), state);
    }
    await links.toOne.spend(request, reply);
    await links.toAll.spend(request, reply);
    await mailLink(deps, account);
    return reply.done('/operator', 'link-sent');
  });

  passkeysRoute(app, deps);
}

/** What keeps a stolen session of an operator from filling the mailboxes of others. */
function linkLimits(app: FastifyInstance) {
  const limit = { minutes: 60, keys: 1_000 };
  const by = (request: FastifyRequest) => String(accountOf(request).id);
  const to = (request: FastifyRequest) => `${by(request)} ${readParams(AccountParams, request).id}`;
  return {
    toOne: limiter(app, { ...limit, max: LINKS_TO_ONE, key: to }),
    toAll: limiter(app, { ...limit, max: LINKS_TO_ALL, key: by }),
  };
}

/** For people who lost their devices. One's own passkeys are removed on the account's page, which asks for the code. */
function passkeysRoute(app: FastifyInstance, deps: WebContext): void {
  const config = { access: 'operator', secret: true, whileHeld: true } as const;
  app.post('/operator/accounts/:id/remove-passkeys', { config }, async (request, reply) => {
    const account = await requireAccount(deps, readParams(AccountParams, request).id);
    const by = accountOf(request).id;
    if (account.id === by) throw forbidden('Remove your own passkeys on the page of your account.');
    const unproved = await currentCodeProblems(app, deps, { request, reply, field: 'removeCode' });
    if (unproved.length > 0) {
      const state = { after: account.id - 1, problems: inRow(unproved, account) };
      return renderAccounts(deps, reply.code(422), state);
    }
    const removed = await removeAllPasskeys(deps.ctx, account.id);
    request.log.info({ changed: account.id, passkeysRemoved: removed, by }, 'passkeys removed');
    return reply.done('/operator', 'passkeys-removed');
  });
}

/** The problems of a form in the row of an account. The other rows have the same fields. */
function inRow(problems: readonly Problem[], { id }: Pick<Account, 'id'>): Problem[] {
  return problems.map((problem) => ({ ...problem, field: `${problem.field}-${id}` }));
}

/** Mails a sign-in link to an account, also if it got as many as it can ask for: the operator decides. */
function mailLink(deps: WebContext, { id }: Pick<Account, 'id'>): Promise<void> {
  const link = { minutes: linkMinutes(deps) };
  return runTransaction(deps.ctx.db, async (tx) => {
    const found = await findAndLockAccount(tx, { id });
    if (found !== null && found.deletedAt === null) await mailSignInLink(tx, deps.ctx, found, link);
  });
}

/** @throws a 404 if there is no such account, or if it was deleted: it is deleted for good */
async function requireAccount(deps: WebContext, id: number): Promise<Account> {
  const account = await deps.ctx.db.prisma.account.findUnique({ where: { id } });
  if (account === null || account.deletedAt !== null) throw notFound('There is no such account.');
  return account;
}

/** The accounts, as templates/web/operator/accounts.eta prints them. */
interface AccountsView {
  accounts: AccountRow[];
  /** The link to the next page; null on the last one. */
  nextPage: string | null;
  /** Whether the reader's code must be typed before an address is changed or passkeys are removed. */
  needsCode: boolean;
  /** Whether a new mailed link is required for that instead of a code. */
  needsLink: boolean;
  freshMinutes: number;
  problems: Problem[];
  values: Record<string, string>;
}

interface AccountRow {
  id: number;
  name: string;
  /** Null for a player who plays by post: no one can sign in to such an account, and nothing can be mailed to it. */
  email: string | null;
  role: string;
  /** The button for the right to run games; null for operators, who always have it, and for players without e-mail. */
  rights: { label: string; grant: boolean } | null;
  /** The form that corrects the address: open after it was refused. */
  correction: {
    /** Whether it is the reader's own account, which is changed on its own page. */
    isOwn: boolean;
    field: string;
    value: string;
    open: boolean;
    /** The box that removes the code and the passkeys with it; null if there are none, because the player plays by post. */
    keys: { checked: boolean } | null;
  };
  passkeys: {
    count: number;
    /** Whether the reader may remove them: not if they are the reader's own. */
    removable: boolean;
    /** Whether the form that removes them is open: after it was refused. */
    open: boolean;
  };
}

async function renderAccounts(
  deps: WebContext,
  reply: FastifyReply,
  state: FormState & { after?: number },
): Promise<FastifyReply> {
  const found = await deps.ctx.db.prisma.account.findMany({
    where: { id: { gt: state.after ?? 0 }, deletedAt: null },
    orderBy: { id: 'asc' },
    take: PAGE_SIZE + 1,
    select: {
      id: true,
      name: true,
      email: true,
      operator: true,
      mayRunGames: true,
      _count: { select: { passkeys: true } },
    },
  });
  const accounts = found.slice(0, PAGE_SIZE);
  const values = state.values ?? {};
  const problems = state.problems ?? [];
  const proof = await neededProof(deps, reply.request);
  const reader = accountOf(reply.request).id;
  const view: AccountsView = {
    accounts: accounts.map((account) => accountRow(account, { values, problems }, reader)),
    nextPage: found.length > PAGE_SIZE ? `/operator?after=${accounts.at(-1)?.id}` : null,
    needsCode: proof === 'code',
    needsLink: proof === 'link',
    freshMinutes: FRESH_MINUTES,
    ...{ problems, values },
  };
  return reply.page('operator/accounts', { title: 'Accounts', wide: true, ...view });
}

type ListedAccount = Pick<Account, 'id' | 'name' | 'email' | 'operator' | 'mayRunGames'> & {
  _count: { passkeys: number };
};

function accountRow(
  account: ListedAccount,
  { values, problems }: Required<FormState>,
  reader: number,
): AccountRow {
  const { id, name, email, operator, mayRunGames } = account;
  const { passkeys } = account._count;
  const field = emailField(id);
  const typed = values[field];
  const byPost = isPaperAddress(email);
  const value = typed ?? (byPost ? '' : email);
  return {
    ...{ id, name, email: byPost ? null : email },
    role: operator ? 'Operator' : mayRunGames ? 'Can run games' : 'Player',
    rights:
      operator || byPost
        ? null
        : {
            label: mayRunGames ? 'Remove the right to run games' : 'Give the right to run games',
            grant: !mayRunGames,
          },
    correction: {
      isOwn: id === reader,
      ...{ field, value, open: typed !== undefined },
      keys: byPost ? null : { checked: values[keysField(id)] !== 'no' },
    },
    passkeys: {
      count: passkeys,
      removable: passkeys > 0 && id !== reader,
      open: problems.some(({ field }) => field === `removeCode-${id}`),
    },
  };
}

const NO_EMAIL = {
  code: 'no-email',
  message: 'This player plays by post. Enter an e-mail address first: the links to sign in are mailed to it.',
};

/** The name under which the problems of an account's address are shown. */
function emailField(accountId: number): string {
  return `email-${accountId}`;
}

/** The name under which is kept whether the code and the passkeys are removed with an address. */
function keysField(accountId: number): string {
  return `keys-${accountId}`;
}
