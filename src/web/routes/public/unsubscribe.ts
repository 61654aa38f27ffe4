import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  findUnsubscription,
  type Unsubscribable,
  type Unsubscription,
  unsubscribe,
} from '../../../games/notices/unsubscribe.ts';
import { readParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

const UnsubscribeParams = z.object({
  id: z.coerce.number().int().positive().max(2_147_483_647),
  token: z.string().max(80),
});

/** What can be turned off, in words. */
function inWords(what: Unsubscribable): { mail: string; again: { label: string; path: string } } {
  const account = { label: 'your account page', path: '/account' };
  switch (what.kind) {
    case 'reminders':
      return { mail: 'reminders of missing turn sheets', again: account };
    case 'lastCalls':
      return { mail: 'last calls for missing turn sheets', again: account };
    case 'notices':
      return { mail: 'notices that can wait, such as that someone joined', again: account };
    case 'digest':
      return { mail: 'the daily digest, or other notices that can wait', again: account };
    case 'letters':
      return { mail: 'letters from other players', again: account };
    case 'gm': {
      const path = `/games/${encodeURIComponent(what.game.number)}/messages`;
      return {
        mail: `messages from the GM of ${what.game.number}`,
        again: { label: 'the page for messages to the GM', path },
      };
    }
  }
}

/**
 * The link with which the reader of a mail gets no more of its kind. Mail programs send the form without showing the page
 * (RFC 8058), so it needs neither a cookie nor a form token: the address is the proof. Opening the page changes nothing,
 * because programs open links in mails to check them.
 */
export default async function unsubscribeRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, secret: true as const };
  const path = '/unsubscribe/:id/:token';

  app.get(path, { config }, async (request, reply) => {
    const found = await find(request);
    if (found === null) return renderInvalid(reply);
    return reply.page('public/unsubscribe', {
      title: 'Stop this mail',
      action: request.url,
      ...inWords(found.what),
    });
  });

  // Mail services send this form as one with files would be sent, or as an ordinary one.
  app.post(
    path,
    { config: { ...config, csrf: false as const, ignoresForm: true as const } },
    async (request, reply) => {
      const found = await find(request);
      if (found === null) return renderInvalid(reply);
      await unsubscribe(ctx, found);
      return reply.page('public/unsubscribed', { title: 'Mail stopped', ...inWords(found.what) });
    },
  );

  function find(request: FastifyRequest): Promise<Unsubscription | null> {
    const { id, token } = readParams(UnsubscribeParams, request);
    return findUnsubscription(ctx, id, token);
  }
}

function renderInvalid(reply: FastifyReply): FastifyReply {
  return reply.code(410).page('public/unsubscribe-invalid', { title: 'This link no longer works' });
}
