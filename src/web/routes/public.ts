import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { renderHtml } from '../../printouts/html.ts';
import { RULESETS } from '../../rules/catalog.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { GameParams, readParams } from '../checked.ts';
import type { WebDeps } from '../deps.ts';
import { gamesOfStatus, type PublicGame, publicReport, publicTurns, readPublicGame } from '../games.ts';

/** How many games of a kind the lobby lists. */
const LISTED = 50;

const TurnParams = GameParams.extend({ turn: z.coerce.number().int().min(1).max(10_000) });

/** What everybody may see: the lobby, and each game's public reports. */
export default async function publicRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/', { config: { who: 'anyone' } }, async (_request, reply) => {
    const [forming, running, over] = await Promise.all([
      gamesOfStatus(house, 'forming', LISTED),
      gamesOfStatus(house, 'running', LISTED),
      gamesOfStatus(house, 'over', LISTED),
    ]);
    const rulesets = Object.values(RULESETS as Record<string, Ruleset>);
    return reply.page('public/lobby', { title: 'The lobby', forming, running, over, rulesets });
  });

  app.get('/games/:number', { config: { who: 'anyone' } }, async (request, reply) => {
    const { number } = readParams(GameParams, request);
    const game = await readPublicGame(house, number);
    const turns = await publicTurns(house, game.id);
    return gamePage(deps, reply, game, turns, turns.at(-1) ?? null);
  });

  app.get('/games/:number/turns/:turn', { config: { who: 'anyone' } }, async (request, reply) => {
    const { number, turn } = readParams(TurnParams, request);
    const game = await readPublicGame(house, number);
    return gamePage(deps, reply, game, await publicTurns(house, game.id), turn);
  });
}

async function gamePage(
  deps: WebDeps,
  reply: FastifyReply,
  game: PublicGame,
  turns: number[],
  turn: number | null,
): Promise<FastifyReply> {
  const report = turn === null ? null : await publicReport(deps.house, game.id, turn);
  return reply.page('public/game', {
    title: `${game.number} ${game.title}`,
    wide: true,
    game,
    turns,
    turn,
    report: report === null ? null : renderHtml(report),
  });
}
