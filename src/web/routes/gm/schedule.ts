import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import {
  extendTurn,
  pauseGame,
  resumeGame,
  setDueDate,
  setSchedule,
} from '../../../games/schedule/change-due-date.ts';
import { type SchedulePage, schedulePage } from '../../../games/schedule/schedule-view.ts';
import type { Result } from '../../../rules/result.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { dueField, dueFrom, unreadableDue } from '../../forms/due-field.ts';
import { checkBody, GameParams, readParams, TurnField, typedValues } from '../../forms/read-request.ts';
import {
  policyFromForm,
  ScheduleBody,
  scheduleValues,
  WEEKDAYS,
  zoneChoices,
} from '../../forms/schedule-form.ts';
import { notFound } from '../../rendering/http-errors.ts';

const reason = z.string().max(2_000, 'Please keep the reason to 500 characters.').default('');
const Extend = z.object({
  turn: TurnField,
  reason,
  days: z.coerce.number<string>('The days are a whole number.').int('The days are a whole number.'),
});
const Due = z.object({ turn: TurnField, reason, due: z.string().max(40).default('') });
const Pause = z.object({ turn: TurnField, reason });

interface Typed {
  problems?: Problem[];
  values?: Record<string, string>;
}

/** A door of the calendar: what its form has, and what is done with it. */
interface Door<Body> {
  form: z.ZodType<Body>;
  done: string;
  act(own: SchedulePage, by: number, body: Body): Promise<Result<unknown>> | 'unreadable';
}

/** A game's calendar: its schedule, extensions, pauses. For the game's GM alone; to others it is not there. */
export default async function scheduleRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;

  app.get('/gm/games/:number/calendar', { config: { who: 'account' } }, async (request, reply) =>
    page(reply, await ownCalendar(deps, request), {}),
  );

  function open<Body>(path: string, door: Door<Body>): void {
    app.post(`/gm/games/:number/calendar${path}`, { config: { who: 'account' } }, async (request, reply) => {
      const own = await ownCalendar(deps, request);
      const values = typedValues(request);
      const body = checkBody(door.form, request);
      if (!body.ok) return page(reply.code(422), own, { problems: body.problems, values });
      const doing = door.act(own, accountOf(request).id, body.value);
      if (doing === 'unreadable') return page(reply.code(422), own, { problems: [unreadableDue()], values });
      const did = await doing;
      if (did.ok) return reply.done(addressOf(own), door.done);
      // The game may have moved on: the page shows how it stands now.
      return page(reply.code(422), await ownCalendar(deps, request), { problems: did.problems, values });
    });
  }

  open('', {
    form: ScheduleBody,
    done: 'calendar-set',
    act: ({ game }, by, body) => setSchedule(ctx, { gameId: game.id, by, rules: policyFromForm(body) }),
  });
  open('/extend', {
    form: Extend,
    done: 'extended',
    act: ({ game }, by, body) => extendTurn(ctx, { gameId: game.id, by, ...body }),
  });
  open('/due', {
    form: Due,
    done: 'due-set',
    act: ({ game }, by, body) => {
      const due = dueFrom(body.due, game.timeZone);
      return due === 'unreadable' ? due : setDueDate(ctx, { gameId: game.id, by, ...body, due });
    },
  });
  open('/pause', {
    form: Pause,
    done: 'paused',
    act: ({ game }, by, body) => pauseGame(ctx, { gameId: game.id, by, ...body }),
  });
  open('/resume', {
    form: Due,
    done: 'resumed',
    act: ({ game }, by, { due: typed, ...body }) => {
      const due = dueFrom(typed, game.timeZone);
      if (due === 'unreadable') return due;
      return resumeGame(ctx, { gameId: game.id, by, ...body, ...(due !== null && { due }) });
    },
  });
}

/** The page, for the game's GM. @throws a 404 for everybody else, so that nothing is given away */
async function ownCalendar(deps: WebDeps, request: FastifyRequest): Promise<SchedulePage> {
  const { number } = readParams(GameParams, request);
  const found = await schedulePage(deps.ctx, accountOf(request), gameNumber(number));
  if (found === null) throw notFound('You run no game of this number.');
  return found;
}

function addressOf(own: SchedulePage): string {
  return `/gm/games/${own.game.number}/calendar`;
}

function page(reply: FastifyReply, own: SchedulePage, typed: Typed): FastifyReply {
  const { game, rules } = own;
  return reply.page('gm/calendar', {
    ...own,
    title: `${game.number} · calendar`,
    zones: zoneChoices(),
    weekdays: WEEKDAYS,
    due: typed.values?.due ?? dueField(game.due, game.timeZone),
    problems: typed.problems ?? [],
    // A form that was sent fills its own fields; the others show what is in force.
    values: { ...(typed.values?.daysPerTurn === undefined ? scheduleValues(rules) : {}), ...typed.values },
  });
}
