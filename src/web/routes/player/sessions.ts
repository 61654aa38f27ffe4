import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { endOtherSessions, endSession } from '../../../accounts/end-access.ts';
import { FRESH_MINUTES } from '../../../accounts/fresh-session.ts';
import { type ListedSession, listSessions } from '../../../accounts/session-list.ts';
import type { SignInMethod } from '../../../database/generated/client.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { deviceInWords } from '../../../text/device-name.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { currentCodeProblems, neededProof } from '../../forms/current-code.ts';
import { readBody, readParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/account/sessions';

const SessionParams = z.object({ handle: z.uuid() });
const EndOthers = z.object({ which: z.enum(['all', 'older']).default('all') });

/**
 * The browsers that are signed in to the reader's account, and ending their sessions. Sessions that are older than the reader's
 * end without a proof: an owner who finds a stranger's session signs in anew and can end it. Newer ones need one: otherwise
 * someone with a stolen session could end each new session of the owner.
 */
export default async function sessionsRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const, endsAccess: true as const };
  // People who find a stranger's session must be able to end it, also while the disk is full or the server is held.
  const ending = { ...config, stores: 'session' as const, secret: true as const };

  app.get(PATH, { config }, async (_request, reply) => renderSessions(deps, reply));

  app.post(`${PATH}/:handle/end`, { config: ending }, async (request, reply) => {
    const { handle } = readParams(SessionParams, request);
    const sessions = await sessionsOf(deps, request);
    const isProved = sessions.some((session) => session.handle === handle && session.isNewer);
    const refuse = (problems: Problem[]) => renderSessions(deps, reply.code(422), { handle, problems });
    const proof = isProved ? await currentCodeProblems(app, deps, { request, reply, field: 'endCode' }) : [];
    if (proof.length > 0) return refuse(proof);
    const ended = await endSession(ctx, askingSession(request), { handle, isProved });
    if (!ended.ok) return refuse(ended.problems);
    // The reader's own session ends with "Sign out", which also clears what the browser keeps.
    return reply.done(PATH, 'session-ended');
  });

  app.post(`${PATH}/end-others`, { config: ending }, async (request, reply) => {
    const { which } = readBody(EndOthers, request);
    const hasNewer = (await sessionsOf(deps, request)).some(({ isNewer }) => isNewer);
    const isAsked = which === 'all' && hasNewer;
    const refuse = (problems: Problem[]) => renderSessions(deps, reply.code(422), { handle: null, problems });
    const proof = isAsked ? await currentCodeProblems(app, deps, { request, reply, field: 'endCode' }) : [];
    if (proof.length > 0) return refuse(proof);
    const isProved = isAsked || (which === 'all' && (await neededProof(deps, request)) === 'nothing');
    const ended = await endOtherSessions(ctx, askingSession(request), isProved ? 'all' : 'older');
    if (!ended.ok) return refuse(ended.problems);
    return reply.done(PATH, which === 'all' ? 'other-sessions-ended' : 'older-sessions-ended');
  });
}

function askingSession(request: FastifyRequest) {
  return { accountId: accountOf(request).id, token: request.sessionToken ?? '' };
}

function sessionsOf({ ctx }: WebContext, request: FastifyRequest): Promise<ListedSession[]> {
  return listSessions(ctx, accountOf(request).id, request.sessionToken);
}

/** The page, as templates/web/account/sessions.eta prints it. */
interface SessionsView {
  sessions: SessionRow[];
  /** Whether there are others that began before, and after, that of this browser. */
  hasOlder: boolean;
  hasNewer: boolean;
  /** What must be shown to end newer sessions. */
  needsCode: boolean;
  needsLink: boolean;
  freshMinutes: number;
  problems: Problem[];
  /** The problems of the form that ends all others. */
  othersProblems: Problem[];
}

interface SessionRow {
  device: string;
  method: string;
  createdAt: Date;
  seenAt: Date;
  isOwn: boolean;
  isNewer: boolean;
  passkeyPending: boolean;
  /** Where its button leads. */
  end: string;
  /** Tells the field of the row from those of other rows. */
  row: number;
  /** The problems of its form. */
  problems: Problem[];
}

const METHODS: Record<SignInMethod, string> = {
  code: 'With the security code',
  link: 'With a mailed link',
  signUp: 'With the link that created the account',
};

/** @param refused a form that was refused: `handle` is that of its session, or null for the form that ends all others */
async function renderSessions(
  deps: WebContext,
  reply: FastifyReply,
  refused?: { handle: string | null; problems: Problem[] },
): Promise<FastifyReply> {
  const sessions = await sessionsOf(deps, reply.request);
  const hasNewer = sessions.some(({ isNewer }) => isNewer);
  const proof = hasNewer ? await neededProof(deps, reply.request) : 'nothing';
  const problemsOf = (handle: string | null) => (refused?.handle === handle ? refused.problems : []);
  const view: SessionsView = {
    sessions: sessions.map((session, index) => ({
      ...sessionRow(session),
      row: index + 1,
      problems: problemsOf(session.handle),
    })),
    hasOlder: sessions.some(({ isOwn, isNewer }) => !isOwn && !isNewer),
    hasNewer,
    needsCode: proof === 'code',
    needsLink: proof === 'link',
    freshMinutes: FRESH_MINUTES,
    problems: refused?.problems ?? [],
    othersProblems: problemsOf(null),
  };
  return reply.page('account/sessions', { title: 'Your sessions', ...view });
}

function sessionRow(session: ListedSession): Omit<SessionRow, 'row' | 'problems'> {
  const { userAgent, method, handle, createdAt, seenAt, isOwn, isNewer, passkeyPending } = session;
  return {
    ...{ createdAt, seenAt, isOwn, isNewer, passkeyPending },
    device: deviceInWords(userAgent),
    method: METHODS[method],
    end: `${PATH}/${handle}/end`,
  };
}
