import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { GmGamePage } from '../../../games/game/gm-view.ts';
import { previewTurn, type TurnPreview } from '../../../games/processing/preview-turn.ts';
import { processTurn } from '../../../games/processing/process-turn.ts';
import { rollBack, rollForward } from '../../../games/processing/roll-back.ts';
import { setDueDate } from '../../../games/schedule/change-due-date.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { fail, ok, type Result } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readDueDate } from '../../forms/due-field.ts';
import { AtTurn, readBody } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { gmForm, gmRequest, refused } from './gm-form.ts';
import { requireGmGame } from './gm-game-page.ts';
import { missingSeats } from './seat-facts.ts';

const DueDate = AtTurn.extend({ due: z.string().max(40).default('') });
const Process = AtTurn.extend({ anyway: z.literal('yes').optional() });
const RollBack = DueDate.extend({ word: z.string().max(10_000).default('') });

/** What a GM can do to the turns of a game: set the due date, preview, process, roll back and forward. */
export default async function gmTurnRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  gmForm(app, deps, '/gm/games/:number/due', {
    body: DueDate,
    async act({ page, by, body }) {
      const due = readDueDate(body.due, page.game.timeZone);
      if (!due.ok) return due;
      return setDueDate(ctx, { gameId: page.game.id, by, turn: body.turn, due: due.value });
    },
    notice: 'due-date-set',
    refusedStatus: 422,
  });

  gmForm(app, deps, '/gm/games/:number/process', {
    body: Process,
    async act({ page, by, body: { turn, anyway } }) {
      const allowed = anyway === 'yes' ? ok(undefined) : checkSheets(page, turn);
      if (!allowed.ok) return allowed;
      const done = await processTurn(ctx, { gameId: page.game.id, turn, by });
      return done.kind === 'processed' ? ok(done) : notProcessed(done.kind, turn);
    },
    notice: ({ over }) => (over ? 'over' : 'processed'),
  });

  gmForm(app, deps, '/gm/games/:number/rollback', {
    body: RollBack,
    async act(sent) {
      const due = readDueDate(sent.body.due, sent.page.game.timeZone);
      if (!due.ok) return due;
      return rollBack(ctx, { ...gmRequest(sent), due: due.value, word: sent.body.word });
    },
    notice: 'rolled-back',
  });

  gmForm(app, deps, '/gm/games/:number/rollforward', {
    act: (sent) => rollForward(ctx, gmRequest(sent)),
    notice: 'rolled-forward',
  });

  app.post('/gm/games/:number/preview', { config: { access: 'account' } }, async (request, reply) => {
    const page = await requireGmGame(deps, request);
    const body = readBody(AtTurn, request);
    const asked = gmRequest({ page, by: accountOf(request).id, body });
    const preview = await previewTurn(ctx, asked);
    return preview.ok ? renderPreview(reply, page, preview.value) : refused(deps, request, reply, preview);
  });
}

/** Problem: `missing-sheets`. A page that shows another turn than the open one is refused later. */
function checkSheets(page: GmGamePage, turn: number): Result<void> {
  const missing = missingSeats(page);
  if (page.game.status !== 'running' || page.game.turn !== turn || missing.length === 0) return ok(undefined);
  const names = missing.map((seat) => `[${seat.identifier}] ${seat.name}`).join(', ');
  const message = `These sheets are missing: ${names}. Check the box to process the turn without them.`;
  return fail('anyway', 'missing-sheets', message);
}

function notProcessed(kind: 'already' | 'not-running' | 'paused', turn: number): Result<never> {
  const messages = {
    already: `Turn ${turn} has already been processed. This page shows the game as it is now.`,
    'not-running': `Turn ${turn} is not the open turn of this game.`,
    paused: 'The game is paused. Resume it before you process a turn.',
  };
  return fail('turn', kind, messages[kind]);
}

/** The printouts of a preview, as templates/web/gm/preview.eta prints them. */
interface PreviewView {
  number: string;
  turn: number;
  /** Whether the game would be over. */
  over: boolean;
  printouts: { heading: string; label: string; open: boolean; report: string }[];
}

function renderPreview(reply: FastifyReply, { game }: GmGamePage, preview: TurnPreview): FastifyReply {
  const { turn, over } = preview;
  const view: PreviewView = {
    number: game.number,
    turn,
    over,
    printouts: preview.printouts.map(({ seat, report }) => ({
      heading: seat === null ? 'Public printout' : `[${seat.identifier}] ${seat.name}`,
      label: seat === null ? 'Public printout' : `Printout of ${seat.identifier}`,
      open: seat === null,
      report: renderHtml(report, `of-${seat?.identifier ?? 'public'}`),
    })),
  };
  return reply.page('gm/preview', {
    title: `Preview of turn ${turn}, ${game.number}`,
    wide: true,
    scripts: ['printout.js'],
    ...view,
  });
}
