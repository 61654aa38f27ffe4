import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { announceAbsence, MAX_DAYS, withdrawAbsence } from '../../../games/schedule/absences.ts';
import { ownAbsences } from '../../../games/schedule/absences-view.ts';
import { ok } from '../../../rules/result.ts';
import type { WebContext } from '../../web-context.ts';
import { operation } from './operation.ts';

const PATH = '/api/account/absences';

const day = z.string().max(40);
const Anything = z.object({});

const ABSENCES = z.looseObject({
  absences: z.array(
    z.looseObject({ id: z.string(), firstDay: z.string(), lastDay: z.string(), now: z.boolean() }),
  ),
  games: z.array(z.looseObject({ number: z.string(), title: z.string(), avoidAbsences: z.boolean() })),
  today: z.string(),
  maxDays: z.int(),
});

/** The own absences, for programs. See docs/api.md. */
export default async function apiAbsenceRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  operation(app, deps, {
    ...{ method: 'GET', path: PATH, scope: 'read', params: Anything, answer: ABSENCES },
    summary: 'Lists your absences that are not over, and the games that show them',
    async act({ account }) {
      const { absences, games, today } = await ownAbsences(ctx, account);
      return ok({
        absences: absences.map(({ days: _, ...absence }) => absence),
        ...{ games, today, maxDays: MAX_DAYS },
      });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: PATH, scope: 'sheets', params: Anything },
    body: z.object({ firstDay: day, lastDay: day }),
    answer: z.looseObject({ id: z.string(), firstDay: z.string(), lastDay: z.string() }),
    summary: 'Announces an absence in all your games',
    async act({ account, body, request, reply }) {
      await app.countAbsenceChange(request, reply);
      const announced = await announceAbsence(ctx, { accountId: account.id, ...body });
      if (!announced.ok) return announced;
      const { id, firstDay, lastDay } = announced.value;
      return ok({ id, firstDay, lastDay });
    },
  });

  operation(app, deps, {
    ...{ method: 'DELETE', path: `${PATH}/:absence`, scope: 'sheets' },
    params: z.object({ absence: z.uuid() }),
    summary: 'Withdraws an absence',
    async act({ account, params, request, reply }) {
      await app.countAbsenceChange(request, reply);
      return withdrawAbsence(ctx, { accountId: account.id, id: params.absence });
    },
  });
}
