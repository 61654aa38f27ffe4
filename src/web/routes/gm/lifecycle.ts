import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { abandonGame, reviveGame } from '../../../games/game/abandon-game.ts';
import { beginGame } from '../../../games/game/begin-game.ts';
import { readDueDate } from '../../forms/due-field.ts';
import { AtTurn } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { gmForm, gmRequest } from './gm-form.ts';

const word = z.string().max(10_000).default('');
const Begin = z.object({
  /** `schedule`, or a date that was typed. */
  due: z.string().max(40).default(''),
  missing: z.enum(['fill', 'leave']).optional(),
});
const Abandon = AtTurn.extend({ confirm: z.string().max(40).default(''), word });
const Revive = AtTurn.extend({ word });

/** Beginning, abandoning and reviving a game. */
export default async function lifecycleRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  gmForm(app, deps, '/gm/games/:number/begin', {
    body: Begin,
    async act({ page, by, body }) {
      const wanted = { gameId: page.game.id, by, missing: body.missing ?? null };
      if (body.due === 'schedule') return beginGame(ctx, { ...wanted, due: 'schedule' });
      const due = readDueDate(body.due, page.game.timeZone);
      return due.ok ? beginGame(ctx, { ...wanted, due: due.value }) : due;
    },
    notice: 'begun',
    refusedStatus: 422,
  });

  gmForm(app, deps, '/gm/games/:number/abandon', {
    body: Abandon,
    act: (sent) =>
      abandonGame(ctx, { ...gmRequest(sent), confirm: sent.body.confirm, message: sent.body.word }),
    notice: 'abandoned',
  });

  gmForm(app, deps, '/gm/games/:number/revive', {
    body: Revive,
    act: (sent) => reviveGame(ctx, { ...gmRequest(sent), message: sent.body.word }),
    notice: 'revived',
  });
}
