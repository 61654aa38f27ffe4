import type { FastifyInstance } from 'fastify';
import { playPractice, undoPractice } from '../../../games/practice/play-practice.ts';
import { findPracticePlayer, finishGuide } from '../../../games/practice/practice-player.ts';
import { deletePractice } from '../../../games/practice/start-practice.ts';
import { practiceVisitor } from '../../access/practice-visitor.ts';
import { PracticeParams, withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import {
  PracticeTurnBody,
  practicePath,
  practicePrintoutPath,
  practiceSheetPath,
  presentContext,
} from './practice-context.ts';
import { nextStep } from './view-model.ts';

/** What a player does with a practice game besides its sheets: undo, delete, and a turn without a sheet. */
export default async function practiceGameRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const config = { access: 'anyone' as const };
  const costlyConfig = { ...config, costly: 'game' as const };
  const params = PracticeParams;

  routes.get('/practice/:game', { config: costlyConfig, schema: { params } }, async (request, reply) => {
    const context = await presentContext(deps, request, request.params.game);
    const { id, turn } = context.whole.game;
    const step = nextStep(context);
    return reply.redirect(step.kind === 'sheet' ? step.address : practicePrintoutPath(id, turn), 303);
  });

  const atTurn = { params, body: PracticeTurnBody };
  routes.post('/practice/:game/undo', { config: costlyConfig, schema: atTurn }, async (request, reply) => {
    const { player, whole } = await presentContext(deps, request, request.params.game);
    const { id: gameId } = whole.game;
    const undone = await undoPractice(ctx, { playerId: player.id, gameId, turn: request.body.turn });
    if (!undone) return reply.redirect(practicePath(gameId), 303);
    return reply.done(practiceSheetPath(gameId), 'practice-undone');
  });

  routes.post(
    '/practice/:game/continue',
    { config: costlyConfig, schema: atTurn },
    async (request, reply) => {
      const { player, whole } = await presentContext(deps, request, request.params.game);
      const { id: gameId } = whole.game;
      const { turn } = request.body;
      const sent = { playerId: player.id, gameId, turn, raw: null };
      const played = await playPractice(ctx, sent, (play) => app.playInTurn(request, play));
      if (played.kind !== 'played') return reply.redirect(practicePath(gameId), 303);
      return reply.redirect(practicePrintoutPath(gameId, turn + 1), 303);
    },
  );

  routes.post('/practice/:game/delete', { config, schema: { params } }, async (request, reply) => {
    // Games with rules that this server no longer has can be deleted, too.
    const player = await findPracticePlayer(ctx, practiceVisitor(deps, request));
    if (player === null) throw notFound('You have no such practice game.');
    await deletePractice(ctx, player.id, request.params.game);
    return reply.done('/practice', 'practice-deleted');
  });

  routes.post('/practice/:game/guide', { config, schema: { params } }, async (request, reply) => {
    const { player, whole } = await presentContext(deps, request, request.params.game);
    await finishGuide(ctx, player.id, whole.game.ruleset);
    return reply.redirect(practicePath(whole.game.id), 303);
  });
}
