import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ok } from '../../../rules/result.ts';
import { PracticeParams, TurnNumber } from '../../forms/read-request.ts';
import { sendPracticePrintout } from '../../rendering/practice-printouts.ts';
import type { WebContext } from '../../web-context.ts';
import { operation } from './operation.ts';
import { PRACTICE_PRINTOUT } from './practice-json.ts';
import {
  PRACTICE_GAME_PATH,
  practicePrintoutJson,
  requirePracticeReport,
  requireWholePractice,
} from './practice-requests.ts';

const PrintoutQuery = z.object({ turn: TurnNumber });

/** Without a paper, that of the account. */
const PdfQuery = PrintoutQuery.extend({ paper: z.enum(['letter', 'a4']).optional() });

const common = { scope: 'practice' as const, params: PracticeParams };

/** The printouts of practice games, for programs. See docs/api.md. */
export default async function apiPracticePrintoutRoutes(
  app: FastifyInstance,
  deps: WebContext,
): Promise<void> {
  operation(app, deps, {
    ...{ ...common, method: 'GET', path: `${PRACTICE_GAME_PATH}/printout`, query: PrintoutQuery },
    ...{ answer: PRACTICE_PRINTOUT, summary: 'Shows the printout of a practice game before a turn' },
    async act({ account, params, query: { turn } }) {
      return ok(practicePrintoutJson(await requireWholePractice(deps, account, params), turn));
    },
  });

  operation(app, deps, {
    ...{ ...common, method: 'GET', path: `${PRACTICE_GAME_PATH}/printout.pdf`, query: PdfQuery },
    ...{ answer: 'application/pdf', config: { costly: 'pdf' } },
    summary: 'Sends the printout of a practice game before a turn as PDF',
    async act({ account, params, query: { turn, paper }, reply }) {
      const whole = await requireWholePractice(deps, account, params);
      const report = requirePracticeReport(whole, turn);
      await sendPracticePrintout(deps, app.practicePrintouts, reply, {
        game: whole.game,
        turn,
        report,
        paper,
      });
      return ok(undefined);
    },
  });
}
