import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requestSignInLink } from '../../../accounts/requested-mail.ts';
import { accountOfSignInLink, redeemSignInLink } from '../../../accounts/sign-in-links.ts';
import { signInWithCode } from '../../access/code-sign-in.ts';
import { linkMinutes, linkValidity } from '../../access/link-minutes.ts';
import { pageAfterSignIn, passkeyPage } from '../../access/passkeys.ts';
import { type Limiter, limiter, limitNetworks, limitsOf } from '../../access/rate-limits.ts';
import { networksOf, personOf } from '../../access/request-keys.ts';
import { readBody, readParams, readQuery } from '../../forms/read-request.ts';
import { safeNext } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** Where people go after signing in, unless they wanted another page. */
const HOME = '/my/games';

const NextQuery = z.object({ next: z.string().max(500).optional(), done: z.string().optional() });
const SignInBody = z.object({
  account: z.string().max(320).default(''),
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

/** People sign in even if little can be stored: to read, or to see what is wrong. */
const SIGN_OUT = { access: 'anyone' as const, stores: 'session' as const };
const SIGN_IN = { ...SIGN_OUT, secret: true as const };

interface SignInLimits {
  /** For links that do not work. */
  invented: Limiter;
  mails: Limiter;
  /** For those who are signed in, or were in this browser, so that their neighbors cannot keep them from signing in. */
  mailsOfPerson: Limiter;
  /** For links that are mailed only if someone has signed in from the network before. */
  mailsToKnown: Limiter;
}

/** What templates/web/auth/sign-in-link-sent.eta prints. */
interface LinkSentView {
  validity: string;
  /** Too many links were asked for from this network: only one to an account that knows it is mailed. */
  onlyIfKnown: boolean;
}

/** How many times as many requests are passed on for accounts that know the network. */
const TIMES_FOR_KNOWN = 20;

/** Signing in by security code or by a mailed link, and signing out. */
export default async function signInRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const limits = signInLimits(app, deps);

  app.get('/sign-in', { config: { access: 'anyone' } }, async (request, reply) => {
    const next = safeNext(readQuery(NextQuery, request).next, HOME);
    if (request.account !== null) return reply.redirect(next, 303);
    if ((await request.pendingAccount()) !== null) return reply.redirect(passkeyPage(next), 303);
    return renderSignIn(reply, { next, refused: null, who: '' });
  });

  app.post('/sign-in', { config: SIGN_IN }, async (request, reply) => {
    const body = readBody(SignInBody, request);
    const next = safeNext(body.next, HOME);
    const attempt = await signInWithCode(request, reply, body);
    if (attempt.account !== null) return reply.redirect(pageAfterSignIn(request, next), 303);
    const status = attempt.tooMany ? 429 : 422;
    return renderSignIn(reply.code(status), { next, refused: attempt.message, who: body.account });
  });

  app.post('/sign-in/link', { config: SIGN_IN }, async (request, reply) => {
    const { who, next } = readBody(LinkBody, request);
    const onlyIfKnown = await countLink(limits, request, reply);
    const wanted = safeNext(next, HOME);
    const link = {
      next: wanted === HOME ? '' : wanted,
      minutes: linkMinutes(deps),
      networks: networksOf(request),
      onlyIfKnown,
      browser: request.knownBrowser,
    };
    // Looks no account up, so that the answer takes equally long whether or not there is one.
    await requestSignInLink(deps.ctx, who, link);
    if (onlyIfKnown) reply.code(429);
    const view: LinkSentView = { validity: linkValidity(deps), onlyIfKnown };
    return reply.page('auth/sign-in-link-sent', { title: 'Check your e-mail', ...view });
  });

  linkRoutes(app, deps, limits);

  app.post('/sign-out', { config: { ...SIGN_OUT, endsAccess: true } }, async (_request, reply) => {
    await reply.signOut();
    // The browser stores drafts of sheets, which the next person at this browser must not read.
    reply.header('clear-site-data', '"storage"');
    return reply.done('/', 'signed-out');
  });
}

/**
 * Counts a request for a link. Whose link it is does not matter.
 * @returns whether it is mailed only if someone has signed in to its account from here before
 * @throws a 429 if it is one too many
 */
async function countLink(
  limits: SignInLimits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const isPerson = request.account !== null || request.knownBrowser !== null;
  const ownIsLeft = isPerson && !(await limits.mailsOfPerson.isSpent(request));
  // Someone else on this network may have asked for too many.
  const onlyIfKnown = !ownIsLeft && (await limits.mails.isSpent(request));
  const common = onlyIfKnown ? limits.mailsToKnown : limits.mails;
  await (ownIsLeft ? limits.mailsOfPerson : common).spend(request, reply);
  return onlyIfKnown;
}

/** Opening the link only shows a button, because programs that scan mail follow links but do not press buttons. */
function linkRoutes(app: FastifyInstance, deps: WebContext, limits: SignInLimits): void {
  app.get('/sign-in/link/:token', { config: { access: 'anyone' } }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readQuery(NextQuery, request).next, HOME);
    // A stranger can have a link mailed to their own account, and lead someone to it who then writes in the stranger's account.
    const account = await accountOfSignInLink(deps.ctx, token);
    const present = request.account?.id ?? null;
    const other = present !== null && account !== null && present !== account ? present : null;
    return reply.page('auth/sign-in-link', { title: 'Sign in', token, next, opens: account, other });
  });

  app.post('/sign-in/link/:token', { config: SIGN_IN }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readBody(NextQuery, request).next, HOME);
    // Links cannot be guessed, so one that works is not refused because neighbors have tried others.
    const isOpen = (await accountOfSignInLink(deps.ctx, token)) !== null;
    if (!isOpen) await limits.invented.spend(request, reply);
    const account = isOpen ? await redeemSignInLink(deps.ctx, token) : null;
    if (account === null || !(await reply.signIn(account, 'link'))) return renderExpiredLink(reply, next);
    return reply.redirect(pageAfterSignIn(request, next), 303);
  });
}

/** The sign-in page, as templates/web/auth/sign-in.eta prints it. */
interface SignInView {
  /** The page to go to afterward. */
  next: string;
  /** Whether the reader was on the way to another page than the usual one. */
  hasNext: boolean;
  /** The path of the page for creating an account, with the page to go to. */
  signUpPath: string;
  /** Why signing in was refused. */
  refused: string | null;
  /** The account number or e-mail address that was typed. */
  who: string;
}

function renderSignIn(reply: FastifyReply, page: Pick<SignInView, 'next' | 'refused' | 'who'>): FastifyReply {
  const hasNext = page.next !== HOME;
  const signUpPath = hasNext ? `/sign-up?next=${encodeURIComponent(page.next)}` : '/sign-up';
  const view: SignInView = { ...page, hasNext, signUpPath };
  return reply.page('auth/sign-in', { title: 'Sign in', scripts: ['code-fields.js'], ...view });
}

/** @param next the page to go to with a new link */
function renderExpiredLink(reply: FastifyReply, next: string): FastifyReply {
  return reply.code(410).page('auth/sign-in-link-expired', { title: 'This link no longer works', next });
}

function signInLimits(app: FastifyInstance, deps: WebContext): SignInLimits {
  const limits = limitsOf(deps);
  return {
    invented: limitNetworks(app, limits, { max: limits.signInByAddress, minutes: 15 }),
    mails: limitNetworks(app, limits, { max: limits.linksByAddress, minutes: 60 }),
    mailsOfPerson: limiter(app, { max: limits.linksByAddress, minutes: 60, key: personOf }),
    mailsToKnown: limitNetworks(app, limits, { max: TIMES_FOR_KNOWN * limits.linksByAddress, minutes: 60 }),
  };
}
