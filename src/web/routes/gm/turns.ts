import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { GmGamePage } from '../../../games/game/gm-view.ts';
import { previewTurn, type TurnPreview } from '../../../games/processing/preview-turn.ts';
import { rollBack, rollForward } from '../../../games/processing/roll-back.ts';
import { setDueDate } from '../../../games/schedule/change-due-date.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { ok } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readDueDate } from '../../forms/due-field.ts';
import { checkSheets, processNow } from '../../forms/process-turn.ts';
import { AtTurn, readBody } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { gmForm, gmRequest, refused } from './gm-form.ts';
import { requireGmGame } from './gm-game-page.ts';

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
      const without = 'Check the box to process the turn without them.';
      const allowed = anyway === 'yes' ? ok(undefined) : checkSheets(page, turn, without);
      return allowed.ok ? processNow(ctx, { gameId: page.game.id, turn, by }) : allowed;
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
    if (!preview.ok) return refused(deps, request, reply, preview);
    await app.takePageTurn(request, reply);
    return renderPreview(reply, page, { ...preview.value, printouts: await inHtml(preview.value) });
  });
}

/** The printouts of a preview. Between them other work goes on: those of twelve players take long. */
async function inHtml({ printouts }: TurnPreview): Promise<PreviewView['printouts']> {
  const rendered: PreviewView['printouts'] = [];
  for (const { seat, report } of printouts) {
    await setImmediate();
    rendered.push({
      heading: seat === null ? 'Public printout' : `[${seat.identifier}] ${seat.name}`,
      label: seat === null ? 'Public printout' : `Printout of ${seat.identifier}`,
      open: seat === null,
      report: renderHtml(report, `of-${seat?.identifier ?? 'public'}`),
    });
  }
  return rendered;
}

/** The printouts of a preview, as templates/web/gm/preview.eta prints them. */
interface PreviewView {
  number: string;
  turn: number;
  /** Whether the game would be over. */
  over: boolean;
  printouts: { heading: string; label: string; open: boolean; report: string }[];
}

function renderPreview(
  reply: FastifyReply,
  { game }: GmGamePage,
  { turn, over, printouts }: Pick<PreviewView, 'turn' | 'over' | 'printouts'>,
): FastifyReply {
  const view: PreviewView = {
    number: game.number,
    turn,
    over,
    printouts,
  };
  return reply.page('gm/preview', {
    title: `Preview of turn ${turn}, ${game.number}`,
    wide: true,
    scripts: ['printout.js'],
    ...view,
  });
}
