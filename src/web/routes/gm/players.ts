import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { setLettersPolicy } from '../../../games/letters/letters-policy.ts';
import { setComputerPress } from '../../../games/press/computer-press.ts';
import { excuseMiss } from '../../../games/seats/attendance.ts';
import { makeJoinLink, removeJoinLink, setJoiningPolicy } from '../../../games/seats/joining-policy.ts';
import { setMissedTurnsPolicy } from '../../../games/seats/missed-turns.ts';
import { type PlayersPage, playersPage } from '../../../games/seats/players-view.ts';
import type { Result } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkbox, type FormState, optionalWholeNumber, wholeNumber } from '../../forms/fields.ts';
import { LettersBody, lettersPolicyFromForm } from '../../forms/letters-form.ts';
import { checkBody, GameParams, readBody, readParams, submittedValues } from '../../forms/read-request.ts';
import type { PageNotice } from '../../rendering/page-notices.ts';
import type { WebContext } from '../../web-context.ts';
import { runsNoSuchGame } from './gm-game-page.ts';
import { keepInvitation } from './invitation-cookie.ts';
import { type PlayersView, playersView } from './players-view-model.ts';

const AbsentPlayers = z.object({
  maxMisses: wholeNumber('Enter the missed turns as a whole number.'),
  minReliability: optionalWholeNumber(
    'Enter the minimum reliability as a whole number from 1 to 100, or leave it blank.',
  ),
  offerAbandonedSeats: checkbox,
});
const Joining = z.object({
  joining: z.enum(['invitation', 'open'], 'Choose who can join.'),
  seatsWanted: optionalWholeNumber('Enter the seats as a whole number, or leave them blank.'),
  beginWhenFull: checkbox,
});
const ComputerPress = z.object({ computerPress: checkbox });
const Excuse = z.object({
  seat: z.uuid(),
  turn: z.coerce.number<string>().int().min(1).max(100_000),
  excused: z.enum(['yes', 'no']).transform((value) => value === 'yes'),
});

/** A form of the players page: what it holds, what it does, and the notice that follows. */
interface PlayersForm<Body> {
  body: z.ZodType<Body>;
  act(game: { gameId: string; by: number }, body: Body): Promise<Result<unknown>>;
  notice: PageNotice;
  anchor?: string;
}

/** The players of a game: who may join, private letters, missed turns. For the game's GM only. */
export default async function playersRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const };

  app.get('/gm/games/:number/players', { config: { ...config, costly: 'game' } }, async (request, reply) =>
    renderPlayers(reply, await requirePlayers(deps, request), {}),
  );

  function playersForm<Body>(path: string, form: PlayersForm<Body>): void {
    app.post(`/gm/games/:number/players${path}`, { config }, async (request, reply) => {
      const page = await requirePlayers(deps, request);
      const values = submittedValues(request);
      const body = checkBody(form.body, request);
      if (!body.ok) return renderPlayers(reply.code(422), page, { problems: body.problems, values });
      const result = await form.act(gameOf(page, request), body.value);
      if (!result.ok) return renderPlayers(reply.code(422), page, { problems: result.problems, values });
      return reply.done(`${pathOf(page)}${form.anchor ?? ''}`, form.notice);
    });
  }

  playersForm('', {
    body: AbsentPlayers,
    act: (game, body) => setMissedTurnsPolicy(ctx, { ...game, ...body }),
    notice: 'player-policy-set',
  });
  playersForm('/joining', {
    body: Joining,
    act: (game, body) => setJoiningPolicy(ctx, { ...game, ...body }),
    notice: 'player-policy-set',
  });
  playersForm('/letters', {
    body: LettersBody,
    act: (game, body) => setLettersPolicy(ctx, { ...game, ...lettersPolicyFromForm(body) }),
    notice: 'letters-policy-set',
    anchor: '#letters',
  });

  playersForm('/computer-press', {
    body: ComputerPress,
    act: (game, body) => setComputerPress(ctx, { ...game, ...body }),
    notice: 'player-policy-set',
    anchor: '#computer-press',
  });

  app.post('/gm/games/:number/players/excuse', { config }, async (request, reply) => {
    const page = await requirePlayers(deps, request);
    const { seat: seatId, turn, excused } = readBody(Excuse, request);
    const done = await excuseMiss(ctx, { ...gameOf(page, request), seatId, turn, excused });
    if (!done.ok) return renderPlayers(reply.code(409), page, { problems: done.problems });
    return reply.done(`${pathOf(page)}#missed`, excused ? 'excused' : 'excuse-withdrawn');
  });

  invitationLinkRoutes(app, deps);
}

/** The link that lets its holder join; while the game is forming. */
function invitationLinkRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const config = { access: 'account' as const };

  // The response itself shows the link: the database keeps only its hash.
  app.post('/gm/games/:number/players/invitation-link', { config }, async (request, reply) => {
    const page = await requirePlayers(deps, request);
    const token = request.sessionToken ?? '';
    const made = await makeJoinLink(ctx, { ...gameOf(page, request), token });
    if (!made.ok) return renderPlayers(reply.code(409), page, { problems: made.problems });
    request.stored = true;
    const link = `${deps.publicUrl}/join/${made.value}`;
    keepInvitation(deps, reply, page.game.number, made.value);
    return renderPlayers(reply, await requirePlayers(deps, request), {}, link);
  });

  app.post('/gm/games/:number/players/invitation-link/remove', { config }, async (request, reply) => {
    const page = await requirePlayers(deps, request);
    const removed = await removeJoinLink(ctx, gameOf(page, request));
    if (!removed.ok) return renderPlayers(reply.code(409), page, { problems: removed.problems });
    return reply.done(`${pathOf(page)}#joining`, 'invitation-link-removed');
  });
}

/** The players of the address's game, for its GM. @throws a 404 for everyone else, so that nothing is revealed */
async function requirePlayers(deps: WebContext, request: FastifyRequest): Promise<PlayersPage> {
  const { number } = readParams(GameParams, request);
  const page = await playersPage(deps.ctx, accountOf(request), gameNumber(number));
  if (page === null) throw runsNoSuchGame();
  return page;
}

function gameOf(page: PlayersPage, request: FastifyRequest): { gameId: string; by: number } {
  return { gameId: page.game.id, by: accountOf(request).id };
}

function pathOf(page: PlayersPage): string {
  return `/gm/games/${page.game.number}/players`;
}

/** @param link an invitation link that was just made */
function renderPlayers(
  reply: FastifyReply,
  page: PlayersPage,
  state: FormState,
  link: string | null = null,
): FastifyReply {
  const view: PlayersView = playersView(page, state, link);
  return reply.page('gm/players', { title: `${page.game.number} · players`, ...view });
}
