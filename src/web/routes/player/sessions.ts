import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endOtherSessions, endSession } from '../../../accounts/end-access.ts';
import { type ListedSession, listSessions } from '../../../accounts/session-list.ts';
import type { SignInMethod } from '../../../database/generated/client.ts';
import { deviceInWords } from '../../../text/device-name.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/account/sessions';

const SessionParams = z.object({ handle: z.uuid() });

/** The browsers that are signed in to the reader's account, and ending their sessions. */
export default async function sessionsRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const, endsAccess: true as const };
  // People who find a stranger's session must be able to end it, also while the disk is full or the server is held.
  const ending = { ...config, stores: 'session' as const };

  app.get(PATH, { config }, async (request, reply) => {
    const sessions = await listSessions(ctx, accountOf(request).id, request.sessionToken);
    const view: SessionsView = {
      sessions: sessions.map(sessionRow),
      hasOthers: sessions.some(({ isOwn }) => !isOwn),
    };
    return reply.page('account/sessions', { title: 'Your sessions', ...view });
  });

  app.post(`${PATH}/:handle/end`, { config: ending }, async (request, reply) => {
    const { handle } = readParams(SessionParams, request);
    await endSession(ctx, accountOf(request).id, handle);
    // The reader's own session ends with "Sign out", which also clears what the browser keeps.
    return reply.done(PATH, 'session-ended');
  });

  app.post(`${PATH}/end-others`, { config: ending }, async (request, reply) => {
    await endOtherSessions(ctx, accountOf(request).id, request.sessionToken);
    return reply.done(PATH, 'other-sessions-ended');
  });
}

/** The page, as templates/web/account/sessions.eta prints it. */
interface SessionsView {
  sessions: SessionRow[];
  hasOthers: boolean;
}

interface SessionRow {
  device: string;
  method: string;
  createdAt: Date;
  seenAt: Date;
  isOwn: boolean;
  passkeyPending: boolean;
  /** Where its button leads. */
  end: string;
}

const METHODS: Record<SignInMethod, string> = {
  code: 'With the security code',
  link: 'With a mailed link',
  signUp: 'With the link that created the account',
};

function sessionRow(session: ListedSession): SessionRow {
  const { userAgent, method, handle, createdAt, seenAt, isOwn, passkeyPending } = session;
  return {
    ...{ createdAt, seenAt, isOwn, passkeyPending },
    device: deviceInWords(userAgent),
    method: METHODS[method],
    end: `${PATH}/${handle}/end`,
  };
}
