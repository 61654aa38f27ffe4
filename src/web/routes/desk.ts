import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import { z } from 'zod';
import type { Game } from '../../database/generated/client.ts';
import { resend } from '../../mail/resend.ts';
import type { Problem } from '../../rules/sheet.ts';
import { beginGame } from '../../turns/begin.ts';
import { setDue } from '../../turns/games.ts';
import { numberOf } from '../../turns/number.ts';
import { processTurn } from '../../turns/process.ts';
import { rulesetOf } from '../../turns/rights.ts';
import { addSeat, removeSeat } from '../../turns/seats.ts';
import { checkBody, GameParams, readBody, readParams, typedValues } from '../checked.ts';
import type { WebDeps } from '../deps.ts';
import { type DeskSeat, deskDeliveries, deskLog, deskSeats, isDeliveryOf, readOwnGame } from '../desk.ts';
import { notFound } from '../http.ts';
import { optionFields, optionValues } from '../options.ts';
import { accountOf } from '../plugins/sessions.ts';

const LISTED = 100;

const SeatParams = GameParams.extend({ seat: z.uuid() });
const DeliveryParams = GameParams.extend({ delivery: z.uuid() });
const Turn = z.coerce.number<string>().int().min(0).max(10_000);

const NewSeat = z.looseObject({
  sitter: z.enum(['player', 'opponent'], 'Say who sits there: a player or the computer.'),
  name: z.string('Please give a name.').max(300),
  identifier: z.string().max(20).default(''),
  email: z
    .union([z.literal(''), z.email('This is no e-mail address; one looks like ann@example.org.')])
    .default(''),
});
const Due = z.object({ turn: Turn, due: z.string().max(40).default('') });
const Process = z.object({ turn: Turn, anyway: z.literal('yes').optional() });

interface Typed {
  problems?: Problem[];
  values?: Record<string, string>;
}

/** The GM's desk of one game. Every door is the GM's of that game alone; to others the game is not there. */
export default async function deskRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  app.get('/gm/games/:number', { config: { who: 'account' } }, async (request, reply) =>
    deskPage(deps, reply, await ownGame(deps, request), {}),
  );
  seatRoutes(app, deps);
  turnRoutes(app, deps);
  deliveryRoutes(app, deps);
}

function seatRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };

  app.post('/gm/games/:number/seats', { config }, async (request, reply) => {
    const game = await ownGame(deps, request);
    const body = checkBody(NewSeat, request);
    const values = typedValues(request);
    if (!body.ok) return deskPage(deps, reply.code(422), game, { problems: body.problems, values });
    const { sitter, name, identifier, email } = body.value;
    if (sitter === 'player' && email === '') {
      const message = 'Give the e-mail address that the invitation goes to, or let the computer play.';
      return deskPage(deps, reply.code(422), game, {
        problems: [{ field: 'email', code: 'missing', message }],
        values,
      });
    }
    const added = await addSeat(deps.house, {
      gameId: game.id,
      by: game.gmId,
      name,
      identifier,
      email: sitter === 'player' ? email : undefined,
      opponent: sitter === 'opponent',
      wish: optionValues(optionFields(rulesetOf(game).wishes), values, 'wish'),
    });
    if (!added.ok) return deskPage(deps, reply.code(422), game, { problems: added.problems, values });
    return reply.done(`${deskOf(game)}#seats`, sitter === 'player' ? 'seat-invited' : 'seat-added');
  });

  app.post('/gm/games/:number/seats/:seat/remove', { config }, async (request, reply) => {
    const game = await ownGame(deps, request);
    const { seat } = readParams(SeatParams, request);
    const removed = await removeSeat(deps.house, { gameId: game.id, by: game.gmId, seatId: seat });
    if (!removed.ok) return deskPage(deps, reply.code(409), game, { problems: removed.problems });
    return reply.done(`${deskOf(game)}#seats`, 'seat-removed');
  });
}

function turnRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };

  app.post('/gm/games/:number/begin', { config }, async (request, reply) => {
    const game = await ownGame(deps, request);
    const { due } = readBody(Due.omit({ turn: true }), request);
    const date = dueFrom(due, game.timeZone);
    if (date === 'unreadable') return deskPage(deps, reply.code(422), game, { problems: [unreadableDue()] });
    const begun = await beginGame(deps.house, { gameId: game.id, by: game.gmId, due: date });
    if (!begun.ok)
      return deskPage(deps, reply.code(422), game, {
        problems: begun.problems,
        values: typedValues(request),
      });
    return reply.done(deskOf(game), 'begun');
  });

  app.post('/gm/games/:number/due', { config }, async (request, reply) => {
    const game = await ownGame(deps, request);
    const { turn, due } = readBody(Due, request);
    const date = dueFrom(due, game.timeZone);
    if (date === 'unreadable') return deskPage(deps, reply.code(422), game, { problems: [unreadableDue()] });
    const set = await setDue(deps.house, { gameId: game.id, by: game.gmId, turn, due: date });
    if (!set.ok)
      return deskPage(deps, reply.code(422), game, { problems: set.problems, values: typedValues(request) });
    return reply.done(deskOf(game), 'due-set');
  });

  app.post('/gm/games/:number/process', { config }, async (request, reply) => {
    const game = await ownGame(deps, request);
    const { turn, anyway } = readBody(Process, request);
    if (game.status === 'running' && game.turn === turn && anyway === undefined) {
      const missing = (await deskSeats(deps.house, game)).filter(isMissing);
      if (missing.length > 0)
        return deskPage(deps, reply.code(422), game, { problems: [missingSheets(missing)] });
    }
    const done = await processTurn(deps.house, { gameId: game.id, turn, by: game.gmId });
    if (done.kind === 'processed') return reply.done(deskOf(game), done.over ? 'over' : 'processed');
    const now = await ownGame(deps, request);
    return deskPage(deps, reply.code(409), now, { problems: [staleClick(done.kind, turn)] });
  });
}

function deliveryRoutes(app: FastifyInstance, deps: WebDeps): void {
  app.post(
    '/gm/games/:number/deliveries/:delivery/resend',
    { config: { who: 'account' } },
    async (request, reply) => {
      const game = await ownGame(deps, request);
      const { delivery } = readParams(DeliveryParams, request);
      if (!(await isDeliveryOf(deps.house, game.id, delivery))) throw notFound('This game has no such mail.');
      const sent = await resend(deps.house, delivery);
      if (!sent.ok) return deskPage(deps, reply.code(409), game, { problems: sent.problems });
      return reply.done(`${deskOf(game)}#deliveries`, 'resent');
    },
  );
}

function ownGame(deps: WebDeps, request: FastifyRequest): Promise<Game> {
  const { number } = readParams(GameParams, request);
  return readOwnGame(deps.house, accountOf(request).id, number);
}

function deskOf(game: Game): string {
  return `/gm/games/${numberOf(game)}`;
}

function isMissing(seat: DeskSeat): boolean {
  return seat.owes && !seat.opponent && seat.standing === null;
}

function missingSheets(missing: DeskSeat[]): Problem {
  const who = missing.map((seat) => `[${seat.identifier}] ${seat.name}`).join(', ');
  const message = `No sheet stands yet for ${who}. Tick the box beside the button to process the turn without.`;
  return { field: 'anyway', code: 'missing-sheets', message };
}

function staleClick(kind: 'already' | 'not-running', turn: number): Problem {
  const message =
    kind === 'already'
      ? `Turn ${turn} had been processed before; nothing was done. Below is how the game stands now.`
      : `Turn ${turn} is not the open turn of this game; nothing was done.`;
  return { field: 'turn', code: kind, message };
}

function unreadableDue(): Problem {
  return {
    field: 'due',
    code: 'unreadable',
    message: 'The date was not understood; one looks like 2027-03-31T18:00.',
  };
}

/** What a date field sends (`2027-03-31T18:00`), read in the game's zone; blank is no date. */
function dueFrom(typed: string, zone: string): Date | null | 'unreadable' {
  if (typed.trim() === '') return null;
  const moment = DateTime.fromISO(typed.trim(), { zone });
  return moment.isValid ? moment.toJSDate() : 'unreadable';
}

/** The other way round: a date as a date field shows it. */
function dueField(due: Date | null, zone: string): string {
  return due === null ? '' : DateTime.fromJSDate(due, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
}

async function deskPage(deps: WebDeps, reply: FastifyReply, game: Game, typed: Typed): Promise<FastifyReply> {
  const { house } = deps;
  const ruleset = rulesetOf(game);
  const [seats, deliveries, log] = await Promise.all([
    deskSeats(house, game),
    deskDeliveries(house, game.id, LISTED),
    deskLog(house, game.id, LISTED),
  ]);
  const suggested = DateTime.fromJSDate(house.now(), { zone: game.timeZone })
    .plus({ days: game.daysPerTurn })
    .set({ hour: 18, minute: 0 });
  return reply.page('gm/desk', {
    title: `${numberOf(game)} · the GM’s desk`,
    wide: true,
    game: { ...pick(game), number: numberOf(game), ruleset: ruleset.title },
    limits: ruleset.seats,
    seats,
    missing: seats.filter(isMissing),
    deliveries,
    log,
    wishes: optionFields(ruleset.wishes),
    due:
      typed.values?.due ??
      dueField(game.status === 'forming' ? suggested.toJSDate() : game.due, game.timeZone),
    problems: typed.problems ?? [],
    values: typed.values ?? {},
  });
}

/** Of a game what the desk shows; its state and the dice's secret stay behind. */
function pick(game: Game) {
  const { title, status, turn, due, timeZone, daysPerTurn, closesWhenComplete } = game;
  return { title, status, turn, due, timeZone, daysPerTurn, closesWhenComplete };
}
