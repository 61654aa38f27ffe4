import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { announceAbsence, MAX_DAYS, withdrawAbsence } from '../../../games/schedule/absences.ts';
import { ownAbsences } from '../../../games/schedule/absences-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { limiter } from '../../access/rate-limits.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { checkBody, readParams, typedValues } from '../../forms/read-request.ts';

const PAGE = '/account/away';
/** Each of them mails the GMs of the person's games. */
const MAX_AN_HOUR = 30;

const day = z.string().max(40).default('');
const Announce = z.object({ firstDay: day, lastDay: day });
const AbsenceParams = z.object({ absence: z.uuid() });

/** Days on which a person will be away: announced and withdrawn by that person alone. */
export default async function absenceRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;
  const config = { who: 'account' as const };
  const told = limiter(app, {
    max: MAX_AN_HOUR,
    minutes: 60,
    key: (request) => String(accountOf(request).id),
  });

  app.get(PAGE, { config }, async (_request, reply) => awayPage(deps, reply, {}));

  app.post(PAGE, { config }, async (request, reply) => {
    const values = typedValues(request);
    const body = checkBody(Announce, request);
    if (!body.ok) return awayPage(deps, reply.code(422), { problems: body.problems, values });
    await told.spend(request, reply);
    const announced = await announceAbsence(ctx, { accountId: accountOf(request).id, ...body.value });
    if (announced.ok) return reply.done(PAGE, 'absence-announced');
    return awayPage(deps, reply.code(422), { problems: announced.problems, values });
  });

  app.post(`${PAGE}/:absence/withdraw`, { config }, async (request, reply) => {
    const { absence: id } = readParams(AbsenceParams, request);
    await told.spend(request, reply);
    const gone = await withdrawAbsence(ctx, { accountId: accountOf(request).id, id });
    if (gone.ok) return reply.done(PAGE, 'absence-withdrawn');
    return awayPage(deps, reply.code(409), { problems: gone.problems });
  });
}

async function awayPage(
  deps: WebDeps,
  reply: FastifyReply,
  typed: { problems?: Problem[]; values?: Record<string, string> },
): Promise<FastifyReply> {
  return reply.page('account/away', {
    title: 'When you are away',
    ...(await ownAbsences(deps.ctx, accountOf(reply.request))),
    daysMost: MAX_DAYS,
    values: typed.values ?? {},
    problems: typed.problems ?? [],
  });
}
