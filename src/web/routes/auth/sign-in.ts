import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { parseAccountNumber } from '../../../accounts/account-number.ts';
import { issueSignInLink, redeemSignInLink } from '../../../accounts/sign-in-links.ts';
import type { Account } from '../../../database/generated/client.ts';
import { enqueueDelivery } from '../../../database/outbox.ts';
import { addressOf, type Limiter, limiter, limitsOf } from '../../access/rate-limits.ts';
import type { WebDeps } from '../../deps.ts';
import { readBody, readParams, readQuery } from '../../forms/read-request.ts';
import { safeNext } from '../../rendering/http-errors.ts';

/** Where people land after signing in, unless they were on their way elsewhere. */
const HOME = '/my/games';
/** How long a mailed sign-in link is good. */
export const LINK_HOURS = 2;

const NextQuery = z.object({ next: z.string().max(500).optional(), done: z.string().optional() });
const SignInBody = z.object({
  account: z.string().max(40).default(''),
  code: z.string().max(200).default(''),
  next: z.string().max(500).optional(),
});
const LinkBody = z.object({
  who: z.string().trim().max(320).default(''),
  next: z.string().max(500).optional(),
});
const TokenParams = z.object({
  token: z
    .string()
    .min(16)
    .max(128)
    .regex(/^[\w-]+$/),
});

interface SignInLimits {
  redeems: Limiter;
  mails: Limiter;
}

/** Signing in, by account number and security code or by a mailed link, and signing out. */
export default async function signInRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const limits = signInLimits(app, deps);

  app.get('/sign-in', { config: { who: 'anyone' } }, async (request, reply) => {
    const next = safeNext(readQuery(NextQuery, request).next, HOME);
    if (request.account !== null) return reply.redirect(next, 303);
    return reply.page('auth/sign-in', { title: 'Sign in', next, refused: null, number: '' });
  });

  app.post('/sign-in', { config: { who: 'anyone' } }, async (request, reply) => {
    const body = readBody(SignInBody, request);
    const next = safeNext(body.next, HOME);
    const attempt = await app.tryCode(request, reply, body);
    if (attempt.account !== null) {
      await reply.signIn(attempt.account);
      return reply.redirect(next, 303);
    }
    return reply.code(attempt.tooMany ? 429 : 422).page('auth/sign-in', {
      title: 'Sign in',
      next,
      refused: attempt.message,
      number: body.account,
    });
  });

  app.post('/sign-in/link', { config: { who: 'anyone' } }, async (request, reply) => {
    const { who, next } = readBody(LinkBody, request);
    await limits.mails.spend(request, reply);
    const account = await findAccount(deps, who);
    const wanted = safeNext(next, HOME);
    if (account !== null) await mailLinkSparingly(deps, account, wanted === HOME ? '' : wanted);
    return reply.page('auth/link-sent', { title: 'Look into your mail', hours: LINK_HOURS });
  });

  linkRoutes(app, deps, limits);

  app.post('/sign-out', { config: { who: 'anyone' } }, async (_request, reply) => {
    await reply.signOut();
    // Sheets that were not sent are kept in the browser, and are nobody else's to read.
    reply.header('clear-site-data', '"storage"');
    return reply.done('/', 'signed-out');
  });
}

/** The link itself only shows a button: programs that look into mails follow links, but press no buttons. */
function linkRoutes(app: FastifyInstance, deps: WebDeps, limits: SignInLimits): void {
  app.get('/sign-in/link/:token', { config: { who: 'anyone' } }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readQuery(NextQuery, request).next, HOME);
    return reply.page('auth/link', { title: 'Sign in', token, next });
  });

  app.post('/sign-in/link/:token', { config: { who: 'anyone' } }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readBody(NextQuery, request).next, HOME);
    await limits.redeems.spend(request, reply);
    const account = await redeemSignInLink(deps.ctx, token);
    if (account === null) return staleLink(reply);
    await reply.signIn(account);
    return reply.redirect(next, 303);
  });
}

function staleLink(reply: FastifyReply): FastifyReply {
  return reply.code(410).page('auth/link-stale', { title: 'This link is no longer good' });
}

/**
 * A link on its way to the account's own address: link and mail in one transaction.
 * @param next the page of this server that it leads to; empty: the account's games
 */
export async function mailSignInLink(deps: WebDeps, account: Account, next = ''): Promise<void> {
  const { ctx } = deps;
  await ctx.db.prisma.$transaction(async (tx) => {
    const token = await issueSignInLink(tx, ctx, account.id, LINK_HOURS);
    const detail = { token, hours: LINK_HOURS, ...(next !== '' && { next }) };
    await enqueueDelivery(tx, { kind: 'signInLink', account, detail }, ctx);
  });
}

/** A link for the account that somebody named, unless too many have gone there within the hour. */
export async function mailLinkSparingly(deps: WebDeps, account: Account, next: string): Promise<void> {
  if (account.deletedAt !== null) return;
  if ((await linksThisHour(deps, account)) < limitsOf(deps).linksByAccount)
    await mailSignInLink(deps, account, next);
}

/** Counted in the database, so that many askers at many addresses fill nobody's mailbox. */
async function linksThisHour(deps: WebDeps, account: Account): Promise<number> {
  const since = new Date(deps.ctx.now().getTime() - 3_600_000);
  return deps.ctx.db.prisma.delivery.count({
    where: { accountId: account.id, kind: 'signInLink', createdAt: { gt: since } },
  });
}

/** The account of a number (`#10468`, `10468`) or an e-mail address; null if there is none. */
async function findAccount(deps: WebDeps, who: string): Promise<Account | null> {
  const number = parseAccountNumber(who);
  const { account } = deps.ctx.db.prisma;
  if (number !== null) return account.findUnique({ where: { id: number } });
  // Nothing else is kept as an address; and of control characters the database would not even take the question.
  const email = z.email().safeParse(who.toLowerCase());
  return email.success ? account.findUnique({ where: { email: email.data } }) : null;
}

function signInLimits(app: FastifyInstance, deps: WebDeps): SignInLimits {
  const limits = limitsOf(deps);
  return {
    redeems: limiter(app, { max: limits.signInByAddress, minutes: 15, key: addressOf }),
    mails: limiter(app, { max: limits.linksByAddress, minutes: 60, key: addressOf }),
  };
}
