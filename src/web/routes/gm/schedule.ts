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
import { accountOf } from '../../access/session-cookies.ts';
import { readDueDate } from '../../forms/due-field.ts';
import { type FormState, wholeNumber } from '../../forms/fields.ts';
import { checkBody, GameParams, readParams, submittedValues, TurnField } from '../../forms/read-request.ts';
import { ScheduleBody, schedulePolicyFromForm } from '../../forms/schedule-form.ts';
import type { PageNotice } from '../../rendering/page-notices.ts';
import type { WebContext } from '../../web-context.ts';
import { runsNoSuchGame } from './gm-game-page.ts';
import { type ScheduleView, scheduleView } from './schedule-view-model.ts';

const reason = z.string().max(2_000, 'Keep the reason to 500 characters.').default('');
const Extend = z.object({
  turn: TurnField,
  reason,
  days: wholeNumber('Enter the days to add as a whole number.'),
  knownDue: z.coerce.date<string>('The due date of the page is missing.').optional(),
});
const DueDate = z.object({ turn: TurnField, reason, due: z.string().max(40).default('') });
const Pause = z.object({ turn: TurnField, reason });

/** A form of the schedule page: what it holds, what it does, and the notice that follows. */
interface ScheduleForm<Body> {
  body: z.ZodType<Body>;
  act(page: SchedulePage, by: number, body: Body): Promise<Result<unknown>>;
  notice: PageNotice;
}

/** The schedule of a game: its due dates, extensions and pauses. For the game's GM only. */
export default async function scheduleRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  app.get(
    '/gm/games/:number/schedule',
    { config: { access: 'account', costly: 'game' } },
    async (request, reply) => renderSchedule(deps, reply, await requireSchedule(deps, request), {}),
  );

  function scheduleForm<Body>(path: string, form: ScheduleForm<Body>): void {
    app.post(
      `/gm/games/:number/schedule${path}`,
      { config: { access: 'account', costly: 'game' } },
      async (request, reply) => {
        const page = await requireSchedule(deps, request);
        const values = submittedValues(request);
        const body = checkBody(form.body, request);
        if (!body.ok) {
          return renderSchedule(deps, reply.code(422), page, { problems: body.problems, values }, path);
        }
        const result = await form.act(page, accountOf(request).id, body.value);
        if (result.ok) return reply.done(`/gm/games/${page.game.number}/schedule`, form.notice);
        // The game may have changed meanwhile: the page shows how it is now.
        const state = { problems: result.problems, values };
        return renderSchedule(deps, reply.code(422), await requireSchedule(deps, request), state, path);
      },
    );
  }

  scheduleForm('', {
    body: ScheduleBody,
    act: ({ game }, by, body) =>
      setSchedule(ctx, {
        ...{ gameId: game.id, by, policy: schedulePolicyFromForm(body) },
        processWhenComplete: body.processWhenComplete,
      }),
    notice: 'schedule-saved',
  });
  scheduleForm('/extend', {
    body: Extend,
    act: ({ game }, by, body) => extendTurn(ctx, { gameId: game.id, by, ...body }),
    notice: 'extended',
  });
  scheduleForm('/due', {
    body: DueDate,
    async act({ game }, by, body) {
      const due = readDueDate(body.due, game.timeZone);
      return due.ok ? setDueDate(ctx, { gameId: game.id, by, ...body, due: due.value }) : due;
    },
    notice: 'due-date-set',
  });
  scheduleForm('/pause', {
    body: Pause,
    act: ({ game }, by, body) => pauseGame(ctx, { gameId: game.id, by, ...body }),
    notice: 'paused',
  });
  scheduleForm('/resume', {
    body: DueDate,
    async act({ game }, by, { due: typed, ...body }) {
      const due = readDueDate(typed, game.timeZone);
      if (!due.ok) return due;
      return resumeGame(ctx, { gameId: game.id, by, ...body, ...(due.value !== null && { due: due.value }) });
    },
    notice: 'resumed',
  });
}

/** The schedule of the address's game, for its GM. @throws a 404 for everyone else, so that nothing is revealed */
async function requireSchedule(deps: WebContext, request: FastifyRequest): Promise<SchedulePage> {
  const { number } = readParams(GameParams, request);
  const page = await schedulePage(deps.ctx, accountOf(request), gameNumber(number));
  if (page === null) throw runsNoSuchGame();
  return page;
}

function renderSchedule(
  deps: WebContext,
  reply: FastifyReply,
  page: SchedulePage,
  state: FormState,
  sent: string | null = null,
): FastifyReply {
  const view: ScheduleView = scheduleView(page, { ...state, sent }, deps.ctx.now());
  return reply.page('gm/schedule', { title: `${page.game.number} · schedule`, ...view });
}
