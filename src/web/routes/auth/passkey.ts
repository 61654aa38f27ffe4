import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { beginConfirming } from '../../../accounts/passkeys/confirm-passkey.ts';
import { problemsInWords } from '../../../rules/result.ts';
import { confirmWithPasskey, passkeyField, relyingParty, requireForScript } from '../../access/passkeys.ts';
import { readBody, readQuery } from '../../forms/read-request.ts';
import { HttpError, safeNext } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/sign-in/passkey';
/** Where people go afterward, unless they wanted another page. */
const HOME = '/my/games';

const next = z.string().max(500).optional();
const Query = z.object({ next });
const Body = z.object({ next, _passkey: passkeyField });

/** As signing in, it is possible even if little can be stored. */
const CONFIRM = { access: 'anyone' as const, stores: 'session' as const, secret: true as const };

/** The second step of signing in to an account with passkeys. Until then the session is good for nothing else. */
export default async function confirmPasskeyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  app.get(PATH, { config: { access: 'anyone' } }, async (request, reply) => {
    const wanted = safeNext(readQuery(Query, request).next, HOME);
    if (request.account !== null) return reply.redirect(wanted, 303);
    if ((await request.pendingAccount()) === null) return reply.redirect(signInPage(wanted), 303);
    return render(reply, { next: wanted, refused: null });
  });

  app.post(`${PATH}/options`, { config: CONFIRM }, async (request, reply) => {
    const party = requireForScript(relyingParty(deps));
    const options = await beginConfirming(deps.ctx, party, request.sessionToken ?? '');
    if (options !== null) return reply.send(options);
    const message = 'You waited too long for your passkey. Reload the page and sign in again.';
    throw new HttpError(401, 'sign-in', message);
  });

  app.post(PATH, { config: CONFIRM }, async (request, reply) => {
    const { next, _passkey } = readBody(Body, request);
    const wanted = safeNext(next, HOME);
    if (request.account !== null) return reply.redirect(wanted, 303);
    if ((await request.pendingAccount()) === null) return reply.redirect(signInPage(wanted), 303);
    const confirmed = await confirmWithPasskey(deps, { request, reply }, _passkey);
    if (confirmed.ok) return reply.redirect(wanted, 303);
    return render(reply.code(422), { next: wanted, refused: problemsInWords(confirmed.problems) });
  });
}

function signInPage(wanted: string): string {
  return wanted === HOME ? '/sign-in' : `/sign-in?next=${encodeURIComponent(wanted)}`;
}

/** The page, as templates/web/auth/passkey.eta prints it. */
interface PasskeyView {
  /** The page to go to afterward. */
  next: string;
  /** Why the last attempt was refused. */
  refused: string | null;
}

function render(reply: FastifyReply, view: PasskeyView): FastifyReply {
  return reply.page('auth/passkey', {
    title: 'Confirm with your passkey',
    scripts: ['passkeys.js'],
    ...view,
  });
}
