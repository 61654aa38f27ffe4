import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  createToken,
  listTokens,
  MAX_TOKENS,
  NewToken,
  revokeToken,
  SCOPES,
  type Scope,
  TOKEN_DAYS,
} from '../../../accounts/access-tokens.ts';
import { FRESH_MINUTES } from '../../../accounts/fresh-session.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { zodProblems } from '../../../rules/zod-problems.ts';
import { limiter } from '../../access/rate-limits.ts';
import { accessOf } from '../../access/request-keys.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { currentCodeProblems, neededProof } from '../../forms/current-code.ts';
import { checkBody, readParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/account/tokens';

/** Attempts to make a token, per session and hour. */
const MAX_PER_HOUR = 30;

const TokenParams = z.object({ token: z.uuid() });

const ticked = z.literal('yes').optional();
const ticks = {
  ...{ read: ticked, sheets: ticked, letters: ticked, seats: ticked, gm: ticked, practice: ticked },
} as const;

/** The form, whose check boxes become the list of scopes. */
const TokenForm = z
  .object({ name: z.string().default(''), days: z.coerce.number().default(0), ...ticks })
  .transform(({ name, days, ...given }) => ({
    ...{ name, days },
    scopes: SCOPES.filter((scope) => given[scope] === 'yes'),
  }));

/** The tokens with which programs sign in to the reader's account: making and revoking them. */
export default async function tokensRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const, secret: true as const };
  // A token that someone else got must be revoked, also while the disk is full or the server is held.
  const ending = { ...config, endsAccess: true as const };
  const revoking = { ...ending, stores: 'session' as const };
  const attempts = limiter(app, {
    max: MAX_PER_HOUR,
    minutes: 60,
    key: accessOf,
  });

  app.get(PATH, { config: ending }, async (_request, reply) => renderTokens(deps, reply, {}));

  // The token is shown once, in the answer to the form: only its hash is stored.
  app.post(PATH, { config }, async (request, reply) => {
    await attempts.spend(request, reply);
    const typed = checkBody(TokenForm, request);
    const values = typed.ok ? typed.value : NOTHING;
    const checked = NewToken.safeParse(values);
    const refuse = (problems: Problem[]) => renderTokens(deps, reply.code(422), { values, problems });
    if (!checked.success) return refuse(zodProblems(checked.error, { code: 'not-understood' }));
    const proof = await currentCodeProblems(app, deps, { request, reply, field: 'addCode' });
    if (proof.length > 0) return refuse(proof);
    const { id } = accountOf(request);
    const made = await createToken(ctx, { accountId: id, token: request.sessionToken ?? '' }, checked.data);
    if (!made.ok) return refuse(made.problems);
    request.log.info({ account: id }, 'token made');
    return renderTokens(deps, reply, { token: made.value });
  });

  app.post(`${PATH}/:token/revoke`, { config: revoking }, async (request, reply) => {
    const { token: id } = readParams(TokenParams, request);
    const { id: accountId } = accountOf(request);
    if (await revokeToken(ctx, { accountId, id })) request.log.info({ account: accountId }, 'token revoked');
    return reply.done(PATH, 'token-revoked');
  });
}

const NOTHING = { name: '', days: 0, scopes: [] as Scope[] };

/** What a scope allows, for the owner. */
const SCOPE_WORDS: Record<Scope, string> = {
  read: 'Read what you may see: your games, printouts, sheets, figures and notes',
  sheets:
    'Play your seats: send sheets and advance orders, vote, write notes, announce absences, dispute questions',
  letters: 'Read and write your letters, and your messages with GMs',
  seats: 'Join games, take over seats, and leave or give up your seats',
  gm: 'Run your games as their GM: everything that your GM pages do',
  practice: 'Play practice games: start, play and delete them, and read their printouts',
};

/** The page, as templates/web/account/tokens.eta prints it. */
interface TokensView {
  /** The token that was just made; null otherwise. */
  token: string | null;
  tokens: TokenRow[];
  /** Why no token can be made; null if one can. */
  cannotAdd: string | null;
  name: string;
  scopes: { name: Scope; words: string; checked: boolean }[];
  days: { value: number; chosen: boolean }[];
  needsCode: boolean;
  needsLink: boolean;
  freshMinutes: number;
  problems: Problem[];
}

interface TokenRow {
  name: string;
  scopes: string;
  createdAt: Date;
  endsAt: Date;
  usedAt: Date | null;
  /** Where its button leads. */
  revoke: string;
}

async function renderTokens(
  deps: WebContext,
  reply: FastifyReply,
  state: { token?: string; values?: z.output<typeof TokenForm>; problems?: Problem[] },
): Promise<FastifyReply> {
  const { request } = reply;
  const { name, scopes, days } = state.values ?? { ...NOTHING, scopes: ['read'] as Scope[], days: 90 };
  const tokens = await listTokens(deps.ctx, accountOf(request).id);
  const proof = await neededProof(deps, request);
  const full = `You have ${MAX_TOKENS} tokens, the most that an account can have.`;
  const view: TokensView = {
    token: state.token ?? null,
    tokens: tokens.map(({ id, scopes: allowed, ...token }) => ({
      ...token,
      scopes: SCOPES.filter((scope) => allowed.includes(scope)).join(', '),
      revoke: `${PATH}/${id}/revoke`,
    })),
    cannotAdd: tokens.length < MAX_TOKENS ? null : full,
    name,
    scopes: SCOPES.map((scope) => ({
      ...{ name: scope, words: SCOPE_WORDS[scope], checked: scopes.includes(scope) },
    })),
    days: TOKEN_DAYS.map((value) => ({ value, chosen: value === days })),
    needsCode: proof === 'code',
    needsLink: proof === 'link',
    freshMinutes: FRESH_MINUTES,
    problems: state.problems ?? [],
  };
  return reply.page('account/tokens', { title: 'Your tokens', ...view });
}
