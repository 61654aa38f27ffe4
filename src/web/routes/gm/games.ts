import type { FastifyInstance } from 'fastify';
import { mayRunGames } from '../../../accounts/gm-rights.ts';
import { type GmGameSummary, gmGameSummaries } from '../../../games/game/gm-games-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { counted, type DueFact, dueFact, statusInWords } from '../../rendering/game-facts.ts';
import { mayNotRunGames } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** The list of the games that an account runs. */
export default async function gmGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  // Open to accounts that may not run new games: the right may be gone, or the game was transferred to this server.
  app.get('/gm', { config: { access: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const games = await gmGameSummaries(deps.ctx, account);
    const mayCreate = mayRunGames(account);
    if (games.length === 0 && !mayCreate) throw mayNotRunGames();
    const view: GmGamesView = { mayCreate, games: games.map((game) => gameRow(game, deps.ctx.now())) };
    return reply.page('gm/games', { title: 'Games you run', ...view });
  });
}

/** The list as templates/web/gm/games.eta prints it. */
interface GmGamesView {
  mayCreate: boolean;
  games: GameRow[];
}

interface GameRow {
  number: string;
  title: string;
  status: string;
  /** What needs the GM: `overdue; 2 of 4 sheets missing`. Blank if nothing does. */
  attention: string;
  /** Null unless the game is running. */
  due: DueFact | null;
  seats: number;
}

function gameRow(summary: GmGameSummary, now: Date): GameRow {
  const { game, overdue, failed, undecided, missing, owing } = summary;
  const attention = [
    ...(overdue ? ['overdue'] : []),
    ...(failed > 0 ? [`${counted(failed, 'e-mail')} failed`] : []),
    ...(undecided > 0 ? [`${counted(undecided, 'press release')} to decide`] : []),
    ...(missing > 0 ? [`${missing} of ${counted(owing, 'sheet')} missing`] : []),
  ];
  return {
    number: game.number,
    title: game.title,
    status: statusInWords({ ...game, phase: null }),
    attention: attention.join('; '),
    due: game.status === 'running' ? dueFact(game, now) : null,
    seats: game.seats,
  };
}
