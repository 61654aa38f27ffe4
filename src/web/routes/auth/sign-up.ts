import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { confirmSignUp, requestSignUp, VERIFICATION_HOURS } from '../../../accounts/email-verification.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { addressOf, limiter, limitsOf } from '../../access/rate-limits.ts';
import type { WebDeps } from '../../deps.ts';
import { checkBody, readBody, readParams, readQuery, typedValues } from '../../forms/read-request.ts';
import { safeNext } from '../../rendering/http-errors.ts';
import { mailLinkSparingly } from './sign-in.ts';

const NextQuery = z.object({ next: z.string().max(500).optional() });
const SignUpBody = NextQuery.extend({
  name: z.string('Please give your name.').max(200, 'Please keep your name to 80 characters.'),
  email: z.string('Please give your e-mail address.').max(320, 'Please give an e-mail address.'),
});
const TokenParams = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) });

/** Where new people land: to choose a security code. */
const HOME = '/account';

/** Making an account by mail, where the operator lets anybody do so. */
export default async function signUpRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  if (deps.signUp === false) return;
  const config = { who: 'anyone' as const };
  const limits = limitsOf(deps);
  const mails = limiter(app, { max: limits.linksByAddress, minutes: 60, key: addressOf });
  const redeems = limiter(app, { max: limits.signInByAddress, minutes: 15, key: addressOf });

  app.get('/sign-up', { config }, async (request, reply) =>
    signUpPage(reply, { next: safeNext(readQuery(NextQuery, request).next, '') }),
  );

  app.post('/sign-up', { config }, async (request, reply) => {
    const values = typedValues(request);
    const next = safeNext(values.next, '');
    const body = checkBody(SignUpBody, request);
    if (!body.ok) return signUpPage(reply.code(422), { problems: body.problems, values, next });
    await mails.spend(request, reply);
    const { name, email } = body.value;
    const asked = await requestSignUp(deps.ctx, { name, email, next: next || null });
    if (!asked.ok) return signUpPage(reply.code(422), { problems: asked.problems, values, next });
    if (asked.value !== null) await mailLinkSparingly(deps, asked.value, next);
    return reply.page('auth/sign-up-sent', { title: 'Look into your mail', hours: VERIFICATION_HOURS });
  });

  // The link itself only shows a button: programs that look into mails follow links, but press no buttons.
  app.get('/sign-up/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readQuery(NextQuery, request).next, HOME);
    return reply.page('auth/sign-up-link', { title: 'Make your account', token, next });
  });

  app.post('/sign-up/:token', { config }, async (request, reply) => {
    const { token } = readParams(TokenParams, request);
    const next = safeNext(readBody(NextQuery, request).next, HOME);
    await redeems.spend(request, reply);
    const account = await confirmSignUp(deps.ctx, token);
    if (account === null)
      return reply.code(410).page('auth/proof-stale', { title: 'This link is no longer good' });
    await reply.signIn(account);
    return reply.done(next, 'signed-up');
  });
}

function signUpPage(
  reply: FastifyReply,
  typed: { problems?: Problem[]; values?: Record<string, string>; next: string },
): FastifyReply {
  const { problems = [], values = {}, next } = typed;
  return reply.page('auth/sign-up', { title: 'Make an account', problems, values, next });
}
