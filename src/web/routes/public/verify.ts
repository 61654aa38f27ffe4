import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportFinished, finishedGame, type GameExport } from '../../../games/archive/export-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { createInTurn } from '../../../in-turn.ts';
import type { Result } from '../../../rules/result.ts';
import { createShares } from '../../access/shares.ts';
import { GameParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { createSizedCache } from '../../rendering/sized-cache.ts';
import { UnavailableError } from '../../rendering/unavailable.ts';
import type { WebContext } from '../../web-context.ts';

/** How many bytes of exports are kept in all. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** How many exports wait to be made, and how many one person, one network and one block of networks may wait for. */
const MAKING = { waiting: 10, perPerson: 2, perNetwork: 3, perBlock: 5 };

/** An export as it is sent, and what the page about it shows. */
interface KeptExport {
  /** As bytes, which all readers share: of text, each reader would keep a copy in memory until it is read. */
  file: Buffer;
  view: VerifyView;
  /** The bytes of `file`. */
  length: number;
}

/**
 * How anyone can verify a game that is over, and the export to verify. Making an export costs much, so both addresses
 * have one limit, and an export is kept: a game that is over never changes.
 */
export default async function verifyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, cacheable: true as const, costly: 'export' as const };
  const exports = createExports(deps);

  app.get('/games/:number/verify', { config }, async (request, reply) => {
    const view = await exports.view(request);
    return reply.page('public/verify', { title: `How to verify ${view.number}`, ...view });
  });

  app.get('/games/:number/export.json', { config }, async (request, reply) => {
    const { file, view } = await exports.whole(request);
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

/** The characters of what the pages about exports show that are kept: of some thousand games. */
const MAX_VIEWS = 1024 * 1024;

/** Makes exports, and keeps them. */
interface Exports {
  /** @throws a 404 if there is no such game, or it is not over; UnavailableError if too many others wait */
  whole(request: FastifyRequest): Promise<KeptExport>;
  /** What the page shows, for which an export is made only once. @throws as `whole` */
  view(request: FastifyRequest): Promise<VerifyView>;
}

/** Exports are made one at a time, with time left in between: each reads a whole game and keeps the process from other work. */
function createExports({ ctx }: WebContext): Exports {
  const files = createSizedCache<KeptExport>(MAX_LENGTH);
  const views = createSizedCache<{ view: VerifyView; length: number }>(MAX_VIEWS);
  const busy = () => new UnavailableError('busy');
  const inTurn = createInTurn({ waiting: MAKING.waiting, busy });
  const shares = createShares({ ...MAKING, busy });
  const found = async (request: FastifyRequest) =>
    requireFound(await finishedGame(ctx, gameNumber(readParams(GameParams, request).number)));
  const make = (request: FastifyRequest, game: Awaited<ReturnType<typeof found>>) =>
    shares(request, () =>
      files.get(`${game.id} ${game.title}`, () =>
        inTurn(async () => keptExport(requireFound(await exportFinished(ctx, game)))),
      ),
    );
  return {
    whole: async (request) => make(request, await found(request)),
    view: async (request) => {
      const game = await found(request);
      const kept = await views.get(`${game.id} ${game.title}`, async () => {
        const { view } = await make(request, game);
        return { view, length: JSON.stringify(view).length };
      });
      return kept.view;
    },
  };
}

function requireFound<T>(found: Result<T>): T {
  if (!found.ok) throw notFound(found.problems[0]?.message);
  return found.value;
}

function keptExport(exported: GameExport): KeptExport {
  const { game, title, dice, turns } = exported;
  const file = Buffer.from(`${JSON.stringify(exported, null, 1)}\n`);
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
