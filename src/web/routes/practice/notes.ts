import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { savePracticeNotes } from '../../../games/practice/practice-notes.ts';
import {
  checkBody,
  PracticeParams,
  submittedValues,
  TurnNumber,
  withSchemas,
} from '../../forms/read-request.ts';
import { NotesBody } from '../../turn-sheet/notes-form.ts';
import type { WebContext } from '../../web-context.ts';
import { practiceContext, practicePrintoutPath, practiceSheetPath } from './practice-context.ts';
import { practiceNotesForm } from './view-model.ts';

/** The page that has the form: the sheet, or the printout before a turn. */
const PageBody = z.object({ _page: z.union([z.literal('sheet'), TurnNumber]) });

/** A player's notes on a practice game, which are on the pages of its sheet and of its printouts. */
export default async function practiceNotesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const };
  const schema = { params: PracticeParams };
  withSchemas(app).post('/practice/:game/notes', { config, schema }, async (request, reply) => {
    const context = await practiceContext(deps, request, request.params.game);
    const { id: gameId } = context.whole.game;
    const page = PageBody.safeParse(request.body).data?._page ?? 'sheet';
    const back = page === 'sheet' ? practiceSheetPath(gameId) : practicePrintoutPath(gameId, page);
    const body = checkBody(NotesBody, request);
    const saved = body.ok
      ? await savePracticeNotes(deps.ctx, { playerId: context.player.id, gameId, text: body.value.text })
      : body;
    if (saved.ok) return reply.done(back, 'notes-saved');
    const { text = '' } = submittedValues(request);
    return reply.code(422).page('player/notes', {
      title: 'Practice game: notes',
      styles: ['sheet.css'],
      back,
      backLabel: page === 'sheet' ? 'Turn sheet' : `Printout ${page}`,
      gameTitle: 'your practice game',
      notes: { ...practiceNotesForm(context, page), text, besideSheet: false, problems: saved.problems },
    });
  });
}
