import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requestSignInLink } from '../../../accounts/requested-mail.ts';
import { readInvitationLink, useInvitationLink } from '../../../accounts/sign-in-links.ts';
import { tokenHash } from '../../../accounts/tokens.ts';
import { type InvitedGame, invitedGame } from '../../../games/game/invited-game.ts';
import { linkMinutes, linkValidity } from '../../access/link-minutes.ts';
import { limiter, limitNetworks, limitsOf } from '../../access/rate-limits.ts';
import { networksOf } from '../../access/request-keys.ts';
import { readParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

const InvitationParams = z.object({
  number: z.string().max(20),
  token: z.string().regex(/^[\w-]{16,128}$/),
});

/**
 * The link of an invitation. It is valid for weeks, so it signs no one in: its page says which game it is about, and a
 * button mails a sign-in link to the account's own address.
 */
export default async function invitationRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'anyone' as const, secret: true as const };
  const path = '/invitation/:number/:token';
  const { linksByAddress: max } = limitsOf(deps);
  // Links cannot be guessed, so one that works has a limit of its own, whatever others on the network have tried.
  const invented = limitNetworks(app, limitsOf(deps), { max, minutes: 60 });
  const mails = limiter(app, { max, minutes: 60, key: keyOfInvitation });

  app.get(path, { config }, async (request, reply) => {
    const { number, token } = readParams(InvitationParams, request);
    const account = await readInvitationLink(ctx, token);
    const game = account && (await invitedGame(ctx, number, account.id));
    if (account !== null && game !== null && request.account?.id === account.id) {
      return reply.redirect(pageOf(game.number), 303);
    }
    return game === null ? renderEnded(reply, number) : renderInvitation(deps, reply, { game, token });
  });

  // It stores no more than a session does, and signing in is possible even if the server takes nothing else.
  app.post(path, { config: { ...config, stores: 'session' as const } }, async (request, reply) => {
    const { number, token } = readParams(InvitationParams, request);
    const account = await readInvitationLink(ctx, token);
    const game = account && (await invitedGame(ctx, number, account.id));
    if (account === null || game === null) {
      await invented.spend(request, reply);
      return renderEnded(reply, number);
    }
    await mails.spend(request, reply);
    if (!(await useInvitationLink(ctx, token))) return renderEnded(reply, number);
    const link = {
      next: pageOf(game.number),
      minutes: linkMinutes(deps),
      networks: networksOf(request),
      isInvited: true,
    };
    await requestSignInLink(ctx, String(account.id), link);
    return reply.page('auth/invitation-link-sent', {
      title: 'Check your e-mail',
      validity: linkValidity(deps),
    });
  });
}

function keyOfInvitation(request: FastifyRequest): string {
  return tokenHash(readParams(InvitationParams, request).token);
}

function pageOf(number: string): string {
  return `/my/games/${encodeURIComponent(number)}`;
}

/** The page of an invitation, as templates/web/auth/invitation.eta prints it. */
interface InvitationView {
  game: InvitedGame;
  /** Where the button sends its form. */
  action: string;
  /** For how long the sign-in link works: `10 minutes`. */
  validity: string;
}

function renderInvitation(
  deps: WebContext,
  reply: FastifyReply,
  { game, token }: { game: InvitedGame; token: string },
): FastifyReply {
  const action = `/invitation/${encodeURIComponent(game.number)}/${token}`;
  const view: InvitationView = { game, action, validity: linkValidity(deps) };
  return reply.page('auth/invitation', { title: 'Your invitation', ...view });
}

function renderEnded(reply: FastifyReply, number: string): FastifyReply {
  const signInPath = `/sign-in?next=${encodeURIComponent(pageOf(number))}`;
  return reply.code(410).page('auth/invitation-ended', { title: 'This link no longer works', signInPath });
}
