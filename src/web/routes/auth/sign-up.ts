import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { checkName } from '../../../accounts/account-details.ts';
import { confirmSignUp, detailsOfSignUp, VERIFICATION_HOURS } from '../../../accounts/email-verification.ts';
import { requestSignUp } from '../../../accounts/requested-mail.ts';
import { ok } from '../../../rules/result.ts';
import { linkMinutes, linkValidity } from '../../access/link-minutes.ts';
import { passkeyPage } from '../../access/passkeys.ts';
import { limitNetworks, limitsOf } from '../../access/rate-limits.ts';
import { networksOf } from '../../access/request-keys.ts';
import type { FormState } from '../../forms/fields.ts';
import { checkBody, readBody, readParams, readQuery, submittedValues } from '../../forms/read-request.ts';
import { safeNext } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const NextQuery = z.object({ next: z.string().max(500).optional() });
const SignUpBody = NextQuery.extend({
  name: z.string('Enter your name.').max(200, 'Keep your name to 80 characters.'),
  email: z.string('Enter your e-mail address.').max(320, 'Enter an e-mail address such as ann@example.org.'),
});
const TokenParams = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) });

/** Where new people go if they did not want another page: to the lobby, where the games are. */
const HOME = '/';

/** Creating an account by a mailed link, unless the operator has switched it off. */
export default async function signUpRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  if (deps.signUp === false) return;
  const config = { access: 'anyone' as const, secret: true as const };
  const limits = limitsOf(deps);
  const mails = limitNetworks(app, limits, { max: limits.linksByAddress, minutes: 60 });
  const invented = limitNetworks(app, limits, { max: limits.signInByAddress, minutes: 15 });

  app.get('/sign-up', { config }, async (request, reply) =>
    renderSignUp(reply, { next: safeNext(readQuery(NextQuery, request).next, '') }),
  );

  app.post('/sign-up', { config }, async (request, reply) => {
    const values = submittedValues(request);
    const next = safeNext(values.next, '');
    const body = checkBody(SignUpBody, request);
    if (!body.ok) return renderSignUp(reply.code(422), { problems: body.problems, values, next });
    await mails.spend(request, reply);
    const { name, email } = body.value;
    const link = { next, minutes: linkMinutes(deps), networks: networksOf(request) };
    const requested = await requestSignUp(deps.ctx, { name, email, ...link });
    if (!requested.ok) return renderSignUp(reply.code(422), { problems: requested.problems, values, next });
    const sent = { hours: VERIFICATION_HOURS, validity: linkValidity(deps) };
    return reply.page('auth/sign-up-sent', { title: 'Check your e-mail', ...sent });
  });

  // Opening the link only shows a button, because programs that scan mail follow links but do not press buttons.
  app.get('/sign-up/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readQuery(NextQuery, request).next, HOME);
    return renderLink(deps, reply, { token, next });
  });

  app.post('/sign-up/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const values = submittedValues(request);
    const next = safeNext(readBody(NextQuery, request).next, HOME);
    // Links cannot be guessed, so one that works is not refused because neighbors have tried others.
    if ((await detailsOfSignUp(deps.ctx, token)) === null) await invented.spend(request, reply);
    const name = values.name === undefined ? ok(undefined) : checkName(values.name);
    if (!name.ok) return renderLink(deps, reply.code(422), { token, next, values, problems: name.problems });
    const account = await confirmSignUp(deps.ctx, token, name.value);
    if (account !== null) request.stored = true;
    if (account === null || !(await reply.signIn(account, 'signUp'))) {
      return reply
        .code(410)
        .page('auth/confirmation-link-expired', { title: 'This link no longer works', next });
    }
    // The link of a sign-up also signs in to an account that got the address meanwhile.
    if (request.account === null) return reply.redirect(passkeyPage(next), 303);
    return reply.done(next, 'signed-up');
  });
}

/** The page for creating an account, as templates/web/auth/sign-up.eta prints it. */
interface SignUpView extends Required<FormState> {
  /** The page to go to afterward; '' for the usual one. */
  next: string;
}

/** The page of a sign-up link, as templates/web/auth/sign-up-link.eta prints it. */
interface SignUpLinkView extends Required<FormState> {
  token: string;
  next: string;
  /** The address that the account gets; null if the link no longer works. */
  email: string | null;
  /** Another account that is signed in now; null for none. */
  other: number | null;
}

/** Prints the name that was given with the request, unless another one was typed since. */
async function renderLink(
  { ctx }: WebContext,
  reply: FastifyReply,
  state: FormState & { token: string; next: string },
): Promise<FastifyReply> {
  // A stranger can have a link mailed to their own address, and lead someone to it whose account then has that address.
  const details = await detailsOfSignUp(ctx, state.token);
  const email = details?.email ?? null;
  const present = reply.request.account;
  const other = present !== null && email !== null && present.email !== email ? present.id : null;
  const values = { name: details?.name ?? '' };
  const view: SignUpLinkView = { problems: [], values, email, other, ...state };
  return reply.page('auth/sign-up-link', { title: 'Create your account', ...view });
}

function renderSignUp(reply: FastifyReply, state: FormState & { next: string }): FastifyReply {
  const view: SignUpView = { problems: [], values: {}, ...state };
  return reply.page('auth/sign-up', { title: 'Create an account', ...view });
}
