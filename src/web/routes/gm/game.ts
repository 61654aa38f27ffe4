import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { beginGame } from '../../../games/game/begin-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import {
  deliveriesShownToGm,
  type GmGamePage,
  type GmSeat,
  gmGamePage,
} from '../../../games/game/gm-view.ts';
import { processTurn } from '../../../games/processing/process-turn.ts';
import { setDueDate } from '../../../games/schedule/change-due-date.ts';
import { addSeat, removeSeat } from '../../../games/seats/manage-seats.ts';
import { resend } from '../../../mail/delivery/resend.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { dueField, dueFrom, unreadableDue } from '../../forms/due-field.ts';
import { optionFields, optionValues } from '../../forms/options-form.ts';
import {
  AtTurn,
  checkBody,
  GameParams,
  readBody,
  readParams,
  SeatParams,
  typedValues,
} from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';

const DeliveryParams = GameParams.extend({ delivery: z.uuid() });

const NewSeat = z.looseObject({
  sitter: z.enum(['player', 'opponent'], 'Say who sits there: a player or the computer.'),
  name: z.string('Please give a name.').max(300),
  identifier: z.string().max(20).default(''),
  email: z
    .union([z.literal(''), z.email('This is no e-mail address; one looks like ann@example.org.')])
    .default(''),
});
const Due = AtTurn.extend({ due: z.string().max(40).default('') });
const Process = AtTurn.extend({ anyway: z.literal('yes').optional() });

interface Typed {
  problems?: Problem[];
  values?: Record<string, string>;
}

/** The GM's desk of one game. Every door is the GM's of that game alone; to others the game is not there. */
export default async function gmGameRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  app.get('/gm/games/:number', { config: { who: 'account' } }, async (request, reply) =>
    renderGmGame(reply, await requireGmGame(deps, request), {}),
  );
  seatRoutes(app, deps);
  turnRoutes(app, deps);
  deliveryRoutes(app, deps);
}

function seatRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };

  app.post('/gm/games/:number/seats', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const by = accountOf(request).id;
    const body = checkBody(NewSeat, request);
    const values = typedValues(request);
    if (!body.ok) return renderGmGame(reply.code(422), own, { problems: body.problems, values });
    const { sitter, name, identifier, email } = body.value;
    if (sitter === 'player' && email === '') {
      const message = 'Give the e-mail address that the invitation goes to, or let the computer play.';
      return renderGmGame(reply.code(422), own, {
        problems: [{ field: 'email', code: 'missing', message }],
        values,
      });
    }
    const added = await addSeat(deps.ctx, {
      gameId: own.game.id,
      by,
      name,
      identifier,
      email: sitter === 'player' ? email : undefined,
      opponent: sitter === 'opponent',
      wish: optionValues(wishesOf(own), values, 'wish'),
    });
    if (!added.ok) return renderGmGame(reply.code(422), own, { problems: added.problems, values });
    return reply.done(`${gmGamePath(own)}#seats`, sitter === 'player' ? 'seat-invited' : 'seat-added');
  });

  app.post('/gm/games/:number/seats/:seat/remove', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const by = accountOf(request).id;
    const { seat } = readParams(SeatParams, request);
    const removed = await removeSeat(deps.ctx, { gameId: own.game.id, by, seatId: seat });
    if (!removed.ok) return renderGmGame(reply.code(409), own, { problems: removed.problems });
    return reply.done(`${gmGamePath(own)}#seats`, 'seat-removed');
  });
}

function turnRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };

  app.post('/gm/games/:number/begin', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const by = accountOf(request).id;
    const { due } = readBody(Due.omit({ turn: true }), request);
    const values = typedValues(request);
    const date = dueFrom(due, own.game.timeZone);
    if (date === 'unreadable')
      return renderGmGame(reply.code(422), own, { problems: [unreadableDue()], values });
    const begun = await beginGame(deps.ctx, { gameId: own.game.id, by, due: date });
    if (!begun.ok) return renderGmGame(reply.code(422), own, { problems: begun.problems, values });
    return reply.done(gmGamePath(own), 'begun');
  });

  app.post('/gm/games/:number/due', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const by = accountOf(request).id;
    const { turn, due } = readBody(Due, request);
    const values = typedValues(request);
    const date = dueFrom(due, own.game.timeZone);
    if (date === 'unreadable')
      return renderGmGame(reply.code(422), own, { problems: [unreadableDue()], values });
    const set = await setDueDate(deps.ctx, { gameId: own.game.id, by, turn, due: date });
    if (!set.ok) return renderGmGame(reply.code(422), own, { problems: set.problems, values });
    return reply.done(gmGamePath(own), 'due-set');
  });

  app.post('/gm/games/:number/process', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const by = accountOf(request).id;
    const { turn, anyway } = readBody(Process, request);
    if (own.game.status === 'running' && own.game.turn === turn && anyway === undefined) {
      const missing = own.seats.filter(isMissing);
      if (missing.length > 0)
        return renderGmGame(reply.code(422), own, { problems: [missingSheets(missing)] });
    }
    const done = await processTurn(deps.ctx, { gameId: own.game.id, turn, by });
    if (done.kind === 'processed') return reply.done(gmGamePath(own), done.over ? 'over' : 'processed');
    const now = await requireGmGame(deps, request);
    return renderGmGame(reply.code(409), now, { problems: [staleClick(done.kind, turn)] });
  });
}

function deliveryRoutes(app: FastifyInstance, deps: WebDeps): void {
  app.post(
    '/gm/games/:number/deliveries/:delivery/resend',
    { config: { who: 'account' } },
    async (request, reply) => {
      const own = await requireGmGame(deps, request);
      const delivery = await requireGmDelivery(deps, request, own);
      const sent = await resend(deps.ctx, delivery, accountOf(request).id);
      if (!sent.ok) return renderGmGame(reply.code(409), own, { problems: sent.problems });
      return reply.done(`${gmGamePath(own)}#deliveries`, 'resent');
    },
  );
}

/** The desk, for the game's GM. @throws a 404 for everybody else, so that nothing is given away */
export async function requireGmGame(deps: WebDeps, request: FastifyRequest): Promise<GmGamePage> {
  const { number } = readParams(GameParams, request);
  const found = await gmGamePage(deps.ctx, accountOf(request), gameNumber(number));
  if (found === null) throw notFound('You run no game of this number.');
  return found;
}

/** The mail that is asked for. @throws a 404 where it is none of this game's */
export async function requireGmDelivery(
  deps: WebDeps,
  request: FastifyRequest,
  own: GmGamePage,
): Promise<string> {
  const { delivery: id } = readParams(DeliveryParams, request);
  const found = await deps.ctx.db.prisma.delivery.count({
    where: { id, ...deliveriesShownToGm(own.game.id) },
  });
  if (found !== 1) throw notFound('This game has no such mail.');
  return id;
}

/** The desk's address. */
export function gmGamePath(own: GmGamePage): string {
  return `/gm/games/${own.game.number}`;
}

function wishesOf(own: GmGamePage) {
  const ruleset = findRuleset(own.game.ruleset.id);
  return ruleset === undefined ? [] : optionFields(ruleset.wishes);
}

function isMissing(seat: GmSeat): boolean {
  return seat.owes && !seat.opponent && seat.standing === null;
}

function missingSheets(missing: GmSeat[]): Problem {
  const who = missing.map((seat) => `[${seat.identifier}] ${seat.name}`).join(', ');
  const message = `No sheet stands yet for ${who}. Tick the box beside the button to process the turn without.`;
  return { field: 'anyway', code: 'missing-sheets', message };
}

function staleClick(kind: 'already' | 'not-running' | 'paused', turn: number): Problem {
  if (kind === 'paused') {
    const message = 'The game is paused; nothing was done. Let it go on first.';
    return { field: 'turn', code: kind, message };
  }
  const message =
    kind === 'already'
      ? `Turn ${turn} had been processed before; nothing was done. Below is how the game stands now.`
      : `Turn ${turn} is not the open turn of this game; nothing was done.`;
  return { field: 'turn', code: kind, message };
}

/**
 * What was typed into one of the desk's many forms, and is wrong with it: each is known by the end of its address,
 * and only the one that was sent gets it back, unfolded.
 */
function typedInForm(reply: FastifyReply, own: GmGamePage, typed: Typed) {
  const [address = ''] = reply.request.url.split('?');
  const sent = reply.request.method === 'POST' ? address.slice(gmGamePath(own).length + 1) : null;
  return (form: string) =>
    sent === form
      ? { values: typed.values ?? {}, problems: typed.problems ?? [], open: 'open' }
      : { values: {} as Record<string, string>, problems: [], open: '' };
}

/** The desk as it is, with what was typed and what is wrong with it. */
export function renderGmGame(reply: FastifyReply, own: GmGamePage, typed: Typed): FastifyReply {
  const { game } = own;
  const due = dueField(game.status === 'forming' ? own.firstDue : game.due, game.timeZone);
  const typedIn = typedInForm(reply, own, typed);
  return reply.page('gm/desk', {
    ...own,
    title: `${game.number} · the GM’s desk`,
    wide: true,
    missing: own.seats.filter(isMissing),
    wishes: wishesOf(own),
    due: typedIn('due').values.due ?? typedIn('begin').values.due ?? due,
    standingDue: due,
    typedIn,
    problems: typed.problems ?? [],
    values: typed.values ?? {},
  });
}
