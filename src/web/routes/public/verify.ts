import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportFinished, finishedGame, type GameExport } from '../../../games/archive/export-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import type { Result } from '../../../rules/result.ts';
import { GameParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { createSizedCache, type SizedCache } from '../../rendering/sized-cache.ts';
import type { WebContext } from '../../web-context.ts';

/** How many characters of exports are kept in all. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** An export as it is sent, and what the page about it shows. */
interface KeptExport {
  file: string;
  view: VerifyView;
  /** The characters of `file`. */
  length: number;
}

/**
 * How anyone can verify a game that is over, and the export to verify. Making an export costs much, so both addresses
 * have one limit, and an export is kept: a game that is over never changes.
 */
export default async function verifyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, cacheable: true as const, costly: 'export' as const };
  const kept = createSizedCache<KeptExport>(MAX_LENGTH);

  app.get('/games/:number/verify', { config }, async (request, reply) => {
    const { view } = await requireExport(deps, request, kept);
    return reply.page('public/verify', { title: `How to verify ${view.number}`, ...view });
  });

  app.get('/games/:number/export.json', { config }, async (request, reply) => {
    const { file, view } = await requireExport(deps, request, kept);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${view.number}.json"`)
      .send(file);
  });
}

/** The page about verifying, as templates/web/public/verify.eta prints it. */
interface VerifyView {
  number: string;
  gameTitle: string;
  /** The dice commitment, the dice secret and the hash of the last turn, in hex. */
  commitment: string;
  secret: string;
  lastHash: string;
  turns: number;
  rolls: number;
}

/** @throws a 404 if there is no such game, or it is not over */
async function requireExport(
  { ctx }: WebContext,
  request: FastifyRequest,
  kept: SizedCache<KeptExport>,
): Promise<KeptExport> {
  const game = requireFound(await finishedGame(ctx, gameNumber(readParams(GameParams, request).number)));
  return kept.get(`${game.id} ${game.title}`, async () =>
    keptExport(requireFound(await exportFinished(ctx, game))),
  );
}

function requireFound<T>(found: Result<T>): T {
  if (!found.ok) throw notFound(found.problems[0]?.message);
  return found.value;
}

function keptExport(exported: GameExport): KeptExport {
  const { game, title, dice, turns } = exported;
  const file = `${JSON.stringify(exported, null, 1)}\n`;
  const view: VerifyView = {
    number: game,
    gameTitle: title,
    commitment: dice.commitment,
    secret: dice.secret,
    turns: turns.length - 1,
    rolls: turns.reduce((sum, turn) => sum + turn.dice.length, 0),
    lastHash: turns.at(-1)?.hash ?? '',
  };
  return { file, view, length: file.length };
}
