import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { saveNotes } from '../../../games/notes/private-notes.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkBody, GameParams, submittedValues, withSchemas } from '../../forms/read-request.ts';
import { notesPath } from '../../turn-sheet/addresses.ts';
import { NOTES_PAGES, NotesBody, notesFormView, notesPagePath } from '../../turn-sheet/notes-form.ts';
import { seatContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';

const PageBody = z.object({ _page: z.enum(NOTES_PAGES) });

/** A player's private notes on a game, which are on the pages of the sheet and of the game. */
export default async function notesRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const config = { access: 'account' as const };
  const schema = { params: GameParams };
  withSchemas(app).post('/my/games/:number/notes', { config, schema }, async (request, reply) => {
    const account = accountOf(request);
    const { own, number } = await seatContext(ctx, account, request.params.number);
    const page = PageBody.safeParse(request.body).data?._page ?? 'game';
    const body = checkBody(NotesBody, request);
    const saved = body.ok
      ? await saveNotes(ctx, { gameId: own.game.id, by: account.id, text: body.value.text })
      : body;
    if (saved.ok) return reply.done(notesPagePath(number, page), 'notes-saved');
    const { text = '' } = submittedValues(request);
    return reply.code(422).page('player/notes', {
      title: `${number}: notes`,
      styles: ['sheet.css'],
      back: notesPagePath(number, page),
      backLabel: page === 'sheet' ? 'Turn sheet' : number,
      gameTitle: own.game.title,
      notes: notesFormView(notesPath(number), { page, text, problems: saved.problems }),
    });
  });
}
