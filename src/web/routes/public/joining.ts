import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type PublicGame, publicGame } from '../../../games/game/public-view.ts';
import { joinGame, leaveGame } from '../../../games/seats/join-game.ts';
import { gameOfLink, type JoiningPage, joiningPage } from '../../../games/seats/joining-view.ts';
import { reclaimSeat } from '../../../games/seats/reclaim-seat.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { FormState } from '../../forms/fields.ts';
import { type OptionField, optionFields, optionValues } from '../../forms/options-form.ts';
import { readParams, submittedValues } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { type JoiningFacts, joiningFacts, type SeatRow, seatRows } from './game-view-model.ts';
import { requirePublicGame } from './require-public-game.ts';

const LinkParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** A game that someone wants to join, and the token of the invitation link that was opened, if any. */
interface Invited {
  game: PublicGame;
  token: string | null;
}

/** Joining a forming game, leaving it, and reclaiming a seat from the computer. */
export default async function joiningRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'account' as const, costly: 'game' as const };
  const { ctx } = deps;

  app.get('/games/:number/join', { config }, async (request, reply) =>
    renderJoin(deps, reply, await byNumber(deps, request), {}),
  );

  app.post('/games/:number/join', { config }, async (request, reply) =>
    join(deps, request, reply, await byNumber(deps, request)),
  );

  app.get('/join/:token', { config }, async (request, reply) =>
    renderJoin(deps, reply, await byInvitationLink(deps, request), {}),
  );

  app.post('/join/:token', { config }, async (request, reply) =>
    join(deps, request, reply, await byInvitationLink(deps, request)),
  );

  app.post('/games/:number/leave', { config }, async (request, reply) => {
    const invited = await byNumber(deps, request);
    const { id: gameId, number } = invited.game.card;
    const left = await leaveGame(ctx, { gameId, by: accountOf(request).id });
    if (!left.ok) return renderJoin(deps, reply.code(409), invited, { problems: left.problems });
    return reply.done(`/games/${number}/join`, 'left');
  });

  app.post('/games/:number/reclaim', { config }, async (request, reply) => {
    const invited = await byNumber(deps, request);
    const { id: gameId, number } = invited.game.card;
    const reclaimed = await reclaimSeat(ctx, { gameId, by: accountOf(request).id });
    if (!reclaimed.ok) return renderJoin(deps, reply.code(409), invited, { problems: reclaimed.problems });
    return reply.done(`/my/games/${number}`, 'reclaimed');
  });
}

async function byNumber(deps: WebContext, request: FastifyRequest): Promise<Invited> {
  return { game: await requirePublicGame(deps, request), token: null };
}

/** The game of an invitation link. @throws a 404 if the link does not work, or no longer does */
async function byInvitationLink(deps: WebContext, request: FastifyRequest): Promise<Invited> {
  const { token } = readParams(LinkParams, request);
  const number = await gameOfLink(deps.ctx, token);
  const game = number === null ? null : await publicGame(deps.ctx, number);
  if (game === null) {
    throw notFound('This invitation no longer works. The game has begun, or its GM removed the link.');
  }
  return { game, token };
}

async function join(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  invited: Invited,
): Promise<FastifyReply> {
  const { id: gameId, number } = invited.game.card;
  const values = submittedValues(request);
  const wish = optionValues(preferenceFields(invited.game), values, 'wish');
  const joined = await joinGame(deps.ctx, { gameId, by: accountOf(request).id, link: invited.token, wish });
  if (!joined.ok) {
    return renderJoin(deps, reply.code(422), invited, { problems: joined.problems, values });
  }
  if (joined.value.kind === 'waiting') return reply.done(`/games/${number}/join`, 'waitlisted');
  return reply.done(`/my/games/${number}`, joined.value.begun ? 'joined-and-begun' : 'joined');
}

function preferenceFields({ card }: PublicGame): OptionField[] {
  const ruleset = findRuleset(card.ruleset.id);
  return ruleset === undefined ? [] : optionFields(ruleset.wishes);
}

/** The page for joining, as templates/web/public/join.eta prints it. */
interface JoinView {
  game: { number: string; title: string; rulesetTitle: string; blurb: string };
  /** The path of the game's public page. */
  gamePath: string;
  /** Null once the game has begun. */
  facts: JoiningFacts | null;
  /** How the reader stands to the game, and the button to leave it; null if there is nothing to leave. */
  own: { status: string; explanation: string; leave: string } | null;
  /** Why the reader cannot join; null if they can, or have joined. */
  closed: string | null;
  form: JoinFormView | null;
  seats: SeatRow[];
  problems: Problem[];
  values: Record<string, string>;
}

interface JoinFormView {
  heading: string;
  explanation: string;
  action: string;
  button: string;
  preferences: OptionField[];
}

async function renderJoin(
  deps: WebContext,
  reply: FastifyReply,
  invited: Invited,
  state: FormState,
): Promise<FastifyReply> {
  const { card } = invited.game;
  const page = await joiningPage(deps.ctx, reply.request.account, card.number);
  const view: JoinView = joinView(invited, page, state);
  return reply.page('public/join', { title: `Join ${card.number}`, ...view });
}

function joinView({ game, token }: Invited, page: JoiningPage | null, state: FormState): JoinView {
  const { card, blurb } = game;
  const path = `/games/${card.number}`;
  const forming = page?.game ?? null;
  const own = ownStanding(page);
  const canJoin = forming !== null && (token !== null || forming.open);
  return {
    game: { number: card.number, title: card.title, rulesetTitle: card.ruleset.title, blurb },
    gamePath: path,
    facts: forming && joiningFacts(forming),
    own,
    closed: closedReason(game, forming !== null, own !== null || canJoin),
    form:
      own === null && canJoin
        ? joinForm(forming.seatsLeft > 0, token === null ? `${path}/join` : `/join/${token}`, game)
        : null,
    seats: seatRows(page),
    problems: state.problems ?? [],
    values: state.values ?? {},
  };
}

function ownStanding(page: JoiningPage | null): JoinView['own'] {
  const place = page?.standing?.place ?? null;
  const hasSeat = Boolean(page?.game && page.standing?.seated);
  if (place !== null && hasSeat) {
    return {
      status: `The GM has invited you to a seat in this game, and you are number ${place} on the waitlist.`,
      explanation:
        'Leaving the game gives up both. The GM is told, and sees that the invited address belongs to your account.',
      leave: 'Leave the game',
    };
  }
  if (place !== null) {
    return {
      status: `You are number ${place} on the waitlist.`,
      explanation: page?.game
        ? 'When a seat becomes free, the first person on the waitlist gets it and is notified by e-mail.'
        : 'When a seat is offered, everyone on the waitlist is notified by e-mail. The first person to take it over gets it.',
      leave: 'Leave the waitlist',
    };
  }
  if (!hasSeat) return null;
  return {
    status: 'You have a seat in this game.',
    explanation: 'You can leave until the game begins.',
    leave: 'Leave the game',
  };
}

function closedReason({ card }: PublicGame, isForming: boolean, isOpenToReader: boolean): string | null {
  if (!isForming) return 'This game is not taking any more players, except for seats that are offered.';
  return isOpenToReader ? null : `This game is by invitation only. Ask its GM, ${card.gm.name}.`;
}

function joinForm(hasSeats: boolean, action: string, game: PublicGame): JoinFormView {
  const preferences = preferenceFields(game);
  return hasSeats
    ? {
        heading: 'Take a seat',
        explanation:
          'You play under your name. The identifier of your seat is made from your initials. The GM can see your e-mail address.',
        action,
        button: 'Join game',
        preferences,
      }
    : {
        heading: 'Join the waitlist',
        explanation: 'All seats are taken. The first person on the waitlist gets the next free seat.',
        action,
        button: 'Join waitlist',
        preferences,
      };
}
