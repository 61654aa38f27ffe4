import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { announceAbsence, MAX_DAYS, withdrawAbsence } from '../../../games/schedule/absences.ts';
import { type OwnAbsences, ownAbsences } from '../../../games/schedule/absences-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { FormState } from '../../forms/fields.ts';
import { checkBody, readParams, submittedValues } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/account/absences';

const day = z.string().max(40).default('');
const Announce = z.object({ firstDay: day, lastDay: day });
const AbsenceParams = z.object({ absence: z.uuid() });

/** Announcing and withdrawing absences. */
export default async function absenceRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const };

  app.get(PATH, { config: { ...config, costly: 'game' } }, async (_request, reply) =>
    renderAbsences(deps, reply, {}),
  );

  app.post(PATH, { config }, async (request, reply) => {
    const values = submittedValues(request);
    const body = checkBody(Announce, request);
    if (!body.ok) return renderAbsences(deps, reply.code(422), { problems: body.problems, values });
    await app.countAbsenceChange(request, reply);
    const announced = await announceAbsence(ctx, { accountId: accountOf(request).id, ...body.value });
    if (announced.ok) return reply.done(PATH, 'absence-announced');
    return renderAbsences(deps, reply.code(422), { problems: announced.problems, values });
  });

  app.post(`${PATH}/:absence/withdraw`, { config }, async (request, reply) => {
    const { absence: id } = readParams(AbsenceParams, request);
    await app.countAbsenceChange(request, reply);
    const withdrawn = await withdrawAbsence(ctx, { accountId: accountOf(request).id, id });
    if (withdrawn.ok) return reply.done(PATH, 'absence-withdrawn');
    return renderAbsences(deps, reply.code(409), { problems: withdrawn.problems });
  });
}

/** The page, as templates/web/account/absences.eta prints it. */
interface AbsencesView {
  absences: { days: string; status: string; withdraw: string }[];
  games: { number: string; title: string; effect: string }[];
  /** The first day that can be announced, as `2027-12-20`. */
  today: string;
  maxDays: number;
  problems: Problem[];
  values: Record<string, string>;
}

async function renderAbsences(
  deps: WebContext,
  reply: FastifyReply,
  state: FormState,
): Promise<FastifyReply> {
  const view = absencesView(await ownAbsences(deps.ctx, accountOf(reply.request)), state);
  return reply.page('account/absences', { title: 'Your absences', ...view });
}

function absencesView({ absences, games, today }: OwnAbsences, state: FormState): AbsencesView {
  return {
    absences: absences.map(({ id, days, now }) => ({
      days,
      status: now ? 'You are away now' : 'Upcoming',
      withdraw: `${PATH}/${id}/withdraw`,
    })),
    games: games.map(({ number, title, avoidAbsences }) => ({
      number,
      title,
      effect: avoidAbsences
        ? 'new due dates are set around the absences of players who owe a sheet'
        : 'absences are shown, but due dates do not move',
    })),
    today,
    maxDays: MAX_DAYS,
    problems: state.problems ?? [],
    values: state.values ?? {},
  };
}
