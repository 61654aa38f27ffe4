import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ok } from '../../../rules/result.ts';
import { AttemptParams, TurnNumber } from '../../forms/read-request.ts';
import {
  requirePrintout,
  requireRolledBack,
  sendPrintout,
  sendRolledBack,
} from '../../rendering/own-printouts.ts';
import type { WebContext } from '../../web-context.ts';
import { operation } from './operation.ts';

/** Without an attempt, the printout that is in force; without a paper, that of the account. */
const PdfQuery = z.object({
  turn: TurnNumber,
  attempt: AttemptParams.shape.attempt.optional(),
  paper: z.enum(['letter', 'a4']).optional(),
});

/** The own printouts as PDF, for programs. See docs/api.md. */
export default async function apiPrintoutPdfRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  operation(app, deps, {
    ...{ method: 'GET', path: '/api/my/games/:number/printout.pdf', scope: 'read', query: PdfQuery },
    ...{ answer: 'application/pdf', config: { costly: 'pdf' } },
    summary: 'Sends one of your printouts as PDF',
    async act({ params: { number }, query: { turn, attempt, paper }, request, reply }) {
      if (attempt === undefined) {
        const printout = await requirePrintout(deps.ctx, request, { number, turn });
        await sendPrintout(deps, app.ownPrintouts, reply, { printout, paper });
      } else {
        const rolledBack = await requireRolledBack(deps.ctx, request, { number, turn, attempt });
        await sendRolledBack(deps, app.ownPrintouts, reply, { rolledBack, paper });
      }
      return ok(undefined);
    },
  });
}
