import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { abandonGame, reviveGame } from '../../../games/game/abandon-game.ts';
import { beginGame } from '../../../games/game/begin-game.ts';
import { previewTurn } from '../../../games/processing/preview-turn.ts';
import { rollBack, rollForward } from '../../../games/processing/roll-back.ts';
import { extendTurn, pauseGame, resumeGame, setDueDate } from '../../../games/schedule/change-due-date.ts';
import { ok, type Result } from '../../../rules/result.ts';
import { checkSheets, processNow } from '../../forms/process-turn.ts';
import type { WebContext } from '../../web-context.ts';
import { gmOperation, gmRequest } from './gm-operation.ts';
import { AtOpenTurn, Moment } from './operation.ts';

const word = z.string().max(10_000).default('');
const reason = z.string().max(2_000).default('');
const Dated = AtOpenTurn.extend({ due: Moment, reason });

const PREVIEW = z.looseObject({
  turn: z.int(),
  over: z.boolean(),
  printouts: z.array(z.looseObject({ seat: z.string().nullable(), report: z.unknown() })),
});

/** The turns of a game and its due dates, for programs of its GM. See docs/api.md. */
export default async function apiGmTurnRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  processingRoutes(app, deps);
  dueDateRoutes(app, deps);
  lifecycleRoutes(app, deps);
}

function processingRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  gmOperation(app, deps, {
    path: '/process',
    body: AtOpenTurn.extend({ anyway: z.boolean().default(false) }),
    answer: z.looseObject({ over: z.boolean() }),
    summary: 'Processes the open turn; with “anyway”, also without missing sheets',
    async act({ page, by, body: { turn, anyway } }) {
      const without = 'Send "anyway": true to process the turn without them.';
      const allowed = anyway ? ok(undefined) : checkSheets(page, turn, without);
      return allowed.ok ? processNow(ctx, { gameId: page.game.id, turn, by }) : allowed;
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/preview', answer: PREVIEW },
    summary: 'Shows what processing the open turn would print; the players are told that you looked',
    async act(asked) {
      const preview = await previewTurn(ctx, gmRequest(asked));
      if (!preview.ok) return preview;
      const { turn, over, printouts } = preview.value;
      const shown = printouts.map(({ seat, report }) => ({ seat: seat?.identifier ?? null, report }));
      return ok({ turn, over, printouts: shown });
    },
  });

  gmOperation(app, deps, {
    path: '/rollback',
    body: AtOpenTurn.extend({ due: Moment, word }),
    summary: 'Rolls back the last turn',
    act: (asked) => rollBack(ctx, { ...gmRequest(asked), due: asked.body.due, word: asked.body.word }),
  });

  gmOperation(app, deps, {
    ...{ path: '/rollforward', summary: 'Rolls the turn forward that was rolled back' },
    act: (asked) => rollForward(ctx, gmRequest(asked)),
  });
}

function dueDateRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  gmOperation(app, deps, {
    ...{ path: '/schedule/due', body: Dated, summary: 'Sets the due date of the open turn; null for none' },
    act: async (asked) => done(await setDueDate(ctx, { ...gmRequest(asked), ...asked.body })),
  });

  gmOperation(app, deps, {
    path: '/schedule/extend',
    body: AtOpenTurn.extend({ days: z.int(), knownDue: Moment.optional(), reason }),
    summary: 'Extends the open turn by days',
    act: async (asked) => done(await extendTurn(ctx, { ...gmRequest(asked), ...asked.body })),
  });

  gmOperation(app, deps, {
    ...{ path: '/schedule/pause', body: AtOpenTurn.extend({ reason }), summary: 'Pauses the game' },
    act: async (asked) => done(await pauseGame(ctx, { ...gmRequest(asked), ...asked.body })),
  });

  gmOperation(app, deps, {
    ...{ path: '/schedule/resume', body: Dated, summary: 'Resumes the game' },
    async act(asked) {
      const { due, ...body } = asked.body;
      const wanted = { ...gmRequest(asked), ...body, ...(due !== null && { due }) };
      return done(await resumeGame(ctx, wanted));
    },
  });
}

function lifecycleRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  gmOperation(app, deps, {
    path: '/begin',
    body: z.object({
      due: z.literal('schedule').or(Moment).default('schedule'),
      missing: z.enum(['fill', 'leave']).nullable().default(null),
    }),
    summary: 'Begins a game that is forming',
    async act({ page, by, body }) {
      return done(await beginGame(ctx, { gameId: page.game.id, by, ...body }));
    },
  });

  gmOperation(app, deps, {
    path: '/abandon',
    body: AtOpenTurn.extend({ confirm: z.string().max(40), word }),
    summary: 'Abandons a game; “confirm” is its number',
    act(asked) {
      const { confirm, word: message } = asked.body;
      return abandonGame(ctx, { ...gmRequest(asked), confirm, message });
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/revive', body: AtOpenTurn.extend({ word }), summary: 'Revives a game that was abandoned' },
    act: (asked) => reviveGame(ctx, { ...gmRequest(asked), message: asked.body.word }),
  });
}

/** The result without the game that the action returns, which has what no one may see. */
function done(result: Result<unknown>): Result<unknown> {
  return result.ok ? ok(undefined) : result;
}
